//! The table `company_counters`.

use sea_orm::entity::prelude::*;
use wireclip_domain::CompanyId;

/// A row of `company_counters`. What is counted within a company: the last issue number and the last
/// event number given out, and the newest entry of the log's chain. Apart from the company's row, so
/// that counting does not rewrite it.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "company_counters")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub company_id: CompanyId,
    pub issues: i64,
    pub events: i64,
    pub chain_seq: Option<i64>,
    #[sea_orm(column_type = "Text", nullable)]
    pub chain_hash: Option<String>,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
