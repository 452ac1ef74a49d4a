//! What the server hands to a new run host, over the host's standard input.
//!
//! Everything that a run needs stands here, secrets included, so that none of it touches a disk
//! or a list of arguments. On the pipe it is one line of JSON, then the bytes that the program is
//! to read on its own standard input. A host that does not get all of it starts nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::ids::RunId;

/// The most bytes that a run's log takes, unless the order says otherwise: 2 GiB.
pub const DEFAULT_LOG_LIMIT_BYTES: u64 = 2 << 30;
/// The free space that a run's log leaves on its disk, unless the order says otherwise: 256 MiB.
pub const DEFAULT_FREE_SPACE_FLOOR_BYTES: u64 = 256 << 20;

/// What a host is to start, and how to watch over it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartOrder {
    /// The version of the formats.
    pub protocol: u32,
    /// The run.
    pub run_id: RunId,
    /// A random word that will stand in the environment of every process of the run.
    pub token: String,
    /// The program: a path, or a name to look up in the child's `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it starts; an absolute path.
    pub working_directory: PathBuf,
    /// Its whole environment.
    pub environment: BTreeMap<String, String>,
    /// Values that must not reach the log.
    pub secrets: Vec<String>,
    /// How many bytes for the program's standard input follow the order.
    pub stdin_bytes: u64,
    /// The file to which output is appended; an absolute path.
    pub log_path: PathBuf,
    /// How long the program may run; without limit if absent.
    pub time_limit_millis: Option<u64>,
    /// How long it may take to end after a soft signal.
    pub grace_millis: u64,
    /// The most bytes that the log takes.
    pub log_limit_bytes: u64,
    /// The free space that the log leaves on its disk.
    pub free_space_floor_bytes: u64,
    /// How many files the program may have open; as many as the host itself if absent.
    pub open_files: Option<u64>,
}

impl fmt::Debug for StartOrder {
    /// Names the run and nothing else: the rest may hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StartOrder").field("run_id", &self.run_id).finish_non_exhaustive()
    }
}
