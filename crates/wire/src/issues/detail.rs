//! One issue with all that surrounds it.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::goal::{GoalLevel, GoalStatus};
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::project::ProjectStatus;
use wireclip_domain::{
    AgentId, CommentId, GoalId, IssueId, OpaqueJson, ProjectId, RecoveryActionId, RunId, Timestamp,
};

use crate::activity::ActivityEntry;
use crate::assets::Attachment;
use crate::comments::Comment;
use crate::documents::{DocumentSummary, IssueDocument};
use crate::goals::Goal;
use crate::projects::Project;
use crate::runs::RunOfIssue;
use crate::waits::WaitsFor;

use super::{Issue, IssueBrief, RecoveryAction, RelatedWork, ScheduledRetry};

/// What an issue's page shows first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssuePage {
    /// The issue with all that surrounds it.
    pub issue: IssueDetail,
    /// Its newest comments, at most 50, newest first.
    pub comments: Vec<Comment>,
    /// If there are more, the last of these: the value of `after` for the next in the list of
    /// comments.
    pub comments_continue_after: Option<CommentId>,
    /// What happened to it, newest first.
    pub activity: Vec<ActivityEntry>,
    /// Its runs, newest first.
    pub runs: Vec<RunOfIssue>,
    /// Its files, newest first.
    pub attachments: Vec<Attachment>,
}

/// One issue with all that surrounds it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueDetail {
    /// The issue.
    #[serde(flatten)]
    pub issue: Issue,
    /// The issues above it, nearest first.
    pub ancestors: Vec<AncestorIssue>,
    /// How its blockers stand.
    pub blocker_attention: BlockerAttention,
    /// How its review stands.
    pub review_attention: ReviewAttention,
    /// What a run that ended well left open; not built.
    pub successful_run_handoff: Option<OpaqueJson>,
    /// What keeps runs from starting on it.
    pub execution_blocker: Option<ExecutionBlocker>,
    /// Why nobody works on it at the moment, if it is open and nobody does.
    pub waits_for: Option<WaitsFor>,
    /// The retry that is due later.
    pub scheduled_retry: Option<ScheduledRetry>,
    /// What keeps it from going on by itself.
    pub active_recovery_action: Option<RecoveryAction>,
    /// The issues that it waits for.
    pub blocked_by: Vec<BlockingIssue>,
    /// The issues that wait for it.
    pub blocks: Vec<BlockingIssue>,
    /// The issues that its texts name, and those that name it.
    pub related_work: RelatedWork,
    /// The identifiers of those that it names.
    pub referenced_issue_identifiers: Vec<String>,
    /// Its plan, the document of that name.
    pub plan_document: Option<IssueDocument>,
    /// Its documents, without their texts.
    pub document_summaries: Vec<DocumentSummary>,
    /// A plan of older kind; not built.
    pub legacy_plan_document: Option<OpaqueJson>,
    /// Its project.
    pub project: Option<Project>,
    /// What it is for.
    pub goal: Option<Goal>,
    /// The projects that its texts name; not built.
    pub mentioned_projects: Vec<OpaqueJson>,
    /// The workspace in which it is worked on; not built.
    pub current_execution_workspace: Option<OpaqueJson>,
    /// What came of it; not built.
    pub work_products: Vec<OpaqueJson>,
    /// The cases that it belongs to; not built.
    pub linked_cases: Vec<OpaqueJson>,
    /// The chat that it belongs to; not built.
    pub external_channel_binding: Option<OpaqueJson>,
    /// When the caller put it away from their inbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub archived_at: Option<Timestamp>,
}

/// An issue above another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AncestorIssue {
    /// Its id.
    pub id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// What is to be done.
    pub description: Option<String>,
    /// Where it stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// Its project's id.
    pub project_id: Option<ProjectId>,
    /// Its goal's id.
    pub goal_id: Option<GoalId>,
    /// Its project.
    pub project: Option<AncestorProject>,
    /// Its goal.
    pub goal: Option<GoalReference>,
}

