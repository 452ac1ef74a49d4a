//! The table `instance_settings`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{EnvironmentId, Timestamp};

/// A row of `instance_settings`. What the whole installation is set to.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "instance_settings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub singleton_key: String,
    pub default_environment_id: Option<EnvironmentId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
