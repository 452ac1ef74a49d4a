//! Projects: issues that belong together, what they serve, and where their files are.

mod checks;
mod naming;
pub(crate) mod view;
pub mod workspaces;

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Caller;
use wireclip_domain::patch::Field;
use wireclip_domain::policy::Right;
use wireclip_domain::project::{ProjectStatus, project_url_key};
use wireclip_domain::{AgentId, CompanyId, GoalId, OpaqueJson, ProjectId, Timestamp};
use wireclip_store::budgets;
pub use wireclip_store::budgets::ProjectBudget;
use wireclip_store::companies::Company;
use wireclip_store::projects::{self, Project};
use wireclip_store::{PageLimit, project_goals};

use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::hidden_values::{restored, restored_field};
use crate::request::{Request, Scoped};

use checks::{check_environment, check_goals, check_lead, check_settings};

pub use view::{Codebase, CodebaseOrigin, ProjectView};
pub use workspaces::{NewWorkspace, WorkspacePatch};

/// Actions on projects.
#[derive(Debug, Clone)]
pub struct Projects {
    core: Arc<Core>,
}

/// A project to make.
#[derive(Debug, Clone)]
pub struct NewProject {
    /// The wished name; a number is added to it if its key is taken.
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
    /// How its runs get their workspaces.
    pub execution_workspace_policy: Option<OpaqueJson>,
    /// Since when it is put away.
    pub archived_at: Option<Timestamp>,
    /// The goals that it serves, the main one first.
    pub goal_ids: Vec<GoalId>,
    /// Where its files are.
    pub workspace: Option<NewWorkspace>,
}

/// A change of a project.
#[derive(Debug, Clone, Default)]
pub struct ProjectPatch {
    /// The wished name.
    pub name: Option<String>,
    /// What it is.
    pub description: Field<String>,
    /// Where it stands.
    pub status: Option<ProjectStatus>,
    /// The agent that leads it.
    pub lead_agent_id: Field<AgentId>,
    /// When it is to be done, as a date.
    pub target_date: Field<String>,
    /// Its colour.
    pub color: Field<String>,
    /// Its icon.
    pub icon: Field<String>,
    /// The environment of its runs.
    pub env: Field<OpaqueJson>,
    /// How its runs get their workspaces.
    pub execution_workspace_policy: Field<OpaqueJson>,
    /// Since when it is put away.
    pub archived_at: Field<Timestamp>,
    /// The one goal that it serves: the older way to say it.
    pub goal_id: Field<GoalId>,
    /// The goals that it serves, the main one first.
    pub goal_ids: Option<Vec<GoalId>>,
}

/// A project as lists tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedProject {
    /// The project, with what goes with it.
    pub view: ProjectView,
    /// How many issues it has.
    pub issues: i64,
    /// What may be spent for it, if there is a limit.
    pub budget: Option<ProjectBudget>,
}

impl Projects {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a project within the caller's reach: by its id, or by its key or name within
    /// `company` (an agent that calls means its own).
    ///
    /// # Errors
    /// `NotFound` if there is none; `Conflict` if several are called so; `Forbidden` for an agent
    /// that names another company; `Unprocessable` for a name without a company.
    pub async fn load(
        &self,
        request: &Request,
        name: &str,
        company: Option<CompanyId>,
    ) -> ServiceResult<Scoped<Project>> {
        let conn = self.core.store.read();
        let project = match (name.parse(), &request.caller, company) {
            (Ok(id), ..) => projects::get(&conn, &request.scope(), id).await?,
            (Err(_), Caller::Agent(caller), Some(company)) if company != caller.company_id => {
                return Err(ServiceError::forbidden("Agent key cannot access another company"));
            }
            (Err(_), Caller::Agent(caller), _) => naming::find(&conn, caller.company_id, name).await?,
            (Err(_), Caller::Board(_), Some(company)) if request.caller.reaches(company) => {
                naming::find(&conn, company, name).await?
            }
            (Err(_), Caller::Board(_), Some(_)) => None,
            (Err(_), Caller::Board(_), None) => {
                return Err(ServiceError::unprocessable(
                    "A project's short name needs the query parameter companyId",
                ));
            }
        };
        project.map(|project| request.found(project)).ok_or_else(not_found)
    }

