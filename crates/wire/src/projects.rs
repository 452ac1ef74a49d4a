//! Projects.

pub mod workspaces;

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::budget::WindowKind;
use wireclip_domain::company::PauseReason;
use wireclip_domain::patch::Field;
use wireclip_domain::project::ProjectStatus;
use wireclip_domain::{AgentId, CompanyId, GoalId, OpaqueJson, ProjectId, ProjectWorkspaceId, Timestamp};

use crate::environments::choosing;
use crate::fields::{Fields, FromFields};
use crate::kinds::{
    LONGEST_LISTED_TEXT, LONGEST_TITLE, id, indexed, list, moment, object, record, text, word,
};

use workspaces::{CreateWorkspaceRequest, ProjectWorkspace};

/// A project.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// Its id.
    pub id: ProjectId,
    /// The company that has it.
    pub company_id: CompanyId,
    /// The main goal that it serves.
    pub goal_id: Option<GoalId>,
    /// Its name, unique within the company.
    pub name: String,
    /// What it is.
    pub description: Option<String>,
    /// Where it stands.
    pub status: ProjectStatus,
    /// The agent that leads it.
    pub lead_agent_id: Option<AgentId>,
    /// When it is to be done, as a date.
    pub target_date: Option<String>,
    /// Its colour.
    pub color: Option<String>,
    /// Its icon.
    pub icon: Option<String>,
    /// The environment of its runs.
    pub env: Option<OpaqueJson>,
    /// Why it is paused.
    pub pause_reason: Option<PauseReason>,
    /// Since when it is paused.
    pub paused_at: Option<Timestamp>,
    /// How its runs get their workspaces.
    pub execution_workspace_policy: Option<OpaqueJson>,
    /// Since when it is archived.
    pub archived_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// By what paths call it, beside its id.
    pub url_key: String,
    /// The goals that it serves, the main one first.
    pub goal_ids: Vec<GoalId>,
    /// The same, with their titles.
    pub goals: Vec<GoalName>,
    /// Where its code is.
    pub codebase: Codebase,
    /// Its workspaces, the primary one first.
    pub workspaces: Vec<ProjectWorkspace>,
    /// The primary one.
    pub primary_workspace: Option<ProjectWorkspace>,
    /// The plugin that keeps it; never told here.
    pub managed_by_plugin: Option<OpaqueJson>,
}

/// A project in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedProject {
    /// The project.
    #[serde(flatten)]
    pub project: Project,
    /// How many issues it has.
    pub task_count: i64,
    /// What may be spent for it, if there is a limit.
    pub budget: Option<ProjectBudget>,
}

/// What may be spent for a project.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjectBudget {
    /// How much, in cents.
    pub amount_cents: i64,
    /// Over which stretch of time.
    pub window_kind: WindowKind,
}

/// A goal, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct GoalName {
    /// Its id.
    pub id: GoalId,
    /// What is to be reached.
    pub title: String,
}

/// Where a project's code is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Codebase {
    /// The workspace that says so.
    pub workspace_id: Option<ProjectWorkspaceId>,
    /// The repository's address.
    pub repo_url: Option<String>,
    /// What of the repository is used.
    pub repo_ref: Option<String>,
    /// What work branches off from.
    pub default_ref: Option<String>,
    /// The repository's name.
    pub repo_name: Option<String>,
    /// The folder that was there before.
    pub local_folder: Option<String>,
    /// The folder that the server would keep a checkout in.
    pub managed_folder: String,
    /// The folder that is used.
    pub effective_local_folder: String,
    /// `local_folder` or `managed_checkout`.
    pub origin: &'static str,
}

/// A request for a project.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateProjectRequest {
    /// Its name; a number is added if its key is taken.
    pub name: String,
    /// What it is.
    pub description: Option<String>,
    /// Where it stands; `backlog` unless told.
    pub status: Option<ProjectStatus>,
    /// The agent that leads it.
    pub lead_agent_id: Option<AgentId>,
    /// When it is to be done, as a date.
    pub target_date: Option<String>,
    /// Its colour.
    pub color: Option<String>,
    /// Its icon.
    pub icon: Option<String>,
    /// The environment of its runs.
    pub env: Option<OpaqueJson>,
    /// How its runs get their workspaces.
    pub execution_workspace_policy: Option<OpaqueJson>,
    /// Since when it is archived.
    pub archived_at: Option<Timestamp>,
    /// The goals that it serves, the main one first.
    pub goal_ids: Vec<GoalId>,
    /// Where its files are.
    pub workspace: Option<CreateWorkspaceRequest>,
}

