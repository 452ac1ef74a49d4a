//! The table `activity`.

use sea_orm::entity::prelude::*;
use serde::Deserialize;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{ActivityId, AgentId, CompanyId, OpaqueJson, RunId, Timestamp, UserId};

/// A row of `activity`. What happened. Its number is also its place among the company's events.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "activity")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub company_id: CompanyId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    pub id: ActivityId,
    pub actor_type: ActorType,
    #[sea_orm(column_type = "Text")]
    pub actor_id: String,
    pub action: Action,
    pub entity_type: EntityType,
    #[sea_orm(column_type = "Text")]
    pub entity_id: String,
    pub agent_id: Option<AgentId>,
    pub run_id: Option<RunId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub responsible_user_id: Option<UserId>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub details: Option<OpaqueJson>,
    pub created_at: Timestamp,
    /// Covers the entry and the one before it; absent in entries from before there was a chain.
    #[sea_orm(column_type = "Text", nullable)]
    pub chain_hash: Option<String>,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
