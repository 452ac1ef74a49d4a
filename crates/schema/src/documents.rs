//! The table `documents`.

use sea_orm::entity::prelude::*;
use wireclip_domain::document::{DocumentFormat, DocumentKey};
use wireclip_domain::{AgentId, CompanyId, DocumentId, DocumentRevisionId, IssueId, Timestamp, UserId};

/// A row of `documents`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "documents")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DocumentId,
    pub company_id: CompanyId,
    pub issue_id: IssueId,
    #[sea_orm(column_type = "Text")]
    pub key: DocumentKey,
    #[sea_orm(column_type = "Text", nullable)]
    pub title: Option<String>,
    pub format: DocumentFormat,
    /// The latest revision's text.
    #[sea_orm(column_type = "Text")]
    pub body: String,
    pub body_bytes: i64,
    pub latest_revision_id: DocumentRevisionId,
    pub latest_revision_number: i64,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    pub updated_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub updated_by_user_id: Option<UserId>,
    pub locked_at: Option<Timestamp>,
    #[sea_orm(column_type = "Text", nullable)]
    pub locked_by_user_id: Option<UserId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
