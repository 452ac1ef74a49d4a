//! Lists of issues.

use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::ids::InvalidId;
use wireclip_domain::issue::list::{
    AttentionFilter, InvalidPlace, IssuePlace, ListView, SortDirection, SortField,
};
use wireclip_domain::issue::{IssuePriority, IssueStatus, ReviewPolicy, WorkMode};
use wireclip_domain::{
    AgentId, CompanyId, GoalId, IssueId, LabelId, OpaqueJson, ProjectId, ProjectWorkspaceId, RowId, RunId,
    Timestamp, UserId,
};

use super::{ActiveRun, BlockerAttention, HoldFields, Issue, IssueBrief, RecoveryAction, ReviewAttention};
use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{Kind, boolean, id, int, moment, text, word};
use crate::labels::Label;

/// Which issues are wanted, and how.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListIssuesQuery {
    /// Those in one of these statuses; words that are no status match nothing.
    #[param(style = Form, explode = false)]
    pub status: Option<Vec<IssueStatus>>,
    /// Those of this agent; `null` for those of none.
    pub assignee_agent_id: Option<String>,
    /// Those of this person; `me` for the caller, as in all that follow.
    pub assignee_user_id: Option<String>,
    /// Those that this person made, has, read or commented on.
    pub touched_by_user_id: Option<String>,
    /// Those that this person has not archived.
    pub inbox_archived_by_user_id: Option<String>,
    /// Those with something that this person has not read.
    pub unread_for_user_id: Option<String>,
    /// Those that this agent made, has or commented on.
    pub participant_agent_id: Option<AgentId>,
    /// Those of this project.
    pub project_id: Option<ProjectId>,
    /// Those of this place.
    pub workspace_id: Option<ProjectWorkspaceId>,
    /// Those of this workspace.
    pub execution_workspace_id: Option<RowId>,
    /// Those right below this issue.
    pub parent_id: Option<IssueId>,
    /// Those anywhere below this issue.
    pub descendant_of: Option<IssueId>,
    /// Those that runs of this issue made.
    pub created_from_issue_id: Option<IssueId>,
    /// Those with this label.
    pub label_id: Option<LabelId>,
    /// Those that this made.
    pub origin_kind: Option<String>,
    /// Those that something of this beginning made.
    pub origin_kind_prefix: Option<String>,
    /// Those that this one made.
    pub origin_id: Option<String>,
    /// Whether those that routines made are left out.
    #[param(required = false)]
    pub exclude_routine_executions: bool,
    /// Whether those that plugins made for themselves are there.
    #[param(required = false)]
    pub include_plugin_operations: bool,
    /// Whether each tells what it waits for.
    #[param(required = false)]
    pub include_blocked_by: bool,
    /// Whether they have a plan.
    pub has_plan_document: Option<bool>,
    /// Those that need this attention.
    #[param(inline)]
    pub attention: Option<AttentionFilter>,
    /// Those that changed since.
    pub updated_since: Option<Timestamp>,
    /// Those whose texts have these words.
    pub q: Option<String>,
    /// How much of each is told.
    #[param(inline)]
    pub view: Option<ListView>,
    /// By what they are ordered.
    #[param(inline)]
    pub sort_field: Option<SortField>,
    /// In which direction.
    #[param(inline)]
    pub sort_dir: Option<SortDirection>,
    /// How many; 500 by default, 1000 at most; of rows 100 and 500.
    pub limit: Option<u32>,
    /// How many to pass over; 1,000,000 at most.
    pub offset: Option<u32>,
    /// Those after this one, by id.
    pub after_id: Option<IssueId>,
    /// Those behind this place, as the page before told it in `X-Wireclip-Continue-After`; rows only.
    #[param(value_type = Option<String>)]
    pub after: Option<IssuePlace>,
}

