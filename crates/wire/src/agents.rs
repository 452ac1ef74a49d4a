//! Agents: what is sent of them, and wishes to make one.

mod inbox;
mod parts;
mod patch;
mod requests;

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::agent::permissions::TaskAssignSource;
use wireclip_domain::agent::{AdapterType, AgentRole, AgentStatus};
use wireclip_domain::company::PauseReason;
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RowId, Timestamp, UserId};

pub use inbox::{InboxItem, InboxRun, PersonsInboxQuery};
pub use parts::{
    AgentConfigRevision, AgentConfiguration, AgentKey, AgentRuntimeState, AgentTaskSession, CreatedAgentKey,
    OrgNode, ResetSessionResponse,
};
pub use patch::{
    CreateAgentKeyRequest, KeyScope, ResetSessionRequest, UpdateAgentRequest, UpdatePermissionsRequest,
};
pub(crate) use requests::is_binding;
pub use requests::{AdapterSettings, CreateAgentRequest, HireAgentRequest, HireReason, RuntimeSettings};

/// An agent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Agent {
    /// Its id.
    pub id: AgentId,
    /// Its company.
    pub company_id: CompanyId,
    /// Its name.
    pub name: String,
    /// What it was hired as.
    pub role: AgentRole,
    /// Its title.
    pub title: Option<String>,
    /// Its icon.
    pub icon: Option<String>,
    /// Its standing.
    pub status: AgentStatus,
    /// To whom it reports.
    pub reports_to: Option<AgentId>,
    /// What it can do.
    pub capabilities: Option<String>,
    /// The code that runs it.
    pub adapter_type: AdapterType,
    /// The settings for that code, without secrets.
    pub adapter_config: OpaqueJson,
    /// The settings that are no adapter's, without secrets.
    pub runtime_config: OpaqueJson,
    /// Where its runs execute by default.
    pub default_environment_id: Option<RowId>,
    /// How much it may spend in a month, in cents; zero is no limit.
    pub budget_monthly_cents: i64,
    /// How much it spent this month, in cents.
    pub spent_monthly_cents: i64,
    /// Why it is paused.
    pub pause_reason: Option<PauseReason>,
    /// Since when it is paused.
    pub paused_at: Option<Timestamp>,
    /// How its last run failed, until that is cleared.
    pub error_reason: Option<String>,
    /// Its switches.
    pub permissions: OpaqueJson,
    /// When it last worked.
    pub last_heartbeat_at: Option<Timestamp>,
    /// What others keep with it.
    pub metadata: Option<OpaqueJson>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// The key by which paths call it.
    pub url_key: String,
    /// Whether the chain of those above it can work.
    pub org_chain_health: OrgChainHealth,
}

/// An agent with what its own page tells besides.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDetail {
    /// The agent.
    #[serde(flatten)]
    pub agent: Agent,
    /// Those above it, nearest first.
    pub chain_of_command: Vec<Superior>,
    /// What it may do within its company.
    pub access: AgentAccess,
}

/// Somebody above an agent.
#[derive(Debug, Serialize, ToSchema)]
pub struct Superior {
    /// The agent.
    pub id: AgentId,
    /// Its name.
    pub name: String,
    /// What it was hired as.
    pub role: AgentRole,
    /// Its title.
    pub title: Option<String>,
}

/// Whether the chain of those above an agent can work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrgChainHealth {
    /// `healthy` or `invalid_org_chain`.
    pub status: &'static str,
    /// Why.
    pub reason: &'static str,
    /// The agent and all above it, nearest first; in a list, the nearest of them.
    pub full_chain: Vec<ChainLink>,
    /// How long the chain is, if a list does not name all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub full_chain_length: Option<usize>,
    /// The first of the invalid ones.
    pub first_invalid_ancestor: Option<Ancestor>,
    /// Those above that are terminated.
    pub invalid_ancestors: Vec<Ancestor>,
    /// How to fix it.
    pub repair_guidance: Option<String>,
    /// Those above that are paused.
    pub paused_ancestors: Vec<Ancestor>,
    /// What a paused manager means.
    pub escalation_warning: Option<String>,
}

/// A link of a reporting chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChainLink {
    /// The agent.
    pub id: AgentId,
    /// Its company.
    pub company_id: CompanyId,
    /// Its name.
    pub name: String,
    /// Its standing.
    pub status: AgentStatus,
    /// To whom it reports.
    pub reports_to: Option<AgentId>,
    /// How far above, from 0.
    pub depth: usize,
    /// `self` or `ancestor`.
    pub relation: &'static str,
}

/// An agent above another.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Ancestor {
    /// The agent.
    pub id: AgentId,
    /// Its name.
    pub name: String,
    /// Its standing.
    pub status: AgentStatus,
}

/// What an agent may do within its company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccess {
    /// Whether it may give work to others.
    pub can_assign_tasks: bool,
    /// From where it has that right.
    pub task_assign_source: TaskAssignSource,
    /// Its membership.
    pub membership: AgentMembership,
    /// What it was granted by name.
    pub grants: Vec<AgentGrant>,
}

/// An agent's membership in its company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentMembership {
    /// Its id.
    pub id: RowId,
    /// The company.
    pub company_id: CompanyId,
    /// Always `agent`.
    pub principal_type: &'static str,
    /// The agent.
    pub principal_id: AgentId,
    /// Always `active`.
    pub status: &'static str,
    /// Always `member`.
    pub membership_role: &'static str,
    /// Since when.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// Something that an agent was granted by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentGrant {
    /// Its id.
    pub id: RowId,
    /// The company.
    pub company_id: CompanyId,
    /// Always `agent`.
    pub principal_type: &'static str,
    /// The agent.
    pub principal_id: AgentId,
    /// What was granted.
    pub permission_key: &'static str,
    /// Within what limits.
    pub scope: Option<OpaqueJson>,
    /// By whom.
    pub granted_by_user_id: Option<UserId>,
    /// When.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}
