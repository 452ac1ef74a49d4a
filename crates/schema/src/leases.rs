//! The table `leases`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{NodeId, Timestamp};

/// A row of `leases`. Work that only one node does at a time, such as the scheduler's.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "leases")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub name: String,
    pub node_id: NodeId,
    pub fence: i64,
    pub held_until: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
