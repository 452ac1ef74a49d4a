//! What agents find in inboxes.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::{AgentId, GoalId, IssueId, ProjectId, RunId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::issues::RecoveryAction;
use crate::kinds::text;

/// Something that an agent has to do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxItem {
    /// The issue.
    pub id: IssueId,
    /// Its identifier.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// Its goal.
    pub goal_id: Option<GoalId>,
    /// The issue that it is a part of.
    pub parent_id: Option<IssueId>,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// The run that holds it.
    pub active_run: Option<InboxRun>,
    /// What keeps it from going on by itself.
    pub active_recovery_action: Option<RecoveryAction>,
    /// Whether nothing must be done before it.
    pub dependency_ready: bool,
    /// How many issues must be done before it.
    pub unresolved_blocker_count: usize,
    /// Those issues.
    pub unresolved_blocker_issue_ids: Vec<IssueId>,
}

/// A run that holds an issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxRun {
    /// The run.
    pub id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// Always `running`: no other run can hold an issue.
    pub status: &'static str,
}

/// Whose inbox is asked for.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct PersonsInboxQuery {
    /// The person.
    pub user_id: String,
}

impl FromFields for PersonsInboxQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let user_id = fields.required("userId", text().trimmed().min(1));
        Some(Self { user_id: user_id? })
    }
}
