//! The table `agent_revisions`.

use sea_orm::entity::prelude::*;
use wireclip_domain::agent::RevisionSource;
use wireclip_domain::{AgentId, AgentRevisionId, CompanyId, OpaqueJson, Timestamp, UserId};

/// A row of `agent_revisions`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_revisions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AgentRevisionId,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    pub source: RevisionSource,
    pub rolled_back_from_revision_id: Option<AgentRevisionId>,
    #[sea_orm(column_type = "JsonBinary")]
    pub changed_keys: OpaqueJson,
    #[sea_orm(column_type = "JsonBinary")]
    pub before_config: OpaqueJson,
    #[sea_orm(column_type = "JsonBinary")]
    pub after_config: OpaqueJson,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
