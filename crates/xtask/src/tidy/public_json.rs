//! No untyped JSON in public signatures: a typed struct where we look inside, `OpaqueJson` where
//! we only pass it on.

use super::Fault;
use super::text::TextFile;

/// Crates and files that may show untyped JSON, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/domain/src/json.rs", "the one type that wraps it"),
    ("crates/testkit/", "tests look at answers as they come"),
];

const FULL_NAME: &str = "serde_json::Value";

pub(super) fn check(file: &TextFile) -> Vec<Fault> {
    let is_library = file.is_rust() && file.crate_folder().is_some();
    if !is_library || ALLOWED.iter().any(|(path, _)| file.path.starts_with(path)) {
        return Vec::new();
    }
    let imports_value = file.lines.iter().any(|line| imports_value(&line.text));
    let mut faults = Vec::new();
    let mut signature = Signature::None;
    for line in file.lines.iter().filter(|line| !line.in_tests && !line.is_comment()) {
        let (shown, next) = signature.read(&line.text);
        signature = next;
        let names_value = |text: &str| text.contains(FULL_NAME) || (imports_value && has_type_value(text));
        if shown.is_some_and(names_value) {
            let message = "untyped JSON in a public signature: use a struct, or domain::OpaqueJson";
            faults.push(Fault::new(&file.path, line.number, "public-json", message));
        }
    }
    faults
}

/// Where we are while reading line by line.
enum Signature {
    None,
    /// In the head of a public function, until its body or `;`.
    Function,
    /// In the body of a public type that began with this indentation.
    Type {
        indent: usize,
    },
}

impl Signature {
    /// Returns the part of `text` that the public sees, and what the next line belongs to.
    fn read(self, text: &str) -> (Option<&str>, Self) {
        let trimmed = text.trim_start();
        let indent = text.len() - trimmed.len();
        match self {
            Self::None
                if is_public(trimmed, &["fn ", "async fn ", "const fn ", "type ", "const ", "static "]) =>
            {
                Self::Function.read(text)
            }
            Self::None if is_public(trimmed, &["struct ", "enum "]) => {
                let goes_on = trimmed.trim_end().ends_with('{');
                (Some(text), if goes_on { Self::Type { indent } } else { Self::None })
            }
            Self::None => (None, Self::None),
            Self::Function => {
                let end = text.find(['{', ';']);
                (
                    Some(&text[..end.unwrap_or(text.len())]),
                    if end.is_some() { Self::None } else { Self::Function },
                )
            }
            Self::Type { indent: outer } => {
                let ends = indent <= outer && trimmed.starts_with('}');
                // A private field (`name: Type,`) is nobody's business; an enum's variant is.
                let is_private_field = trimmed.split_once(':').is_some_and(|(name, _)| {
                    !name.is_empty()
                        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
                });
                (
                    (!is_private_field).then_some(text),
                    if ends { Self::None } else { Self::Type { indent: outer } },
                )
            }
        }
    }
}

fn is_public(trimmed: &str, items: &[&str]) -> bool {
    trimmed.strip_prefix("pub ").is_some_and(|rest| items.iter().any(|item| rest.starts_with(item)))
}

fn imports_value(text: &str) -> bool {
    text.trim_start().strip_prefix("use serde_json::").is_some_and(has_type_value)
}

/// Whether `Value` stands in `text` as a word of its own.
fn has_type_value(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Value")
}

#[cfg(test)]
mod tests {
    use super::{TextFile, check};

    fn lines(text: &str) -> Vec<usize> {
        check(&TextFile::new("crates/a/src/lib.rs", text)).iter().map(|fault| fault.place.line).collect()
    }

    #[test]
    fn untyped_json_in_a_public_function_is_found_over_several_lines() {
        assert_eq!(
            lines("pub fn a(\n    b: serde_json::Value,\n) -> u8 {\n    serde_json::Value::Null;\n}\n"),
            [2]
        );
        assert_eq!(lines("use serde_json::{Map, Value};\npub async fn a() -> Value {\n}\n"), [2]);
    }

    #[test]
    fn a_public_field_counts_and_a_private_one_does_not() {
        let text = "pub struct A {\n    pub shown: serde_json::Value,\n    kept: serde_json::Value,\n}\n";
        assert_eq!(lines(text), [2]);
    }

    #[test]
    fn what_is_private_may_use_it() {
        assert_eq!(
            lines("fn a(b: serde_json::Value) {}\npub(crate) fn b(c: serde_json::Value) {}\n"),
            [0; 0]
        );
    }
}
