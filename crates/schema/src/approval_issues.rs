//! The table `approval_issues`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{AgentId, ApprovalId, CompanyId, IssueId, Timestamp, UserId};

/// A row of `approval_issues`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "approval_issues")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub approval_id: ApprovalId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: IssueId,
    pub company_id: CompanyId,
    pub position: i64,
    pub linked_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub linked_by_user_id: Option<UserId>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
