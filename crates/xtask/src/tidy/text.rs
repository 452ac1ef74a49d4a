//! The files that are checked, read once.

use std::path::Path;

use anyhow::Context;

/// Folders whose files are not ours to check, or are made by programs.
const SKIPPED_FOLDERS: &[&str] = &["target", ".git", ".venv", "node_modules", "cases", "__pycache__"];

/// A file of the workspace with its lines.
pub(super) struct TextFile {
    /// Path from the top of the workspace, with `/` between its parts.
    pub(super) path: String,
    pub(super) lines: Vec<Line>,
}

/// A line of a file.
pub(super) struct Line {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: String,
    /// Stands in a module that only tests compile.
    pub(super) in_tests: bool,
}

impl Line {
    pub(super) fn is_comment(&self) -> bool {
        self.text.trim_start().starts_with("//")
    }
}

impl TextFile {
    pub(super) fn new(path: &str, text: &str) -> Self {
        let mut in_tests = is_test_path(path);
        let texts: Vec<&str> = text.lines().collect();
        let mut lines = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            // Tests come last in a file, so what follows the attribute belongs to them. A module
            // that is only declared here (`mod tests;`) has a file of its own.
            let declares_only = texts.get(index + 1).is_some_and(|next| next.trim_end().ends_with(';'));
            in_tests |= text.trim() == "#[cfg(test)]" && !declares_only;
            lines.push(Line { number: index + 1, text: (*text).to_owned(), in_tests });
        }
        Self { path: path.to_owned(), lines }
    }

    pub(super) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The name of the crate's folder, for a file below `crates/`.
    pub(super) fn crate_folder(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split('/').next()
    }
}

/// Reads every source, script and manifest below `root`.
pub(super) fn files(root: &Path) -> anyhow::Result<Vec<TextFile>> {
    let mut found = Vec::new();
    collect(root, root, &mut found)?;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<TextFile>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            if !SKIPPED_FOLDERS.contains(&name.as_str()) {
                collect(root, &path, found)?;
            }
        } else if is_checked(&path) {
            let text =
                std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
            let relative = path.strip_prefix(root).expect("the walk began at the root");
            found.push(TextFile::new(&relative.to_string_lossy().replace('\\', "/"), &text));
        }
    }
    Ok(())
}

/// Sources, manifests, SQL, and scripts, which have no ending. Prose may speak of any word.
fn is_checked(path: &Path) -> bool {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some(ending) => ["rs", "toml", "sql", "sh", "py"].contains(&ending),
        None => {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name == "Makefile"
                || path.components().any(|part| ["scripts", ".ci"].iter().any(|f| part.as_os_str() == *f))
        }
    }
}

/// Whether `word` stands in `text` by itself, not as a part of a longer one.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next())
    })
}

fn is_test_path(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, "tests" | "benches" | "examples" | "tests.rs"))
}

#[cfg(test)]
mod tests {
    use super::TextFile;

    #[test]
    fn lines_after_the_test_attribute_are_tests() {
        let file = TextFile::new("crates/a/src/lib.rs", "fn a() {}\n#[cfg(test)]\nmod tests {\n}\n");
        let in_tests: Vec<bool> = file.lines.iter().map(|line| line.in_tests).collect();
        assert_eq!(in_tests, [false, true, true, true]);
    }

    #[test]
    fn a_declared_test_module_does_not_hide_the_rest() {
        let file = TextFile::new("crates/a/src/lib.rs", "#[cfg(test)]\nmod tests;\nfn a() {}\n");
        assert!(file.lines.iter().all(|line| !line.in_tests));
    }
}
