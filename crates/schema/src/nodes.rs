//! The table `nodes`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{NodeId, Timestamp};

/// A row of `nodes`. Server processes that share this database. A lease that ran out is another's to take.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "nodes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: NodeId,
    pub fence: i64,
    pub lease_until: Timestamp,
    pub started_at: Timestamp,
    pub place: Option<String>,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