impl FromFields for CreateProjectRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", indexed().trimmed());
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let status = fields.optional("status", word());
        let lead_agent_id = fields.nullable("leadAgentId", id());
        let target_date = fields.nullable("targetDate", text().max(LONGEST_TITLE));
        let color = fields.nullable("color", text().max(LONGEST_TITLE));
        let icon = fields.nullable("icon", text().max(LONGEST_TITLE));
        let env = fields.nullable("env", record());
        let policy = fields.nullable("executionWorkspacePolicy", choosing());
        let archived_at = fields.nullable("archivedAt", moment());
        let goal_id = fields.nullable("goalId", id());
        let goal_ids = fields.optional("goalIds", list(id()).max(100));
        let workspace = fields.nullable("workspace", object());
        Some(Self {
            name: name?,
            description: description?.set(),
            status: status?,
            lead_agent_id: lead_agent_id?.set(),
            target_date: target_date?.set(),
            color: color?.set(),
            icon: icon?.set(),
            env: env?.set(),
            execution_workspace_policy: policy?.set(),
            archived_at: archived_at?.set(),
            // Wire: the older way to name one goal counts only without the newer.
            goal_ids: goal_ids?.unwrap_or(goal_id?.set().into_iter().collect()),
            workspace: workspace?.set(),
        })
    }
}

/// A request to change a project; what is not named stays.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateProjectRequest {
    /// Its name; a number is added if its key is taken.
    pub name: Option<String>,
    /// What it is.
    #[schema(value_type = Option<String>)]
    pub description: Field<String>,
    /// Where it stands.
    pub status: Option<ProjectStatus>,
    /// The agent that leads it.
    #[schema(value_type = Option<AgentId>)]
    pub lead_agent_id: Field<AgentId>,
    /// When it is to be done, as a date.
    #[schema(value_type = Option<String>)]
    pub target_date: Field<String>,
    /// Its colour.
    #[schema(value_type = Option<String>)]
    pub color: Field<String>,
    /// Its icon.
    #[schema(value_type = Option<String>)]
    pub icon: Field<String>,
    /// The environment of its runs.
    #[schema(value_type = Option<OpaqueJson>)]
    pub env: Field<OpaqueJson>,
    /// How its runs get their workspaces.
    #[schema(value_type = Option<OpaqueJson>)]
    pub execution_workspace_policy: Field<OpaqueJson>,
    /// Since when it is archived.
    #[schema(value_type = Option<Timestamp>)]
    pub archived_at: Field<Timestamp>,
    /// The one goal that it serves: the older way to say it.
    #[schema(value_type = Option<GoalId>)]
    pub goal_id: Field<GoalId>,
    /// The goals that it serves, the main one first.
    pub goal_ids: Option<Vec<GoalId>>,
}

impl FromFields for UpdateProjectRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", indexed().trimmed());
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let status = fields.optional("status", word());
        let lead_agent_id = fields.nullable("leadAgentId", id());
        let target_date = fields.nullable("targetDate", text().max(LONGEST_TITLE));
        let color = fields.nullable("color", text().max(LONGEST_TITLE));
        let icon = fields.nullable("icon", text().max(LONGEST_TITLE));
        let env = fields.nullable("env", record());
        let policy = fields.nullable("executionWorkspacePolicy", choosing());
        let archived_at = fields.nullable("archivedAt", moment());
        let goal_id = fields.nullable("goalId", id());
        let goal_ids = fields.optional("goalIds", list(id()).max(100));
        Some(Self {
            name: name?,
            description: description?,
            status: status?,
            lead_agent_id: lead_agent_id?,
            target_date: target_date?,
            color: color?,
            icon: icon?,
            env: env?,
            execution_workspace_policy: policy?,
            archived_at: archived_at?,
            goal_id: goal_id?,
            goal_ids: goal_ids?,
        })
    }
}

/// Which projects of a company are wanted.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListProjectsQuery {
    /// Whether archived ones are wanted as well.
    #[param(required = false)]
    pub include_archived: bool,
}

impl FromFields for ListProjectsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        // Wire: anything but `true` is no.
        let include_archived = fields.optional("includeArchived", text())?;
        Some(Self { include_archived: include_archived.as_deref() == Some("true") })
    }
}
