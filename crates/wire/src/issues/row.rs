//! An issue as a row on a screen, and what a list of issues may be made of.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::{AgentId, GoalId, IssueId, LabelId, ProjectId, Timestamp, UserId};

use super::{
    ActiveRun, BlockerAttention, CompactIssue, ExecutionBlocker, ListedIssue, RecoveryAction, SeenFields,
};
use crate::labels::Label;

/// What a list of issues is made of, by its `view`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum IssueList {
    /// Issues, without a view.
    Whole(Vec<ListedIssue>),
    /// `compact`.
    Compact(Vec<CompactIssue>),
    /// `row`.
    Rows(Vec<IssueRow>),
}

/// An issue as a row on a screen: what a row shows and nothing else.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueRow {
    /// Its id.
    pub id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// What is to be done, in a line.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// What it is for.
    pub goal_id: Option<GoalId>,
    /// The issue above it.
    pub parent_id: Option<IssueId>,
    /// The ids of its labels, by name.
    pub label_ids: Vec<LabelId>,
    /// Its labels, in the same order.
    pub labels: Vec<Label>,
    /// How its blockers stand; there only if it is blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub blocker_attention: Option<BlockerAttention>,
    /// The run that works on it, or that is next in the queue.
    pub active_run: Option<ActiveRun>,
    /// What keeps runs from starting on it; there only if something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub execution_blocker: Option<ExecutionBlocker>,
    /// What keeps it from going on by itself; there only if something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub active_recovery_action: Option<RecoveryAction>,
    /// The last thing that happened to it.
    pub last_activity_at: Timestamp,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// What the person has seen of it, if a filter named one.
    #[serde(flatten)]
    pub seen: Option<SeenFields>,
}
