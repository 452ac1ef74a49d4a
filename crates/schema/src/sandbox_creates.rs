//! The table `sandbox_creates`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, EnvironmentId, NodeId, OpaqueJson, RowId, RunId, Timestamp};

/// A row of `sandbox_creates`. A create whose outcome is not settled yet.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sandbox_creates")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RowId,
    pub company_id: CompanyId,
    pub environment_id: EnvironmentId,
    pub run_id: Option<RunId>,
    pub node_id: NodeId,
    #[sea_orm(column_type = "Text")]
    pub provider: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub config: OpaqueJson,
    #[sea_orm(column_type = "Text", nullable)]
    pub provider_lease_id: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub failure_reason: Option<String>,
    pub attempts: i32,
    pub next_attempt_at: Timestamp,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
