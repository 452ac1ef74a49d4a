//! Puts a workspace that came back in its place: three ways, against what was moved in.
//!
//! What only the sandbox changed is taken over. What was changed here meanwhile stays as it is
//! here, and what the sandbox made of it is laid into a folder of its own. A `.git` folder is one
//! thing: two histories are not mixed file by file.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use wireclip_ports::sandbox::ArrivalLimits;

use super::caches;
use super::tree::{self, Entry, Tree};
use crate::moving::Room;

/// A merge that is to be carried out.
pub(super) struct Merge {
    /// What was moved in.
    pub(super) baseline: Tree,
    /// Where what came back is.
    pub(super) arrived: PathBuf,
    /// Where it belongs.
    pub(super) workspace: PathBuf,
    /// The folders that are caches there: what is in them was not moved, and tells nothing.
    pub(super) caches: BTreeSet<PathBuf>,
    /// How folders are called in which versions from there are kept that have no place.
    pub(super) kept: &'static str,
    /// How much of the workspace's disk stays free.
    pub(super) free_bytes: u64,
    /// Held while the workspace is changed.
    pub(super) lock: PathBuf,
}

/// What was changed on both sides.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Conflicts {
    /// The folder in the workspace with the sandbox's versions.
    pub(super) folder: String,
    /// What it was.
    pub(super) paths: Vec<String>,
}

/// Returns the file by which those take turns who change a workspace.
pub(super) fn lock_path(scratch: &Path, workspace: &Path) -> PathBuf {
    let name = hex::encode(&Sha256::digest(workspace.as_os_str().as_encoded_bytes())[..8]);
    scratch.with_file_name(format!("workspace-{name}.lock"))
}

impl Merge {
    /// Changes the workspace. Returns what was changed on both sides.
    ///
    /// # Errors
    /// If something cannot be read or written; what was done until then stands, and nothing that
    /// was changed here is lost.
    pub(super) fn carry_out(&self) -> io::Result<Option<Conflicts>> {
        let lock = File::options().create(true).append(true).open(&self.lock)?;
        lock.lock()?;
        let arrived = self.without_caches(tree::scan(&self.arrived)?);
        let here = self.without_caches(tree::scan(&self.workspace)?);
        let plan = plan(&self.without_caches(self.baseline.clone()), &arrived, &here);
        // From the depths up, so that folders are empty when their turn comes.
        for path in plan.removed.iter().rev() {
            self.remove(path)?;
        }
        let mut conflicts = plan.conflicts;
        for path in &plan.taken {
            if !self.take(path, &arrived[path])? {
                conflicts.insert(path.clone());
            }
        }
        self.keep(&conflicts, &arrived)
    }

    fn without_caches(&self, mut tree: Tree) -> Tree {
        tree.retain(|path, _| !caches::is_in_one(&self.caches, path));
        tree
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let place = self.workspace.join(path);
        if !self.leads_to(path) {
            return Ok(());
        }
        let removed = match fs::symlink_metadata(&place) {
            Ok(metadata) if metadata.is_dir() => fs::remove_dir(&place),
            Ok(_) => fs::remove_file(&place),
            Err(error) => Err(error),
        };
        match removed {
            // Somebody put something into it.
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    /// Puts something in its place. Returns whether it has one.
    fn take(&self, path: &Path, entry: &Entry) -> io::Result<bool> {
        if !self.leads_to(path) {
            return Ok(false);
        }
        self.put(&self.arrived.join(path), &self.workspace.join(path), entry)
    }

    /// Returns whether a path leads through folders of the workspace, and through no link.
    fn leads_to(&self, path: &Path) -> bool {
        path.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()).all(|above| {
            fs::symlink_metadata(self.workspace.join(above)).is_ok_and(|metadata| metadata.is_dir())
        })
    }

    /// Lays the sandbox's versions of what was changed on both sides into a folder of their own.
    fn keep(&self, conflicts: &BTreeSet<PathBuf>, arrived: &Tree) -> io::Result<Option<Conflicts>> {
        if conflicts.is_empty() {
            return Ok(None);
        }
        let folder = self.new_folder()?;
        for path in conflicts {
            // What the sandbox removed has no version of it.
            let Some(entry) = arrived.get(path) else { continue };
            let to = self.workspace.join(&folder).join(path);
            if let Some(parent) = to.parent() {
                fs::create_dir_all(parent)?;
            }
            self.close_folders_above(path, &folder, arrived)?;
            self.put(&self.arrived.join(path), &to, entry)?;
        }
        let paths = conflicts.iter().map(|path| path.display().to_string()).collect();
        Ok(Some(Conflicts { folder, paths }))
    }

    /// Gives the folders that lead to a kept version the permissions that they have there.
    fn close_folders_above(&self, path: &Path, folder: &str, arrived: &Tree) -> io::Result<()> {
        for above in path.ancestors().skip(1) {
            if let Some(Entry::Folder { mode }) = arrived.get(above) {
                let there = self.workspace.join(folder).join(above);
                fs::set_permissions(there, fs::Permissions::from_mode(*mode))?;
            }
        }
        Ok(())
    }

    fn put(&self, from: &Path, to: &Path, entry: &Entry) -> io::Result<bool> {
        let limits = ArrivalLimits { bytes: u64::MAX, free_bytes: self.free_bytes };
        put(from, to, entry, &mut Room::on_disk_of(&self.workspace, limits))
    }

    fn new_folder(&self) -> io::Result<String> {
        for number in 1_u32.. {
            let name = format!("{}-{number}", self.kept);
            match fs::create_dir(self.workspace.join(&name)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| name),
            }
        }
        Err(io::Error::other("no name is free for what came back"))
    }
}

