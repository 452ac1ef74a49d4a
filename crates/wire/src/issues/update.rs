//! Changing issues.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::issue::workspace::WorkspacePreference;
use wireclip_domain::issue::{IssuePriority, IssueStatus, ReviewPolicy, WorkMode};
use wireclip_domain::patch::Field;
use wireclip_domain::{
    AttachmentId, GoalId, IssueId, LabelId, OpaqueJson, ProjectId, ProjectWorkspaceId, Timestamp, UserId,
};

use super::create::AdapterOverrides;
use super::{Issue, RelatedWork, UnblockRequest};
use crate::comments::Comment;
use crate::environments::WorkspaceSettings;
use crate::fields::{Fields, FromFields};
use crate::kinds::formats::uuid;
use crate::kinds::{LONGEST_TEXT, LONGEST_TITLE, boolean, id, int, list, moment, object, text, word};

const MAX_NAMED: usize = 200;

/// A change of an issue: fields that are missing stay as they are.
#[derive(Debug, Default, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateIssueRequest {
    /// What is to be done, in a line.
    pub title: Option<String>,
    /// What is to be done.
    #[schema(value_type = Option<String>)]
    pub description: Field<String>,
    /// Where it stands.
    pub status: Option<IssueStatus>,
    /// How much it matters.
    pub priority: Option<IssuePriority>,
    /// What is expected of the agent that works on it.
    pub work_mode: Option<WorkMode>,
    /// Who may close it from review.
    #[schema(value_type = Option<ReviewPolicy>)]
    pub review_policy: Field<ReviewPolicy>,
    /// The agent that is to have it: its id or its key.
    #[schema(value_type = Option<String>)]
    pub assignee_agent_id: Field<String>,
    /// The person who is to have it.
    #[schema(value_type = Option<String>)]
    pub assignee_user_id: Field<UserId>,
    /// Its project.
    #[schema(value_type = Option<ProjectId>)]
    pub project_id: Field<ProjectId>,
    /// The place where its files are.
    #[schema(value_type = Option<ProjectWorkspaceId>)]
    pub project_workspace_id: Field<ProjectWorkspaceId>,
    /// What it is for.
    #[schema(value_type = Option<GoalId>)]
    pub goal_id: Field<GoalId>,
    /// The issue above it.
    #[schema(value_type = Option<IssueId>)]
    pub parent_id: Field<IssueId>,
    /// All its labels.
    pub label_ids: Option<Vec<LabelId>>,
    /// All issues that it waits for.
    pub blocked_by_issue_ids: Option<Vec<IssueId>>,
    /// Who can unblock it.
    #[schema(value_type = Option<UnblockRequest>)]
    pub unblock_descriptor: Field<UnblockRequest>,
    /// How many requests led to it.
    pub request_depth: Option<u32>,
    /// What its cost is booked on.
    #[schema(value_type = Option<String>)]
    pub billing_code: Field<String>,
    /// Settings for the assignee's adapter.
    #[schema(value_type = Option<OpaqueJson>)]
    pub assignee_adapter_overrides: Field<OpaqueJson>,
    /// Where it is worked on.
    #[schema(value_type = Option<WorkspaceSettings>)]
    pub execution_workspace_settings: Field<WorkspaceSettings>,
    /// Since when lists leave it out.
    #[schema(value_type = Option<Timestamp>)]
    pub hidden_at: Field<Timestamp>,
    /// Something to say along with the change.
    pub comment: Option<String>,
    /// Attachments of the issue that go with what is said.
    pub attachment_ids: Option<Vec<AttachmentId>>,
    /// Whether the issue is opened again.
    pub reopen: bool,
    /// Whether work goes on.
    pub resume: bool,
    /// Whether the run that works on it is stopped first.
    pub interrupt: bool,
    /// The fields that were sent, for the activity log.
    #[schema(ignore)]
    pub sent: OpaqueJson,
}

/// The names of what the activity log keeps of a change as it was sent.
const KEPT: &[&str] = &[
    "title",
    "description",
    "status",
    "priority",
    "workMode",
    "reviewPolicy",
    "assigneeAgentId",
    "assigneeUserId",
    "projectId",
    "projectWorkspaceId",
    "goalId",
    "parentId",
    "labelIds",
    "blockedByIssueIds",
    "unblockDescriptor",
    "requestDepth",
    "billingCode",
    "assigneeAdapterOverrides",
    "hiddenAt",
];

