//! The table `events`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, OpaqueJson, Timestamp};

/// A row of `events`. Events that are no activity: what became of runs and agents.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub company_id: CompanyId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    #[sea_orm(column_type = "JsonBinary")]
    pub event: OpaqueJson,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
