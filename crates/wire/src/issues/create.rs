//! Making issues.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::issue::{IssuePriority, IssueStatus, ReviewPolicy, WorkMode};
use wireclip_domain::patch::Field;
use wireclip_domain::{AgentId, GoalId, IssueId, LabelId, OpaqueJson, ProjectId, ProjectWorkspaceId, UserId};

use super::{Issue, IssueBrief, RelatedWork, UnblockRequest};
use crate::environments::WorkspaceSettings;
use crate::fields::{Fields, FromFields};
use crate::kinds::{LONGEST_TEXT, LONGEST_TITLE, any, boolean, id, int, list, object, record, text, word};

/// The most labels or blockers that one request may name.
const MAX_NAMED: usize = 200;

/// What a new issue may be given, wherever it is made.
#[derive(Debug, Default, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct NewIssueFields {
    /// What is to be done, in a line.
    pub title: String,
    /// What is to be done.
    pub description: Option<String>,
    /// Where it stands; by default `todo` if somebody has it, else `backlog`.
    pub status: Option<IssueStatus>,
    /// How much it matters; `medium` by default.
    pub priority: Option<IssuePriority>,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// The place where its files are.
    pub project_workspace_id: Option<ProjectWorkspaceId>,
    /// What it is for; by default its project's goal, or the company's.
    pub goal_id: Option<GoalId>,
    /// The agent that is to have it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who is to have it.
    #[schema(value_type = Option<String>)]
    pub assignee_user_id: Option<UserId>,
    /// How many requests led to it.
    pub request_depth: Option<u32>,
    /// What its cost is booked on.
    pub billing_code: Option<String>,
    /// Its labels.
    pub label_ids: Vec<LabelId>,
    /// The issues that it waits for.
    pub blocked_by_issue_ids: Vec<IssueId>,
    /// What is expected of the agent that works on it.
    pub work_mode: Option<WorkMode>,
    /// Who may close it from review.
    pub review_policy: Option<ReviewPolicy>,
    /// Settings for the assignee's adapter.
    pub assignee_adapter_overrides: Option<OpaqueJson>,
    /// Where it is worked on; by default where the issue above it is.
    #[schema(value_type = Option<WorkspaceSettings>)]
    pub execution_workspace_settings: Field<WorkspaceSettings>,
    /// Who can unblock it; only with the status `blocked`.
    pub unblock_descriptor: Option<UnblockRequest>,
    /// Under which a repetition finds the issue that was made, within the company.
    pub idempotency_key: Option<String>,
    /// Whether it is made even though an open issue of this title was made lately.
    pub allow_duplicate: bool,
}

/// A request for an issue.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateIssueRequest {
    /// What it is given.
    #[schema(inline)]
    pub fields: NewIssueFields,
    /// The issue above it.
    pub parent_id: Option<IssueId>,
}

/// A request for an issue below another.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateChildRequest {
    /// What it is given.
    #[schema(inline)]
    pub fields: NewIssueFields,
    /// By what it is judged; added to the description as a list.
    pub acceptance_criteria: Vec<String>,
    /// Whether the parent waits for it.
    pub block_parent_until_done: bool,
}

