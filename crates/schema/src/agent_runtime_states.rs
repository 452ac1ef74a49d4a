//! The table `agent_runtime_states`.

use sea_orm::entity::prelude::*;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RunId, Timestamp};

/// A row of `agent_runtime_states`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_runtime_states")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub agent_id: AgentId,
    pub company_id: CompanyId,
    pub adapter_type: AdapterType,
    #[sea_orm(column_type = "Text", nullable)]
    pub session_id: Option<String>,
    #[sea_orm(column_type = "JsonBinary")]
    pub state: OpaqueJson,
    pub last_run_id: Option<RunId>,
    pub last_run_status: Option<RunStatus>,
    pub total_input_tokens: i64,
    pub total_output_tokens: i64,
    pub total_cached_input_tokens: i64,
    pub total_cost_micros: MicroDollars,
    pub dearest_run_micros: MicroDollars,
    #[sea_orm(column_type = "Text", nullable)]
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
