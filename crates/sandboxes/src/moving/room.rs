//! How much may come out of a place, so that nobody fills this machine's disk from elsewhere.

use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use wireclip_ports::sandbox::ArrivalLimits;

/// What is read and written at once; a hole is as long at least.
const BLOCK: usize = 64 * 1024;
/// A hole takes no room, but it takes time to find out that it is one: it counts so much less.
const HOLE_SHARE: u64 = 16;
/// After so much the disk is looked at again.
const LOOK_EVERY: u64 = 8 << 20;

/// The room that is left on the disk of a folder for what arrives.
pub(crate) struct Room {
    limits: ArrivalLimits,
    left: u64,
    disk: PathBuf,
    until_look: u64,
}

impl Room {
    pub(crate) fn on_disk_of(folder: &Path, limits: ArrivalLimits) -> Self {
        Self { limits, left: limits.bytes, disk: folder.to_owned(), until_look: 0 }
    }

    /// Takes room for so many bytes.
    ///
    /// # Errors
    /// If there is none. The message says what helps.
    pub(crate) fn take(&mut self, bytes: u64) -> io::Result<()> {
        let Some(left) = self.left.checked_sub(bytes) else {
            let message = format!(
                "more than {} MiB would come back; remove there what is not needed, or raise the limit \
                 (the server's setting `workspace_limit_mib`)",
                self.limits.bytes >> 20
            );
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        };
        self.left = left;
        if self.until_look > bytes {
            self.until_look -= bytes;
            return Ok(());
        }
        self.until_look = LOOK_EVERY;
        let disk = rustix::fs::statvfs(&self.disk)?;
        if disk.f_bavail.saturating_mul(disk.f_frsize) < self.limits.free_bytes.saturating_add(bytes) {
            let message = format!(
                "the disk of {} would have less than {} MiB left; free some of it",
                self.disk.display(),
                self.limits.free_bytes >> 20
            );
            return Err(io::Error::new(io::ErrorKind::StorageFull, message));
        }
        Ok(())
    }

    /// Copies everything into a new file. What is only zeros becomes a hole.
    ///
    /// # Errors
    /// If there is no room for it, or something cannot be read or written.
    pub(crate) fn copy(&mut self, mut from: impl Read, to: &mut File) -> io::Result<()> {
        let mut block = vec![0; BLOCK];
        let mut length = 0;
        loop {
            let filled = fill(&mut from, &mut block)?;
            if filled == 0 {
                return to.set_len(length);
            }
            length += filled as u64;
            let piece = &block[..filled];
            if filled == BLOCK && piece.iter().all(|byte| *byte == 0) {
                self.take(BLOCK as u64 / HOLE_SHARE)?;
                to.seek(SeekFrom::Current(BLOCK as i64))?;
            } else {
                self.take(filled as u64)?;
                to.write_all(piece)?;
            }
        }
    }
}

/// Reads until the block is full or nothing comes any more.
fn fill(from: &mut impl Read, block: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < block.len() {
        match from.read(&mut block[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::*;

    fn copy(bytes: &[u8], limits: ArrivalLimits) -> io::Result<(Vec<u8>, u64)> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("file");
        let mut file = File::create(&path)?;
        Room::on_disk_of(folder.path(), limits).copy(bytes, &mut file)?;
        Ok((std::fs::read(&path)?, path.metadata()?.blocks() * 512))
    }

    #[test]
    fn holes_stay_holes_and_everything_is_as_it_was() {
        let mut bytes = b"begin".to_vec();
        bytes.resize(64 * BLOCK, 0);
        bytes.extend(b"end");
        bytes.extend([0; 3]);
        let limits = ArrivalLimits { bytes: 8 * BLOCK as u64, free_bytes: 0 };
        let (copied, allocated) = copy(&bytes, limits).unwrap();
        assert!(copied == bytes);
        assert!(allocated < 8 * BLOCK as u64, "{allocated}");
        let zeros = vec![0; 4 * BLOCK];
        assert!(copy(&zeros, limits).unwrap().0 == zeros);
    }

    #[test]
    fn no_more_comes_than_there_is_room_for() {
        let limits = ArrivalLimits { bytes: 1000, free_bytes: 0 };
        copy(&[1; 1000], limits).unwrap();
        assert_eq!(copy(&[1; 1001], limits).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(copy(&[0; 2 * BLOCK], limits).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        let limits = ArrivalLimits { bytes: 1000, free_bytes: u64::MAX };
        assert_eq!(copy(&[1; 1], limits).unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
