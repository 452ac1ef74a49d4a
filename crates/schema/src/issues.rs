//! The table `issues`.

use sea_orm::entity::prelude::*;
use serde::Deserialize;
use wireclip_domain::issue::{IssuePriority, IssueStatus, ReviewPolicy, WorkMode};
use wireclip_domain::{
    AgentId, CompanyId, GoalId, IssueId, OpaqueJson, ProjectId, ProjectWorkspaceId, RowId, RunId, Timestamp,
    UserId,
};

/// A row of `issues`. No lock stands here: who holds an issue is said by `claims`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "issues")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: IssueId,
    pub company_id: CompanyId,
    pub number: i64,
    #[sea_orm(column_type = "Text")]
    pub identifier: String,
    pub project_id: Option<ProjectId>,
    pub project_workspace_id: Option<ProjectWorkspaceId>,
    pub goal_id: Option<GoalId>,
    pub parent_id: Option<IssueId>,
    #[sea_orm(column_type = "Text")]
    pub title: String,
    /// The title in small letters with single spaces: what makes two of them the same.
    #[sea_orm(column_type = "Text")]
    pub title_key: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub description: Option<String>,
    pub status: IssueStatus,
    pub status_version: i64,
    pub work_mode: WorkMode,
    pub priority: IssuePriority,
    /// 0 for critical to 3 for low, so that an index can have the order.
    pub priority_rank: i32,
    pub review_policy: Option<ReviewPolicy>,
    pub assignee_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub assignee_user_id: Option<UserId>,
    pub created_by_agent_id: Option<AgentId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub created_by_user_id: Option<UserId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub responsible_user_id: Option<UserId>,
    #[sea_orm(column_type = "Text")]
    pub origin_kind: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub origin_id: Option<String>,
    pub origin_run_id: Option<RunId>,
    #[sea_orm(column_type = "Text")]
    pub origin_fingerprint: String,
    pub request_depth: i32,
    #[sea_orm(column_type = "Text", nullable)]
    pub billing_code: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub assignee_adapter_overrides: Option<OpaqueJson>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub execution_policy: Option<OpaqueJson>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub execution_state: Option<OpaqueJson>,
    pub execution_workspace_id: Option<RowId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub execution_workspace_preference: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub execution_workspace_settings: Option<OpaqueJson>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub unblock_descriptor: Option<OpaqueJson>,
    pub blocked_transition_at: Option<Timestamp>,
    pub started_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
    pub cancelled_at: Option<Timestamp>,
    pub hidden_at: Option<Timestamp>,
    /// The last thing that happened to it, comments included; lists are ordered by it.
    pub last_activity_at: Timestamp,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
