//! The table `agent_keys`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{AgentId, AgentKeyId, CompanyId, OpaqueJson, Timestamp, UserId};

/// A row of `agent_keys`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AgentKeyId,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    #[sea_orm(column_type = "Text")]
    pub name: String,
    #[sea_orm(column_type = "Text")]
    pub key_hash: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub responsible_user_id: Option<UserId>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub scope: Option<OpaqueJson>,
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