impl FromFields for NewIssueFields {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let title = fields.required("title", text().trimmed().min(1).max(LONGEST_TITLE));
        let description = fields.nullable("description", text().max(LONGEST_TEXT));
        let status = fields.optional("status", word::<IssueStatus>());
        let priority = fields.optional("priority", word::<IssuePriority>());
        let project_id = fields.nullable("projectId", id::<ProjectId>());
        let project_workspace_id = fields.nullable("projectWorkspaceId", id::<ProjectWorkspaceId>());
        let goal_id = fields.nullable("goalId", id::<GoalId>());
        let assignee_agent_id = fields.nullable("assigneeAgentId", id::<AgentId>());
        let assignee_user_id = fields.nullable("assigneeUserId", text().min(1));
        let request_depth = fields.optional("requestDepth", int().min(0));
        let billing_code = fields.nullable("billingCode", text().max(LONGEST_TITLE));
        let label_ids = fields.optional("labelIds", list(id::<LabelId>()).max(MAX_NAMED));
        let blockers = fields.optional("blockedByIssueIds", list(id::<IssueId>()).max(MAX_NAMED));
        let work_mode = fields.optional("workMode", word::<WorkMode>());
        let review_policy = fields.nullable("reviewPolicy", word::<ReviewPolicy>());
        let overrides = fields.nullable("assigneeAdapterOverrides", object::<AdapterOverrides>());
        let settings = fields.nullable("executionWorkspaceSettings", object::<WorkspaceSettings>());
        let unblock_descriptor = fields.nullable("unblockDescriptor", UnblockRequest::kind());
        let idempotency_key = fields.nullable("idempotencyKey", text().trimmed().min(1).max(255));
        let allow_duplicate = fields.optional("allowDuplicate", boolean());
        let unblock_descriptor = unblock_descriptor?.set();
        let status = status?;
        if unblock_descriptor.is_some() && status != Some(IssueStatus::Blocked) {
            fields.refuse("unblockDescriptor", "unblockDescriptor requires blocked status");
        }
        Some(Self {
            title: title?,
            description: description?.set(),
            status,
            priority: priority?,
            project_id: project_id?.set(),
            project_workspace_id: project_workspace_id?.set(),
            goal_id: goal_id?.set(),
            assignee_agent_id: assignee_agent_id?.set(),
            assignee_user_id: assignee_user_id?.set().map(UserId::new),
            request_depth: request_depth?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            billing_code: billing_code?.set(),
            label_ids: label_ids?.unwrap_or_default(),
            blocked_by_issue_ids: blockers?.unwrap_or_default(),
            work_mode: work_mode?,
            review_policy: review_policy?.set(),
            assignee_adapter_overrides: overrides?.set().map(|AdapterOverrides(overrides)| overrides),
            execution_workspace_settings: settings?,
            unblock_descriptor,
            idempotency_key: idempotency_key?.set(),
            allow_duplicate: allow_duplicate?.unwrap_or(false),
        })
    }
}

/// Settings for the assignee's adapter.
#[derive(Debug)]
pub(super) struct AdapterOverrides(pub(super) OpaqueJson);

impl FromFields for AdapterOverrides {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let config = fields.optional("adapterConfig", record());
        let uses_project_workspace = fields.optional("useProjectWorkspace", boolean());
        let model_profile = fields.nullable("modelProfile", any());
        fields.refuse_unknown();
        let mut overrides = OpaqueJson::object();
        if let Some(config) = config? {
            overrides.set("adapterConfig", &config);
        }
        if let Some(uses) = uses_project_workspace? {
            overrides.set("useProjectWorkspace", &uses);
        }
        if let Some(profile) = model_profile?.set() {
            overrides.set("modelProfile", &profile);
        }
        Some(Self(overrides))
    }
}

impl FromFields for CreateIssueRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let new = NewIssueFields::from_fields(fields);
        let parent_id = fields.nullable("parentId", id::<IssueId>());
        Some(Self { fields: new?, parent_id: parent_id?.set() })
    }
}

impl FromFields for CreateChildRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let new = NewIssueFields::from_fields(fields);
        let criterion = text().trimmed().min(1).max(500);
        let acceptance_criteria = fields.optional("acceptanceCriteria", list(criterion).max(20));
        let block_parent_until_done = fields.optional("blockParentUntilDone", boolean());
        // Wire: under the issue of a path, the depth follows from that issue. The answer says so.
        fields.disregard("requestDepth");
        Some(Self {
            fields: new?,
            acceptance_criteria: acceptance_criteria?.unwrap_or_default(),
            block_parent_until_done: block_parent_until_done?.unwrap_or(false),
        })
    }
}

/// An issue that was made, or that was there already.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedIssue {
    /// The issue.
    #[serde(flatten)]
    pub issue: Issue,
    /// The issues that it waits for.
    pub blocked_by: Vec<IssueBrief>,
    /// The issues that wait for it.
    pub blocks: Vec<IssueBrief>,
    /// Whether the issue was there already.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub deduplicated: Option<bool>,
    /// By what it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub deduplication_reason: Option<&'static str>,
    /// The issues that its texts name.
    pub related_work: RelatedWork,
    /// Their identifiers.
    pub referenced_issue_identifiers: Vec<String>,
}
