//! The table `document_annotations`.

use sea_orm::entity::prelude::*;
use wireclip_domain::document::AnnotationStatus;
use wireclip_domain::document::anchor::{AnchorConfidence, AnchorState};
use wireclip_domain::{
    AgentId, AnnotationId, CompanyId, DocumentId, DocumentRevisionId, OpaqueJson, Timestamp, UserId,
};

/// A row of `document_annotations`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "document_annotations")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AnnotationId,
    pub company_id: CompanyId,
    pub document_id: DocumentId,
    pub status: AnnotationStatus,
    pub anchor_state: AnchorState,
    pub anchor_confidence: AnchorConfidence,
    pub original_revision_id: DocumentRevisionId,
    pub original_revision_number: i64,
    pub current_revision_id: DocumentRevisionId,
    pub current_revision_number: i64,
    #[sea_orm(column_type = "Text")]
    pub selected_text: String,
    #[sea_orm(column_type = "Text")]
    pub prefix_text: String,
    #[sea_orm(column_type = "Text")]
    pub suffix_text: String,
    pub normalized_start: i64,
    pub normalized_end: i64,
    pub markdown_start: i64,
    pub markdown_end: i64,
    /// As it was selected.
    #[sea_orm(column_type = "JsonBinary")]
    pub selector: OpaqueJson,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    pub resolved_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub resolved_by_user_id: Option<UserId>,
    pub resolved_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