impl FromFields for ListIssuesQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let status = fields.optional("status", text());
        let assignee_agent_id = fields.optional("assigneeAgentId", filled());
        let assignee_user_id = fields.optional("assigneeUserId", filled());
        let touched_by_user_id = fields.optional("touchedByUserId", filled());
        let inbox_archived_by_user_id = fields.optional("inboxArchivedByUserId", filled());
        let unread_for_user_id = fields.optional("unreadForUserId", filled());
        let participant_agent_id = fields.optional("participantAgentId", filled_id());
        let project_id = fields.optional("projectId", filled_id());
        let workspace_id = fields.optional("workspaceId", filled_id());
        let execution_workspace_id = fields.optional("executionWorkspaceId", filled_id());
        let parent_id = fields.optional("parentId", filled_id());
        let parent_issue_id = fields.optional("parentIssueId", filled_id());
        let descendant_of = fields.optional("descendantOf", filled_id());
        let created_from_issue_id = fields.optional("createdFromIssueId", filled_id());
        let label_id = fields.optional("labelId", filled_id());
        let origin_kind = fields.optional("originKind", filled());
        let origin_kind_prefix = fields.optional("originKindPrefix", filled());
        let origin_id = fields.optional("originId", filled());
        let exclude_routine_executions = fields.optional("excludeRoutineExecutions", boolean());
        // What routines made is there anyhow.
        let include_routine_executions = fields.optional("includeRoutineExecutions", boolean());
        let include_plugin_operations = fields.optional("includePluginOperations", boolean());
        let include_blocked_by = fields.optional("includeBlockedBy", boolean());
        let has_plan_document = fields.optional("hasPlanDocument", boolean());
        let attention = fields.optional("attention", word());
        let updated_since = fields.optional("updatedSince", moment());
        let q = fields.optional("q", filled());
        let view = fields.optional("view", word());
        let sort_field = fields.optional("sortField", word());
        let sort_dir = fields.optional("sortDir", word());
        let limit = fields.optional("limit", int().min(1));
        let offset = fields.optional("offset", int().min(0).max(1_000_000));
        let after_id = fields.optional("afterId", filled_id());
        let after = fields.optional("after", place());
        include_routine_executions?;
        Some(Self {
            status: status?.filter(|list| !list.is_empty()).map(|list| known_statuses(&list)),
            assignee_agent_id: assignee_agent_id?.flatten(),
            assignee_user_id: assignee_user_id?.flatten(),
            touched_by_user_id: touched_by_user_id?.flatten(),
            inbox_archived_by_user_id: inbox_archived_by_user_id?.flatten(),
            unread_for_user_id: unread_for_user_id?.flatten(),
            participant_agent_id: participant_agent_id?.flatten(),
            project_id: project_id?.flatten(),
            workspace_id: workspace_id?.flatten(),
            execution_workspace_id: execution_workspace_id?.flatten(),
            parent_id: parent_id?.flatten().or(parent_issue_id?.flatten()),
            descendant_of: descendant_of?.flatten(),
            created_from_issue_id: created_from_issue_id?.flatten(),
            label_id: label_id?.flatten(),
            origin_kind: origin_kind?.flatten(),
            origin_kind_prefix: origin_kind_prefix?.flatten(),
            origin_id: origin_id?.flatten(),
            exclude_routine_executions: exclude_routine_executions?.unwrap_or(false),
            include_plugin_operations: include_plugin_operations?.unwrap_or(false),
            include_blocked_by: include_blocked_by?.unwrap_or(false),
            has_plan_document: has_plan_document?,
            attention: attention?,
            updated_since: updated_since?,
            q: q?.flatten(),
            view: view?,
            sort_field: sort_field?,
            sort_dir: sort_dir?,
            limit: limit?.map(|limit| u32::try_from(limit).unwrap_or(u32::MAX)),
            offset: offset?.map(|offset| u32::try_from(offset).unwrap_or(0)),
            after_id: after_id?.flatten(),
            after: after?.flatten(),
        })
    }
}

fn known_statuses(list: &str) -> Vec<IssueStatus> {
    list.split(',').filter_map(|word| word.trim().parse().ok()).collect()
}

/// Texts of a query; an empty one counts as missing.
fn filled() -> Filled {
    Filled
}

/// Ids of a query; an empty one counts as missing.
fn filled_id<I: FromStr<Err = InvalidId>>() -> FilledId<I> {
    FilledId(std::marker::PhantomData)
}

