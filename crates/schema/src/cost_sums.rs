//! The table `cost_sums`.

use sea_orm::entity::prelude::*;
use wireclip_domain::cost::{BillingType, Grain};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, ProjectId, Timestamp};

/// A row of `cost_sums`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "cost_sums")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub company_id: CompanyId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub grain: Grain,
    #[sea_orm(primary_key, auto_increment = false)]
    pub starts_at: Timestamp,
    #[sea_orm(primary_key, auto_increment = false)]
    pub agent_id: AgentId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub project_id: ProjectId,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub provider: String,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub biller: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub billing_type: BillingType,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub model: String,
    pub input_tokens: i64,
    pub cached_input_tokens: i64,
    pub output_tokens: i64,
    pub cash_micros: MicroDollars,
    pub estimate_micros: MicroDollars,
    pub events: i64,
    pub unpriced_events: i64,
    pub new_runs: i64,
    pub new_runs_of_biller: i64,
    pub new_runs_of_model: i64,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
