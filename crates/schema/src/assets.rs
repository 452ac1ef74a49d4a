//! The table `assets`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{
    AgentId, AssetId, AttachmentId, CommentId, CompanyId, IssueId, RunId, Timestamp, UserId,
};

/// A row of `assets`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "assets")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AssetId,
    pub company_id: CompanyId,
    /// Its id as an attachment; none where it is an image of the company's.
    pub attachment_id: Option<AttachmentId>,
    pub issue_id: Option<IssueId>,
    pub comment_id: Option<CommentId>,
    #[sea_orm(column_type = "Text")]
    pub object_key: String,
    #[sea_orm(column_type = "Text")]
    pub content_type: String,
    pub byte_size: i64,
    #[sea_orm(column_type = "Text")]
    pub sha256: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub original_filename: Option<String>,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    pub created_by_run_id: Option<RunId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
