//! Moving files between this machine and a sandbox.
//!
//! Local and remote paths are different types. Every remote path stays inside the lease's
//! directory, whatever links the sandbox holds.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use wireclip_domain::run_host::order::DEFAULT_FREE_SPACE_FLOOR_BYTES;

use super::RemotePath;

/// Whether something is one file or a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory with everything in it.
    Directory,
}

/// What the sandbox may do with what was moved in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileAccess {
    /// Read it.
    ReadOnly,
    /// Read and write it.
    #[default]
    ReadWrite,
}

/// A file or tree, here and there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncFile {
    /// Where it is here: absolute.
    pub local: PathBuf,
    /// Where it is there: below the lease's directory.
    pub remote: RemotePath,
    /// What it is.
    pub kind: FileKind,
    /// Its permissions; those of the source if absent. Only for files.
    pub mode: Option<u32>,
    /// Names and paths (relative, with `*` and `?`) that are left out of a tree; a pattern
    /// without a slash means every level.
    pub exclude: Vec<String>,
    /// Whether links in a tree are replaced by what they point to.
    pub follow_symlinks: bool,
    /// What the sandbox may do with it. Only for moving in.
    pub access: FileAccess,
}

/// A command of ours that completes an operation inside the sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadCommand {
    /// The shell text, made by us alone.
    pub command: String,
    /// Where it runs; the lease's directory if absent.
    pub directory: Option<RemotePath>,
    /// How long it may take.
    pub time_limit: Duration,
}

/// Files that belong together on their way in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncInOperation {
    /// Its name in the answer.
    pub operation_id: String,
    /// What to move.
    pub files: Vec<SyncFile>,
    /// What to run afterwards, one after the other; a failure fails the operation.
    pub commands: Vec<UploadCommand>,
}

/// What is to be moved in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncInOrder {
    /// The operations, in order; the first failure ends the call.
    pub operations: Vec<SyncInOperation>,
}

/// Files that belong together on their way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncOutOperation {
    /// Its name in the answer.
    pub operation_id: String,
    /// What to move.
    pub files: Vec<SyncFile>,
}

/// What is to be moved out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncOutOrder {
    /// The operations, in order; the first failure ends the call.
    pub operations: Vec<SyncOutOperation>,
    /// What may come out at most; each operation's files on their way and in their place.
    pub limits: ArrivalLimits,
}

/// What may come out of a place at most, so that nobody fills this machine's disk from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArrivalLimits {
    /// How many bytes. Holes in files count a sixteenth.
    pub bytes: u64,
    /// How much of the disk stays free.
    pub free_bytes: u64,
}

impl Default for ArrivalLimits {
    fn default() -> Self {
        Self { bytes: 8 << 30, free_bytes: DEFAULT_FREE_SPACE_FLOOR_BYTES }
    }
}

/// What was moved.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Synced {
    /// By operation, in the order of the order.
    pub operations: Vec<SyncedOperation>,
}

/// What one operation moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncedOperation {
    /// Its name.
    pub operation_id: String,
    /// How many files and trees.
    pub files_transferred: u64,
    /// How many bytes went over the wire.
    pub bytes_transferred: u64,
}
