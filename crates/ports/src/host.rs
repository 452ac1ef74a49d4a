//! The port of run hosts: the small processes that own local runs and outlive the server.
//!
//! The engine says what to start and hears what happened; everything in between, down to the
//! exit record, survives the server. A start is idempotent by run: the same run never gets a
//! second process, however often and from however many servers it is asked for.

use async_trait::async_trait;
use tokio::sync::mpsc;
use wireclip_domain::run_host::{ExitRecord, OutputChunk, StopReason};
use wireclip_domain::{AgentId, CompanyId, RunId, Timestamp};

use crate::adapter::Launch;

/// Starts, follows and stops local runs.
#[async_trait]
pub trait RunHosts: Send + Sync {
    /// Starts the program of a run under a run host, and returns once it runs.
    ///
    /// # Errors
    /// [`HostError::AlreadyStarted`] if this run has a host or had one. After any other error
    /// nothing of the run is alive; its traces, if it has any, stay until [`RunHosts::forget`].
    async fn start(&self, order: HostOrder) -> Result<Started, HostError>;

    /// Follows a run's output and end, from a position in its log on.
    ///
    /// The last message is [`HostEvent::Ended`]. Ends early, without error, if the receiver is
    /// dropped. Cancel safe: following again from the last position misses nothing.
    async fn follow(
        &self,
        run: &HostedRun,
        from: LogPosition,
        events: mpsc::Sender<HostEvent>,
    ) -> Result<(), HostError>;

    /// Asks a run's host to stop it: soft signal, the grace that the program was started with, then
    /// the whole group by force.
    ///
    /// Returns when the host has taken the request; the end arrives with [`RunHosts::follow`].
    /// Asking again, and asking after the end, do no harm. A host that does not answer is killed
    /// with everything that it hosted; its run is lost then.
    async fn stop(&self, run_id: RunId, reason: StopReason) -> Result<(), HostError>;

    /// Says what became of a run. Waits only for a host that is about to start its program, and
    /// not for long.
    async fn look_up(&self, run_id: RunId) -> Result<Trace, HostError>;

    /// Lists the runs of which this machine still holds traces.
    async fn traces(&self) -> Result<Vec<RunId>, HostError>;

    /// Ends everything that is left of a run whose host is gone, and returns how many processes
    /// it ended.
    ///
    /// # Errors
    /// [`HostError::Io`] if the host lives (it must be asked with [`RunHosts::stop`]), or if
    /// something cannot be killed.
    async fn sweep(&self, run_id: RunId) -> Result<usize, HostError>;

    /// Removes a settled run's traces; its log stays.
    ///
    /// # Errors
    /// [`HostError::Io`] if the run is not over.
    async fn forget(&self, run_id: RunId) -> Result<(), HostError>;

    /// Removes the logs of a company that is gone, as far as this machine has any.
    ///
    /// # Errors
    /// [`HostError::Io`] if something of them cannot be removed.
    async fn remove_logs(&self, company_id: CompanyId) -> Result<(), HostError>;

    /// Reads a part of a run's log, from an offset in bytes. While the run lives there is always
    /// a next offset.
    ///
    /// # Errors
    /// [`HostError::Io`] if the log cannot be read; a log that is not there reads as empty.
    async fn read_log(&self, run: &HostedRun, offset: u64, limit_bytes: usize) -> Result<LogPart, HostError>;
}

/// Names a run and the folder of its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostedRun {
    /// The run.
    pub run_id: RunId,
    /// The agent that runs.
    pub agent_id: AgentId,
    /// The agent's company.
    pub company_id: CompanyId,
}

impl HostedRun {
    /// Returns the name of the run's log, relative to the folder of all logs; the wire's
    /// `logRef`.
    #[must_use]
    pub fn log_ref(&self) -> String {
        format!("{}/{}/{}.ndjson", self.company_id, self.agent_id, self.run_id)
    }
}

/// What a run host is to start.
#[derive(Debug)]
pub struct HostOrder {
    /// The run.
    pub run: HostedRun,
    /// The program.
    pub launch: Launch,
}

/// A program that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// The program's process id, which is also its process group's.
    pub process_id: u32,
    /// When it was started.
    pub started_at: Timestamp,
}

/// A position in a run's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct LogPosition {
    /// Bytes from the start of the log file.
    pub bytes: u64,
}

/// What a follower hears.
#[derive(Debug)]
pub enum HostEvent {
    /// The run printed something.
    Output {
        /// What, already masked.
        chunk: OutputChunk,
        /// Where the log stands behind it.
        position: LogPosition,
    },
    /// The program ended, and all of its group with it.
    Ended(Ending),
}

/// How a run's program ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    /// The exit record that the host left; absent if the host itself was lost.
    pub exit: Option<ExitRecord>,
    /// The last of what the program printed, masked; bounded by the host.
    pub stdout_tail: String,
    /// The same of its standard error.
    pub stderr_tail: String,
}

/// What a machine knows of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Trace {
    /// Nothing: it was never started here.
    Unknown,
    /// Its host lives.
    Alive(Started),
    /// It ended, and left a record.
    Ended(ExitRecord),
    /// It was started, its host is gone, and there is no record of its end.
    Lost,
}

/// A part of a run's log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LogPart {
    /// The bytes as text; a character cut in two by the part's end is left to the next part.
    pub content: String,
    /// Where to read on, if there is more.
    pub next_offset: Option<u64>,
}

/// What can go wrong with run hosts.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The run has a host or had one.
    #[error("run {0} was started before")]
    AlreadyStarted(RunId),
    /// The program could not be started: it is missing, not executable, or its folder is.
    #[error("{0}")]
    Spawn(String),
    /// The machine failed us.
    #[error("{action}")]
    Io {
        /// What was being done.
        action: String,
        /// What happened.
        #[source]
        source: std::io::Error,
    },
}
