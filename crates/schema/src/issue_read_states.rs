//! The table `issue_read_states`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{CompanyId, IssueId, RowId, Timestamp, UserId};

/// A row of `issue_read_states`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_read_states")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: IssueId,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub user_id: UserId,
    pub id: RowId,
    pub company_id: CompanyId,
    pub last_read_at: Timestamp,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
