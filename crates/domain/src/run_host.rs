//! What the server and a run host tell each other, on disk and over the run's socket.
//!
//! These formats outlive the server that wrote them: a newer server reads what an older host
//! left. Fields may be added with a default, never renamed or given another meaning.

use serde::{Deserialize, Serialize};

pub mod order;
pub mod process_stat;
pub mod socket;

use crate::ids::RunId;
use crate::run::OutputStream;
use crate::time::Timestamp;
use crate::words;

/// The kind of store to which run hosts write logs, as the wire names it.
pub const LOG_STORE: &str = "local_file";

/// The version of everything that a host and a server tell each other.
pub const PROTOCOL: u32 = 1;

/// The file of the [`StartIntent`], in the run's folder.
pub const INTENT_FILE: &str = "intent.json";
/// The file of the [`ChildRecord`], in the run's folder.
pub const CHILD_FILE: &str = "child.json";
/// The file of the [`ExitRecord`], in the run's folder.
pub const EXIT_FILE: &str = "exit.json";
/// The socket of the host, in the run's folder.
pub const SOCKET_FILE: &str = "control.sock";
/// What the host itself says when it fails, in the run's folder.
pub const HOST_LOG_FILE: &str = "host.log";

/// The variable by which every process of a run can be told from all others.
pub const TOKEN_VARIABLE: &str = "WIRECLIP_RUN_TOKEN";

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

/// What a host writes before it starts a program: the proof that this run had its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartIntent {
    /// The version of the formats.
    pub protocol: u32,
    /// The run.
    pub run_id: RunId,
    /// A random word that stands in the environment of every process of the run.
    pub token: String,
    /// The SHA-256 of program, arguments and folder, in hex.
    pub command_sha256: String,
    /// The host's process id, which is also the session of the run's processes.
    pub host_process_id: u32,
    /// When the host was started, in clock ticks since the machine's start.
    pub host_start_ticks: u64,
    /// Which start of the machine this was.
    pub boot_id: String,
    /// When the intent was written.
    pub written_at: Timestamp,
}

/// What a host writes once the program runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildRecord {
    /// The program's process id, which is also its process group's.
    pub process_id: u32,
    /// When it was started, in clock ticks since the machine's start.
    pub start_ticks: u64,
    /// When it was started.
    pub started_at: Timestamp,
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
    /// Its number in the log, from 2: number 1 is the run's start.
    pub seq: u64,
}
