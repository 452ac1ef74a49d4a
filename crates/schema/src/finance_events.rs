//! The table `finance_events`.

use sea_orm::entity::prelude::*;
use wireclip_domain::finance::{FinanceDirection, FinanceEventKind, FinanceUnit};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{
    AgentId, CompanyId, CostEventId, FinanceEventId, GoalId, IssueId, OpaqueJson, ProjectId, RunId, Timestamp,
};

/// A row of `finance_events`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "finance_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: FinanceEventId,
    pub company_id: CompanyId,
    pub agent_id: Option<AgentId>,
    pub issue_id: Option<IssueId>,
    pub project_id: Option<ProjectId>,
    pub goal_id: Option<GoalId>,
    pub run_id: Option<RunId>,
    pub cost_event_id: Option<CostEventId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub billing_code: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub description: Option<String>,
    pub event_kind: FinanceEventKind,
    pub direction: FinanceDirection,
    #[sea_orm(column_type = "Text")]
    pub biller: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub provider: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub execution_adapter_type: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub pricing_tier: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub region: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub model: Option<String>,
    pub quantity: Option<i64>,
    pub unit: Option<FinanceUnit>,
    pub amount_micros: MicroDollars,
    #[sea_orm(column_type = "Text")]
    pub currency: String,
    pub estimated: bool,
    #[sea_orm(column_type = "Text", nullable)]
    pub external_invoice_id: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub metadata: Option<OpaqueJson>,
    pub occurred_at: Timestamp,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
