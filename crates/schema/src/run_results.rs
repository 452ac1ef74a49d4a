//! The table `run_results`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{OpaqueJson, RunId};

/// A row of `run_results`. Results are read one at a time and may be large: they are no part of a list.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "run_results")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: RunId,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub result: Option<OpaqueJson>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub usage: Option<OpaqueJson>,
    #[sea_orm(column_type = "Text", nullable)]
    pub stdout_excerpt: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub stderr_excerpt: Option<String>,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
