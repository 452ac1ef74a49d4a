//! The table `agent_sessions`.

use sea_orm::entity::prelude::*;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::{AgentId, AgentSessionId, CompanyId, OpaqueJson, RunId, Timestamp};

/// A row of `agent_sessions`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_sessions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AgentSessionId,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    pub adapter_type: AdapterType,
    #[sea_orm(column_type = "Text")]
    pub task_key: String,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub parameters: Option<OpaqueJson>,
    #[sea_orm(column_type = "Text", nullable)]
    pub display_id: Option<String>,
    pub last_run_id: Option<RunId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
