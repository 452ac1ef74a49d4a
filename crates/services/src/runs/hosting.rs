//! What the host of a running run tells and asks.

use std::time::Duration;

use wireclip_domain::caller::Actor;
use wireclip_domain::event::{Event, RunNoted};
use wireclip_domain::run::{EventLevel, OutputStream, RunStatus};
use wireclip_domain::run_host::StopReason;
use wireclip_domain::{NodeId, OpaqueJson, RunId, Timestamp};
use wireclip_ports::host::HostedRun;
use wireclip_store::Scope;
use wireclip_store::agents::{self, Agent};
use wireclip_store::counters::Within;
use wireclip_store::run_events::{self, RunEvent};
use wireclip_store::runs::{self, Run};

use super::claiming::read;
use super::{ClaimedRun, Runs};
use crate::change::Change;
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

impl RunNote {
    /// Makes a warning about the run's life.
    pub(super) fn warning(message: impl Into<String>) -> Self {
        Self {
            event_type: "lifecycle".to_owned(),
            stream: Some(OutputStream::System),
            level: Some(EventLevel::Warn),
            message: Some(message.into()),
            payload: None,
        }
    }
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
        run_id: RunId,
        fence: i64,
        process_id: u32,
        started_at: Timestamp,
    ) -> ServiceResult<bool> {
        self.report(run_id, fence, |run| {
            run.process_id = i32::try_from(process_id).ok();
            run.process_started_at = Some(started_at);
        })
        .await
    }

    /// Adds a note to the run's events and tells it. Also works after the run's end.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn note(&self, run_id: RunId, note: RunNote) -> ServiceResult<()> {
        let mut change = self.core.begin_within(Within::Run(run_id), Actor::system("run_engine")).await?;
        let Some(run) = runs::get(&change.conn(), &Scope::everything(), run_id).await? else {
            return Ok(());
        };
        note_in(&mut change, &run, note).await?;
        change.commit(()).await?.into_inner();
        Ok(())
    }

    /// Stores how far the run's output has come; to be called at most once a minute per run.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn progress(&self, run_id: RunId, fence: i64, output: LastOutput) -> ServiceResult<()> {
        self.report(run_id, fence, |run| output.write_to(run)).await.map(drop)
    }

    /// Lists the running runs of a node that are to be stopped, the oldest wish first. A wish
    /// stays until the run has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn stop_wishes(&self, node_id: NodeId) -> ServiceResult<Vec<StopWish>> {
        let conn = self.core.store.read();
        let mut wishes = Vec::new();
        for run in runs::stop_wishes(&conn, node_id).await? {
            let agent = agents::get(&conn, &Scope::company(run.company_id), run.agent_id).await?;
            wishes.push(StopWish {
                run: hosted(&run),
                fence: run.fence.unwrap_or_default(),
                reason: run.stop_reason.unwrap_or(StopReason::Cancel),
                grace: agent.map_or(DEFAULT_GRACE, |agent| grace(&agent)),
            });
        }
        Ok(wishes)
    }

    /// Lists the running runs of a node, with everything that following them on and settling
    /// them needs.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn running_of_node(&self, node_id: NodeId) -> ServiceResult<Vec<ClaimedRun>> {
        let conn = self.core.store.read();
        let mut running = Vec::new();
        for run in runs::running_of_node(&conn, node_id).await? {
            running.push(read(&conn, run, None).await?);
        }
        Ok(running)
    }

    /// Puts a running run under another host: a server that was started again, under its new
    /// fencing number, or another node.
    ///
    /// Returns whether it was running under the old number.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn adopt(&self, run_id: RunId, from_fence: i64, to: RunHost) -> ServiceResult<bool> {
        self.report(run_id, from_fence, |run| {
            run.node_id = Some(to.node_id);
            run.fence = Some(to.fence);
        })
        .await
    }

    /// Changes a running run on the word of its host; a word of anybody else changes nothing.
    async fn report(&self, run_id: RunId, fence: i64, tell: impl FnOnce(&mut Run)) -> ServiceResult<bool> {
        let change = self.core.begin_as(Actor::system("run_engine")).await?;
        let Some(run) = runs::lock(&change.conn(), run_id).await? else { return Ok(false) };
        if run.status != RunStatus::Running || run.fence != Some(fence) {
            tracing::debug!(run.id = %run_id, fence, "dropped a late report about a run");
            return Ok(false);
        }
        let mut told = run.clone();
        tell(&mut told);
        told.updated_at = change.now();
        runs::update(&change.conn(), &run, &told).await?;
        Ok(change.commit(true).await?.into_inner())
    }
}

impl LastOutput {
    /// Writes it into the run's record.
    pub(super) fn write_to(&self, run: &mut Run) {
        run.last_output_at = Some(self.at);
        run.last_output_seq = i64::try_from(self.seq).unwrap_or(i64::MAX);
        run.last_output_stream = Some(self.stream);
        run.last_output_bytes = i64::try_from(self.bytes).ok();
    }
}

/// How long an agent's program may take to end unless its settings say otherwise.
const DEFAULT_GRACE: Duration = Duration::from_secs(15);

/// Returns how long an agent's program may take to end after a soft signal.
pub(crate) fn grace(agent: &Agent) -> Duration {
    let seconds = agent.adapter_config.get("graceSec").and_then(|seconds| seconds.parse::<f64>().ok());
    let wished = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    wished.unwrap_or(DEFAULT_GRACE)
}

/// Names a run for its host.
pub(super) fn hosted(run: &Run) -> HostedRun {
    HostedRun { run_id: run.id, agent_id: run.agent_id, company_id: run.company_id }
}

/// Adds a note to a run's events, within a change.
pub(super) async fn note_in(change: &mut Change<'_>, run: &Run, note: RunNote) -> ServiceResult<()> {
    let Some(seq) = runs::take_event_seq(&change.conn(), run.id).await? else { return Ok(()) };
    let now = change.now();
    let row = RunEvent {
        run_id: run.id,
        seq,
        company_id: run.company_id,
        agent_id: run.agent_id,
        event_type: note.event_type,
        stream: note.stream,
        level: note.level,
        color: None,
        message: note.message,
        payload: note.payload,
        created_at: now,
    };
    run_events::insert(&change.conn(), &row).await?;
    let noted = RunNoted {
        run_id: run.id,
        agent_id: run.agent_id,
        issue_id: run.issue_id,
        seq,
        event_type: row.event_type,
        stream: row.stream,
        level: row.level,
        message: row.message,
        payload: row.payload,
        at: now,
    };
    change.emit(run.company_id, Event::RunNoted(noted));
    Ok(())
}
