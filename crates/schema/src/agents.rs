//! The table `agents`.

use sea_orm::entity::prelude::*;
use wireclip_domain::agent::{AdapterType, AgentRole, AgentState};
use wireclip_domain::company::PauseReason;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RowId, Timestamp};

/// A row of `agents`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "agents")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AgentId,
    pub company_id: CompanyId,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    #[sea_orm(column_type = "Text")]
    pub url_key: String,
    pub role: AgentRole,
    #[sea_orm(column_type = "Text", nullable)]
    pub title: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub icon: Option<String>,
    pub state: AgentState,
    pub reports_to: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub capabilities: Option<String>,
    pub adapter_type: AdapterType,
    #[sea_orm(column_type = "JsonBinary")]
    pub adapter_config: OpaqueJson,
    #[sea_orm(column_type = "JsonBinary")]
    pub runtime_config: OpaqueJson,
    pub default_environment_id: Option<RowId>,
    pub budget_monthly_micros: MicroDollars,
    pub pause_reason: Option<PauseReason>,
    pub paused_at: Option<Timestamp>,
    #[sea_orm(column_type = "Text", nullable)]
    pub error_reason: Option<String>,
    #[sea_orm(column_type = "JsonBinary")]
    pub permissions: OpaqueJson,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub metadata: Option<OpaqueJson>,
    pub last_heartbeat_at: Option<Timestamp>,
    /// Worked out by the store at every write.
    pub next_beat_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
