//! The table `spent_sums`.

use sea_orm::entity::prelude::*;
use wireclip_domain::budget::{ScopeType, Stretch};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{CompanyId, RowId, Timestamp};

/// A row of `spent_sums`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "spent_sums")]
pub struct Model {
    pub company_id: CompanyId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub scope_type: ScopeType,
    #[sea_orm(primary_key, auto_increment = false)]
    pub scope_id: RowId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub stretch: Stretch,
    #[sea_orm(primary_key, auto_increment = false)]
    pub starts_at: Timestamp,
    pub cash_micros: MicroDollars,
    pub estimate_micros: MicroDollars,
    pub unpriced_events: i64,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
