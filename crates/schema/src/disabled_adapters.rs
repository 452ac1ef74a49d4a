//! The table `disabled_adapters`.

use sea_orm::entity::prelude::*;
use wireclip_domain::Timestamp;
use wireclip_domain::agent::AdapterType;

/// A row of `disabled_adapters`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "disabled_adapters")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub adapter_type: AdapterType,
    pub disabled_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
