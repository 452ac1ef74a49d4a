//! A project with what goes with it: its goals, its workspaces, and where its code is.

use std::path::PathBuf;

use wireclip_domain::ProjectId;
use wireclip_domain::project::workspace::repository_name;
use wireclip_domain::redaction::{shown, shown_address, shown_environment};
use wireclip_store::goals::Goal;
use wireclip_store::project_workspaces::ProjectWorkspace;
use wireclip_store::projects::Project;
use wireclip_store::{Conn, StoreResult, project_goals, project_workspaces};

use crate::core::Core;
use crate::error::ServiceResult;

/// A project with what goes with it.
#[derive(Debug, Clone, PartialEq)]
pub struct ProjectView {
    /// The project, with the secrets of its settings hidden.
    pub project: Project,
    /// The goals that it serves, the main one first.
    pub goals: Vec<Goal>,
    /// Its workspaces, the primary one first.
    pub workspaces: Vec<ProjectWorkspace>,
    /// Where its code is.
    pub codebase: Codebase,
}

/// Where a project's code is, as its primary workspace says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Codebase {
    /// The name of the repository.
    pub repo_name: Option<String>,
    /// The folder that this program would keep a checkout in.
    pub managed_folder: PathBuf,
    /// Whose folder is used.
    pub origin: CodebaseOrigin,
}

/// Whose folder a project's code is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodebaseOrigin {
    /// A folder that was there before.
    LocalFolder,
    /// A checkout that this program keeps.
    ManagedCheckout,
}

impl CodebaseOrigin {
    /// Returns the wire's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LocalFolder => "local_folder",
            Self::ManagedCheckout => "managed_checkout",
        }
    }
}

impl ProjectView {
    /// Returns the primary workspace.
    #[must_use]
    pub fn primary(&self) -> Option<&ProjectWorkspace> {
        self.workspaces.iter().find(|workspace| workspace.is_primary)
    }
}

/// Adds to projects what goes with them.
pub(super) async fn of(
    core: &Core,
    conn: &Conn<'_>,
    projects: Vec<Project>,
) -> ServiceResult<Vec<ProjectView>> {
    let ids: Vec<ProjectId> = projects.iter().map(|project| project.id).collect();
    let (goals, workspaces) = parts(conn, &ids).await?;
    let viewed = |project: Project| {
        let goals = goals.iter().filter(|(id, _)| *id == project.id).map(|(_, goal)| goal.clone());
        let own = |workspace: &&ProjectWorkspace| workspace.project_id == project.id;
        let workspaces: Vec<_> = workspaces.iter().filter(own).cloned().collect();
        ProjectView {
            goals: goals.collect(),
            codebase: codebase(core, &project, &workspaces),
            workspaces: workspaces.into_iter().map(without_secrets).collect(),
            project: without_secrets_of_runs(project),
        }
    };
    Ok(projects.into_iter().map(viewed).collect())
}

fn without_secrets_of_runs(mut project: Project) -> Project {
    project.env = project.env.as_ref().map(shown_environment);
    project.execution_workspace_policy = project.execution_workspace_policy.as_ref().map(shown);
    project
}

/// Hides the secrets of a workspace's settings.
pub(super) fn without_secrets(mut workspace: ProjectWorkspace) -> ProjectWorkspace {
    workspace.metadata = workspace.metadata.as_ref().map(shown);
    workspace.repo_url = workspace.repo_url.as_deref().map(shown_address);
    workspace
}

/// Adds to a project what goes with it.
pub(crate) async fn of_one(core: &Core, conn: &Conn<'_>, project: Project) -> ServiceResult<ProjectView> {
    let views = of(core, conn, vec![project]).await?;
    Ok(views.into_iter().next().expect("there is a view of each project"))
}

async fn parts(
    conn: &Conn<'_>,
    ids: &[ProjectId],
) -> StoreResult<(Vec<(ProjectId, Goal)>, Vec<ProjectWorkspace>)> {
    Ok((project_goals::of_projects(conn, ids).await?, project_workspaces::of_projects(conn, ids).await?))
}

fn codebase(core: &Core, project: &Project, workspaces: &[ProjectWorkspace]) -> Codebase {
    let primary = workspaces.iter().find(|workspace| workspace.is_primary);
    let repo_url = primary.and_then(|workspace| workspace.repo_url.as_deref());
    let repo_name = repo_url.and_then(repository_name);
    let has_folder = primary.is_some_and(|workspace| workspace.cwd.is_some());
    Codebase {
        repo_name: repo_name.map(str::to_owned),
        managed_folder: core
            .facts
            .home
            .join("projects")
            .join(project.company_id.to_string())
            .join(project.id.to_string())
            // A repository's name comes from outside and must stay one part of a path.
            .join(repo_name.filter(|name| is_plain(name)).unwrap_or("_default")),
        origin: if has_folder { CodebaseOrigin::LocalFolder } else { CodebaseOrigin::ManagedCheckout },
    }
}

fn is_plain(name: &str) -> bool {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_.".contains(sign);
    !name.starts_with('.') && name.chars().all(is_plain)
}