/// Copies something; whole or not at all. Returns `false` if something of another kind is there.
fn put(from: &Path, to: &Path, entry: &Entry, room: &mut Room) -> io::Result<bool> {
    let is_folder = fs::symlink_metadata(to).ok().map(|there| there.is_dir());
    match entry {
        Entry::Folder { mode } => {
            match is_folder {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => fs::DirBuilder::new().mode(0o700).create(to)?,
            }
            fs::set_permissions(to, fs::Permissions::from_mode(*mode)).map(|()| true)
        }
        Entry::File { .. } | Entry::Link(_) if is_folder == Some(true) => Ok(false),
        Entry::File { mode, .. } => {
            let mut new = tempfile::NamedTempFile::new_in(to.parent().unwrap_or(to))?;
            room.copy(File::open(from)?, new.as_file_mut())?;
            new.as_file().set_permissions(fs::Permissions::from_mode(*mode))?;
            new.persist(to)?;
            Ok(true)
        }
        Entry::Link(target) => {
            match fs::remove_file(to) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            std::os::unix::fs::symlink(target, to).map(|()| true)
        }
    }
}

/// What is to be done to a workspace.
#[derive(Debug, Default, PartialEq, Eq)]
struct Plan {
    /// What is taken over, folders before what is in them.
    taken: BTreeSet<PathBuf>,
    /// What goes.
    removed: BTreeSet<PathBuf>,
    /// What was changed on both sides, each in its own way.
    conflicts: BTreeSet<PathBuf>,
}

/// Decides what becomes of everything.
fn plan(baseline: &Tree, arrived: &Tree, here: &Tree) -> Plan {
    let mixed = repositories_changed_on_both_sides(baseline, arrived, here);
    let mut plan = Plan::default();
    let paths: BTreeSet<&PathBuf> = baseline.keys().chain(arrived.keys()).collect();
    for path in paths {
        let (before, there, now) = (baseline.get(path), arrived.get(path), here.get(path));
        let is_mixed = repository(path).is_some_and(|repository| mixed.contains(&repository));
        if is_mixed {
            if there.is_some() {
                plan.conflicts.insert(path.clone());
            }
        } else if there == before || there == now {
            // Nothing happened to it there, or the same happened here.
        } else if now != before {
            plan.conflicts.insert(path.clone());
        } else {
            match there {
                None => plan.removed.insert(path.clone()),
                Some(there) => {
                    let is_other_kind = now.is_some_and(|now| now.is_folder() != there.is_folder());
                    if is_other_kind {
                        plan.removed.insert(path.clone());
                    }
                    plan.taken.insert(path.clone())
                }
            };
        }
    }
    plan
}

/// Returns the `.git` folder in which a path is, if it is in one.
fn repository(path: &Path) -> Option<PathBuf> {
    path.ancestors()
        .filter(|above| above.file_name().is_some_and(|name| name == ".git"))
        .last()
        .map(Path::to_owned)
}

fn repositories_changed_on_both_sides(baseline: &Tree, arrived: &Tree, here: &Tree) -> BTreeSet<PathBuf> {
    let changed = |side: &Tree| -> BTreeSet<PathBuf> {
        let paths = baseline.keys().chain(side.keys());
        paths
            .filter(|path| baseline.get(*path) != side.get(*path))
            .filter_map(|path| repository(path))
            .collect()
    };
    changed(arrived).intersection(&changed(here)).cloned().collect()
}

#[cfg(test)]
mod git_tests;
#[cfg(test)]
mod tests;
