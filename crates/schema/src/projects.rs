//! The table `projects`.

use sea_orm::entity::prelude::*;
use wireclip_domain::company::PauseReason;
use wireclip_domain::project::ProjectStatus;
use wireclip_domain::{AgentId, CompanyId, GoalId, OpaqueJson, ProjectId, Timestamp};

/// A row of `projects`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "projects")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ProjectId,
    pub company_id: CompanyId,
    pub goal_id: Option<GoalId>,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    #[sea_orm(column_type = "Text")]
    pub url_key: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub description: Option<String>,
    pub status: ProjectStatus,
    pub lead_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub target_date: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub color: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub icon: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub env: Option<OpaqueJson>,
    pub pause_reason: Option<PauseReason>,
    pub paused_at: Option<Timestamp>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub execution_workspace_policy: Option<OpaqueJson>,
    pub archived_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
