//! The table `goals`.

use sea_orm::entity::prelude::*;
use wireclip_domain::goal::{GoalLevel, GoalStatus};
use wireclip_domain::{AgentId, CompanyId, GoalId, Timestamp};

/// A row of `goals`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "goals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: GoalId,
    pub company_id: CompanyId,
    #[sea_orm(column_type = "Text")]
    pub title: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub description: Option<String>,
    pub level: GoalLevel,
    pub status: GoalStatus,
    pub parent_id: Option<GoalId>,
    pub owner_agent_id: Option<AgentId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
