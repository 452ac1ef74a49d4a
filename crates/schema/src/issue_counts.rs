//! The table `issue_counts`.

use sea_orm::entity::prelude::*;
use wireclip_domain::CompanyId;
use wireclip_domain::issue::IssueStatus;

/// A row of `issue_counts`. How many issues of a company stand where, kept in the change itself.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_counts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub company_id: CompanyId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub status: IssueStatus,
    pub issues: i64,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
