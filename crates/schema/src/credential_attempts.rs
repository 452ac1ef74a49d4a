//! The table `credential_attempts`.

use sea_orm::entity::prelude::*;
use wireclip_domain::Timestamp;

/// A row of `credential_attempts`. How often something was tried from somewhere.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "credential_attempts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub bucket: String,
    pub attempts: i64,
    pub resets_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
