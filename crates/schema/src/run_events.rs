//! The table `run_events`.

use sea_orm::entity::prelude::*;
use wireclip_domain::run::{EventLevel, OutputStream};
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RunId, Timestamp};

/// A row of `run_events`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "run_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: RunId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    #[sea_orm(column_type = "Text")]
    pub event_type: String,
    pub stream: Option<OutputStream>,
    pub level: Option<EventLevel>,
    #[sea_orm(column_type = "Text", nullable)]
    pub color: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub message: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub payload: Option<OpaqueJson>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
