//! Who may read the home folder: its owner, and nobody else.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// The rights of everybody but the owner.
const OTHERS: u32 = 0o077;

/// What of a home folder holds secrets; the rest lies in folders that nobody else can enter.
const PRIVATE: &[&str] = &[
    "",
    "wireclip.sqlite",
    "wireclip.sqlite-wal",
    "wireclip.sqlite-shm",
    "config.toml",
    "node-id",
    "runs",
    "data",
    "workspaces",
    "backups",
];

/// Takes from others what they may do with a home folder that was there before, and says so. A
/// folder whose rights cannot be changed is used as it is.
pub(super) fn tighten(home: &Path) {
    for name in PRIVATE {
        let path = if name.is_empty() { home.to_owned() } else { home.join(name) };
        match tighten_one(&path) {
            Ok(false) => {}
            Ok(true) => {
                tracing::warn!("others could read {}: now only its owner can", path.display());
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                tracing::warn!(%error, "others can read {}, and its rights cannot be changed", path.display());
            }
        }
    }
}

/// Returns whether others had any rights.
fn tighten_one(path: &Path) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(path)?;
    let mode = metadata.permissions().mode();
    // What a link leads to is somebody else's to decide.
    if metadata.is_symlink() || mode & OTHERS == 0 {
        return Ok(false);
    }
    fs::set_permissions(path, Permissions::from_mode(mode & !OTHERS))?;
    Ok(true)
}

/// Makes a file that only its owner can read, unless it is there. Of a database, the files that
/// SQLite makes beside it get the same rights.
///
/// # Errors
/// If it cannot be made.
pub(crate) fn make_private(file: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_home_that_others_could_read_is_closed_to_them() {
        let folder = tempfile::tempdir().unwrap();
        let (home, database) = (folder.path().join("home"), folder.path().join("home/wireclip.sqlite"));
        fs::create_dir(&home).unwrap();
        fs::write(&database, "x").unwrap();
        fs::set_permissions(&home, Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(&database, Permissions::from_mode(0o644)).unwrap();
        tighten(&home);
        assert_eq!((mode(&home), mode(&database)), (0o700, 0o600));
    }

    #[test]
    fn a_new_database_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new");
        make_private(&file).unwrap();
        make_private(&file).unwrap();
        assert_eq!(mode(&file), 0o600);
    }
}
