//! The table `tree_hold_members`.

use sea_orm::entity::prelude::*;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::tree_hold::TreeSkip;
use wireclip_domain::{AgentId, CompanyId, IssueId, RowId, RunId, Timestamp, TreeHoldId, UserId};

/// A row of `tree_hold_members`. How an issue stood when a hold was made.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "tree_hold_members")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RowId,
    pub hold_id: TreeHoldId,
    pub company_id: CompanyId,
    pub issue_id: IssueId,
    pub position: i64,
    pub parent_issue_id: Option<IssueId>,
    pub depth: i32,
    #[sea_orm(column_type = "Text")]
    pub issue_identifier: String,
    #[sea_orm(column_type = "Text")]
    pub issue_title: String,
    pub issue_status: IssueStatus,
    pub assignee_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub assignee_user_id: Option<UserId>,
    pub active_run_id: Option<RunId>,
    pub active_run_status: Option<RunStatus>,
    /// Why it was left as it is, if it was.
    pub skip_reason: Option<TreeSkip>,
    pub created_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
