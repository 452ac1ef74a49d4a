//! The table `issue_labels`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, IssueId, LabelId};

/// A row of `issue_labels`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_labels")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: IssueId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub label_id: LabelId,
    pub company_id: CompanyId,
    pub position: i32,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
