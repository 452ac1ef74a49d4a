//! Unpacks an archive that a sandbox made, which is not to be trusted.
//!
//! Nothing is written outside the folder: no absolute names, none with `..`, no way through a
//! link. Links that lead out or can be read in two ways, and what has no name that is a text, are
//! left out and told: they are no reason to bring nothing back.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _, symlink};
use std::path::{Component, Path, PathBuf};

use tar::{Archive, Entry, EntryType};

use super::exclude::Exclude;
use super::room::Room;
use crate::links::stays_within;

/// What each member takes beside its content.
const MEMBER: u64 = 512;

/// Unpacks an archive into an empty folder.
///
/// # Errors
/// If the archive is broken, or holds what must not be unpacked.
pub(super) fn unpack(archive: impl Read, into: &Path, exclude: &Exclude, room: &mut Room) -> io::Result<()> {
    let mut archive = Archive::new(archive);
    let mut unpacking = Unpacking { into, room, links: HashSet::new(), folders: Vec::new() };
    for entry in archive.entries()? {
        let mut entry = entry?;
        let name = member_name(&entry.path()?)?;
        let Some(text) = name.to_str() else {
            tracing::warn!("not brought back, since its name is no text: {}", name.display());
            continue;
        };
        if text.is_empty() || exclude.excludes(text) {
            continue;
        }
        unpacking.entry(&mut entry, &name)?;
    }
    unpacking.finish()
}

struct Unpacking<'a> {
    into: &'a Path,
    room: &'a mut Room,
    /// Links that were made: nothing is unpacked below or onto them.
    links: HashSet<PathBuf>,
    /// Permissions of folders, set at the end: one may not be writable.
    folders: Vec<(PathBuf, u32)>,
}

impl Unpacking<'_> {
    fn entry(&mut self, entry: &mut Entry<'_, impl Read>, name: &Path) -> io::Result<()> {
        if name.ancestors().any(|above| self.links.contains(above)) {
            return Err(bad("the archive leads through a link"));
        }
        let path = self.into.join(name);
        let mode = entry.header().mode()? & 0o777;
        self.room.take(MEMBER)?;
        match entry.header().entry_type() {
            EntryType::Directory => {
                fs::create_dir_all(&path)?;
                self.folders.push((path, mode));
            }
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                make_folder_of(&path)?;
                let mut file = new_file(&path, mode)?;
                self.room.copy(entry, &mut file)?;
            }
            EntryType::Symlink => {
                let target = entry.link_name()?.ok_or_else(|| bad("a link in the archive has no target"))?;
                if stays_within(name, &target) {
                    make_folder_of(&path)?;
                    symlink(&target, &path)?;
                } else {
                    let (name, target) = (name.display(), target.display());
                    tracing::warn!("not brought back, since it leads out: the link {name} to {target}");
                }
                self.links.insert(name.to_owned());
            }
            EntryType::Link => {
                let target = entry.link_name()?.ok_or_else(|| bad("a link in the archive has no target"))?;
                self.second_name(&member_name(&target)?, &path, mode)?;
            }
            kind => {
                let name = name.display();
                tracing::warn!(
                    "not brought back, since it is neither a file nor a folder: {name} ({kind:?})"
                );
            }
        }
        Ok(())
    }

    /// A second name of a file becomes a file of its own.
    fn second_name(&mut self, first: &Path, path: &Path, mode: u32) -> io::Result<()> {
        if first.ancestors().any(|above| self.links.contains(above)) {
            return Err(bad("the archive leads through a link"));
        }
        let first = self.into.join(first);
        if !fs::symlink_metadata(&first).is_ok_and(|metadata| metadata.is_file()) {
            return Err(bad("the archive has a second name of a file that it does not have"));
        }
        make_folder_of(path)?;
        self.room.copy(File::open(first)?, &mut new_file(path, mode)?)?;
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        for (folder, mode) in self.folders.into_iter().rev() {
            // Ours to go on working with, whatever the sandbox thought of it.
            fs::set_permissions(folder, Permissions::from_mode(mode | 0o700))?;
        }
        Ok(())
    }
}

