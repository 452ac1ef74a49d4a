//! Files in memory.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use wireclip_ports::files::{FileName, FileStore, IncomingFile, OpenFile};

type Kept = Arc<Mutex<HashMap<FileName, Vec<u8>>>>;

/// Files in memory.
#[derive(Debug, Default)]
pub struct MemoryFiles {
    kept: Kept,
}

impl MemoryFiles {
    /// Returns how many files are kept.
    #[must_use]
    pub fn count(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

#[async_trait]
impl FileStore for MemoryFiles {
    async fn begin(&self) -> io::Result<Box<dyn IncomingFile>> {
        Ok(Box::new(Incoming { kept: Arc::clone(&self.kept), bytes: Vec::new() }))
    }

    async fn open(&self, name: FileName, from: u64) -> io::Result<Box<dyn OpenFile>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = kept.get(&name).ok_or(ErrorKind::NotFound)?;
        let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
        Ok(Box::new(Opened(bytes[from..].to_vec())))
    }

    async fn remove(&self, name: FileName) -> io::Result<()> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).remove(&name);
        Ok(())
    }
}

struct Incoming {
    kept: Kept,
    bytes: Vec<u8>,
}

#[async_trait]
impl IncomingFile for Incoming {
    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    async fn keep_as(self: Box<Self>, name: FileName) -> io::Result<()> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(name, self.bytes);
        Ok(())
    }
}

struct Opened(Vec<u8>);

#[async_trait]
impl OpenFile for Opened {
    async fn read(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let length = most.min(self.0.len());
        Ok(self.0.drain(..length).collect())
    }
}
