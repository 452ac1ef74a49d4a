//! Why nothing goes on.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::{AgentId, IssueId, RunId, Timestamp};

/// What an issue that nobody works on, or a run that has not started, waits for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitsFor {
    /// In a word, such as `agent_paused`, `agent_busy`, `issue_backlog`, `retry_scheduled`, or the
    /// reason for which a wake-up was refused.
    pub reason: String,
    /// In a sentence.
    pub message: String,
    /// Until when, if it is over by itself then.
    pub until: Option<Timestamp>,
    /// The run that it waits for, or of which something is to be said.
    pub run_id: Option<RunId>,
    /// The agent that it waits for.
    pub agent_id: Option<AgentId>,
    /// The issue that it waits for.
    pub issue_id: Option<IssueId>,
}
