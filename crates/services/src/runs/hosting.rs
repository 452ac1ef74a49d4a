//! What the host of a running run tells and asks.

use std::time::Duration;

use wireclip_domain::caller::Actor;
use wireclip_domain::cost::Usage;
use wireclip_domain::event::{Event, RunNoted};
use wireclip_domain::run::{EventLevel, OutputStream, RunStatus};
use wireclip_domain::{AgentId, IssueId, NodeId, OpaqueJson, RunId, Timestamp};
use wireclip_ports::host::HostedRun;
use wireclip_store::counters::Within;
use wireclip_store::run_events::{self, RunEvent};
use wireclip_store::runs::{self, Run};
use wireclip_store::{Scope, agents, claims, issues};

use super::claiming::{read, settings};
use super::{ClaimedRun, Runs};
use crate::change::Change;
use crate::core::Core;
use crate::costs::meter_run;
use crate::error::ServiceResult;

/// The server process that hosts runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostingNode {
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

/// The kind of note that is a step of the agent's work.
pub const TRANSCRIPT: &str = "transcript";

impl RunNote {
    /// Tells something of the run's life.
    pub(super) fn lifecycle(level: EventLevel, message: impl Into<String>) -> Self {
        Self {
            event_type: "lifecycle".to_owned(),
            stream: Some(OutputStream::System),
            level: Some(level),
            message: Some(message.into()),
            payload: None,
        }
    }

    /// Makes a warning about the run's life.
    pub(super) fn warning(message: impl Into<String>) -> Self {
        Self::lifecycle(EventLevel::Warn, message)
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

/// A running run, as short as it can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostedUnder {
    /// The run.
    pub run_id: RunId,
    /// The fencing number under which it is hosted.
    pub fence: i64,
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

    /// Counts the steps of the run's transcript that are stored.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn transcript_length(&self, run_id: RunId) -> ServiceResult<u64> {
        Ok(run_events::count(&self.core.store.read(), run_id, TRANSCRIPT).await?)
    }

    /// Stores how far the run's output has come; to be called at most once a minute per run.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn progress(&self, run_id: RunId, fence: i64, output: LastOutput) -> ServiceResult<()> {
        self.report(run_id, fence, |run| output.write_to(run)).await.map(drop)
    }

    /// Books what a running run has used by a place in its output. Telling the same place again
    /// changes nothing; what it stops is stopped in the same transaction.
    ///
    /// # Errors
    /// If the database fails; it must be told again then.
    pub async fn meter(&self, run_id: RunId, fence: i64, place: &str, used: &[Usage]) -> ServiceResult<()> {
        let mut change = self.core.begin_within(Within::Run(run_id), Actor::system("run_engine")).await?;
        let Some(run) = runs::lock(&change.conn(), run_id).await? else { return Ok(()) };
        if run.status != RunStatus::Running || run.fence != Some(fence) {
            return Ok(());
        }
        if !meter_run(&mut change, &run, place, used).await? {
            return Ok(());
        }
        change.commit(()).await.map(drop)
    }

    /// Lists the running runs of a node that are to be stopped, the oldest wish first. A wish
    /// stays until the run has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn stop_wishes(&self, node_id: NodeId) -> ServiceResult<Vec<RunId>> {
        Ok(runs::stop_wishes(&self.core.store.read(), node_id).await?)
    }

    /// Lists the running runs of a node, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn running_of_node(&self, node_id: NodeId) -> ServiceResult<Vec<HostedUnder>> {
        let running = runs::running_of_node(&self.core.store.read(), node_id).await?;
        let short = |(run_id, fence): (RunId, Option<i64>)| {
            if fence.is_none() {
                tracing::error!(run.id = %run_id, "a running run is hosted under no number");
            }
            Some(HostedUnder { run_id, fence: fence? })
        };
        Ok(running.into_iter().filter_map(short).collect())
    }

    /// Reads everything that following a running run on and settling it needs; `None` if it does
    /// not run any more.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn claimed(&self, run_id: RunId) -> ServiceResult<Option<ClaimedRun>> {
        let conn = self.core.store.read();
        match runs::get(&conn, &Scope::everything(), run_id).await? {
            Some(run) if run.status == RunStatus::Running => read(&conn, run, None).await.map(Some),
            Some(_) | None => Ok(None),
        }
    }

    /// Returns whether a run is over, or was deleted with its company.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn is_over(&self, run_id: RunId) -> ServiceResult<bool> {
        Ok(runs::living_among(&self.core.store.read(), &[run_id]).await?.is_empty())
    }

    /// Counts claims that are held by runs which do not run. There are none, as long as nothing is
    /// broken.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn claims_without_run(&self) -> ServiceResult<u64> {
        Ok(claims::without_running_run(&self.core.store.read()).await?)
    }

    /// Puts a running run under another host: a server that was started again, under its new
    /// fencing number, or another node.
    ///
    /// Returns whether it was running under the old number.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn adopt(&self, run_id: RunId, from_fence: i64, to: HostingNode) -> ServiceResult<bool> {
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

/// Returns how long the program of one of these runs may take to end after a soft signal: the
/// longest of them.
///
/// # Errors
/// If the database fails.
pub(crate) async fn longest_grace(core: &Core, asked: &[RunId]) -> ServiceResult<Duration> {
    let conn = core.store.read();
    let subjects = runs::subjects_of(&conn, asked).await?;
    let agents = agents::of_runs(&conn, asked).await?;
    let about: Vec<_> = subjects.iter().filter_map(|(_, issue_id)| *issue_id).collect();
    let overrides = issues::adapter_overrides_of(&conn, &about).await?;
    let grace = |(agent_id, issue_id): (AgentId, Option<IssueId>)| {
        let agent = agents.iter().find(|agent| agent.id == agent_id)?;
        let overrides = issue_id.and_then(|issue_id| overrides.get(&issue_id));
        Some(core.adapters.grace(agent.adapter_type, &settings(agent, overrides)))
    };
    Ok(subjects.into_iter().filter_map(grace).max().unwrap_or_default())
}

/// Names a run for its host.
#[must_use]
pub fn hosted(run: &Run) -> HostedRun {
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