impl FromFields for UpdateIssueRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let sent = fields.copy_of(KEPT);
        let title = fields.optional("title", text().trimmed().min(1).max(LONGEST_TITLE));
        let description = fields.nullable("description", text().max(LONGEST_TEXT));
        let status = fields.optional("status", word::<IssueStatus>());
        let priority = fields.optional("priority", word::<IssuePriority>());
        let work_mode = fields.optional("workMode", word::<WorkMode>());
        let review_policy = fields.nullable("reviewPolicy", word::<ReviewPolicy>());
        let assignee_agent_id = fields.nullable("assigneeAgentId", text().trimmed().min(1));
        let assignee_user_id = fields.nullable("assigneeUserId", text().min(1));
        let project_id = fields.nullable("projectId", id::<ProjectId>());
        let project_workspace_id = fields.nullable("projectWorkspaceId", id::<ProjectWorkspaceId>());
        let goal_id = fields.nullable("goalId", id::<GoalId>());
        let parent_id = fields.nullable("parentId", id::<IssueId>());
        let label_ids = fields.optional("labelIds", list(id::<LabelId>()).max(MAX_NAMED));
        let blockers = fields.optional("blockedByIssueIds", list(id::<IssueId>()).max(MAX_NAMED));
        let unblock_descriptor = fields.nullable("unblockDescriptor", UnblockRequest::kind());
        let request_depth = fields.optional("requestDepth", int().min(0));
        let billing_code = fields.nullable("billingCode", text().max(LONGEST_TITLE));
        let overrides = fields.nullable("assigneeAdapterOverrides", object::<AdapterOverrides>());
        let preference = fields.nullable("executionWorkspacePreference", word::<WorkspacePreference>());
        let settings = fields.nullable("executionWorkspaceSettings", object::<WorkspaceSettings>());
        let hidden_at = fields.nullable("hiddenAt", moment());
        let comment = fields.optional("comment", text().min(1).max(LONGEST_TEXT));
        let attachments = fields.optional("attachmentIds", list(uuid::<AttachmentId>()).max(MAX_NAMED));
        let reopen = fields.optional("reopen", boolean());
        let resume = fields.optional("resume", boolean());
        let interrupt = fields.optional("interrupt", boolean());
        preference?;
        // Wire: read and then left out, as long as workspaces of their own are not built.
        fields.disregard("executionWorkspacePreference");
        Some(Self {
            title: title?,
            description: description?,
            status: status?,
            priority: priority?,
            work_mode: work_mode?,
            review_policy: review_policy?,
            assignee_agent_id: assignee_agent_id?,
            assignee_user_id: assignee_user_id?.map(UserId::new),
            project_id: project_id?,
            project_workspace_id: project_workspace_id?,
            goal_id: goal_id?,
            parent_id: parent_id?,
            label_ids: label_ids?,
            blocked_by_issue_ids: blockers?,
            unblock_descriptor: unblock_descriptor?,
            request_depth: request_depth?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            billing_code: billing_code?,
            assignee_adapter_overrides: overrides?.map(|AdapterOverrides(overrides)| overrides),
            execution_workspace_settings: settings?,
            hidden_at: hidden_at?,
            comment: comment?,
            attachment_ids: attachments?,
            reopen: reopen?.unwrap_or(false),
            resume: resume?.unwrap_or(false),
            interrupt: interrupt?.unwrap_or(false),
            sent,
        })
    }
}

/// What a change came to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateReceipt {
    /// The issue.
    pub id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// For each field that has another value: `{from, to}`.
    pub changes: OpaqueJson,
    /// The comment that came along.
    pub comment: Option<Comment>,
}

/// An issue after a change, with what the change came to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatedIssue {
    /// The issue.
    #[serde(flatten)]
    pub issue: Issue,
    /// The issues that it waits for, if the change named them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub blocked_by: Option<Vec<super::BlockingIssue>>,
    /// Their ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub blocked_by_issue_ids: Option<Vec<IssueId>>,
    /// The issues that wait for it, if the change named blockers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub blocks: Option<Vec<super::BlockingIssue>>,
    /// The issues that its texts name, and those that name it.
    pub related_work: RelatedWork,
    /// The identifiers of those that it names.
    pub referenced_issue_identifiers: Vec<String>,
    /// What keeps runs from starting on it, if something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub execution_blocker: Option<super::ExecutionBlocker>,
    /// For each field that has another value: `{from, to}`.
    pub changes: OpaqueJson,
    /// The comment that came along.
    pub comment: Option<Comment>,
}
