//! The table `issue_costs`.

use sea_orm::entity::prelude::*;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{CompanyId, IssueId};

/// A row of `issue_costs`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_costs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: IssueId,
    pub company_id: CompanyId,
    pub input_tokens: i64,
    pub cached_input_tokens: i64,
    pub output_tokens: i64,
    pub cash_micros: MicroDollars,
    pub estimate_micros: MicroDollars,
    pub events: i64,
    pub unpriced_events: i64,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
