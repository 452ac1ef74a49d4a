//! A crate that is declared is used: its name stands somewhere in the sources.

use std::path::Path;

use super::Fault;
use super::manifests::{Dependency, Package};
use super::text::{TextFile, has_word};

pub(super) fn check(root: &Path, packages: &[Package], files: &[TextFile]) -> anyhow::Result<Vec<Fault>> {
    let mut faults = Vec::new();
    for package in packages {
        let manifest = package.manifest(root);
        let folder = manifest.parent().unwrap_or_else(|| Path::new("")).to_string_lossy().into_owned();
        for dependency in unused(package, &folder, files) {
            let line = package.line_of(&dependency.name)?;
            let message = format!("'{}' stands nowhere in the sources: do not declare it", dependency.name);
            faults.push(Fault::new(&manifest.to_string_lossy(), line, "unused", message));
        }
    }
    Ok(faults)
}

/// The dependencies of a package that its sources do not name. Tests do not count for a normal one.
fn unused<'p>(
    package: &'p Package,
    folder: &'p str,
    files: &'p [TextFile],
) -> impl Iterator<Item = &'p Dependency> {
    package.dependencies.iter().filter(move |dependency| {
        let scope = if dependency.is_normal() { format!("{folder}/src/") } else { format!("{folder}/") };
        let name = dependency.name.replace('-', "_");
        !files
            .iter()
            .filter(|file| file.is_rust() && file.path.starts_with(&scope))
            .any(|file| file.lines.iter().any(|line| !line.is_comment() && has_word(&line.text, &name)))
    })
}

#[cfg(test)]
mod tests {
    use super::{Dependency, Package, TextFile, unused};

    fn names(kind: Option<&str>, path: &str, text: &str) -> Vec<String> {
        let dependency =
            Dependency { name: "some-crate".into(), kind: kind.map(Into::into), optional: false };
        let package =
            Package { name: "a".into(), manifest_path: String::new(), dependencies: vec![dependency] };
        let files = [TextFile::new(path, text)];
        unused(&package, "crates/a", &files).map(|dependency| dependency.name.clone()).collect()
    }

    #[test]
    fn a_declared_crate_has_to_be_named_in_the_sources() {
        assert_eq!(names(None, "crates/a/src/lib.rs", "use some_crate::Thing;\n"), [""; 0]);
        assert_eq!(names(None, "crates/a/src/lib.rs", "// some_crate is good\n"), ["some-crate"]);
        assert_eq!(names(None, "crates/a/src/lib.rs", "use some_crate_two::Thing;\n"), ["some-crate"]);
        assert_eq!(names(None, "crates/b/src/lib.rs", "use some_crate::Thing;\n"), ["some-crate"]);
    }

    #[test]
    fn a_crate_for_tests_is_named_in_any_of_them() {
        assert_eq!(names(None, "crates/a/tests/all.rs", "use some_crate::Thing;\n"), ["some-crate"]);
        assert_eq!(names(Some("dev"), "crates/a/tests/all.rs", "use some_crate::Thing;\n"), [""; 0]);
    }
}
