//! The table `runs`.

use sea_orm::entity::prelude::*;
use serde::Deserialize;
use wireclip_domain::run::{
    InvocationSource, IssueCommentStatus, LivenessState, OutputStream, RunStatus, TriggerDetail,
};
use wireclip_domain::run_host::StopReason;
use wireclip_domain::{
    AgentId, CommentId, CompanyId, IssueId, NodeId, OpaqueJson, RunId, Timestamp, UserId, WakeupId,
};

/// A row of `runs`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "runs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RunId,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    pub issue_id: Option<IssueId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub task_key: Option<String>,
    pub status: RunStatus,
    pub source: InvocationSource,
    pub trigger_detail: Option<TriggerDetail>,
    #[sea_orm(column_type = "Text", nullable)]
    pub responsible_user_id: Option<UserId>,
    pub wakeup_id: Option<WakeupId>,
    #[sea_orm(column_type = "JsonBinary")]
    #[serde(deserialize_with = "OpaqueJson::from_text")]
    pub context: OpaqueJson,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    #[sea_orm(column_type = "Text", nullable)]
    pub error: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub error_code: Option<String>,
    pub exit_code: Option<i32>,
    #[sea_orm(column_type = "Text", nullable)]
    pub signal: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub session_id_before: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub session_id_after: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub log_store: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub log_ref: Option<String>,
    pub log_bytes: Option<i64>,
    #[sea_orm(column_type = "Text", nullable)]
    pub log_sha256: Option<String>,
    pub process_id: Option<i32>,
    pub process_started_at: Option<Timestamp>,
    pub last_output_at: Option<Timestamp>,
    pub last_output_seq: i64,
    pub last_output_stream: Option<OutputStream>,
    pub last_output_bytes: Option<i64>,
    pub retry_of_run_id: Option<RunId>,
    pub process_loss_retry_count: i32,
    pub scheduled_retry_at: Option<Timestamp>,
    pub scheduled_retry_attempt: i32,
    #[sea_orm(column_type = "Text", nullable)]
    pub scheduled_retry_reason: Option<String>,
    pub issue_comment_status: IssueCommentStatus,
    pub issue_comment_satisfied_by_comment_id: Option<CommentId>,
    pub issue_comment_retry_queued_at: Option<Timestamp>,
    pub liveness_state: Option<LivenessState>,
    #[sea_orm(column_type = "Text", nullable)]
    pub liveness_reason: Option<String>,
    pub continuation_attempt: i32,
    pub last_useful_action_at: Option<Timestamp>,
    #[sea_orm(column_type = "Text", nullable)]
    pub next_action: Option<String>,
    pub next_event_seq: i64,
    /// The server process that hosts it, and the fencing number of that server's lease.
    pub node_id: Option<NodeId>,
    pub fence: Option<i64>,
    /// The wish to stop it: stored before anything is killed.
    pub stop_reason: Option<StopReason>,
    pub stop_requested_at: Option<Timestamp>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    #[serde(deserialize_with = "OpaqueJson::from_optional_text")]
    pub stop_requested_by: Option<OpaqueJson>,
    pub hops: i32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
