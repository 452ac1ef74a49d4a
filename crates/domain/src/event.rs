//! What happened to runs and agents, as told to whoever listens.
//!
//! Entries of the activity log are events too; they have a shape of their own. The stored form
//! is read again when a listener asks for what it missed: fields may be added with a default,
//! never renamed.

use serde::{Deserialize, Serialize};

use crate::agent::AgentStatus;
use crate::ids::{AgentId, IssueId, RunId, WakeupId};
use crate::json::OpaqueJson;
use crate::run::{EventLevel, InvocationSource, OutputStream, RunStatus, TriggerDetail};
use crate::time::Timestamp;

/// An event that is stored, with a number among its company's events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Event {
    /// A run was admitted.
    RunQueued {
        /// The run.
        run_id: RunId,
        /// Its agent.
        agent_id: AgentId,
        /// What asked for it.
        source: InvocationSource,
        /// In what manner.
        trigger_detail: Option<TriggerDetail>,
        /// The wake-up that it serves.
        wakeup_id: Option<WakeupId>,
    },
    /// A run moved to another status.
    RunStatusChanged(RunStatusChanged),
    /// A run noted something about itself.
    RunNoted(RunNoted),
    /// An agent's standing changed.
    AgentStatusChanged {
        /// The agent.
        agent_id: AgentId,
        /// Its standing now.
        status: AgentStatus,
        /// When it last worked.
        last_heartbeat_at: Option<Timestamp>,
        /// How the run that changed it ended, if one did.
        outcome: Option<RunStatus>,
    },
}

/// A run moved to another status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunStatusChanged {
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// The issue that it is about.
    pub issue_id: Option<IssueId>,
    /// Its status now.
    pub status: RunStatus,
    /// What asked for it.
    pub source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// What went wrong, for people.
    pub error: Option<String>,
    /// What went wrong, as a code.
    pub error_code: Option<String>,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
}

/// A run noted something about itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunNoted {
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// The issue that it is about.
    pub issue_id: Option<IssueId>,
    /// The note's number within the run, from 1.
    pub seq: i64,
    /// The kind of note, such as `lifecycle`.
    pub event_type: String,
    /// Where it came from.
    pub stream: Option<OutputStream>,
    /// How much it matters.
    pub level: Option<EventLevel>,
    /// What it says.
    pub message: Option<String>,
    /// More of it.
    pub payload: Option<OpaqueJson>,
    /// When it was noted.
    pub at: Timestamp,
}
