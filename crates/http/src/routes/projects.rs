//! Projects. Their workspaces have a file of their own.

pub(crate) mod workspaces;

use axum::extract::State;
use wireclip_domain::project::ProjectStatus;
use wireclip_services::projects::{CodebaseOrigin, ListedProject, NewProject, ProjectPatch, ProjectView};
use wireclip_services::records::{Company, Project};
use wireclip_wire::projects as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_projects))
        .add(Access::AnyCaller, routes!(create_project))
        .add(Access::AnyCaller, routes!(get_project))
        .add(Access::AnyCaller, routes!(update_project))
        .add(Access::AnyCaller, routes!(delete_project))
        .merge(workspaces::routes(app))
}

/// List a company's projects.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/projects",
    params(wire::ListProjectsQuery),
    responses((status = 200, body = Vec<wire::ListedProject>))
)]
async fn list_projects(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::ListProjectsQuery>,
) -> ApiResult<Answer<Vec<wire::ListedProject>>> {
    let projects = app.services.projects.list(&company, query.include_archived).await?;
    Ok(Answer::ok(projects.into_iter().map(listed).collect()))
}

/// Spells a project of a list.
pub(super) fn listed(listed: ListedProject) -> wire::ListedProject {
    let ListedProject { view, issues, budget } = listed;
    let budget = budget.map(|budget| wire::ProjectBudget {
        amount_cents: budget.amount.cents(),
        window_kind: budget.window,
    });
    wire::ListedProject { project: written(view), task_count: issues, budget }
}

/// Make a project.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/projects",
    request_body = wire::CreateProjectRequest,
    responses((status = 201, body = wire::Project))
)]
async fn create_project(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateProjectRequest>,
) -> ApiResult<Answer<wire::Project>> {
    let new = NewProject {
        name: body.name,
        description: body.description,
        status: body.status.unwrap_or(ProjectStatus::Backlog),
        lead_agent_id: body.lead_agent_id,
        target_date: body.target_date,
        color: body.color,
        icon: body.icon,
        env: body.env,
        execution_workspace_policy: body.execution_workspace_policy,
        archived_at: body.archived_at,
        goal_ids: body.goal_ids,
        workspace: body.workspace.map(workspaces::wished),
    };
    let view = app.services.projects.create(&company, new).await?;
    Ok(Answer::created(written(view.into_inner())))
}

/// Get a project, by its id or by its name.
#[utoipa::path(get, path = "/projects/{projectId}", responses((status = 200, body = wire::Project)))]
async fn get_project(
    State(app): State<App>,
    FromPath(project): FromPath<Project>,
) -> ApiResult<Answer<wire::Project>> {
    Ok(Answer::ok(written(app.services.projects.get(&project).await?)))
}

/// Change a project.
#[utoipa::path(
    patch,
    path = "/projects/{projectId}",
    request_body = wire::UpdateProjectRequest,
    responses((status = 200, body = wire::Project))
)]
async fn update_project(
    State(app): State<App>,
    FromPath(project): FromPath<Project>,
    Body(body): Body<wire::UpdateProjectRequest>,
) -> ApiResult<Answer<wire::Project>> {
    let patch = ProjectPatch {
        name: body.name,
        description: body.description,
        status: body.status,
        lead_agent_id: body.lead_agent_id,
        target_date: body.target_date,
        color: body.color,
        icon: body.icon,
        env: body.env,
        execution_workspace_policy: body.execution_workspace_policy,
        archived_at: body.archived_at,
        goal_id: body.goal_id,
        goal_ids: body.goal_ids,
    };
    let view = app.services.projects.update(&project, patch).await?;
    Ok(Answer::ok(written(view.into_inner())))
}

/// Remove a project.
#[utoipa::path(delete, path = "/projects/{projectId}", responses((status = 200, body = wire::Project)))]
async fn delete_project(
    State(app): State<App>,
    FromPath(project): FromPath<Project>,
) -> ApiResult<Answer<wire::Project>> {
    let view = app.services.projects.delete(&project).await?;
    Ok(Answer::ok(written(view.into_inner())))
}

/// Spells a project.
pub(super) fn written(view: ProjectView) -> wire::Project {
    let codebase = codebase(&view);
    let primary = view.primary().cloned();
    let project = view.project;
    wire::Project {
        id: project.id,
        company_id: project.company_id,
        goal_id: project.goal_id,
        name: project.name,
        description: project.description,
        status: project.status,
        lead_agent_id: project.lead_agent_id,
        target_date: project.target_date,
        color: project.color,
        icon: project.icon,
        env: project.env,
        pause_reason: project.pause_reason,
        paused_at: project.paused_at,
        execution_workspace_policy: project.execution_workspace_policy,
        archived_at: project.archived_at,
        created_at: project.created_at,
        updated_at: project.updated_at,
        url_key: project.url_key,
        goal_ids: view.goals.iter().map(|goal| goal.id).collect(),
        goals: view.goals.into_iter().map(|goal| wire::GoalName { id: goal.id, title: goal.title }).collect(),
        codebase,
        workspaces: view.workspaces.into_iter().map(workspaces::written).collect(),
        primary_workspace: primary.map(workspaces::written),
        managed_by_plugin: None,
    }
}

fn codebase(view: &ProjectView) -> wire::Codebase {
    let primary = view.primary();
    let of = |part: fn(&wireclip_services::records::ProjectWorkspace) -> Option<&String>| {
        primary.and_then(part).cloned()
    };
    let local_folder = of(|workspace| workspace.cwd.as_ref());
    let managed_folder = view.codebase.managed_folder.to_string_lossy().into_owned();
    let effective_local_folder = match view.codebase.origin {
        CodebaseOrigin::LocalFolder => local_folder.clone().unwrap_or_else(|| managed_folder.clone()),
        CodebaseOrigin::ManagedCheckout => managed_folder.clone(),
    };
    wire::Codebase {
        workspace_id: primary.map(|workspace| workspace.id),
        repo_url: of(|workspace| workspace.repo_url.as_ref()),
        repo_ref: of(|workspace| workspace.repo_ref.as_ref()),
        default_ref: of(|workspace| workspace.default_ref.as_ref()),
        repo_name: view.codebase.repo_name.clone(),
        local_folder,
        managed_folder,
        effective_local_folder,
        origin: view.codebase.origin.as_str(),
    }
}
