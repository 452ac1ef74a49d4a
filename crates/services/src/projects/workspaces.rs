//! A project's workspaces. **Invariant:** a project that has any has one primary one.

use wireclip_domain::activity::Action;
use wireclip_domain::caller::Caller;
use wireclip_domain::patch::Field;
use wireclip_domain::policy::Right;
use wireclip_domain::project::workspace::{
    Place, WorkspaceRefused, WorkspaceSource, WorkspaceVisibility, check_place, derived_name, derived_source,
};
use wireclip_domain::{CompanyId, OpaqueJson, ProjectId, ProjectWorkspaceId};
use wireclip_store::project_workspaces::{self, ProjectWorkspace};
use wireclip_store::projects::{self, Project};

use super::{Projects, not_found, record, view};
use crate::authority::{self, About};
use crate::change::{Change, Committed};
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::hidden_values::{restored, restored_address, restored_field};
use crate::request::Scoped;

/// A workspace to add to a project.
#[derive(Debug, Clone, Default)]
pub struct NewWorkspace {
    /// Its name; derived from where it is unless told.
    pub name: Option<String>,
    /// What kind of place it is; derived unless told.
    pub source_type: Option<WorkspaceSource>,
    /// The folder.
    pub cwd: Option<String>,
    /// The repository's address.
    pub repo_url: Option<String>,
    /// What of the repository is used.
    pub repo_ref: Option<String>,
    /// What work branches off from; the same unless told.
    pub default_ref: Option<String>,
    /// Where it is offered.
    pub visibility: Option<WorkspaceVisibility>,
    /// What makes it ready.
    pub setup_command: Option<String>,
    /// What tidies it up.
    pub cleanup_command: Option<String>,
    /// Who provides a remote one.
    pub remote_provider: Option<String>,
    /// What the provider calls it.
    pub remote_workspace_ref: Option<String>,
    /// What runs share it under.
    pub shared_workspace_key: Option<String>,
    /// More about it.
    pub metadata: Option<OpaqueJson>,
    /// Whether it is to be the primary one. The first one is in any case.
    pub is_primary: bool,
}

/// A change of a workspace.
#[derive(Debug, Clone, Default)]
pub struct WorkspacePatch {
    /// Its name.
    pub name: Option<String>,
    /// What kind of place it is.
    pub source_type: Option<WorkspaceSource>,
    /// The folder.
    pub cwd: Field<String>,
    /// The repository's address.
    pub repo_url: Field<String>,
    /// What of the repository is used.
    pub repo_ref: Field<String>,
    /// What work branches off from.
    pub default_ref: Field<String>,
    /// Where it is offered.
    pub visibility: Option<WorkspaceVisibility>,
    /// What makes it ready.
    pub setup_command: Field<String>,
    /// What tidies it up.
    pub cleanup_command: Field<String>,
    /// Who provides a remote one.
    pub remote_provider: Field<String>,
    /// What the provider calls it.
    pub remote_workspace_ref: Field<String>,
    /// What runs share it under.
    pub shared_workspace_key: Field<String>,
    /// More about it.
    pub metadata: Field<OpaqueJson>,
    /// Whether it is to be the primary one.
    pub is_primary: Option<bool>,
}

impl Projects {
    /// Finds a workspace of a project.
    ///
    /// # Errors
    /// `NotFound` if the project has no such workspace.
    pub async fn load_workspace(
        &self,
        project: &Scoped<Project>,
        id: ProjectWorkspaceId,
    ) -> ServiceResult<Scoped<ProjectWorkspace>> {
        let scope = project.request().scope();
        let workspace = project_workspaces::get(&self.core.store.read(), &scope, id).await?;
        let workspace = workspace.filter(|workspace| workspace.project_id == project.id);
        workspace.map(|workspace| project.with(workspace)).ok_or_else(no_such_workspace)
    }

