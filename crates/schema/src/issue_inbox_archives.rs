//! The table `issue_inbox_archives`.

use sea_orm::entity::prelude::*;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, CompanyId, IssueId, RowId, RunId, Timestamp, UserId};

/// A row of `issue_inbox_archives`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_inbox_archives")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: IssueId,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub user_id: UserId,
    pub id: RowId,
    pub company_id: CompanyId,
    pub archived_by_actor_type: ActorType,
    pub archived_by_agent_id: Option<AgentId>,
    pub archived_by_run_id: Option<RunId>,
    pub archived_at: Timestamp,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
