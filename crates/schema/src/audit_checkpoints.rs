//! The table `audit_checkpoints`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, Timestamp};

/// A row of `audit_checkpoints`. A signed word about how far a company's log went.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_checkpoints")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub company_id: CompanyId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    #[sea_orm(column_type = "Text")]
    pub chain_hash: String,
    #[sea_orm(column_type = "Text")]
    pub signature: String,
    #[sea_orm(column_type = "Text")]
    pub key_fingerprint: String,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
