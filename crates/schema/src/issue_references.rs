//! The table `issue_references`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, IssueId, RowId, Timestamp};

/// A row of `issue_references`. Issues that are named in the texts of other issues.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_references")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RowId,
    pub company_id: CompanyId,
    pub source_issue_id: IssueId,
    pub target_issue_id: IssueId,
    #[sea_orm(column_type = "Text")]
    pub source_kind: String,
    pub source_record_id: Option<RowId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub matched_text: Option<String>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
