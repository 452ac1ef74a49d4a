//! What a workspace holds: every file, folder and link that can be moved, by its path and content.
//!
//! What is in caches, and what cannot be moved, is in no tree, so that a merge leaves it as it is: links that lead out,
//! names that are no texts, sockets and the like.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use wireclip_ports::sandbox::RUNTIME_FOLDER;

use super::caches::is_cache;
use crate::links::stays_within;
use crate::shell::quoted;

/// Names that are not moved, at every level: what is ours, and what can be had again and is large.
pub(super) const LEFT_OUT: &[&str] =
    &[RUNTIME_FOLDER, "node_modules", ".cache", ".next", ".turbo", ".DS_Store"];

/// Returns the command that empties the folder in which it runs. What is not moved stays, so that
/// what was installed there need not be installed again.
pub(crate) fn clearing() -> String {
    let kept: String = LEFT_OUT.iter().map(|name| format!(" ! -name {}", quoted(name))).collect();
    format!("find . -mindepth 1 -maxdepth 1{kept} -exec rm -rf -- {{}} +")
}

/// Everything in a workspace, by its path from the top.
pub(super) type Tree = BTreeMap<PathBuf, Entry>;

/// One of the things in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    /// A folder, by its permissions. Its owner's are counted as full: to work in it takes them.
    Folder { mode: u32 },
    /// A file. Its owner can read it always: to move it takes that.
    File { digest: [u8; 32], mode: u32 },
    /// A link, by what it says.
    Link(PathBuf),
}

impl Entry {
    pub(super) const fn is_folder(&self) -> bool {
        matches!(self, Self::Folder { .. })
    }
}

/// Reads what a workspace holds.
///
/// # Errors
/// If something cannot be read.
pub(super) fn scan(top: &Path) -> io::Result<Tree> {
    let mut tree = Tree::new();
    scan_folder(top, Path::new(""), &mut tree)?;
    Ok(tree)
}

fn scan_folder(top: &Path, below: &Path, tree: &mut Tree) -> io::Result<()> {
    for entry in fs::read_dir(top.join(below))? {
        let entry = entry?;
        let name = entry.file_name();
        let is_left_out = LEFT_OUT.iter().any(|left_out| name == *left_out);
        if is_left_out || name.to_str().is_none_or(|name| name.starts_with("._")) {
            continue;
        }
        let path = below.join(&name);
        let metadata = entry.metadata()?;
        let mode = metadata.permissions().mode() & 0o777;
        if metadata.is_dir() {
            tree.insert(path.clone(), Entry::Folder { mode: mode | 0o700 });
            if !is_cache(&entry.path()) {
                scan_folder(top, &path, tree)?;
            }
        } else if metadata.is_symlink() {
            let target = fs::read_link(entry.path())?;
            if stays_within(&path, &target) {
                tree.insert(path, Entry::Link(target));
            }
        } else if metadata.is_file() {
            tree.insert(path, Entry::File { digest: digest(&entry.path())?, mode: mode | 0o400 });
        }
    }
    Ok(())
}

fn digest(path: &Path) -> io::Result<[u8; 32]> {
    let mut digest = Sha256::new();
    io::copy(&mut File::open(path)?, &mut digest)?;
    Ok(digest.finalize().into())
}