struct Filled;

struct FilledId<I>(std::marker::PhantomData<I>);

impl Kind for Filled {
    type Out = Option<String>;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Option<String>> {
        let read = text().trimmed().read(value, place)?;
        Some(Some(read).filter(|text| !text.is_empty()))
    }
}

impl<I: FromStr<Err = InvalidId>> Kind for FilledId<I> {
    type Out = Option<I>;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Option<I>> {
        match value {
            Some(Value::String(text)) if text.trim().is_empty() => Some(None),
            _ => id::<I>().read(value, place).map(Some),
        }
    }
}

/// Places in a list; an empty one counts as missing.
fn place() -> InList {
    InList
}

struct InList;

impl Kind for InList {
    type Out = Option<IssuePlace>;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Option<IssuePlace>> {
        let Some(text) = Filled.read(value, place)? else { return Some(None) };
        match text.parse() {
            Ok(found) => Some(Some(found)),
            Err(InvalidPlace) => place.violate(BrokenRule::Custom, "Invalid input: no place in a list"),
        }
    }
}

/// How many issues there are.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssueCount {
    /// The number.
    pub count: u64,
}

/// An issue of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedIssue {
    /// The issue; a long description is cut.
    #[serde(flatten)]
    pub issue: Issue,
    /// Whether the description was cut.
    pub description_truncated: bool,
    /// The run that works on it, or that is next in the queue.
    pub active_run: Option<ActiveRun>,
    /// How its blockers stand.
    pub blocker_attention: BlockerAttention,
    /// How its review stands.
    pub review_attention: ReviewAttention,
    /// The last thing that happened to it.
    pub last_activity_at: Timestamp,
    /// What keeps runs from starting on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub execution_blocker: Option<super::ExecutionBlocker>,
    /// What keeps it from going on by itself.
    pub active_recovery_action: Option<RecoveryAction>,
    /// What a run that ended well left open; not built.
    pub successful_run_handoff: Option<OpaqueJson>,
    /// What it waits for, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub blocked_by: Option<Vec<IssueBrief>>,
    /// What the person has seen of it, if a filter named one.
    #[serde(flatten)]
    pub seen: Option<SeenFields>,
}

/// What a person has seen of an issue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeenFields {
    /// When the person last did something with it.
    pub my_last_touch_at: Option<Timestamp>,
    /// When somebody else last commented on it.
    pub last_external_comment_at: Option<Timestamp>,
    /// Whether that was later.
    pub is_unread_for_me: bool,
}

/// An issue of a compact list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompactIssue {
    /// Its id.
    pub id: IssueId,
    /// The company that has it.
    pub company_id: CompanyId,
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
    /// What is to be done; a long text is cut.
    pub description: Option<String>,
    /// Where it stands.
    pub status: IssueStatus,
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
    /// Which run holds it.
    #[serde(flatten)]
    pub hold: HoldFields,
    /// The agent that made it.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who made it.
    pub created_by_user_id: Option<UserId>,
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
    /// How many requests led to it.
    pub request_depth: i32,
    /// What its cost is booked on.
    pub billing_code: Option<String>,
    /// The workspace in which it is worked on.
    pub execution_workspace_id: Option<RowId>,
    /// When work on it last began.
    pub started_at: Option<Timestamp>,
    /// When it was completed.
    pub completed_at: Option<Timestamp>,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// The ids of its labels, by name.
    pub label_ids: Vec<LabelId>,
    /// Its labels, in the same order.
    pub labels: Vec<Label>,
    /// How its blockers stand.
    pub blocker_attention: BlockerAttention,
    /// How its review stands.
    pub review_attention: ReviewAttention,
    /// The last thing that happened to it.
    pub last_activity_at: Timestamp,
    /// What keeps it from going on by itself.
    pub active_recovery_action: Option<RecoveryAction>,
    /// What a run that ended well left open; not built.
    pub successful_run_handoff: Option<OpaqueJson>,
    /// What the person has seen of it, if a filter named one.
    #[serde(flatten)]
    pub seen: Option<SeenFields>,
}
