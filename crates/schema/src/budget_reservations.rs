//! The table `budget_reservations`.

use sea_orm::entity::prelude::*;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, ProjectId, RunId};

/// A row of `budget_reservations`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "budget_reservations")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: RunId,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    pub project_id: Option<ProjectId>,
    pub reserved_micros: MicroDollars,
    pub used_micros: MicroDollars,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
