//! Issues.

mod context;
mod create;
mod detail;
mod inbox;
mod list;
mod parts;
mod recovery;
mod row;
mod update;
mod work;

pub use context::{
    BlockerDiagnosis, BlockerReadiness, CommentCursor, ContextAncestor, ContextGoal, ContextIssue,
    ContextProject, DiagnosedBlocker, DiagnosisCaps, HeartbeatContext, HeartbeatContextQuery,
};
pub use create::{CreateChildRequest, CreateIssueRequest, CreatedIssue, NewIssueFields};
pub use detail::{
    AncestorIssue, AncestorProject, BlockerAttention, BlockingIssue, ExecutionBlocker, GoalReference,
    IssueDetail, IssuePage, ReviewAttention, SmallIssue,
};
pub use inbox::{InboxArchive, ReadState, ReturnedToInbox, TakenBack, Unread};
pub use list::{CompactIssue, IssueCount, ListIssuesQuery, ListedIssue, SeenFields};
pub use parts::{IssueBrief, ReferenceSource, RelatedIssue, RelatedWork, UnblockRequest};
pub use recovery::{
    ExecutionReconciliation, RecoveryAction, RecoveryActions, ResolveRecoveryRequest, ResolvedRecovery,
};
pub use row::{IssueList, IssueRow};
pub use update::{UpdateIssueRequest, UpdateReceipt, UpdatedIssue};
pub use work::{ActiveRun, ScheduledRetry};

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::issue::{IssuePriority, IssueStatus, ReviewPolicy, WorkMode};
use wireclip_domain::{
    AgentId, CompanyId, GoalId, IssueId, LabelId, OpaqueJson, ProjectId, ProjectWorkspaceId, RowId, RunId,
    Timestamp, UserId,
};

use crate::labels::Label;

/// What every answer with a whole issue has.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Issue {
    /// Its id.
    pub id: IssueId,
    /// The company that has it.
    pub company_id: CompanyId,
    /// What belongs to conversations, which are not built.
    #[serde(flatten)]
    pub conversation: ConversationFields,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// The place where its files are.
    pub project_workspace_id: Option<ProjectWorkspaceId>,
    /// What it is for.
    pub goal_id: Option<GoalId>,
    /// The issue above it.
    pub parent_id: Option<IssueId>,
    /// What is to be done, in a line.
    pub title: String,
    /// What is to be done.
    pub description: Option<String>,
    /// Where it stands.
    pub status: IssueStatus,
    /// How often its status changed.
    pub status_version: i64,
    /// What is expected of the agent that works on it.
    pub work_mode: WorkMode,
    /// How much it matters.
    pub priority: IssuePriority,
    /// Who may close it from review.
    pub review_policy: Option<ReviewPolicy>,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
    /// Which run holds it, computed from its claim.
    #[serde(flatten)]
    pub hold: HoldFields,
    /// The agent that made it.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who made it.
    pub created_by_user_id: Option<UserId>,
    /// The person on whose behalf it is worked on.
    pub responsible_user_id: Option<UserId>,
    /// Its number within the company.
    pub issue_number: i64,
    /// Its name for people.
    pub identifier: String,
    /// What made it.
    pub origin_kind: String,
    /// Which one of that kind.
    pub origin_id: Option<String>,
    /// The run that made it.
    pub origin_run_id: Option<RunId>,
    /// What tells two of the same origin apart.
    pub origin_fingerprint: String,
    /// How many requests led to it.
    pub request_depth: i32,
    /// What its cost is booked on.
    pub billing_code: Option<String>,
    /// Settings for the assignee's adapter.
    pub assignee_adapter_overrides: Option<OpaqueJson>,
    /// Its review and approval stages.
    pub execution_policy: Option<OpaqueJson>,
    /// How far these have come.
    pub execution_state: Option<OpaqueJson>,
    /// What belongs to monitors, which are not built.
    #[serde(flatten)]
    pub monitor: MonitorFields,
    /// The workspace in which it is worked on.
    pub execution_workspace_id: Option<RowId>,
    /// Which kind of workspace is preferred.
    pub execution_workspace_preference: Option<String>,
    /// Settings of the workspace.
    pub execution_workspace_settings: Option<OpaqueJson>,
    /// Who can unblock it, and how.
    pub unblock_descriptor: Option<OpaqueJson>,
    /// When it became blocked.
    pub blocked_transition_at: Option<Timestamp>,
    /// When work on it last began.
    pub started_at: Option<Timestamp>,
    /// When it was completed.
    pub completed_at: Option<Timestamp>,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// Since when lists leave it out.
    pub hidden_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Its labels, by name.
    pub labels: Vec<Label>,
    /// The ids of its labels, in the same order.
    pub label_ids: Vec<LabelId>,
}

/// Which run holds an issue.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldFields {
    /// The run that checked it out.
    pub checkout_run_id: Option<RunId>,
    /// The run that works on it.
    pub execution_run_id: Option<RunId>,
    /// The key of that run's agent.
    pub execution_agent_name_key: Option<String>,
    /// Since when it is held.
    pub execution_locked_at: Option<Timestamp>,
}

/// What belongs to conversations, status decisions and identities, none of which are built.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConversationFields {
    conversation_agent_id: Option<OpaqueJson>,
    conversation_user_id: Option<OpaqueJson>,
    conversation_state: Option<OpaqueJson>,
    conversation_session_generation: i32,
    conversation_boundary_comment_id: Option<OpaqueJson>,
    last_status_decision_id: Option<OpaqueJson>,
    harness_kind: Option<OpaqueJson>,
    origin_identity_context_id: Option<OpaqueJson>,
    continuation_identity_context_id: Option<OpaqueJson>,
    source_trust: Option<OpaqueJson>,
    blocked_owner_notified_at: Option<OpaqueJson>,
    watchdog: Option<OpaqueJson>,
}

/// What belongs to monitors.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonitorFields {
    monitor_next_check_at: Option<OpaqueJson>,
    monitor_wake_requested_at: Option<OpaqueJson>,
    monitor_last_triggered_at: Option<OpaqueJson>,
    monitor_attempt_count: i32,
    monitor_notes: Option<OpaqueJson>,
    monitor_scheduled_by: Option<OpaqueJson>,
}
