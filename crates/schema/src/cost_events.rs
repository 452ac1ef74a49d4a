//! The table `cost_events`.

use sea_orm::entity::prelude::*;
use wireclip_domain::cost::{BillingType, CostBasis, CostStatus};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, CostEventId, GoalId, IssueId, ProjectId, RunId, Timestamp};

/// A row of `cost_events`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "cost_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CostEventId,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    pub issue_id: Option<IssueId>,
    pub project_id: Option<ProjectId>,
    pub goal_id: Option<GoalId>,
    pub run_id: Option<RunId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub billing_code: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub provider: String,
    #[sea_orm(column_type = "Text")]
    pub biller: String,
    pub billing_type: BillingType,
    #[sea_orm(column_type = "Text")]
    pub model: String,
    pub cost_status: CostStatus,
    pub cost_basis: CostBasis,
    pub input_tokens: i64,
    pub cached_input_tokens: i64,
    pub output_tokens: i64,
    pub cash_micros: MicroDollars,
    pub estimate_micros: Option<MicroDollars>,
    pub new_runs: i64,
    pub new_runs_of_biller: i64,
    pub new_runs_of_model: i64,
    #[sea_orm(column_type = "Text", nullable)]
    pub booked_as: Option<String>,
    pub occurred_at: Timestamp,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
