//! The table `asset_removals`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{AssetId, CompanyId, Timestamp};

/// A row of `asset_removals`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "asset_removals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub asset_id: AssetId,
    pub company_id: CompanyId,
    pub due_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
