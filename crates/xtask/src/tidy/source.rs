//! Rules about single lines and about files as a whole.

use super::Fault;
use super::text::{Line, TextFile, has_word};

const MAX_LINES: usize = 400;

/// Rust files that may be longer, and why.
const LONG_FILES: &[(&str, &str)] =
    &[("crates/http/src/routes/not_yet_operations.rs", "a table of one line for each operation")];

/// Words of an issue's or run's status; outside `domain` they are spelled by its enums.
const STATUS_LITERALS: &[&str] =
    &["\"in_progress\"", "\"in_review\"", "\"succeeded\"", "\"scheduled_retry\"", "\"timed_out\""];

/// Crates and files that may spell a status, and why.
const STATUS_SPELLERS: &[(&str, &str)] = &[
    ("crates/domain/", "the words are made there"),
    ("crates/testkit/", "stands in for clients, who spell them"),
    ("crates/xtask/", "this list"),
];

/// Written in two parts, so that this file does not break its own rule.
const LEFT_UNDONE: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];

pub(super) fn check(file: &TextFile) -> Vec<Fault> {
    let mut faults = Vec::new();
    if file.is_rust() {
        faults.extend(check_file(file));
    }
    for line in &file.lines {
        let mut fault =
            |rule, message: String| faults.push(Fault::new(&file.path, line.number, rule, message));
        if let Some(word) = LEFT_UNDONE.iter().find(|word| has_word(&line.text, word)) {
            fault("undone", format!("'{word}': do it now, or file it"));
        }
        if !file.is_rust() || line.is_comment() {
            continue;
        }
        if line.text.contains(concat!("#[al", "low(")) || line.text.contains(concat!("#![al", "low(")) {
            fault("allow", "use #[expect(lint, reason = \"…\")]".to_owned());
        }
        if let Some(word) = status_literal(file, line) {
            fault("status-literal", format!("{word}: use the enum of the domain crate"));
        }
    }
    faults
}

fn check_file(file: &TextFile) -> Vec<Fault> {
    let mut faults = Vec::new();
    // A file of unit tests is spoken for by the module that it tests.
    let needs_doc = !file.path.ends_with("/tests.rs");
    if needs_doc && !file.lines.first().is_some_and(|line| line.text.starts_with("//!")) {
        faults.push(Fault::new(&file.path, 1, "module-doc", "begin with //! and what the module is for"));
    }
    let is_listed = LONG_FILES.iter().any(|(path, _)| *path == file.path);
    if file.lines.len() > MAX_LINES && !is_listed {
        let message = format!("{} lines; split it by idea (limit {MAX_LINES})", file.lines.len());
        faults.push(Fault::new(&file.path, MAX_LINES, "length", message));
    }
    faults
}

fn status_literal(file: &TextFile, line: &Line) -> Option<&'static str> {
    let may_spell = STATUS_SPELLERS.iter().any(|(path, _)| file.path.starts_with(path));
    if line.in_tests || may_spell || file.crate_folder().is_none() {
        return None;
    }
    STATUS_LITERALS.iter().copied().find(|word| line.text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::{TextFile, check};

    fn rules(path: &str, text: &str) -> Vec<String> {
        check(&TextFile::new(path, text))
            .iter()
            .map(|fault| format!("{} {}", fault.place.line, fault.rule))
            .collect()
    }

    #[test]
    fn a_module_says_what_it_is_for() {
        assert_eq!(rules("crates/a/src/lib.rs", "fn a() {}\n"), ["1 module-doc"]);
        assert_eq!(rules("crates/a/src/lib.rs", "//! A.\nfn a() {}\n"), [""; 0]);
        assert_eq!(rules("crates/a/src/b/tests.rs", "fn a() {}\n"), [""; 0]);
    }

    #[test]
    fn a_status_is_spelled_in_the_domain_and_in_tests_only() {
        let text = "//! A.\n// \"in_review\" in a comment\nconst A: &str = \"in_review\";\n#[cfg(test)]\nmod tests {\n\"in_review\"\n}\n";
        assert_eq!(rules("crates/store/src/a.rs", text), ["3 status-literal"]);
        assert_eq!(rules("crates/domain/src/a.rs", text), [""; 0]);
        assert_eq!(rules("crates/store/tests/a.rs", text), [""; 0]);
    }

    #[test]
    fn nothing_is_left_undone_or_allowed() {
        let undone = concat!(
            "//! A.\n// TO",
            "DO later\n// TO",
            "DOS is a system\n#[al",
            "low(dead_code)]\nfn a() {}\n"
        );
        assert_eq!(rules("crates/a/src/lib.rs", undone), ["2 undone", "4 allow"]);
    }

    #[test]
    fn a_long_file_is_named() {
        let text = format!("//! A.\n{}", "\n".repeat(400));
        assert_eq!(rules("crates/a/src/lib.rs", &text), ["400 length"]);
    }
}