fn bad(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn make_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn new_file(path: &Path, mode: u32) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create_new(true).mode(mode | 0o600).open(path)?;
    file.set_permissions(Permissions::from_mode(mode | 0o400))?;
    Ok(file)
}

/// Reads the name of a member: relative, without `..`.
fn member_name(name: &Path) -> io::Result<PathBuf> {
    let mut clean = PathBuf::new();
    for part in name.components() {
        match part {
            Component::Normal(part) => clean.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(bad("a name in the archive leads out of it"));
            }
        }
    }
    Ok(clean)
}

#[cfg(test)]
mod tests {
    use tar::{Builder, Header};
    use wireclip_ports::sandbox::ArrivalLimits;

    use super::*;

    fn unpack_all(archive: &[u8], into: &Path) -> io::Result<()> {
        let mut room = Room::on_disk_of(into, ArrivalLimits { bytes: 1 << 20, free_bytes: 0 });
        unpack(archive, into, &Exclude::default(), &mut room)
    }

    /// Packs one member, whatever it is called.
    fn archive(kind: EntryType, name: &str, target: &str) -> Vec<u8> {
        let mut header = Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.as_old_mut().linkname[..target.len()].copy_from_slice(target.as_bytes());
        header.set_entry_type(kind);
        header.set_size(0);
        header.set_mode(0o644);
        header.set_cksum();
        let mut builder = Builder::new(Vec::new());
        builder.append(&header, io::empty()).unwrap();
        builder.into_inner().unwrap()
    }

    #[test]
    fn nothing_is_unpacked_outside_the_folder() {
        for (kind, name, target) in [
            (EntryType::Regular, "../x", ""),
            (EntryType::Regular, "/etc/x", ""),
            (EntryType::Regular, "a/../../x", ""),
            (EntryType::Link, "a", "/etc/passwd"),
            (EntryType::Link, "a", "missing"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let error = unpack_all(&archive(kind, name, target), folder.path());
            assert!(error.is_err(), "{kind:?} {name} {target}");
        }
    }

    #[test]
    fn a_link_that_leads_out_is_left_out_and_keeps_nothing_else() {
        for (name, target) in [("a", "/etc"), ("a", ".."), ("a", "b/../../x")] {
            let mut bytes = archive(EntryType::Symlink, name, target);
            // Without the end of the one archive the other goes on.
            bytes.truncate(512);
            bytes.extend(archive(EntryType::Regular, "kept", ""));
            let folder = tempfile::tempdir().unwrap();
            unpack_all(&bytes, folder.path()).unwrap();
            let names: Vec<_> =
                fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert_eq!(names, ["kept"], "{target}");
        }
    }

    #[test]
    fn nothing_is_unpacked_through_a_link_that_was_left_out() {
        let mut bytes = archive(EntryType::Symlink, "a", "/etc");
        bytes.truncate(512);
        bytes.extend(archive(EntryType::Regular, "a/x", ""));
        let folder = tempfile::tempdir().unwrap();
        assert!(unpack_all(&bytes, folder.path()).is_err());
    }

    #[test]
    fn nothing_is_unpacked_through_a_link_of_the_same_archive() {
        let mut builder = Builder::new(Vec::new());
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Symlink);
        header.set_size(0);
        header.set_mode(0o777);
        builder.append_link(&mut header, "d/up", "../e").unwrap();
        let mut header = Header::new_gnu();
        header.set_size(1);
        header.set_mode(0o644);
        builder.append_data(&mut header, "d/up/x", &b"x"[..]).unwrap();
        let archive = builder.into_inner().unwrap();
        let folder = tempfile::tempdir().unwrap();
        assert!(unpack_all(&archive, folder.path()).is_err());
    }
}
