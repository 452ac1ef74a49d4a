//! The table `environments`.

use sea_orm::entity::prelude::*;
use wireclip_domain::environment::{EnvironmentDriver, EnvironmentStatus};
use wireclip_domain::{EnvironmentId, OpaqueJson, Timestamp};

/// A row of `environments`. A place where runs execute.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "environments")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: EnvironmentId,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub description: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub driver: EnvironmentDriver,
    #[sea_orm(column_type = "Text")]
    pub status: EnvironmentStatus,
    #[sea_orm(column_type = "JsonBinary")]
    pub config: OpaqueJson,
    #[sea_orm(column_type = "JsonBinary")]
    pub env_vars: OpaqueJson,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub metadata: Option<OpaqueJson>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
