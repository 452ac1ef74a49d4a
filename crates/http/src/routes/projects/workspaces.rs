//! A project's workspaces.

use axum::extract::State;
use wireclip_services::projects::{NewWorkspace, WorkspacePatch};
use wireclip_services::records::{Project, ProjectWorkspace};
use wireclip_wire::projects::workspaces as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_project_workspaces))
        .add(Access::AnyCaller, routes!(create_project_workspace))
        .add(Access::AnyCaller, routes!(update_project_workspace))
        .add(Access::AnyCaller, routes!(delete_project_workspace))
}

/// List a project's workspaces.
#[utoipa::path(
    get,
    path = "/projects/{projectId}/workspaces",
    responses((status = 200, body = Vec<wire::ProjectWorkspace>))
)]
async fn list_project_workspaces(
    State(app): State<App>,
    FromPath(project): FromPath<Project>,
) -> ApiResult<Answer<Vec<wire::ProjectWorkspace>>> {
    let workspaces = app.services.projects.workspaces(&project).await?;
    Ok(Answer::ok(workspaces.into_iter().map(written).collect()))
}

/// Add a workspace to a project.
#[utoipa::path(
    post,
    path = "/projects/{projectId}/workspaces",
    request_body = wire::CreateWorkspaceRequest,
    responses((status = 201, body = wire::ProjectWorkspace))
)]
async fn create_project_workspace(
    State(app): State<App>,
    FromPath(project): FromPath<Project>,
    Body(body): Body<wire::CreateWorkspaceRequest>,
) -> ApiResult<Answer<wire::ProjectWorkspace>> {
    let workspace = app.services.projects.add_workspace(&project, wished(body)).await?;
    Ok(Answer::created(written(workspace.into_inner())))
}

/// Change a workspace.
#[utoipa::path(
    patch,
    path = "/projects/{projectId}/workspaces/{workspaceId}",
    request_body = wire::UpdateWorkspaceRequest,
    responses((status = 200, body = wire::ProjectWorkspace))
)]
async fn update_project_workspace(
    State(app): State<App>,
    FromPath(workspace): FromPath<ProjectWorkspace>,
    Body(body): Body<wire::UpdateWorkspaceRequest>,
) -> ApiResult<Answer<wire::ProjectWorkspace>> {
    let patch = WorkspacePatch {
        name: body.name,
        source_type: body.source_type,
        cwd: body.cwd,
        repo_url: body.repo_url,
        repo_ref: body.repo_ref,
        default_ref: body.default_ref,
        visibility: body.visibility,
        setup_command: body.setup_command,
        cleanup_command: body.cleanup_command,
        remote_provider: body.remote_provider,
        remote_workspace_ref: body.remote_workspace_ref,
        shared_workspace_key: body.shared_workspace_key,
        metadata: body.metadata,
        is_primary: body.is_primary,
    };
    let workspace = app.services.projects.update_workspace(&workspace, patch).await?;
    Ok(Answer::ok(written(workspace.into_inner())))
}

/// Remove a workspace.
#[utoipa::path(
    delete,
    path = "/projects/{projectId}/workspaces/{workspaceId}",
    responses((status = 200, body = wire::ProjectWorkspace))
)]
async fn delete_project_workspace(
    State(app): State<App>,
    FromPath(workspace): FromPath<ProjectWorkspace>,
) -> ApiResult<Answer<wire::ProjectWorkspace>> {
    let workspace = app.services.projects.delete_workspace(&workspace).await?;
    Ok(Answer::ok(written(workspace.into_inner())))
}

/// Reads a request for a workspace.
pub(super) fn wished(body: wire::CreateWorkspaceRequest) -> NewWorkspace {
    NewWorkspace {
        name: body.name,
        source_type: body.source_type,
        cwd: body.cwd,
        repo_url: body.repo_url,
        repo_ref: body.repo_ref,
        default_ref: body.default_ref,
        visibility: body.visibility,
        setup_command: body.setup_command,
        cleanup_command: body.cleanup_command,
        remote_provider: body.remote_provider,
        remote_workspace_ref: body.remote_workspace_ref,
        shared_workspace_key: body.shared_workspace_key,
        metadata: body.metadata,
        is_primary: body.is_primary,
    }
}

/// Writes a workspace as clients see it.
pub(super) fn written(workspace: ProjectWorkspace) -> wire::ProjectWorkspace {
    wire::ProjectWorkspace {
        id: workspace.id,
        company_id: workspace.company_id,
        project_id: workspace.project_id,
        name: workspace.name,
        source_type: workspace.source_type,
        cwd: workspace.cwd,
        repo_url: workspace.repo_url,
        repo_ref: workspace.repo_ref,
        default_ref: workspace.default_ref,
        visibility: workspace.visibility,
        setup_command: workspace.setup_command,
        cleanup_command: workspace.cleanup_command,
        remote_provider: workspace.remote_provider,
        remote_workspace_ref: workspace.remote_workspace_ref,
        shared_workspace_key: workspace.shared_workspace_key,
        metadata: workspace.metadata,
        runtime_config: None,
        is_primary: workspace.is_primary,
        runtime_services: Vec::new(),
        created_at: workspace.created_at,
        updated_at: workspace.updated_at,
    }
}
