//! Moving files between this machine and a place elsewhere: what is the same for all places.
//!
//! Trees travel as archives. Whatever is put in its place elsewhere, or taken from there, goes
//! through a guarded command, which enters each folder part by part and refuses whatever leads out
//! of the lease's directory.

mod exclude;
pub(crate) mod guard;
mod pack;
mod room;
mod unpack;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use wireclip_ports::sandbox::{ArrivalLimits, FileKind, ProviderError, RemotePath, SyncFile};

use exclude::Exclude;
use pack::Packing;
pub(crate) use room::Room;
use unpack::unpack;

/// The permissions of a file that came out, unless the order says otherwise.
const FILE_MODE: u32 = 0o644;

/// Returns a path relative to the lease's directory; empty for the directory itself.
pub(crate) fn below(root: &RemotePath, path: &RemotePath) -> Result<String, ProviderError> {
    let refused = |message: &str| ProviderError::Refused { message: format!("{path} {message}") };
    let rest = path.as_str().strip_prefix(root.as_str().trim_end_matches('/'));
    let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let rest = rest.ok_or_else(|| refused("lies outside the lease's directory"))?;
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if parts.contains(&"..") {
        return Err(refused("leads out of the folder that it names"));
    }
    if rest.contains(['\0', '\n']) {
        return Err(refused("has a character in it that no path of ours has"));
    }
    Ok(parts.join("/"))
}

/// Says what is wrong with something here.
pub(crate) fn refused(path: &Path, message: &str) -> ProviderError {
    ProviderError::Refused { message: format!("{} {message}", path.display()) }
}

/// Packs a tree into a file of this machine, so that its size does not matter.
pub(crate) async fn packed(file: &SyncFile) -> Result<tempfile::NamedTempFile, ProviderError> {
    let (top, exclude, follow_symlinks) =
        (file.local.clone(), Exclude::new(&file.exclude), file.follow_symlinks);
    let work = tokio::task::spawn_blocking(move || {
        let mut archive = tempfile::NamedTempFile::new()?;
        let packing = Packing { top: &top, exclude: &exclude, follow_symlinks };
        packing.write(std::io::BufWriter::new(archive.as_file_mut()))?;
        Ok::<_, std::io::Error>(archive)
    });
    match work.await {
        Ok(Ok(archive)) => Ok(archive),
        Ok(Err(error)) => Err(refused(&file.local, &format!("cannot be packed: {error}"))),
        Err(_) => Err(refused(&file.local, "cannot be packed")),
    }
}

/// Says that something here could not be written.
pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> ProviderError {
    ProviderError::Refused { message: format!("{} cannot be written: {error}", path.display()) }
}

/// Puts what arrived in its place, whole or not at all.
pub(crate) fn settle(arrived: &Path, file: &SyncFile, limits: ArrivalLimits) -> Result<(), ProviderError> {
    let place = || -> std::io::Result<()> {
        let parent = file.local.parent().ok_or_else(|| std::io::Error::other("it names no folder"))?;
        std::fs::create_dir_all(parent)?;
        let mut room = Room::on_disk_of(parent, limits);
        match file.kind {
            FileKind::File => {
                let mut new = tempfile::NamedTempFile::new_in(parent)?;
                room.copy(std::fs::File::open(arrived)?, new.as_file_mut())?;
                let mode = file.mode.unwrap_or(FILE_MODE) & 0o777;
                new.as_file().set_permissions(std::fs::Permissions::from_mode(mode))?;
                new.persist(&file.local)?;
            }
            FileKind::Directory => {
                // Only into a folder that holds nothing: what is there already is somebody's.
                let folder = tempfile::Builder::new().prefix(".wireclip-download-").tempdir_in(parent)?;
                let archive = std::io::BufReader::new(std::fs::File::open(arrived)?);
                unpack(archive, folder.path(), &Exclude::new(&file.exclude), &mut room)?;
                std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
                std::fs::rename(folder.path(), &file.local)?;
                // Under its new name it stays.
                drop(folder.keep());
            }
        }
        Ok(())
    };
    place().map_err(|error| unwritable(&file.local, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_below_the_directory_or_is_refused() {
        let root = RemotePath::new("/srv/space");
        let below = |path: &str| below(&root, &RemotePath::new(path));
        assert_eq!(below("/srv/space").unwrap(), "");
        assert_eq!(below("/srv/space//a/./b/").unwrap(), "a/b");
        for path in
            ["/work", "/srv/spaces/a", "/srv/space/../x", "a/b", "", "/srv/space/a/../b", "/srv/space/a\nb"]
        {
            assert!(matches!(below(path), Err(ProviderError::Refused { .. })), "{path}");
        }
    }
}
