//! The table `issue_blockers`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{AgentId, CompanyId, IssueId, Timestamp, UserId};

/// A row of `issue_blockers`. `issue_id` waits for `blocker_id`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_blockers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: IssueId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub blocker_id: IssueId,
    pub company_id: CompanyId,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