    /// Lists a project's workspaces, the primary one first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn workspaces(&self, project: &Scoped<Project>) -> ServiceResult<Vec<ProjectWorkspace>> {
        let all = project_workspaces::of_projects(&self.core.store.read(), &[project.id]).await?;
        Ok(all.into_iter().map(view::without_secrets).collect())
    }

    /// Adds a workspace to a project.
    ///
    /// # Errors
    /// `Unprocessable` if it does not say where it is; `Forbidden` if an agent sets commands or
    /// paths; `Conflict` if the project has one of that remote reference.
    pub async fn add_workspace(
        &self,
        project: &Scoped<Project>,
        new: NewWorkspace,
    ) -> ServiceResult<Committed<ProjectWorkspace>> {
        let (mut change, project_row) = self.begin_with(project, project.company_id, project.id).await?;
        let workspace = add(&change, project.caller(), &project_row, new).await?;
        let mut details = OpaqueJson::object();
        details.set("workspaceId", &workspace.id);
        details.set("name", &workspace.name);
        details.set("cwd", &workspace.cwd);
        details.set("isPrimary", &workspace.is_primary);
        record(&mut change, &project_row, Action::ProjectWorkspaceCreated, Some(details));
        change.commit(view::without_secrets(workspace)).await
    }

    /// Changes a workspace.
    ///
    /// # Errors
    /// As [`Projects::add_workspace`].
    pub async fn update_workspace(
        &self,
        workspace: &Scoped<ProjectWorkspace>,
        patch: WorkspacePatch,
    ) -> ServiceResult<Committed<ProjectWorkspace>> {
        let (mut change, project) =
            self.begin_with(workspace, workspace.company_id, workspace.project_id).await?;
        check_people_only(
            workspace.caller(),
            &[
                ("cwd", patch.cwd.is_named()),
                ("setupCommand", patch.setup_command.is_named()),
                ("cleanupCommand", patch.cleanup_command.is_named()),
            ],
        )?;
        let all = project_workspaces::of_projects(&change.conn(), &[project.id]).await?;
        let before = all.iter().find(|known| known.id == workspace.id).ok_or_else(no_such_workspace)?;
        let mut details = OpaqueJson::object();
        details.set("changedKeys", &named_fields(&patch));
        details.set("workspaceId", &before.id);
        let wish = patch.is_primary;
        let mut after = changed(before, patch)?;
        after.updated_at = change.now();
        check_place(after.source_type, place_of(&after)).or_refuse()?;
        project_workspaces::update(&change.conn(), before, &after).await?;
        let other = all.iter().find(|other| other.id != before.id).map(|other| other.id);
        let primary = match wish {
            Some(true) => Some(before.id),
            // A project with workspaces has a primary one: another has to follow.
            Some(false) if before.is_primary => other,
            _ => None,
        };
        if let Some(primary) = primary {
            project_workspaces::make_primary(&change.conn(), project.id, primary).await?;
            after.is_primary = primary == after.id;
        }
        record(&mut change, &project, Action::ProjectWorkspaceUpdated, Some(details));
        change.commit(view::without_secrets(after)).await
    }

    /// Removes a workspace. If it was the primary one, the oldest other follows.
    ///
    /// # Errors
    /// `NotFound` if it is gone already.
    pub async fn delete_workspace(
        &self,
        workspace: &Scoped<ProjectWorkspace>,
    ) -> ServiceResult<Committed<ProjectWorkspace>> {
        let (mut change, project) =
            self.begin_with(workspace, workspace.company_id, workspace.project_id).await?;
        let all = project_workspaces::of_projects(&change.conn(), &[project.id]).await?;
        let gone = all.iter().find(|known| known.id == workspace.id).ok_or_else(no_such_workspace)?;
        project_workspaces::delete(&change.conn(), gone.id).await?;
        let follower = all.iter().find(|other| gone.is_primary && other.id != gone.id);
        if let Some(follower) = follower {
            project_workspaces::make_primary(&change.conn(), project.id, follower.id).await?;
        }
        let mut details = OpaqueJson::object();
        details.set("workspaceId", &gone.id);
        details.set("name", &gone.name);
        record(&mut change, &project, Action::ProjectWorkspaceDeleted, Some(details));
        change.commit(view::without_secrets(gone.clone())).await
    }

    /// Begins a change that holds the lock of a project.
    async fn begin_with<T>(
        &self,
        found: &Scoped<T>,
        company_id: CompanyId,
        project_id: ProjectId,
    ) -> ServiceResult<(Change<'_>, Project)> {
        let change = self.core.begin_in(company_id, found.request()).await?;
        let project = projects::lock(&change.conn(), project_id).await?.ok_or_else(not_found)?;
        let about = About::company(project.company_id);
        authority::require(&change.conn(), found.caller(), Right::PlanWrite, about).await?;
        Ok((change, project))
    }
}