    /// Lists a company's projects, oldest first, with what goes with each, how many issues each has,
    /// and what may be spent for it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(
        &self,
        company: &Scoped<Company>,
        with_archived: bool,
    ) -> ServiceResult<Vec<ListedProject>> {
        let conn = self.core.store.read();
        let listed = projects::list(&conn, company.id, with_archived, PageLimit::MAX).await?;
        let ids: Vec<ProjectId> = listed.iter().map(|project| project.id).collect();
        let counts = projects::issue_counts(&conn, &ids).await?;
        let views = view::of(&self.core, &conn, listed).await?;
        let budgets = budgets::of_projects(&conn, company.id).await?;
        let listed = |view: ProjectView| ListedProject {
            issues: counts.get(&view.project.id).copied().unwrap_or(0),
            budget: budgets.get(&view.project.id).copied(),
            view,
        };
        Ok(views.into_iter().map(listed).collect())
    }

    /// Returns a project with what goes with it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn get(&self, project: &Scoped<Project>) -> ServiceResult<ProjectView> {
        view::of_one(&self.core, &self.core.store.read(), (**project).clone()).await
    }

    /// Makes a project.
    ///
    /// # Errors
    /// `Unprocessable` if its goals or lead are not of the company; `Forbidden` if an agent sets
    /// commands or paths.
    pub async fn create(
        &self,
        company: &Scoped<Company>,
        new: NewProject,
    ) -> ServiceResult<Committed<ProjectView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About::company(company.id);
        authority::require(&change.conn(), company.caller(), Right::PlanWrite, about).await?;
        check_settings(company.caller(), new.env.as_ref(), new.execution_workspace_policy.as_ref())?;
        check_environment(&change.conn(), company.caller(), None, new.execution_workspace_policy.as_ref())
            .await?;
        check_lead(&change, company.id, new.lead_agent_id).await?;
        let goal_ids = check_goals(&change.conn(), company.id, &new.goal_ids).await?;
        let id = ProjectId::random();
        let name = naming::free_name(&change.conn(), company.id, &new.name, None).await?;
        let project = Project {
            id,
            company_id: company.id,
            goal_id: goal_ids.first().copied(),
            url_key: project_url_key(&name, id),
            name,
            description: new.description,
            status: new.status,
            lead_agent_id: new.lead_agent_id,
            target_date: new.target_date,
            color: new.color,
            icon: new.icon,
            env: new.env.map(|env| restored(&env, None)).transpose()?,
            pause_reason: None,
            paused_at: None,
            execution_workspace_policy: new
                .execution_workspace_policy
                .map(|policy| restored(&policy, None))
                .transpose()?,
            archived_at: new.archived_at,
            created_at: change.now(),
            updated_at: change.now(),
        };
        projects::insert(&change.conn(), &project).await?;
        project_goals::replace(&change.conn(), &project, &goal_ids).await?;
        let workspace = match new.workspace {
            Some(workspace) => Some(workspaces::add(&change, company.caller(), &project, workspace).await?),
            None => None,
        };
        let details = story_of_creation(&project, workspace.as_ref().map(|workspace| workspace.id));
        record(&mut change, &project, Action::ProjectCreated, Some(details));
        let view = view::of_one(&self.core, &change.conn(), project).await?;
        change.commit(view).await
    }

    /// Changes a project. Its key follows its name.
    ///
    /// # Errors
    /// As [`Projects::create`].
    pub async fn update(
        &self,
        project: &Scoped<Project>,
        patch: ProjectPatch,
    ) -> ServiceResult<Committed<ProjectView>> {
        let mut change = self.core.begin_in(project.company_id, project.request()).await?;
        let about = About::company(project.company_id);
        authority::require(&change.conn(), project.caller(), Right::PlanWrite, about).await?;
        let policy = patch.execution_workspace_policy.as_set();
        check_settings(project.caller(), patch.env.as_set(), policy)?;
        let before = projects::lock(&change.conn(), project.id).await?.ok_or_else(not_found)?;
        if patch.execution_workspace_policy.is_named() {
            let stored = before.execution_workspace_policy.as_ref();
            check_environment(&change.conn(), project.caller(), stored, policy).await?;
        }
        check_lead(&change, before.company_id, patch.lead_agent_id.as_set().copied()).await?;
        let mut details = OpaqueJson::object();
        details.set("changedKeys", &named_fields(&patch));
        let after = changed(&change, &before, patch).await?;
        projects::update(&change.conn(), &before, &after).await?;
        record(&mut change, &after, Action::ProjectUpdated, Some(details));
        let view = view::of_one(&self.core, &change.conn(), after).await?;
        change.commit(view).await
    }

    /// Removes a project. Its issues belong to none then.
    ///
    /// # Errors
    /// `NotFound` if it is gone already.
    pub async fn delete(&self, project: &Scoped<Project>) -> ServiceResult<Committed<ProjectView>> {
        let mut change = self.core.begin_in(project.company_id, project.request()).await?;
        let about = About::company(project.company_id);
        authority::require(&change.conn(), project.caller(), Right::PlanWrite, about).await?;
        let project = projects::lock(&change.conn(), project.id).await?.ok_or_else(not_found)?;
        let view = view::of_one(&self.core, &change.conn(), project.clone()).await?;
        projects::delete(&change.conn(), project.id).await?;
        record(&mut change, &project, Action::ProjectDeleted, None);
        change.commit(view).await
    }
}

