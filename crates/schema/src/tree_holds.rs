//! The table `tree_holds`.

use sea_orm::entity::prelude::*;
use wireclip_domain::tree_hold::{ReleaseStrategy, TreeHoldStatus, TreeMode};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RunId, Timestamp, TreeHoldId, UserId};

/// A row of `tree_holds`. A hold on an issue and everything below it.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "tree_holds")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TreeHoldId,
    pub company_id: CompanyId,
    pub root_issue_id: IssueId,
    pub seq: i64,
    pub mode: TreeMode,
    pub status: TreeHoldStatus,
    #[sea_orm(column_type = "Text", nullable)]
    pub reason: Option<String>,
    pub release_strategy: ReleaseStrategy,
    #[sea_orm(column_type = "Text", nullable)]
    pub release_note: Option<String>,
    pub created_by_type: ActorType,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    pub created_by_run_id: Option<RunId>,
    pub released_at: Option<Timestamp>,
    pub released_by_type: Option<ActorType>,
    pub released_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub released_by_user_id: Option<UserId>,
    pub released_by_run_id: Option<RunId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub release_reason: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub release_metadata: Option<OpaqueJson>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
