//! The table `budget_policies`.

use sea_orm::entity::prelude::*;
use wireclip_domain::budget::{BudgetMetric, ScopeType, WindowKind};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, BudgetPolicyId, CompanyId, ProjectId, RowId, Timestamp, UserId};

/// A row of `budget_policies`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "budget_policies")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: BudgetPolicyId,
    pub company_id: CompanyId,
    pub scope_type: ScopeType,
    pub scope_id: RowId,
    pub agent_id: Option<AgentId>,
    pub project_id: Option<ProjectId>,
    pub metric: BudgetMetric,
    pub window_kind: WindowKind,
    pub amount_micros: MicroDollars,
    pub warn_percent: i32,
    pub hard_stop_enabled: bool,
    pub notify_enabled: bool,
    pub allows_unpriced: bool,
    pub created_by_user_id: Option<UserId>,
    pub updated_by_user_id: Option<UserId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
