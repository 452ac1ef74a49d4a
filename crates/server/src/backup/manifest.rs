//! The list of a backup's files, by which one that is whole is told from one that is not.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const FILE: &str = "manifest.json";

/// What a backup consists of. It is written last.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The program that made it.
    version: String,
    /// When, as ISO 8601.
    pub(super) made_at: String,
    files: Vec<SavedFile>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedFile {
    /// Where it lies in the backup.
    path: String,
    size_bytes: u64,
    sha256: String,
}

impl Manifest {
    /// Lists what a folder holds, and writes the list there.
    ///
    /// # Errors
    /// If a file cannot be read or the list not be written.
    pub(super) fn write(folder: &Path, made_at: String) -> anyhow::Result<Self> {
        let files = list(folder, folder)?;
        let manifest = Self { version: env!("CARGO_PKG_VERSION").to_owned(), made_at, files };
        let text = serde_json::to_string_pretty(&manifest).context("write the manifest")?;
        fs::write(folder.join(FILE), text).context("write the manifest (is the disk full?)")?;
        Ok(manifest)
    }

    /// Reads the list of a backup, and looks whether everything is as it was saved.
    ///
    /// # Errors
    /// If there is no list, or a file is missing or damaged.
    pub(super) fn read_and_check(backup: &Path) -> anyhow::Result<Self> {
        let path = backup.join(FILE);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("read {}: this is not a complete backup", path.display()))?;
        let manifest: Self =
            serde_json::from_str(&text).with_context(|| format!("read {}", path.display()))?;
        manifest.files.iter().try_for_each(|file| file.check(backup))?;
        Ok(manifest)
    }

    /// Returns whether a folder is a backup that was finished.
    pub(super) fn is_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// Returns whether a file belongs to the backup. Others may lie beside it, from whomever.
    pub(super) fn lists(&self, path: &str) -> bool {
        self.files.iter().any(|file| file.path == path)
    }

    /// Returns the files below a folder, by their paths from there.
    pub(super) fn paths_below(&self, folder: &str) -> Vec<PathBuf> {
        let below = |file: &SavedFile| Path::new(&file.path).strip_prefix(folder).ok().map(Path::to_owned);
        self.files.iter().filter_map(below).collect()
    }

    pub(super) fn file_count(&self) -> usize {
        self.files.len()
    }

    pub(super) fn size_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.size_bytes).sum()
    }
}

impl SavedFile {
    fn check(&self, backup: &Path) -> anyhow::Result<()> {
        let relative = Path::new(&self.path);
        let stays_inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
        ensure!(stays_inside, "the manifest names a file outside the backup: {}", self.path);
        let path = backup.join(relative);
        let sha256 = hash_of(&path)?;
        ensure!(sha256 == self.sha256, "{} is damaged: it is not what was saved", path.display());
        Ok(())
    }
}

fn list(root: &Path, folder: &Path) -> anyhow::Result<Vec<SavedFile>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))? {
        let path = entry.with_context(|| format!("read {}", folder.display()))?.path();
        if path.is_dir() {
            files.extend(list(root, &path)?);
            continue;
        }
        let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let size_bytes = fs::metadata(&path).with_context(|| format!("read {}", path.display()))?.len();
        files.push(SavedFile { path: relative, size_bytes, sha256: hash_of(&path)? });
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn hash_of(path: &Path) -> anyhow::Result<String> {
    let mut file = fs::File::open(path).with_context(|| format!("read {}", path.display()))?;
    let mut hash = Sha256::new();
    std::io::copy(&mut file, &mut hash).with_context(|| format!("read {}", path.display()))?;
    Ok(hex::encode(hash.finalize()))
}
