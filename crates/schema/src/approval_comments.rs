//! The table `approval_comments`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{AgentId, ApprovalCommentId, ApprovalId, CompanyId, Timestamp, UserId};

/// A row of `approval_comments`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "approval_comments")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ApprovalCommentId,
    pub company_id: CompanyId,
    pub approval_id: ApprovalId,
    /// The order of a talk; two comments may be of the same millisecond.
    pub seq: i64,
    pub author_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub author_user_id: Option<UserId>,
    #[sea_orm(column_type = "Text")]
    pub body: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
