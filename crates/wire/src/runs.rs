//! Runs.

mod parts;
mod queries;

pub use parts::{
    AgentWakeEvent, AgentWakeEvents, Execution, IssueExecution, NamedRun, RunEnvironment, RunEvent, RunIssue,
    RunLog, RunOfIssue, RunPage, WakeEvent, WakeEvents,
};
pub use queries::{EventsQuery, ListRunsQuery, LiveRunsQuery, LogQuery};

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::run::{
    InvocationSource, IssueCommentStatus, LivenessState, OutputStream, RunStatus, TriggerDetail,
};
use wireclip_domain::{AgentId, CommentId, CompanyId, OpaqueJson, RowId, RunId, Timestamp, UserId, WakeupId};

use crate::waits::WaitsFor;

/// A run.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// The company.
    pub company_id: CompanyId,
    /// Its agent.
    pub agent_id: AgentId,
    /// What asked for it.
    pub invocation_source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// Where it stands.
    pub status: RunStatus,
    /// The person on whose behalf it acts.
    pub responsible_user_id: Option<UserId>,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
    /// What went wrong, for people.
    pub error: Option<String>,
    /// The wake-up that it serves.
    pub wakeup_request_id: Option<WakeupId>,
    /// The exit code of its program.
    pub exit_code: Option<i32>,
    /// The signal that ended its program.
    pub signal: Option<String>,
    /// The tokens that it used; absent in lists.
    pub usage_json: Option<OpaqueJson>,
    /// What it left; absent in lists.
    pub result_json: Option<OpaqueJson>,
    /// The number of its next note.
    pub next_event_seq: i64,
    /// The session that it resumed.
    pub session_id_before: Option<String>,
    /// The session that it left.
    pub session_id_after: Option<String>,
    /// The kind of store that has its log.
    pub log_store: Option<String>,
    /// The name of its log there.
    pub log_ref: Option<String>,
    /// The length of its log.
    pub log_bytes: Option<i64>,
    /// The digest of its log.
    pub log_sha256: Option<String>,
    /// The last of its standard output; absent in lists.
    pub stdout_excerpt: Option<String>,
    /// The last of its standard error; absent in lists.
    pub stderr_excerpt: Option<String>,
    /// What went wrong, as a code.
    pub error_code: Option<String>,
    /// The process of its program.
    pub process_pid: Option<i32>,
    /// The process group of its program.
    pub process_group_id: Option<i32>,
    /// When its program was started.
    pub process_started_at: Option<Timestamp>,
    /// When it last printed something.
    pub last_output_at: Option<Timestamp>,
    /// The number of that piece in the log.
    pub last_output_seq: i64,
    /// On which stream.
    pub last_output_stream: Option<OutputStream>,
    /// The bytes of the log with it.
    pub last_output_bytes: Option<i64>,
    /// The run that it repeats.
    pub retry_of_run_id: Option<RunId>,
    /// How often its process was lost before.
    pub process_loss_retry_count: i32,
    /// When it is due, if it waits for that.
    pub scheduled_retry_at: Option<Timestamp>,
    /// Which attempt of its mechanism it is.
    pub scheduled_retry_attempt: i32,
    /// By which mechanism it repeats another.
    pub scheduled_retry_reason: Option<String>,
    /// Whether it left the comment that its issue asks for.
    pub issue_comment_status: IssueCommentStatus,
    /// That comment.
    pub issue_comment_satisfied_by_comment_id: Option<CommentId>,
    /// When another run was queued to ask for it.
    pub issue_comment_retry_queued_at: Option<Timestamp>,
    /// What it meant for its issue.
    pub liveness_state: Option<LivenessState>,
    /// Why.
    pub liveness_reason: Option<String>,
    /// Which continuation it is.
    pub continuation_attempt: i32,
    /// When it last did something useful.
    pub last_useful_action_at: Option<Timestamp>,
    /// What it said that comes next.
    pub next_action: Option<String>,
    /// What it knows of why it runs; in lists only the members that lists show.
    pub context_snapshot: OpaqueJson,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// How its work stands; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub execution: Option<Execution>,
    /// Why it has not started, if it has not; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub waits_for: Option<WaitsFor>,
    /// What the wire has and nothing here ever fills.
    #[serde(flatten)]
    pub never: NeverFilled,
}

/// Members that clients expect and that are always the same: they belong to runners, controllers
/// and identities that are not built.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NeverFilled {
    active_identity_context_id: Option<RowId>,
    execution_control_deadline_at: Option<Timestamp>,
    execution_status_delivery_id: Option<RowId>,
    runtime_mode: &'static str,
    runtime_mode_resolver_version: Option<String>,
    runtime_mode_reason: Option<String>,
    runtime_mode_resolved_at: Option<Timestamp>,
    runner_profile_json: Option<OpaqueJson>,
    runner_instance_id: Option<RowId>,
    native_session_id: Option<RowId>,
    native_issue_id: Option<RowId>,
    driver_kind: Option<String>,
    driver_version: Option<String>,
    completion_contract_id: Option<String>,
    completion_contract_sha256: Option<String>,
    native_phase: Option<String>,
    native_phase_updated_at: Option<Timestamp>,
    log_compressed: bool,
    external_run_id: Option<String>,
    controller_boot_id: Option<RowId>,
    controller_lease_expires_at: Option<Timestamp>,
    execution_stage: Option<String>,
}

impl Default for NeverFilled {
    fn default() -> Self {
        Self {
            active_identity_context_id: None,
            execution_control_deadline_at: None,
            execution_status_delivery_id: None,
            runtime_mode: "legacy",
            runtime_mode_resolver_version: None,
            runtime_mode_reason: None,
            runtime_mode_resolved_at: None,
            runner_profile_json: None,
            runner_instance_id: None,
            native_session_id: None,
            native_issue_id: None,
            driver_kind: None,
            driver_version: None,
            completion_contract_id: None,
            completion_contract_sha256: None,
            native_phase: None,
            native_phase_updated_at: None,
            log_compressed: false,
            external_run_id: None,
            controller_boot_id: None,
            controller_lease_expires_at: None,
            execution_stage: None,
        }
    }
}