fn not_found() -> ServiceError {
    ServiceError::not_found("Project not found")
}

/// Returns the project as a change leaves it; its goals are stored already.
async fn changed(change: &Change<'_>, before: &Project, patch: ProjectPatch) -> ServiceResult<Project> {
    let conn = change.conn();
    let ProjectPatch {
        name,
        description,
        status,
        lead_agent_id,
        target_date,
        color,
        icon,
        env,
        execution_workspace_policy,
        archived_at,
        goal_id,
        goal_ids,
    } = patch;
    let mut after = Project { updated_at: change.now(), ..before.clone() };
    if let Some(name) = name {
        after.name = naming::free_name(&conn, before.company_id, &name, Some(before.id)).await?;
        after.url_key = project_url_key(&after.name, after.id);
    }
    description.apply_to(&mut after.description);
    after.status = status.unwrap_or(after.status);
    lead_agent_id.apply_to(&mut after.lead_agent_id);
    target_date.apply_to(&mut after.target_date);
    color.apply_to(&mut after.color);
    icon.apply_to(&mut after.icon);
    restored_field(env, before.env.as_ref())?.apply_to(&mut after.env);
    restored_field(execution_workspace_policy, before.execution_workspace_policy.as_ref())?
        .apply_to(&mut after.execution_workspace_policy);
    archived_at.apply_to(&mut after.archived_at);
    let wished = match (goal_ids, goal_id) {
        (Some(goal_ids), _) => Some(goal_ids),
        (None, Field::Set(goal_id)) => Some(vec![goal_id]),
        (None, Field::Clear) => Some(Vec::new()),
        (None, Field::Keep) => None,
    };
    if let Some(wished) = wished {
        let goal_ids = check_goals(&conn, before.company_id, &wished).await?;
        after.goal_id = goal_ids.first().copied();
        project_goals::replace(&conn, before, &goal_ids).await?;
    }
    Ok(after)
}

/// Returns the fields that a change names, in alphabetical order, as the log tells them.
fn named_fields(patch: &ProjectPatch) -> Vec<&'static str> {
    let named = [
        ("archivedAt", patch.archived_at.is_named()),
        ("color", patch.color.is_named()),
        ("description", patch.description.is_named()),
        ("env", patch.env.is_named()),
        ("executionWorkspacePolicy", patch.execution_workspace_policy.is_named()),
        ("goalId", patch.goal_id.is_named()),
        ("goalIds", patch.goal_ids.is_some()),
        ("icon", patch.icon.is_named()),
        ("leadAgentId", patch.lead_agent_id.is_named()),
        ("name", patch.name.is_some()),
        ("status", patch.status.is_some()),
        ("targetDate", patch.target_date.is_named()),
    ];
    named.into_iter().filter(|(_, is_named)| *is_named).map(|(field, _)| field).collect()
}

fn story_of_creation(
    project: &Project,
    workspace: Option<wireclip_domain::ProjectWorkspaceId>,
) -> OpaqueJson {
    let env_keys: Vec<&str> = project.env.iter().flat_map(OpaqueJson::keys).collect();
    let mut details = OpaqueJson::object();
    details.set("name", &project.name);
    details.set("description", &project.description);
    details.set("icon", &project.icon);
    details.set("envKeys", &env_keys);
    details.set("workspaceId", &workspace);
    details.set("repositories", &[(); 0]);
    details.set("sourceIssueId", &None::<()>);
    details
}

fn record(change: &mut Change<'_>, project: &Project, action: Action, details: Option<OpaqueJson>) {
    let entity_id = project.id.to_string();
    change.record(
        project.company_id,
        ActivityRecord { action, entity_type: EntityType::Project, entity_id, details },
    );
}
