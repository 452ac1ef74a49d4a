//! The table `sidebar_preferences`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, OpaqueJson, Timestamp, UserId};

/// A row of `sidebar_preferences`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sidebar_preferences")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub user_id: UserId,
    /// The company whose projects are ordered; the null id for the order of companies.
    #[sea_orm(primary_key, auto_increment = false)]
    pub company_id: CompanyId,
    #[sea_orm(column_type = "JsonBinary")]
    pub ordered_ids: OpaqueJson,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
