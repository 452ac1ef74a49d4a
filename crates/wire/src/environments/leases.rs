//! What companies hold of environments.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::lease::{CleanupStatus, LeasePolicy, LeaseStatus};
use wireclip_domain::{
    CompanyId, EnvironmentId, ExecutionWorkspaceId, IssueId, LeaseId, OpaqueJson, RunId, Timestamp,
};

use crate::fields::{Fields, FromFields};
use crate::kinds::word;

/// What a company holds of an environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnvironmentLease {
    /// Its id.
    pub id: LeaseId,
    /// The company that holds it.
    pub company_id: CompanyId,
    /// The environment; absent if it is gone.
    pub environment_id: Option<EnvironmentId>,
    /// The workspace for which it is kept.
    pub execution_workspace_id: Option<ExecutionWorkspaceId>,
    /// The issue that is worked on.
    pub issue_id: Option<IssueId>,
    /// The run that works.
    pub heartbeat_run_id: Option<RunId>,
    /// Where it stands.
    pub status: LeaseStatus,
    /// What becomes of its place when it ends.
    pub lease_policy: LeasePolicy,
    /// The provider of its place.
    pub provider: Option<String>,
    /// What the provider calls the place.
    pub provider_lease_id: Option<String>,
    /// Since when it is held.
    pub acquired_at: Timestamp,
    /// When it was last used.
    pub last_used_at: Timestamp,
    /// When the provider removes the place by itself.
    pub expires_at: Option<Timestamp>,
    /// When it ended.
    pub released_at: Option<Timestamp>,
    /// Why it failed.
    pub failure_reason: Option<String>,
    /// How far the provider's part of its end is.
    pub cleanup_status: Option<CleanupStatus>,
    /// What the provider tells of it.
    pub metadata: Option<OpaqueJson>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// Which leases are asked for.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListLeasesQuery {
    /// Those with this status.
    pub status: Option<LeaseStatus>,
}

impl FromFields for ListLeasesQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let status = fields.optional("status", word());
        Some(Self { status: status? })
    }
}
