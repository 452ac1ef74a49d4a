//! The table `project_goals`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, GoalId, ProjectId};

/// A row of `project_goals`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "project_goals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub project_id: ProjectId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub goal_id: GoalId,
    pub company_id: CompanyId,
    pub position: i32,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
