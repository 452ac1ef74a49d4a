//! The table `idempotency_keys`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, Timestamp};

/// A row of `idempotency_keys`. Answers to requests that came with an idempotency key.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub caller: String,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub route: String,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub key: String,
    pub company_id: Option<CompanyId>,
    #[sea_orm(column_type = "Text")]
    pub request_digest: String,
    pub status: i32,
    #[sea_orm(column_type = "Text")]
    pub body: String,
    pub created_at: Timestamp,
    #[sea_orm(column_type = "Text")]
    pub headers: String,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
