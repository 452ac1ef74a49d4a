//! The table `approvals`.

use sea_orm::entity::prelude::*;
use wireclip_domain::approval::{ApprovalKind, ApprovalStatus};
use wireclip_domain::{AgentId, ApprovalId, CompanyId, OpaqueJson, Timestamp, UserId};

/// A row of `approvals`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "approvals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ApprovalId,
    pub company_id: CompanyId,
    pub kind: ApprovalKind,
    pub status: ApprovalStatus,
    pub requested_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub requested_by_user_id: Option<UserId>,
    /// The agent that is hired if the board says so.
    pub agent_id: Option<AgentId>,
    #[sea_orm(column_type = "JsonBinary")]
    pub payload: OpaqueJson,
    #[sea_orm(column_type = "Text", nullable)]
    pub decision_note: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub decided_by_user_id: Option<UserId>,
    pub decided_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
