//! Files that belong to rows: attachments and images.
//!
//! **Invariant:** a file is called by ids of ours; no text that came from outside is ever part of a path.

use std::fmt::{self, Debug};
use std::io;

use async_trait::async_trait;
use wireclip_domain::{AssetId, CompanyId};

/// What a file is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileName {
    /// Whose it is.
    pub company_id: CompanyId,
    /// The asset that it holds.
    pub asset_id: AssetId,
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.company_id, self.asset_id)
    }
}

/// Where files are kept.
#[async_trait]
pub trait FileStore: Debug + Send + Sync {
    /// Begins a file that has no name yet.
    ///
    /// # Errors
    /// `StorageFull` where there is no room for one; what the system says otherwise.
    async fn begin(&self) -> io::Result<Box<dyn IncomingFile>>;

    /// Opens a file to be read from this byte on.
    ///
    /// # Errors
    /// `NotFound` if there is none; what the system says otherwise.
    async fn open(&self, name: FileName, from: u64) -> io::Result<Box<dyn OpenFile>>;

    /// Removes a file; one that is not there is removed already.
    ///
    /// # Errors
    /// What the system says.
    async fn remove(&self, name: FileName) -> io::Result<()>;
}

/// A file on its way in. Dropped before it has a name, it was never there.
#[async_trait]
pub trait IncomingFile: Send {
    /// Adds bytes behind those that are there.
    ///
    /// # Errors
    /// `StorageFull` where there is no room for them; what the system says otherwise.
    async fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Keeps the file, whole and on the disk, under a name.
    ///
    /// # Errors
    /// What the system says; nothing is kept then.
    async fn keep_as(self: Box<Self>, name: FileName) -> io::Result<()>;
}

/// A file that is read.
#[async_trait]
pub trait OpenFile: Send {
    /// Returns the next bytes, at most so many; none at its end.
    ///
    /// # Errors
    /// What the system says.
    async fn read(&mut self, most: usize) -> io::Result<Vec<u8>>;
}
