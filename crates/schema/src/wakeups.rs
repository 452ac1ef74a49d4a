//! The table `wakeups`.

use sea_orm::entity::prelude::*;
use wireclip_domain::run::{InvocationSource, TriggerDetail};
use wireclip_domain::wakeup::{ActorType, WakeupStatus};
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RunId, Timestamp, UserId, WakeupId};

/// A row of `wakeups`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "wakeups")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: WakeupId,
    pub company_id: CompanyId,
    pub agent_id: AgentId,
    pub issue_id: Option<IssueId>,
    pub source: InvocationSource,
    pub trigger_detail: Option<TriggerDetail>,
    #[sea_orm(column_type = "Text", nullable)]
    pub reason: Option<String>,
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub payload: Option<OpaqueJson>,
    /// The seed of the run's context.
    #[sea_orm(column_type = "JsonBinary")]
    pub context: OpaqueJson,
    pub status: WakeupStatus,
    /// Why it was refused, put off or ended, as a word that the board can explain.
    #[sea_orm(column_type = "Text", nullable)]
    pub status_reason: Option<String>,
    pub coalesced_count: i32,
    pub requested_by_type: ActorType,
    #[sea_orm(column_type = "Text")]
    pub requested_by_id: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub responsible_user_id: Option<UserId>,
    #[sea_orm(column_type = "Text", nullable)]
    pub idempotency_key: Option<String>,
    /// What may exist only once (an automatic continuation of one run, say).
    #[sea_orm(column_type = "Text", nullable)]
    pub dedup_key: Option<String>,
    pub run_id: Option<RunId>,
    pub caused_by_run_id: Option<RunId>,
    /// How many runs woke each other in a row to get here.
    pub hops: i32,
    pub requested_at: Timestamp,
    pub claimed_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    #[sea_orm(column_type = "Text", nullable)]
    pub error: Option<String>,
    pub updated_at: Timestamp,
}

/// No relations: joins are written where they are needed.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
