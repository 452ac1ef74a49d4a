//! The table `issue_idempotency_keys`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, IssueId, Timestamp};

/// A row of `issue_idempotency_keys`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_idempotency_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub company_id: CompanyId,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub key: String,
    pub issue_id: IssueId,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