/// A project as an issue's ancestors tell of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AncestorProject {
    /// Its id.
    pub id: ProjectId,
    /// Its name.
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// Where it stands.
    pub status: ProjectStatus,
    /// Its first goal.
    pub goal_id: Option<GoalId>,
}

/// A goal as an issue's ancestors tell of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoalReference {
    /// Its id.
    pub id: GoalId,
    /// Its title.
    pub title: String,
    /// What it is.
    pub description: Option<String>,
    /// Whose it is.
    pub level: GoalLevel,
    /// Where it stands.
    pub status: GoalStatus,
}

/// An issue that blocks another, or waits for it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockingIssue {
    /// The issue.
    #[serde(flatten)]
    pub issue: IssueBrief,
    /// Its retry that is due later.
    pub scheduled_retry: Option<ScheduledRetry>,
    /// What keeps it from going on by itself.
    pub active_recovery_action: Option<RecoveryAction>,
}

/// How an issue's blockers stand.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockerAttention {
    /// `none`, `covered`, `stalled` or `needs_attention`.
    pub state: &'static str,
    /// Why.
    pub reason: Option<&'static str>,
    /// How many are not done.
    pub unresolved_blocker_count: usize,
    /// How many of them somebody works on.
    pub covered_blocker_count: usize,
    /// How many of them lie in a review that nobody does.
    pub stalled_blocker_count: usize,
    /// How many of them nobody works on.
    pub attention_blocker_count: usize,
    /// Those whose workspace is not closed; workspaces are not built.
    pub pending_finalize_blocker_issue_ids: Vec<IssueId>,
    /// One of those that need attention.
    pub sample_blocker_identifier: Option<String>,
    /// One of those in a stalled review.
    pub sample_stalled_blocker_identifier: Option<String>,
    /// Whether a run works on anything of the chain.
    pub blocking_tree_live: bool,
    /// The blocker from which the chain goes on.
    pub direct_blocker_issue_id: Option<IssueId>,
    /// The end of the chain: what waits for nothing itself.
    pub terminal_blocker_issue_id: Option<IssueId>,
    /// The same, by name.
    pub terminal_blocker: Option<SmallIssue>,
}

impl Default for BlockerAttention {
    /// Nothing stands in the way.
    fn default() -> Self {
        Self {
            state: "none",
            reason: None,
            unresolved_blocker_count: 0,
            covered_blocker_count: 0,
            stalled_blocker_count: 0,
            attention_blocker_count: 0,
            pending_finalize_blocker_issue_ids: Vec::new(),
            sample_blocker_identifier: None,
            sample_stalled_blocker_identifier: None,
            blocking_tree_live: false,
            direct_blocker_issue_id: None,
            terminal_blocker_issue_id: None,
            terminal_blocker: None,
        }
    }
}

/// An issue by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SmallIssue {
    /// Its id.
    pub id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// Its title.
    pub title: String,
}

/// How an issue's review stands; reviews are not built.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReviewAttention {
    /// `none`.
    pub state: &'static str,
    /// By whom the review could go on.
    pub paths: Vec<OpaqueJson>,
    /// Why it does not.
    pub reason: Option<&'static str>,
}

impl Default for ReviewAttention {
    fn default() -> Self {
        Self { state: "none", paths: Vec::new(), reason: None }
    }
}

/// What keeps runs from starting on an issue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionBlocker {
    /// The record of it.
    pub recovery_action_id: RecoveryActionId,
    /// The run that it is about.
    pub run_id: Option<RunId>,
    /// That run's agent.
    pub agent_id: Option<AgentId>,
    /// What happened.
    pub cause: String,
    /// Why the run ended, in a word.
    pub error_code: Option<String>,
    /// Why the run ended, for people.
    pub error: Option<String>,
    /// What is to be done.
    pub next_action: String,
}
