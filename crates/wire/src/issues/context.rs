//! What an agent is told of its issue, and what is told of an issue's blockers.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::goal::{GoalLevel, GoalStatus};
use wireclip_domain::issue::{IssuePriority, IssueStatus, WorkMode};
use wireclip_domain::project::ProjectStatus;
use wireclip_domain::{AgentId, CommentId, GoalId, IssueId, OpaqueJson, ProjectId, Timestamp, UserId};

use super::{BlockerAttention, BlockingIssue, IssueBrief, RecoveryAction, ReviewAttention, ScheduledRetry};
use crate::assets::AttachmentOfContext;
use crate::comments::Comment;
use crate::fields::{Fields, FromFields};
use crate::kinds::text;

/// What an agent wants to be told along with its issue.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct HeartbeatContextQuery {
    /// The comment that woke it.
    pub wake_comment_id: Option<CommentId>,
}

impl FromFields for HeartbeatContextQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let id = fields.optional("wakeCommentId", text());
        // What is not an id names no comment.
        Some(Self { wake_comment_id: id?.and_then(|id| id.trim().parse().ok()) })
    }
}

/// What an agent is told of its issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeartbeatContext {
    /// The issue.
    pub issue: ContextIssue,
    /// The issues above it, nearest first.
    pub ancestors: Vec<ContextAncestor>,
    /// Its project.
    pub project: Option<ContextProject>,
    /// What it is for.
    pub goal: Option<ContextGoal>,
    /// How far its comments go.
    pub comment_cursor: CommentCursor,
    /// The comment that woke the agent.
    pub wake_comment: Option<Comment>,
    /// Its attachments, the newest twenty.
    pub attachments: Vec<AttachmentOfContext>,
    /// What the last run left for the next; not built.
    pub continuation_summary: Option<OpaqueJson>,
    /// A plan to review; not built.
    pub plan_review_context: Option<OpaqueJson>,
    /// A document to review; not built.
    pub document_review_context: Option<OpaqueJson>,
    /// The workspace in which it is worked on; not built.
    pub current_execution_workspace: Option<OpaqueJson>,
}

/// An issue as its agent is told of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContextIssue {
    /// Its id.
    pub id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// What is to be done, in a line.
    pub title: String,
    /// What is to be done.
    pub description: Option<String>,
    /// Where it stands.
    pub status: IssueStatus,
    /// What is expected of the agent.
    pub work_mode: WorkMode,
    /// How its blockers stand.
    pub blocker_attention: BlockerAttention,
    /// How its review stands.
    pub review_attention: ReviewAttention,
    /// The retry that is due later.
    pub scheduled_retry: Option<ScheduledRetry>,
    /// What keeps it from going on by itself.
    pub active_recovery_action: Option<RecoveryAction>,
    /// How much it matters.
    pub priority: IssuePriority,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// What it is for.
    pub goal_id: Option<GoalId>,
    /// The issue above it.
    pub parent_id: Option<IssueId>,
    /// The issues that it waits for.
    pub blocked_by: Vec<BlockingIssue>,
    /// The issues that wait for it.
    pub blocks: Vec<BlockingIssue>,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
    /// What made it.
    pub origin_kind: String,
    /// Which one of that kind.
    pub origin_id: Option<String>,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// An issue above another, as its agent is told of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContextAncestor {
    /// Its id.
    pub id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
}

/// A project, as an agent is told of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContextProject {
    /// Its id.
    pub id: ProjectId,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub status: ProjectStatus,
    /// When it should be done.
    pub target_date: Option<String>,
}

/// A goal, as an agent is told of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContextGoal {
    /// Its id.
    pub id: GoalId,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: GoalStatus,
    /// Whose it is.
    pub level: GoalLevel,
    /// The goal above it.
    pub parent_id: Option<GoalId>,
}

/// How far an issue's comments go.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentCursor {
    /// How many there are.
    pub total_comments: u64,
    /// The newest.
    pub latest_comment_id: Option<CommentId>,
    /// When it was made.
    pub latest_comment_at: Option<Timestamp>,
}

/// What is in an issue's way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockerDiagnosis {
    /// The issue.
    pub issue: IssueBrief,
    /// The same in a sentence.
    pub diagnosis: String,
    /// Whether it can be worked on.
    pub readiness: BlockerReadiness,
    /// What it waits for.
    pub blockers: Vec<DiagnosedBlocker>,
    /// How many are not shown because the caller may not see them.
    pub omitted_unauthorized_blocker_count: usize,
    /// Whether there are more than shown.
    pub truncated: bool,
    /// How many are shown at most.
    pub caps: DiagnosisCaps,
}

/// Whether an issue can be worked on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockerReadiness {
    /// Whether all that it waits for is done.
    pub all_blockers_done: bool,
    /// Whether it can be worked on.
    pub is_dependency_ready: bool,
    /// How many are not done.
    pub unresolved_blocker_count: usize,
    /// How many are done but for their workspace; workspaces are not built.
    pub pending_finalize_blocker_count: usize,
}

/// Something that an issue waits for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosedBlocker {
    /// The issue.
    #[serde(flatten)]
    pub issue: IssueBrief,
    /// Whether it is not done.
    pub is_unresolved: bool,
    /// Whether it is done but for its workspace.
    pub is_pending_finalize: bool,
    /// Whether it holds nobody up.
    pub is_dependency_ready: bool,
    /// What is remarkable about it.
    pub flags: Vec<String>,
}

/// How many blockers are shown at most.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosisCaps {
    /// The number.
    pub max_blockers: usize,
}
