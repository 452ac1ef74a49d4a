//! Keeps files in a folder of this machine.
//!
//! A file comes in under a name of chance in a folder of this server's own, is written to the disk, and is put
//! in its place by one rename: in its place it is whole, or not there. What a killed server left of files that
//! came in goes at its next start. Servers that share a database share the folder.

use std::io::{self, ErrorKind, SeekFrom};
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use tempfile::TempPath;
use tokio::fs::{self, File};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _, AsyncWriteExt as _};
use wireclip_ports::files::{FileName, FileStore, IncomingFile, OpenFile};

/// How much of the disk files leave to the database and the runs, in bytes.
const FLOOR_BYTES: u64 = 256 << 20;

/// A folder with files.
#[derive(Debug)]
pub struct LocalFiles {
    root: PathBuf,
    incoming: PathBuf,
}

impl LocalFiles {
    /// Takes a folder, which is made if it is not there, for a server that no other has the name of.
    ///
    /// # Errors
    /// What the system says.
    pub fn in_folder(root: impl Into<PathBuf>, server: impl std::fmt::Display) -> io::Result<Self> {
        let root = root.into();
        let incoming = root.join(format!("incoming-{server}"));
        // What is there belongs to nobody any more.
        match std::fs::remove_dir_all(&incoming) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        std::fs::create_dir_all(&incoming)?;
        Ok(Self { root, incoming })
    }

    fn path(&self, name: FileName) -> PathBuf {
        self.root.join(name.company_id.to_string()).join(name.asset_id.to_string())
    }
}

#[async_trait]
impl FileStore for LocalFiles {
    async fn begin(&self) -> io::Result<Box<dyn IncomingFile>> {
        let (folder, root) = (self.incoming.clone(), self.root.clone());
        let begun = tokio::task::spawn_blocking(move || {
            require_room(&folder)?;
            tempfile::NamedTempFile::new_in(folder)
        });
        let (file, path) = begun.await.map_err(io::Error::other)??.into_parts();
        Ok(Box::new(Incoming { file: File::from_std(file), path, root, written: 0 }))
    }

    async fn open(&self, name: FileName, from: u64) -> io::Result<Box<dyn OpenFile>> {
        let mut file = File::open(self.path(name)).await?;
        file.seek(SeekFrom::Start(from)).await?;
        Ok(Box::new(Opened(file)))
    }

    async fn remove(&self, name: FileName) -> io::Result<()> {
        // The folder stays: a file of the company may be on its way into it.
        match fs::remove_file(self.path(name)).await {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

fn require_room(folder: &Path) -> io::Result<()> {
    let room = rustix::fs::statvfs(folder)?;
    if room.f_bavail.saturating_mul(room.f_frsize) < FLOOR_BYTES {
        return Err(ErrorKind::StorageFull.into());
    }
    Ok(())
}

/// How much is written before it is asked again whether there is room.
const ASK_EVERY_BYTES: u64 = 16 << 20;

struct Incoming {
    file: File,
    path: TempPath,
    root: PathBuf,
    written: u64,
}

#[async_trait]
impl IncomingFile for Incoming {
    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let before = self.written;
        self.written += bytes.len() as u64;
        if before / ASK_EVERY_BYTES != self.written / ASK_EVERY_BYTES {
            require_room(&self.root)?;
        }
        self.file.write_all(bytes).await
    }

    async fn keep_as(mut self: Box<Self>, name: FileName) -> io::Result<()> {
        self.file.flush().await?;
        self.file.sync_all().await?;
        let folder = self.root.join(name.company_id.to_string());
        let place = folder.join(name.asset_id.to_string());
        let kept = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&folder)?;
            self.path.persist(&place)?;
            // The name is on the disk once its folder is.
            std::fs::File::open(&folder)?.sync_all()
        });
        kept.await.map_err(io::Error::other)?
    }
}

struct Opened(File);

#[async_trait]
impl OpenFile for Opened {
    async fn read(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; most];
        let length = self.0.read(&mut bytes).await?;
        bytes.truncate(length);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use wireclip_domain::{AssetId, CompanyId};

    use super::*;

    fn name() -> FileName {
        FileName { company_id: CompanyId::random(), asset_id: AssetId::random() }
    }

    async fn whole(files: &LocalFiles, name: FileName, from: u64) -> io::Result<Vec<u8>> {
        let mut file = files.open(name, from).await?;
        let mut whole = Vec::new();
        loop {
            let piece = file.read(4).await?;
            if piece.is_empty() {
                return Ok(whole);
            }
            whole.extend(piece);
        }
    }

    #[tokio::test]
    async fn a_file_is_there_once_it_has_a_name_and_until_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let files = LocalFiles::in_folder(folder.path().join("files"), "one").unwrap();
        let (name, other) = (name(), name());
        let mut incoming = files.begin().await.unwrap();
        incoming.write(b"Hello ").await.unwrap();
        incoming.write(b"file").await.unwrap();
        assert_eq!(whole(&files, name, 0).await.unwrap_err().kind(), ErrorKind::NotFound);
        incoming.keep_as(name).await.unwrap();
        assert_eq!(whole(&files, name, 0).await.unwrap(), b"Hello file");
        assert_eq!(whole(&files, name, 6).await.unwrap(), b"file");
        assert_eq!(whole(&files, name, 60).await.unwrap(), b"");
        files.remove(other).await.unwrap();
        files.remove(name).await.unwrap();
        files.remove(name).await.unwrap();
        assert_eq!(whole(&files, name, 0).await.unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[tokio::test]
    async fn what_was_not_kept_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let files = LocalFiles::in_folder(folder.path(), "one").unwrap();
        let left = || std::fs::read_dir(folder.path().join("incoming-one")).unwrap().count();
        let mut incoming = files.begin().await.unwrap();
        incoming.write(b"given up").await.unwrap();
        assert_eq!(left(), 1);
        drop(incoming);
        assert_eq!(left(), 0);
        // A server that is killed removes nothing; the next one does.
        std::fs::write(folder.path().join("incoming-one/orphan"), b"left").unwrap();
        LocalFiles::in_folder(folder.path(), "one").unwrap();
        assert_eq!(left(), 0);
    }
}
