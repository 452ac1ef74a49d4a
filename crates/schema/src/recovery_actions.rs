//! The table `recovery_actions`.

use sea_orm::entity::prelude::*;
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RecoveryActionId, RunId, Timestamp, UserId};

/// A row of `recovery_actions`. What keeps an issue from going on by itself until somebody has put it right.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "recovery_actions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RecoveryActionId,
    pub company_id: CompanyId,
    pub issue_id: IssueId,
    #[sea_orm(column_type = "Text")]
    pub kind: String,
    #[sea_orm(column_type = "Text")]
    pub status: String,
    #[sea_orm(column_type = "Text")]
    pub owner_type: String,
    pub owner_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub owner_user_id: Option<UserId>,
    pub run_id: Option<RunId>,
    pub agent_id: Option<AgentId>,
    /// Who goes on with the issue when it is settled.
    pub return_owner_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text")]
    pub cause: String,
    /// What makes a second one about the same recognisable.
    #[sea_orm(column_type = "Text")]
    pub fingerprint: String,
    #[sea_orm(column_type = "JsonBinary")]
    pub evidence: OpaqueJson,
    #[sea_orm(column_type = "Text")]
    pub next_action: String,
    pub attempt_count: i32,
    #[sea_orm(column_type = "Text", nullable)]
    pub outcome: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub resolution_note: Option<String>,
    pub resolved_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