/// Stores a new workspace of a project that the change holds the lock of.
pub(super) async fn add(
    change: &Change<'_>,
    caller: &Caller,
    project: &Project,
    new: NewWorkspace,
) -> ServiceResult<ProjectWorkspace> {
    check_people_only(
        caller,
        &[
            ("cwd", new.cwd.is_some()),
            ("setupCommand", new.setup_command.is_some()),
            ("cleanupCommand", new.cleanup_command.is_some()),
        ],
    )?;
    let place = Place {
        cwd: new.cwd.as_deref(),
        repo_url: new.repo_url.as_deref(),
        remote_ref: new.remote_workspace_ref.as_deref(),
    };
    let source_type = new.source_type.unwrap_or_else(|| derived_source(place));
    check_place(source_type, place).or_refuse()?;
    let is_first = project_workspaces::of_projects(&change.conn(), &[project.id]).await?.is_empty();
    let mut workspace = ProjectWorkspace {
        id: ProjectWorkspaceId::random(),
        company_id: project.company_id,
        project_id: project.id,
        name: new.name.unwrap_or_else(|| derived_name(place).unwrap_or("Workspace").to_owned()),
        source_type,
        default_ref: new.default_ref.or_else(|| new.repo_ref.clone()),
        cwd: new.cwd,
        repo_url: new.repo_url,
        repo_ref: new.repo_ref,
        visibility: new.visibility.unwrap_or(WorkspaceVisibility::Default),
        setup_command: new.setup_command,
        cleanup_command: new.cleanup_command,
        remote_provider: new.remote_provider,
        remote_workspace_ref: new.remote_workspace_ref,
        shared_workspace_key: new.shared_workspace_key,
        metadata: new.metadata.map(|metadata| restored(&metadata, None)).transpose()?,
        is_primary: false,
        created_at: change.now(),
        updated_at: change.now(),
    };
    project_workspaces::insert(&change.conn(), &workspace).await?;
    if is_first || new.is_primary {
        project_workspaces::make_primary(&change.conn(), project.id, workspace.id).await?;
        workspace.is_primary = true;
    }
    Ok(workspace)
}

fn no_such_workspace() -> ServiceError {
    ServiceError::not_found("Project workspace not found")
}

fn check_people_only(caller: &Caller, fields: &[(&'static str, bool)]) -> ServiceResult<()> {
    let set = fields.iter().find(|(_, is_set)| *is_set && caller.as_agent().is_some());
    match set {
        Some((field, _)) => Err(ServiceError::refused(&WorkspaceRefused::PeoplesSetting { field })),
        None => Ok(()),
    }
}

fn place_of(workspace: &ProjectWorkspace) -> Place<'_> {
    Place {
        cwd: workspace.cwd.as_deref(),
        repo_url: workspace.repo_url.as_deref(),
        remote_ref: workspace.remote_workspace_ref.as_deref(),
    }
}

/// Returns the workspace as a change leaves it, but for whether it is the primary one.
fn changed(before: &ProjectWorkspace, patch: WorkspacePatch) -> ServiceResult<ProjectWorkspace> {
    let WorkspacePatch {
        name,
        source_type,
        cwd,
        repo_url,
        repo_ref,
        default_ref,
        visibility,
        setup_command,
        cleanup_command,
        remote_provider,
        remote_workspace_ref,
        shared_workspace_key,
        metadata,
        is_primary: _,
    } = patch;
    let mut after = before.clone();
    after.name = name.unwrap_or(after.name);
    after.source_type = source_type.unwrap_or(after.source_type);
    cwd.apply_to(&mut after.cwd);
    restored_address(repo_url, before.repo_url.as_deref())?.apply_to(&mut after.repo_url);
    repo_ref.apply_to(&mut after.repo_ref);
    default_ref.apply_to(&mut after.default_ref);
    after.visibility = visibility.unwrap_or(after.visibility);
    setup_command.apply_to(&mut after.setup_command);
    cleanup_command.apply_to(&mut after.cleanup_command);
    remote_provider.apply_to(&mut after.remote_provider);
    remote_workspace_ref.apply_to(&mut after.remote_workspace_ref);
    shared_workspace_key.apply_to(&mut after.shared_workspace_key);
    restored_field(metadata, before.metadata.as_ref())?.apply_to(&mut after.metadata);
    Ok(after)
}

/// Returns the fields that a change names, in alphabetical order, as the log tells them.
fn named_fields(patch: &WorkspacePatch) -> Vec<&'static str> {
    let named = [
        ("cleanupCommand", patch.cleanup_command.is_named()),
        ("cwd", patch.cwd.is_named()),
        ("defaultRef", patch.default_ref.is_named()),
        ("isPrimary", patch.is_primary.is_some()),
        ("metadata", patch.metadata.is_named()),
        ("name", patch.name.is_some()),
        ("remoteProvider", patch.remote_provider.is_named()),
        ("remoteWorkspaceRef", patch.remote_workspace_ref.is_named()),
        ("repoRef", patch.repo_ref.is_named()),
        ("repoUrl", patch.repo_url.is_named()),
        ("setupCommand", patch.setup_command.is_named()),
        ("sharedWorkspaceKey", patch.shared_workspace_key.is_named()),
        ("sourceType", patch.source_type.is_some()),
        ("visibility", patch.visibility.is_some()),
    ];
    named.into_iter().filter(|(_, is_named)| *is_named).map(|(field, _)| field).collect()
}
