//! The table `environment_leases`.

use sea_orm::entity::prelude::*;
use wireclip_domain::lease::{
    CleanupStatus, Disposition, LeaseEventKind, LeasePolicy, LeaseStatus, LeaseUse,
};
use wireclip_domain::{
    AgentId, CompanyId, EnvironmentId, ExecutionWorkspaceId, IssueId, LeaseId, NodeId, OpaqueJson, RunId,
    Timestamp,
};

/// A row of `environment_leases`. What a company holds of a place.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "environment_leases")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: LeaseId,
    pub company_id: CompanyId,
    pub environment_id: Option<EnvironmentId>,
    pub execution_workspace_id: Option<ExecutionWorkspaceId>,
    pub agent_id: Option<AgentId>,
    pub issue_id: Option<IssueId>,
    pub run_id: Option<RunId>,
    #[sea_orm(column_type = "Text")]
    pub purpose: LeaseUse,
    #[sea_orm(column_type = "Text")]
    pub status: LeaseStatus,
    #[sea_orm(column_type = "Text")]
    pub policy: LeasePolicy,
    #[sea_orm(column_type = "Text", nullable)]
    pub provider: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub provider_lease_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub fingerprint: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub config: OpaqueJson,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub observed: Option<OpaqueJson>,
    pub is_work_only_there: bool,
    #[sea_orm(column_type = "Text", nullable)]
    pub ending_disposition: Option<Disposition>,
    #[sea_orm(column_type = "Text", nullable)]
    pub ending_event: Option<LeaseEventKind>,
    #[sea_orm(column_type = "Text", nullable)]
    pub cleanup_status: Option<CleanupStatus>,
    pub cleanup_attempts: i32,
    pub next_cleanup_at: Option<Timestamp>,
    pub cleanup_node_id: Option<NodeId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub failure_reason: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub metadata: Option<OpaqueJson>,
    pub version: i64,
    pub acquired_at: Timestamp,
    pub last_used_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub released_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
