//! What a listener is told over the socket.

use serde::Serialize;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::agent::AgentStatus;
use wireclip_domain::run::{EventLevel, InvocationSource, OutputStream, RunStatus, TriggerDetail};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RunId, Timestamp, UserId, WakeupId};

/// A message: something that happened in a company.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveMessage<'a> {
    /// Its number among all messages of this server process.
    pub id: u64,
    /// The company.
    pub company_id: CompanyId,
    /// What kind of thing happened.
    #[serde(rename = "type")]
    pub kind: LiveKind,
    /// When it happened.
    pub created_at: Timestamp,
    /// Its number among the company's stored events, from which a listener can go on after a
    /// break; output of runs has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<i64>,
    /// What happened.
    pub payload: LivePayload<'a>,
}

/// The kinds of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum LiveKind {
    /// An entry of the activity log.
    #[serde(rename = "activity.logged")]
    ActivityLogged,
    /// A run was admitted.
    #[serde(rename = "heartbeat.run.queued")]
    RunQueued,
    /// A run moved to another status.
    #[serde(rename = "heartbeat.run.status")]
    RunStatus,
    /// A run noted something about itself.
    #[serde(rename = "heartbeat.run.event")]
    RunEvent,
    /// A run printed something.
    #[serde(rename = "heartbeat.run.log")]
    RunLog,
    /// An agent's standing changed.
    #[serde(rename = "agent.status")]
    AgentStatus,
    /// Events are missing that nobody can tell any more: what is shown has to be read anew. Its `seq`
    /// is the number from which the feed goes on, which may be lower than what was heard before.
    #[serde(rename = "resync")]
    Resync,
}

/// What a listener hears that asked for it with `?heartbeat=1`, as long as nothing else happens: the
/// pages of a browser do not see the pings of the socket, and know by this that the line is alive.
pub const HEARTBEAT: &str = r#"{"type":"ping"}"#;

/// What a message says; its shape goes with the kind.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum LivePayload<'a> {
    /// With [`LiveKind::ActivityLogged`].
    Activity(LiveActivity<'a>),
    /// With [`LiveKind::RunQueued`].
    RunQueued(LiveRunQueued),
    /// With [`LiveKind::RunStatus`].
    RunStatus(LiveRunStatus<'a>),
    /// With [`LiveKind::RunEvent`].
    RunEvent(LiveRunEvent<'a>),
    /// With [`LiveKind::RunLog`].
    RunLog(LiveRunLog<'a>),
    /// With [`LiveKind::AgentStatus`].
    AgentStatus(LiveAgentStatus),
    /// With [`LiveKind::Resync`].
    Resync {},
}

/// An entry of the activity log.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveActivity<'a> {
    /// The kind of whoever did it.
    pub actor_type: ActorType,
    /// Who did it.
    pub actor_id: &'a str,
    /// What was done.
    pub action: &'a Action,
    /// To what kind of thing.
    pub entity_type: &'a EntityType,
    /// To which one.
    pub entity_id: &'a str,
    /// The agent that did it, if one did.
    pub agent_id: Option<AgentId>,
    /// The run in which it was done.
    pub run_id: Option<RunId>,
    /// The person on whose behalf.
    pub responsible_user_id: Option<&'a UserId>,
    /// More about it.
    pub details: Option<&'a OpaqueJson>,
}

/// A run was admitted.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveRunQueued {
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// What asked for it.
    pub invocation_source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// The wake-up that it serves.
    pub wakeup_request_id: Option<WakeupId>,
}

/// A run moved to another status.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveRunStatus<'a> {
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// The issue that it is about.
    pub issue_id: Option<IssueId>,
    /// Its status now.
    pub status: RunStatus,
    /// What asked for it.
    pub invocation_source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// What went wrong, for people.
    pub error: Option<&'a str>,
    /// What went wrong, as a code.
    pub error_code: Option<&'a str>,
    // Wire: clients expect these two, which belong to kinds of runs that this server has not.
    /// Always absent.
    pub context_source: Option<&'a str>,
    /// Always absent.
    pub final_text: Option<&'a str>,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
}

/// A run noted something about itself.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveRunEvent<'a> {
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// The issue that it is about.
    pub issue_id: Option<IssueId>,
    /// The note's number within the run.
    pub seq: i64,
    /// The kind of note.
    pub event_type: &'a str,
    /// Where it came from.
    pub stream: Option<OutputStream>,
    /// How much it matters.
    pub level: Option<EventLevel>,
    /// Always absent.
    pub color: Option<&'a str>,
    /// What it says.
    pub message: Option<&'a str>,
    // Wire: clients expect these two, which agents with sessions will fill.
    /// The tool that the agent uses just now.
    pub current_tool_name: Option<&'a str>,
    /// The last that the agent said.
    pub last_assistant_snippet: Option<&'a str>,
    /// When it was noted.
    pub last_event_at: Timestamp,
    /// More of it.
    pub payload: Option<&'a OpaqueJson>,
}

/// A run printed something.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveRunLog<'a> {
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// The issue that it is about.
    pub issue_id: Option<IssueId>,
    /// When it was read.
    pub ts: Timestamp,
    /// Its number in the run's log.
    pub seq: u64,
    /// Where it came from.
    pub stream: OutputStream,
    /// The text.
    pub chunk: &'a str,
    /// Whether the text was cut; the log has the whole.
    pub truncated: bool,
}

/// An agent's standing changed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveAgentStatus {
    /// The agent.
    pub agent_id: AgentId,
    /// Its standing now.
    pub status: AgentStatus,
    /// When it last worked.
    pub last_heartbeat_at: Option<Timestamp>,
    /// How the run that changed it ended.
    pub outcome: Option<RunStatus>,
}
