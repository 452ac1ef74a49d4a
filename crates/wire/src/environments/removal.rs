//! Deleting an environment, and what that would do.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::environment::{ChooserKind, DeleteBlockedReason};
use wireclip_domain::{CompanyId, EnvironmentId, ExecutionWorkspaceId, IssueId, LeaseId, RowId};

use super::Environment;
use crate::fields::{Fields, FromFields};
use crate::kinds::boolean;

/// What deleting an environment would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlastRadius {
    /// The environment.
    pub environment_id: EnvironmentId,
    /// Whether it can be deleted.
    pub can_delete: bool,
    /// Why not.
    pub delete_blocked_reasons: Vec<DeleteBlockedReason>,
    /// How many sandboxes could not be removed yet.
    pub pending_cleanup_lease_count: u64,
    /// How many sandboxes wait to be used again.
    pub reusable_sandbox_lease_count: usize,
    /// For what they wait.
    pub reusable_sandbox_lease_holders: Vec<ReusableLeaseHolder>,
    /// What names it.
    pub static_references: StaticReferences,
    /// What chooses it and may have runs; at most fifty of each kind.
    pub selected_by: Vec<EnvironmentChooser>,
    /// What is going on there.
    pub active_runtime_use: ActiveUse,
}

/// For what a sandbox waits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReusableLeaseHolder {
    /// The lease.
    pub lease_id: LeaseId,
    /// The workspace.
    pub execution_workspace_id: Option<ExecutionWorkspaceId>,
    /// Always null: workspaces have no names here.
    pub execution_workspace_name: Option<String>,
    /// The issue.
    pub issue_id: Option<IssueId>,
    /// The issue's identifier.
    pub issue_identifier: Option<String>,
    /// The issue's title.
    pub issue_title: Option<String>,
}

/// What chooses an environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnvironmentChooser {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: ChooserKind,
    /// Its id.
    pub id: RowId,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub company_id: CompanyId,
}

/// What names an environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaticReferences {
    /// Whether it is this machine.
    pub is_managed_local: bool,
    /// Whether whatever chooses none runs there.
    pub is_instance_default: bool,
    /// How many agents choose it.
    pub agent_default_count: u64,
    /// Always 0: execution workspaces choose none.
    pub execution_workspace_selection_count: u64,
    /// How many issues choose it.
    pub issue_selection_count: u64,
    /// How many projects choose it.
    pub project_selection_count: u64,
    /// How many secrets are bound to it.
    pub secret_binding_count: usize,
}

/// What is going on in an environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveUse {
    /// How many leases are held.
    pub active_lease_count: u64,
    /// How many people set a sandbox up.
    pub active_custom_image_setup_session_count: u64,
    /// Whether there is anything.
    pub has_active_runtime_use: bool,
}

/// An environment that is gone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedEnvironment {
    /// The environment as it was.
    #[serde(flatten)]
    pub environment: Environment,
    /// How many sandboxes that waited to be used again went with it.
    pub destroyed_reusable_sandbox_lease_count: u64,
}

/// What else goes with an environment.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct DeleteEnvironmentQuery {
    /// Whether sandboxes that wait to be used again may go.
    #[param(required = false)]
    pub destroy_reusable_sandbox_leases: bool,
}

impl FromFields for DeleteEnvironmentQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let consent = fields.optional("destroyReusableSandboxLeases", boolean());
        Some(Self { destroy_reusable_sandbox_leases: consent?.unwrap_or(false) })
    }
}
