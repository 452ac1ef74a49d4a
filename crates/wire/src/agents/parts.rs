//! What belongs to an agent: its configuration, revisions, keys, sessions, and its place.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::agent::{AdapterType, AgentRole, AgentStatus, RevisionSource};
use wireclip_domain::run::RunStatus;
use wireclip_domain::{
    AgentId, AgentKeyId, AgentRevisionId, AgentSessionId, CompanyId, OpaqueJson, RunId, Timestamp, UserId,
};

/// An agent's configuration.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentConfiguration {
    /// The agent.
    pub id: AgentId,
    /// Its company.
    pub company_id: CompanyId,
    /// Its name.
    pub name: String,
    /// What it was hired as.
    pub role: AgentRole,
    /// Its title.
    pub title: Option<String>,
    /// Its standing.
    pub status: AgentStatus,
    /// To whom it reports.
    pub reports_to: Option<AgentId>,
    /// The code that runs it.
    pub adapter_type: AdapterType,
    /// The settings for that code, without secrets.
    pub adapter_config: OpaqueJson,
    /// The settings that are no adapter's, without secrets.
    pub runtime_config: OpaqueJson,
    /// Its switches.
    pub permissions: OpaqueJson,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A stored change of an agent's configuration.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentConfigRevision {
    /// Its id.
    pub id: AgentRevisionId,
    /// The company.
    pub company_id: CompanyId,
    /// The agent.
    pub agent_id: AgentId,
    /// The agent that made the change.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who made the change.
    pub created_by_user_id: Option<UserId>,
    /// What made it.
    pub source: RevisionSource,
    /// The revision that was brought back.
    pub rolled_back_from_revision_id: Option<AgentRevisionId>,
    /// What differs.
    pub changed_keys: OpaqueJson,
    /// The configuration before.
    pub before_config: OpaqueJson,
    /// The configuration after.
    pub after_config: OpaqueJson,
    /// When.
    pub created_at: Timestamp,
}

/// A key of an agent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentKey {
    /// Its id.
    pub id: AgentKeyId,
    /// Its name.
    pub name: String,
    /// What it opens.
    pub scope: Option<OpaqueJson>,
    /// The person on whose behalf it acts.
    pub responsible_user_id: Option<UserId>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Since when it opens nothing.
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// A key that was just made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedAgentKey {
    /// Its id.
    pub id: AgentKeyId,
    /// Its name.
    pub name: String,
    /// What it opens.
    pub scope: Option<OpaqueJson>,
    /// The person on whose behalf it acts.
    pub responsible_user_id: Option<UserId>,
    /// The key itself, which is shown this once.
    pub token: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// What an agent's runs left.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentRuntimeState {
    /// The agent.
    pub agent_id: AgentId,
    /// Its company.
    pub company_id: CompanyId,
    /// The code that ran it.
    pub adapter_type: AdapterType,
    /// The session that the next run takes up.
    pub session_id: Option<String>,
    /// What the adapter keeps.
    pub state_json: OpaqueJson,
    /// The last run.
    pub last_run_id: Option<RunId>,
    /// How it ended.
    pub last_run_status: Option<RunStatus>,
    /// Tokens read by all runs.
    pub total_input_tokens: i64,
    /// Tokens written by all runs.
    pub total_output_tokens: i64,
    /// Tokens read from a cache by all runs.
    pub total_cached_input_tokens: i64,
    /// What all runs cost, in cents.
    pub total_cost_cents: i64,
    /// How the last run failed.
    pub last_error: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// How people call the session used last.
    pub session_display_id: Option<String>,
    /// What the adapter keeps of it.
    pub session_params_json: Option<OpaqueJson>,
}

/// What a reset left.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetSessionResponse {
    /// What it left.
    #[serde(flatten)]
    pub state: AgentRuntimeState,
    /// How many sessions it cleared.
    pub cleared_task_sessions: u64,
}

/// A saved session of an agent on a task.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentTaskSession {
    /// Its id.
    pub id: AgentSessionId,
    /// The company.
    pub company_id: CompanyId,
    /// The agent.
    pub agent_id: AgentId,
    /// The code whose session it is.
    pub adapter_type: AdapterType,
    /// The task.
    pub task_key: String,
    /// What the adapter keeps of it.
    pub session_params_json: Option<OpaqueJson>,
    /// How people call it.
    pub session_display_id: Option<String>,
    /// The run that used it last.
    pub last_run_id: Option<RunId>,
    /// How that run failed.
    pub last_error: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// An agent with those who report to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrgNode {
    /// The agent.
    pub id: AgentId,
    /// Its name.
    pub name: String,
    /// What it was hired as.
    pub role: AgentRole,
    /// Its standing.
    pub status: AgentStatus,
    /// Those who report to it.
    #[schema(no_recursion)]
    pub reports: Vec<OrgNode>,
}
