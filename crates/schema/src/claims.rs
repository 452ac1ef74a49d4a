//! The table `claims`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId, Timestamp};

/// A row of `claims`. One holder per issue: a run that is running. The run's end takes its claims with it.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "claims")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: IssueId,
    pub run_id: RunId,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    /// Set when the run itself was woken for the issue, not when it took it on the way.
    #[sea_orm(column_type = "Text", nullable)]
    pub agent_name_key: Option<String>,
    pub locked_at: Option<Timestamp>,
    pub checked_out_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
