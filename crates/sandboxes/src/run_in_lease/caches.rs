//! Folders that say of themselves that they are caches, by a file `CACHEDIR.TAG` as backup programs
//! know it: what builds leave (`target`), and what package managers keep. They can be had again, may
//! be of any size, and are not moved; the folders themselves are.
//!
//! Other folders of results (`dist`, `build`, `out`, `vendor`) are moved, also where git ignores
//! them: they may belong to the repository, or be what the agent was asked for.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use wireclip_ports::sandbox::{
    ExecuteOrder, LeasedPlace, ProviderError, RemoteCommand, RemotePath, ShellProfile,
};

use super::tree::{LEFT_OUT, Tree};
use crate::shell::quoted;

/// The file that tells.
const TAG: &str = "CACHEDIR.TAG";
/// What it begins with.
const SIGNATURE: &str = "Signature: 8a477f597d28d172789f06886806bc55";
/// How long a place may be searched, and how much it may find, in bytes.
const SEARCH_LIMIT: Duration = Duration::from_secs(60);
const SEARCH_OUTPUT: usize = 64 * 1024;
/// Letters that would make a pattern of a path.
const PATTERN: &[char] = &['*', '?', '[', ']', '\\', '\n'];

/// Returns whether a folder says that it is a cache.
pub(super) fn is_cache(folder: &Path) -> bool {
    let mut beginning = [0; SIGNATURE.len()];
    let read = File::open(folder.join(TAG)).and_then(|mut tag| tag.read_exact(&mut beginning));
    read.is_ok() && beginning == SIGNATURE.as_bytes()
}

/// Lists the caches of a workspace here.
pub(super) fn of(top: &Path, tree: &Tree) -> BTreeSet<PathBuf> {
    let folders = tree.iter().filter(|(_, entry)| entry.is_folder()).map(|(path, _)| path);
    folders.filter(|path| is_nameable(path) && is_cache(&top.join(path))).cloned().collect()
}

/// Lists the caches of a workspace in a place.
pub(super) async fn there(
    place: &dyn LeasedPlace,
    directory: &RemotePath,
) -> Result<BTreeSet<PathBuf>, ProviderError> {
    let command = RemoteCommand {
        program: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), search()],
        directory: Some(directory.clone()),
        environment: std::collections::BTreeMap::new(),
        profile: ShellProfile::Bare,
    };
    let order = ExecuteOrder {
        command,
        stdin: Vec::new(),
        time_limit: Some(SEARCH_LIMIT),
        output_limit_bytes: SEARCH_OUTPUT,
    };
    let found = place.execute(order).await?;
    Ok(read(&String::from_utf8_lossy(&found.stdout)))
}

fn search() -> String {
    let names: Vec<String> = LEFT_OUT.iter().map(|name| format!("-name {}", quoted(name))).collect();
    format!(
        "find . \\( {} \\) -prune -o -type f -name {TAG} -exec grep -l '^{SIGNATURE}' {{}} + 2>/dev/null; true",
        names.join(" -o ")
    )
}

fn read(found: &str) -> BTreeSet<PathBuf> {
    let folder =
        |line: &str| Some(PathBuf::from(line.strip_prefix("./")?.strip_suffix(TAG)?.strip_suffix('/')?));
    // The workspace itself is none, whatever it says.
    found.lines().filter_map(folder).filter(|path| is_nameable(path)).collect()
}

/// A path that cannot be told from a pattern is moved.
fn is_nameable(path: &Path) -> bool {
    path.to_str().is_some_and(|text| !text.is_empty() && !text.contains(PATTERN))
}

/// Returns the patterns of what is in caches.
pub(super) fn patterns(caches: &BTreeSet<PathBuf>) -> impl Iterator<Item = String> {
    caches.iter().map(|path| format!("{}/*", path.display()))
}

/// Returns whether something is in a cache.
pub(super) fn is_in_one(caches: &BTreeSet<PathBuf>, path: &Path) -> bool {
    path.ancestors().skip(1).any(|above| caches.contains(above))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_in_lease::tree;

    #[test]
    fn a_cache_is_known_by_its_tag_and_not_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path();
        for name in ["target/debug", "dist", "web/cache", "src/target"] {
            std::fs::create_dir_all(top.join(name)).unwrap();
            std::fs::write(top.join(name).join("file"), "x").unwrap();
        }
        for (name, text) in [("target", SIGNATURE), ("web/cache", SIGNATURE), ("dist", "Signature: other")] {
            std::fs::write(top.join(name).join(TAG), format!("{text}\n# more\n")).unwrap();
        }
        std::fs::write(top.join(TAG), SIGNATURE).unwrap();
        let tree = tree::scan(top).unwrap();
        let caches = of(top, &tree);
        assert_eq!(caches, ["target", "web/cache"].map(PathBuf::from).into());
        let has = |path: &str| tree.contains_key(Path::new(path));
        assert!(has("target") && !has("target/debug") && has("dist/file") && has("src/target/file"));
        let patterns: Vec<String> = patterns(&caches).collect();
        assert_eq!(patterns, ["target/*", "web/cache/*"]);
    }

    #[test]
    fn what_a_place_finds_is_read_with_care() {
        let found =
            "./target/CACHEDIR.TAG\n./CACHEDIR.TAG\n./a*b/CACHEDIR.TAG\n./x/.venv/CACHEDIR.TAG\n./cut/CACHED";
        assert_eq!(read(found), ["target", "x/.venv"].map(PathBuf::from).into());
    }

    #[test]
    fn the_search_finds_what_the_scan_leaves_out() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["target", "node_modules/x"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
            std::fs::write(folder.path().join(name).join(TAG), SIGNATURE).unwrap();
        }
        let found = std::process::Command::new("sh")
            .args(["-c", &search()])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(read(&String::from_utf8_lossy(&found.stdout)), [PathBuf::from("target")].into());
    }
}
