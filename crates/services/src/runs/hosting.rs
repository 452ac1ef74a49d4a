//! What the host of a running run tells and asks.

use std::time::Duration;

use wireclip_domain::run::{EventLevel, OutputStream};
use wireclip_domain::run_host::StopReason;
use wireclip_domain::{NodeId, OpaqueJson, RunId, Timestamp};
use wireclip_ports::host::HostedRun;

use super::{ClaimedRun, Runs};
use crate::error::ServiceResult;

/// The server process that hosts runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunHost {
    /// The process.
    pub node_id: NodeId,
    /// The fencing number of its lease.
    pub fence: i64,
}

/// Something that a run notes about itself.
#[derive(Debug, Clone, PartialEq)]
pub struct RunNote {
    /// The kind of note, such as `lifecycle` or `adapter.invoke`.
    pub event_type: String,
    /// Where it came from.
    pub stream: Option<OutputStream>,
    /// How much it matters.
    pub level: Option<EventLevel>,
    /// What it says.
    pub message: Option<String>,
    /// More of it; secrets are masked by whoever notes it.
    pub payload: Option<OpaqueJson>,
}

/// The last that a run printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastOutput {
    /// When.
    pub at: Timestamp,
    /// The number of the chunk in the log.
    pub seq: u64,
    /// On which stream.
    pub stream: OutputStream,
    /// Bytes in the log with it.
    pub bytes: u64,
}

/// A running run that is to be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StopWish {
    /// The run.
    pub run: HostedRun,
    /// The fencing number under which it is hosted.
    pub fence: i64,
    /// Why, as far as its host is concerned.
    pub reason: StopReason,
    /// How long it may take to end after a soft signal.
    pub grace: Duration,
}

impl Runs {
    /// Notes that the run's program was started.
    ///
    /// Returns whether the run is still this host's and running; if not, nothing was noted and
    /// the program must end.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn started(
        &self,
        _run_id: RunId,
        _fence: i64,
        _process_id: u32,
        _started_at: Timestamp,
    ) -> ServiceResult<bool> {
        Ok(true)
    }

    /// Adds a note to the run's events and tells it. Also works after the run's end.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn note(&self, _run_id: RunId, _note: RunNote) -> ServiceResult<()> {
        Ok(())
    }

    /// Stores how far the run's output has come; to be called at most once a minute per run.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn progress(&self, _run_id: RunId, _fence: i64, _output: LastOutput) -> ServiceResult<()> {
        Ok(())
    }

    /// Lists the running runs of a node that are to be stopped, the oldest wish first. A wish
    /// stays until the run has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn stop_wishes(&self, _node_id: NodeId) -> ServiceResult<Vec<StopWish>> {
        Ok(Vec::new())
    }

    /// Lists the running runs of a node, with everything that following them on and settling
    /// them needs.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn running_of_node(&self, _node_id: NodeId) -> ServiceResult<Vec<ClaimedRun>> {
        Ok(Vec::new())
    }

    /// Puts a running run under another host: a server that was started again, under its new
    /// fencing number, or another node.
    ///
    /// Returns whether it was running under the old number.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn adopt(&self, _run_id: RunId, _from_fence: i64, _to: RunHost) -> ServiceResult<bool> {
        Ok(false)
    }
}
