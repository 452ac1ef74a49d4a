//! Events as messages.

use wireclip_domain::event::Event;
use wireclip_services::{LiveEvent, LiveEventBody};
use wireclip_wire::live::{
    LiveActivity, LiveAgentStatus, LiveKind, LiveMessage, LivePayload, LiveRunEvent, LiveRunLog,
    LiveRunQueued, LiveRunStatus,
};

/// Writes an event as the text of a message.
pub(super) fn written(event: &LiveEvent) -> String {
    let (kind, payload) = match &event.body {
        LiveEventBody::Activity(entry) => (
            LiveKind::ActivityLogged,
            LivePayload::Activity(LiveActivity {
                actor_type: entry.actor_type,
                actor_id: &entry.actor_id,
                action: &entry.action,
                entity_type: &entry.entity_type,
                entity_id: &entry.entity_id,
                agent_id: entry.agent_id,
                run_id: entry.run_id,
                responsible_user_id: entry.responsible_user_id.as_ref(),
                details: entry.details.as_ref(),
            }),
        ),
        LiveEventBody::Event(event) => written_event(event),
        LiveEventBody::Missed => (LiveKind::Resync, LivePayload::Resync {}),
        LiveEventBody::Output(output) => (
            LiveKind::RunLog,
            LivePayload::RunLog(LiveRunLog {
                run_id: output.run_id,
                agent_id: output.agent_id,
                issue_id: output.issue_id,
                ts: output.chunk.ts,
                seq: output.chunk.seq,
                stream: output.chunk.stream,
                chunk: &output.chunk.chunk,
                truncated: output.is_truncated,
            }),
        ),
    };
    let message = LiveMessage {
        id: event.id,
        company_id: event.company_id,
        kind,
        created_at: event.created_at,
        seq: event.seq,
        payload,
    };
    serde_json::to_string(&message).expect("messages are JSON")
}

fn written_event(event: &Event) -> (LiveKind, LivePayload<'_>) {
    match event {
        Event::RunQueued { run_id, agent_id, source, trigger_detail, wakeup_id } => (
            LiveKind::RunQueued,
            LivePayload::RunQueued(LiveRunQueued {
                run_id: *run_id,
                agent_id: *agent_id,
                invocation_source: *source,
                trigger_detail: *trigger_detail,
                wakeup_request_id: *wakeup_id,
            }),
        ),
        Event::RunStatusChanged(run) => (
            LiveKind::RunStatus,
            LivePayload::RunStatus(LiveRunStatus {
                run_id: run.run_id,
                agent_id: run.agent_id,
                issue_id: run.issue_id,
                status: run.status,
                invocation_source: run.source,
                trigger_detail: run.trigger_detail,
                error: run.error.as_deref(),
                error_code: run.error_code.as_deref(),
                context_source: None,
                final_text: None,
                started_at: run.started_at,
                finished_at: run.finished_at,
            }),
        ),
        Event::RunNoted(note) => (
            LiveKind::RunEvent,
            LivePayload::RunEvent(LiveRunEvent {
                run_id: note.run_id,
                agent_id: note.agent_id,
                issue_id: note.issue_id,
                seq: note.seq,
                event_type: &note.event_type,
                stream: note.stream,
                level: note.level,
                color: None,
                message: note.message.as_deref(),
                current_tool_name: None,
                last_assistant_snippet: None,
                last_event_at: note.at,
                payload: note.payload.as_ref(),
            }),
        ),
        Event::AgentStatusChanged { agent_id, status, last_heartbeat_at, outcome } => (
            LiveKind::AgentStatus,
            LivePayload::AgentStatus(LiveAgentStatus {
                agent_id: *agent_id,
                status: *status,
                last_heartbeat_at: *last_heartbeat_at,
                outcome: *outcome,
            }),
        ),
    }
}
