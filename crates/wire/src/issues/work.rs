//! The runs that go on about issues, as issues tell of them.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::run::{InvocationSource, RunStatus, TriggerDetail};
use wireclip_domain::{AgentId, RunId, Timestamp};

/// The run that works on an issue, or that is next in the queue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveRun {
    /// Its id.
    pub id: RunId,
    /// Where it stands.
    pub status: RunStatus,
    /// Its agent.
    pub agent_id: AgentId,
    /// What asked for it.
    pub invocation_source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A retry that is due later.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduledRetry {
    /// The run that is planned.
    pub run_id: RunId,
    /// Where it stands.
    pub status: RunStatus,
    /// Its agent.
    pub agent_id: AgentId,
    /// That agent's name.
    pub agent_name: String,
    /// The run that it repeats.
    pub retry_of_run_id: Option<RunId>,
    /// When it is due.
    pub scheduled_retry_at: Option<Timestamp>,
    /// Which attempt it is.
    pub scheduled_retry_attempt: i32,
    /// Why there is one.
    pub scheduled_retry_reason: Option<String>,
    /// What went wrong, for people.
    pub error: Option<String>,
    /// What went wrong, as a code.
    pub error_code: Option<String>,
}
