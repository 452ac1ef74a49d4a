//! What the manifests of our crates say, as far as the rules ask.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// One of our crates.
#[derive(Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) manifest_path: String,
    pub(super) dependencies: Vec<Dependency>,
}

/// A crate that one of ours declares.
#[derive(Deserialize)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// `None` for a normal one, else `dev` or `build`.
    pub(super) kind: Option<String>,
    pub(super) optional: bool,
}

impl Package {
    /// The manifest's path from the top of the workspace.
    pub(super) fn manifest<'p>(&'p self, root: &Path) -> &'p Path {
        let path = Path::new(&self.manifest_path);
        path.strip_prefix(root).unwrap_or(path)
    }

    /// The line on which a manifest declares a crate, counted from 1.
    ///
    /// # Errors
    /// If the manifest cannot be read.
    pub(super) fn line_of(&self, dependency: &str) -> anyhow::Result<usize> {
        let manifest = std::fs::read_to_string(&self.manifest_path)
            .with_context(|| format!("reading {}", self.manifest_path))?;
        Ok(manifest.lines().position(|line| line.starts_with(dependency)).map_or(1, |index| index + 1))
    }
}

impl Dependency {
    pub(super) fn is_normal(&self) -> bool {
        self.kind.is_none()
    }
}

/// Reads the manifests of our crates.
///
/// # Errors
/// If cargo cannot.
pub(super) fn read(root: &Path) -> anyhow::Result<Vec<Package>> {
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .context("running cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("reading cargo metadata")?;
    Ok(metadata.packages)
}
