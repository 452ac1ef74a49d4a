//! The table `document_annotation_comments`.

use sea_orm::entity::prelude::*;
use wireclip_domain::comment::CommentAuthorType;
use wireclip_domain::{AgentId, AnnotationCommentId, AnnotationId, CompanyId, RunId, Timestamp, UserId};

/// A row of `document_annotation_comments`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "document_annotation_comments")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AnnotationCommentId,
    pub company_id: CompanyId,
    pub annotation_id: AnnotationId,
    /// The order of a talk; two comments may be of the same millisecond.
    pub seq: i64,
    #[sea_orm(column_type = "Text")]
    pub body: String,
    pub author_type: CommentAuthorType,
    pub author_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub author_user_id: Option<UserId>,
    pub created_by_run_id: Option<RunId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
