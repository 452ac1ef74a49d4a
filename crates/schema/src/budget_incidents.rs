//! The table `budget_incidents`.

use sea_orm::entity::prelude::*;
use wireclip_domain::budget::{BudgetMetric, IncidentStatus, ScopeType, ThresholdType, WindowKind};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{ApprovalId, BudgetIncidentId, BudgetPolicyId, CompanyId, RowId, Timestamp};

/// A row of `budget_incidents`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "budget_incidents")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: BudgetIncidentId,
    pub company_id: CompanyId,
    pub policy_id: BudgetPolicyId,
    pub scope_type: ScopeType,
    pub scope_id: RowId,
    pub metric: BudgetMetric,
    pub window_kind: WindowKind,
    pub window_start: Timestamp,
    pub window_end: Timestamp,
    pub threshold_type: ThresholdType,
    pub amount_limit_micros: MicroDollars,
    pub amount_observed_micros: MicroDollars,
    pub is_unpriced: bool,
    pub status: IncidentStatus,
    pub approval_id: Option<ApprovalId>,
    pub resolved_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
