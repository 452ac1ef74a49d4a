//! The table `comments`.

use sea_orm::entity::prelude::*;
use serde::Deserialize;
use wireclip_domain::comment::CommentAuthorType;
use wireclip_domain::{AgentId, CommentId, CompanyId, IssueId, OpaqueJson, RunId, Timestamp, UserId};

/// A row of `comments`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "comments")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CommentId,
    pub company_id: CompanyId,
    pub issue_id: IssueId,
    /// The order of a thread; two comments may be of the same millisecond.
    pub seq: i64,
    pub author_type: CommentAuthorType,
    pub author_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub author_user_id: Option<UserId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub on_behalf_of_user_id: Option<UserId>,
    pub created_by_run_id: Option<RunId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub client_request_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub body: String,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub presentation: Option<OpaqueJson>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub metadata: Option<OpaqueJson>,
    pub deleted_at: Option<Timestamp>,
    pub deleted_by_type: Option<CommentAuthorType>,
    pub deleted_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub deleted_by_user_id: Option<UserId>,
    pub deleted_by_run_id: Option<RunId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
