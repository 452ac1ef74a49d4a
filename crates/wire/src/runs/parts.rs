//! What belongs to runs: their notes, logs and issues, and the wake-ups that led to them.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::run::{
    EventLevel, ExecutionPhase, InvocationSource, LivenessState, OutputStream, RunStatus, TriggerDetail,
};
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RunId, Timestamp, UserId, WakeupId};

use super::Run;

/// How the work of a run stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Execution {
    /// In a word.
    pub phase: ExecutionPhase,
    /// Why it does not go on, in a word.
    pub cause: Option<String>,
    /// Which attempt it is, from 1.
    pub attempt: u32,
    /// How many there are at most.
    pub max_attempts: u32,
    /// What may be done about it.
    pub permitted_actions: Vec<&'static str>,
}

/// A run with the names of its agent.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedRun {
    /// The run.
    #[serde(flatten)]
    pub run: Run,
    /// Its agent's name.
    pub agent_name: String,
    /// Its agent's adapter.
    pub adapter_type: AdapterType,
    /// The issue that it is about.
    pub issue_id: Option<IssueId>,
}

/// A run as an issue lists it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunOfIssue {
    /// The run.
    pub run_id: RunId,
    /// Where it stands.
    pub status: RunStatus,
    /// Its agent.
    pub agent_id: AgentId,
    /// Its agent's name.
    pub agent_name: String,
    /// Its agent's adapter.
    pub adapter_type: AdapterType,
    /// What asked for it.
    pub invocation_source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// What went wrong, for people.
    pub error: Option<String>,
    /// What went wrong, as a code.
    pub error_code: Option<String>,
    /// What it meant for the issue.
    pub liveness_state: Option<LivenessState>,
    /// Why.
    pub liveness_reason: Option<String>,
    /// What it said that comes next.
    pub next_action: Option<String>,
    /// The run that it repeats.
    pub retry_of_run_id: Option<RunId>,
    /// When it is due, if it waits for that.
    pub scheduled_retry_at: Option<Timestamp>,
    /// What it knows of why it runs, as far as lists show it.
    pub context_snapshot: OpaqueJson,
    /// The issue that it was made for.
    pub context_issue_id: Option<IssueId>,
    /// The person on whose behalf it acts.
    pub responsible_user_id: Option<UserId>,
    /// How it is carried out: `legacy`, by its adapter alone.
    pub runtime_mode: &'static str,
    /// Where it is carried out.
    pub environment: RunEnvironment,
}

/// Where a run is carried out.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RunEnvironment {
    /// By what: `local` is the server's machine.
    pub driver: &'static str,
}

/// By which run an issue is executed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueExecution {
    /// The issue.
    pub issue_id: IssueId,
    /// The run; `null` if there was none yet.
    pub run_id: Option<RunId>,
    /// Its agent.
    pub agent_id: Option<AgentId>,
    /// Where it stands.
    pub status: Option<RunStatus>,
    /// How its work stands.
    pub execution: Option<Execution>,
}

/// A note of a run.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunEvent {
    /// The note, as a text that no other note has.
    pub id: String,
    /// The company.
    pub company_id: CompanyId,
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// Its number within the run.
    pub seq: i64,
    /// The kind of note.
    pub event_type: String,
    /// Where it came from.
    pub stream: Option<OutputStream>,
    /// How much it matters.
    pub level: Option<EventLevel>,
    /// A colour.
    pub color: Option<String>,
    /// What it says.
    pub message: Option<String>,
    /// More of it.
    pub payload: Option<OpaqueJson>,
    /// When it was noted.
    pub created_at: Timestamp,
}

/// A part of a run's log.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunLog {
    /// The run.
    pub run_id: RunId,
    /// The kind of store that has it.
    pub store: String,
    /// Its name there.
    pub log_ref: String,
    /// Lines of JSON, one for each piece of output.
    pub content: String,
    /// Where to read on, if there is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next_offset: Option<u64>,
}

/// An issue that a run was about or wrote to.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunIssue {
    /// Its id.
    pub id: IssueId,
    /// Its id, by its other name.
    pub issue_id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// What is to be done.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
}

/// What a run's page shows first.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunPage {
    /// The run.
    pub run: Run,
    /// The issues that it was about or wrote to.
    pub issues: Vec<RunIssue>,
    /// What it noted, in order: at most 1000 notes; the others are in its list of events.
    pub events: Vec<RunEvent>,
}

/// What became of the wake-ups for an issue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WakeEvents {
    /// The issue.
    pub issue_id: IssueId,
    /// The wake-ups, newest first.
    pub events: Vec<WakeEvent>,
}

/// What became of the wake-ups of an agent.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentWakeEvents {
    /// The agent.
    pub agent_id: AgentId,
    /// The wake-ups, newest first.
    pub events: Vec<AgentWakeEvent>,
}

/// What became of a wake-up of an agent, and for which issue it was.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentWakeEvent {
    /// The issue, if it was for one.
    pub issue_id: Option<IssueId>,
    /// The wake-up.
    #[serde(flatten)]
    pub event: WakeEvent,
}

/// What became of a wake-up.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WakeEvent {
    /// The wake-up.
    pub id: WakeupId,
    /// Who was to work.
    pub agent_id: AgentId,
    /// What asked.
    pub source: InvocationSource,
    /// Where it stands.
    pub status: WakeupStatus,
    /// Why it was asked; `other` for reasons without a name.
    pub reason: String,
    /// Why it was refused, put off or ended, in a word.
    pub status_reason: Option<String>,
    /// How many others joined it.
    pub coalesced_count: i32,
    /// The run that served it.
    pub run_id: Option<RunId>,
    /// When it was asked.
    pub requested_at: Timestamp,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
    /// What went wrong.
    pub error: Option<String>,
}
