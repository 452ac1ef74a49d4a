//! House rules that are checked by reading the sources and the manifests.
//!
//! Each exception stands in a list beside its rule, with the reason. The check is also a test,
//! so that `cargo test` alone tells the truth.

mod arrows;
mod manifests;
mod public_json;
mod source;
mod text;
mod unused;

use std::fmt;
use std::path::Path;

/// A place that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    /// Path from the top of the workspace.
    file: String,
    /// Counted from 1.
    line: usize,
}

/// A broken rule, and where.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    place: Place,
    rule: &'static str,
    message: String,
}

impl Fault {
    fn new(file: &str, line: usize, rule: &'static str, message: impl Into<String>) -> Self {
        Self { place: Place { file: file.to_owned(), line }, rule, message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, rule, message } = self;
        write!(f, "{}:{}: {rule}: {message}", place.file, place.line)
    }
}

/// Checks the workspace at `root` against every rule.
///
/// # Errors
/// If the workspace cannot be read.
pub(crate) fn check(root: &Path) -> anyhow::Result<Vec<Fault>> {
    let (packages, files) = (manifests::read(root)?, text::files(root)?);
    let mut faults = arrows::check(root, &packages)?;
    faults.extend(unused::check(root, &packages, &files)?);
    for file in &files {
        faults.extend(source::check(file));
        faults.extend(public_json::check(file));
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    #[test]
    fn workspace_is_tidy() {
        let faults = super::check(&crate::workspace_root()).unwrap();
        let report: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "the house rules are broken:\n{}", report.join("\n"));
    }
}
