//! What the server and a run host tell each other, on disk and over the run's socket.
//!
//! These formats outlive the server that wrote them: a newer server reads what an older host
//! left. Fields may be added with a default, never renamed or given another meaning.

use serde::{Deserialize, Serialize};

use crate::ids::RunId;
use crate::run::OutputStream;
use crate::time::Timestamp;
use crate::words;

words! {
    /// Why a run's program is stopped before its own end.
    pub enum StopReason("stop reason") {
        /// A person, or a rule that a person set, wants it stopped.
        Cancel = "cancel",
        /// It took longer than it may.
        Timeout = "timeout",
        /// It gives way to a newer message or to a shutdown.
        Interrupt = "interrupt",
    }
}

/// How a run's program ended; the host writes it once, by atomic rename.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExitRecord {
    /// The run.
    pub run_id: RunId,
    /// The exit code, if the program exited by itself.
    pub exit_code: Option<i32>,
    /// The signal that ended it (such as `SIGTERM`), if one did.
    pub signal: Option<String>,
    /// Why the host stopped it, if it did.
    pub stop_reason: Option<StopReason>,
    /// When the program was started.
    pub started_at: Timestamp,
    /// When the last process of its group was gone.
    pub finished_at: Timestamp,
    /// Bytes in the log.
    pub log_bytes: u64,
    /// The log's SHA-256, in hex.
    pub log_sha256: String,
    /// Bytes of output that were not kept because the log or the disk was full.
    #[serde(default)]
    pub dropped_bytes: u64,
    /// What kept the program from starting, if it never ran.
    #[serde(default)]
    pub spawn_error: Option<String>,
}

/// A line of a run's log, as the wire has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputChunk {
    /// When it was read.
    pub ts: Timestamp,
    /// Where it came from.
    pub stream: OutputStream,
    /// The text, masked; bytes that are no UTF-8 are replaced.
    pub chunk: String,
    /// Its number in the log, from 1.
    pub seq: u64,
}
