//! Where a project's files are.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::patch::Field;
use wireclip_domain::project::workspace::{WorkspaceSource, WorkspaceVisibility};
use wireclip_domain::{CompanyId, OpaqueJson, ProjectId, ProjectWorkspaceId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::formats::url;
use crate::kinds::{LONGEST, LONGEST_LISTED_TEXT, LONGEST_TITLE, boolean, indexed, record, text, word};

/// A place where a project's files are.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjectWorkspace {
    /// Its id.
    pub id: ProjectWorkspaceId,
    /// The company to which it belongs.
    pub company_id: CompanyId,
    /// The project to which it belongs.
    pub project_id: ProjectId,
    /// Its name.
    pub name: String,
    /// What kind of place it is.
    pub source_type: WorkspaceSource,
    /// The folder.
    pub cwd: Option<String>,
    /// The repository's address.
    pub repo_url: Option<String>,
    /// What of the repository is used.
    pub repo_ref: Option<String>,
    /// What work branches off from.
    pub default_ref: Option<String>,
    /// Where it is offered.
    pub visibility: WorkspaceVisibility,
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
    /// Which services run beside it; never told here.
    pub runtime_config: Option<OpaqueJson>,
    /// Whether it is the primary one.
    pub is_primary: bool,
    /// The services that run beside it; never told here.
    pub runtime_services: Vec<OpaqueJson>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A request for a workspace.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateWorkspaceRequest {
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

impl FromFields for CreateWorkspaceRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let wish = UpdateWorkspaceRequest::from_fields(fields)?;
        let request = Self {
            name: wish.name,
            source_type: wish.source_type,
            cwd: wish.cwd.set(),
            repo_url: wish.repo_url.set(),
            repo_ref: wish.repo_ref.set(),
            default_ref: wish.default_ref.set(),
            visibility: wish.visibility,
            setup_command: wish.setup_command.set(),
            cleanup_command: wish.cleanup_command.set(),
            remote_provider: wish.remote_provider.set(),
            remote_workspace_ref: wish.remote_workspace_ref.set(),
            shared_workspace_key: wish.shared_workspace_key.set(),
            metadata: wish.metadata.set(),
            is_primary: wish.is_primary.unwrap_or_default(),
        };
        let is_remote = request.source_type == Some(WorkspaceSource::RemoteManaged);
        if request.repo_url.is_none() {
            if is_remote && request.remote_workspace_ref.is_none() {
                let message = "A remote workspace has a remoteWorkspaceRef or a repoUrl.";
                fields.refuse("remoteWorkspaceRef", message);
            } else if !is_remote && request.cwd.is_none() {
                fields.refuse("cwd", "A workspace has a cwd, a repoUrl, or both.");
            }
        }
        Some(request)
    }
}

/// A request to change a workspace; what is not named stays.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateWorkspaceRequest {
    /// Its name.
    pub name: Option<String>,
    /// What kind of place it is.
    pub source_type: Option<WorkspaceSource>,
    /// The folder.
    #[schema(value_type = Option<String>)]
    pub cwd: Field<String>,
    /// The repository's address.
    #[schema(value_type = Option<String>)]
    pub repo_url: Field<String>,
    /// What of the repository is used.
    #[schema(value_type = Option<String>)]
    pub repo_ref: Field<String>,
    /// What work branches off from.
    #[schema(value_type = Option<String>)]
    pub default_ref: Field<String>,
    /// Where it is offered.
    pub visibility: Option<WorkspaceVisibility>,
    /// What makes it ready.
    #[schema(value_type = Option<String>)]
    pub setup_command: Field<String>,
    /// What tidies it up.
    #[schema(value_type = Option<String>)]
    pub cleanup_command: Field<String>,
    /// Who provides a remote one.
    #[schema(value_type = Option<String>)]
    pub remote_provider: Field<String>,
    /// What the provider calls it.
    #[schema(value_type = Option<String>)]
    pub remote_workspace_ref: Field<String>,
    /// What runs share it under.
    #[schema(value_type = Option<String>)]
    pub shared_workspace_key: Field<String>,
    /// More about it.
    #[schema(value_type = Option<OpaqueJson>)]
    pub metadata: Field<OpaqueJson>,
    /// Whether it is to be the primary one.
    pub is_primary: Option<bool>,
}

impl FromFields for UpdateWorkspaceRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", indexed().trimmed());
        let source_type = fields.optional("sourceType", word());
        let cwd = fields.nullable("cwd", text().min(1));
        let repo_url = fields.nullable("repoUrl", url());
        let repo_ref = fields.nullable("repoRef", text().max(LONGEST_TITLE));
        let default_ref = fields.nullable("defaultRef", text().max(LONGEST_TITLE));
        let visibility = fields.optional("visibility", word());
        let setup_command = fields.nullable("setupCommand", text().max(LONGEST_LISTED_TEXT));
        let cleanup_command = fields.nullable("cleanupCommand", text().max(LONGEST_LISTED_TEXT));
        let remote_provider = fields.nullable("remoteProvider", text().max(LONGEST));
        let remote_workspace_ref = fields.nullable("remoteWorkspaceRef", text().max(LONGEST));
        let shared_workspace_key = fields.nullable("sharedWorkspaceKey", text().max(LONGEST));
        let metadata = fields.nullable("metadata", record());
        let is_primary = fields.optional("isPrimary", boolean());
        Some(Self {
            name: name?,
            source_type: source_type?,
            cwd: cwd?,
            repo_url: repo_url?,
            repo_ref: repo_ref?,
            default_ref: default_ref?,
            visibility: visibility?,
            setup_command: setup_command?,
            cleanup_command: cleanup_command?,
            remote_provider: remote_provider?,
            remote_workspace_ref: remote_workspace_ref?,
            shared_workspace_key: shared_workspace_key?,
            metadata: metadata?,
            is_primary: is_primary?,
        })
    }
}
