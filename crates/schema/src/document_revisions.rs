//! The table `document_revisions`.

use sea_orm::entity::prelude::*;
use wireclip_domain::document::DocumentFormat;
use wireclip_domain::{AgentId, CompanyId, DocumentId, DocumentRevisionId, RunId, Timestamp, UserId};

/// A row of `document_revisions`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "document_revisions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DocumentRevisionId,
    pub company_id: CompanyId,
    pub document_id: DocumentId,
    pub number: i64,
    #[sea_orm(column_type = "Text", nullable)]
    pub title: Option<String>,
    pub format: DocumentFormat,
    #[sea_orm(column_type = "Text")]
    pub body: String,
    pub body_bytes: i64,
    #[sea_orm(column_type = "Text", nullable)]
    pub change_summary: Option<String>,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    pub created_by_run_id: Option<RunId>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
