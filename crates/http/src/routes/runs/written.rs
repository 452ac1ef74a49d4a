//! Runs in the words of the wire.

use wireclip_domain::OpaqueJson;
use wireclip_domain::redaction::shown;
use wireclip_domain::run_context::RunContext;
use wireclip_domain::run_host::LOG_STORE;
use wireclip_services::records::{Issue, Run, RunEvent, RunResult};
use wireclip_services::runs as services;
use wireclip_services::waits::Wait;
use wireclip_wire::runs as wire;
use wireclip_wire::waits::WaitsFor;

/// Writes a run with everything that it left.
pub(super) fn detail(detail: services::RunDetail) -> wire::Run {
    let waits_for = detail.waits.map(waits);
    wire::Run { waits_for, ..whole(detail.run, detail.result, Some(&detail.execution)) }
}

/// Writes a run for a list: without what may be large.
pub(in crate::routes) fn summary(mut run: Run) -> wire::Run {
    run.context = RunContext::stored(run.context).in_lists();
    whole(run, None, None)
}

/// Writes a run with the names of its agent.
pub(in crate::routes) fn named(named: services::NamedRun) -> wire::NamedRun {
    let issue_id = named.run.issue_id;
    let mut run = summary(named.run);
    run.execution = Some(execution(&named.execution));
    wire::NamedRun { run, agent_name: named.agent_name, adapter_type: named.adapter_type, issue_id }
}

/// Writes a run as its issue lists it.
pub(in crate::routes) fn of_issue(named: services::NamedRun) -> wire::RunOfIssue {
    let run = named.run;
    wire::RunOfIssue {
        run_id: run.id,
        status: run.status,
        agent_id: run.agent_id,
        agent_name: named.agent_name,
        adapter_type: named.adapter_type,
        invocation_source: run.source,
        trigger_detail: run.trigger_detail,
        started_at: run.started_at,
        finished_at: run.finished_at,
        created_at: run.created_at,
        error: run.error,
        error_code: run.error_code,
        liveness_state: run.liveness_state,
        liveness_reason: run.liveness_reason,
        next_action: run.next_action,
        retry_of_run_id: run.retry_of_run_id,
        scheduled_retry_at: run.scheduled_retry_at,
        context_snapshot: shown(&RunContext::stored(run.context).in_lists()),
        context_issue_id: run.issue_id,
        responsible_user_id: run.responsible_user_id,
        runtime_mode: "legacy",
        environment: wire::RunEnvironment { driver: "local" },
    }
}

/// Writes how the work of a run stands.
pub(in crate::routes) fn execution(execution: &services::Execution) -> wire::Execution {
    wire::Execution {
        phase: execution.phase,
        cause: execution.cause.clone(),
        attempt: execution.attempt,
        max_attempts: execution.max_attempts,
        permitted_actions: execution.permitted_actions(),
    }
}

/// Writes what something waits for.
pub(in crate::routes) fn waits(wait: Wait) -> WaitsFor {
    let Wait { reason, message, until, run_id, agent_id, issue_id } = wait;
    WaitsFor { reason, message, until, run_id, agent_id, issue_id }
}

/// Writes a note of a run.
pub(super) fn event(event: RunEvent) -> wire::RunEvent {
    wire::RunEvent {
        id: format!("{}:{}", event.run_id, event.seq),
        company_id: event.company_id,
        run_id: event.run_id,
        agent_id: event.agent_id,
        seq: event.seq,
        event_type: event.event_type,
        stream: event.stream,
        level: event.level,
        color: event.color,
        message: event.message,
        payload: event.payload,
        created_at: event.created_at,
    }
}

/// Writes a part of a run's log.
pub(super) fn log(run: &Run, part: wireclip_services::LogPart) -> wire::RunLog {
    let log_ref = run.log_ref.clone();
    wire::RunLog {
        run_id: run.id,
        store: run.log_store.clone().unwrap_or_else(|| LOG_STORE.to_owned()),
        log_ref: log_ref.unwrap_or_else(|| wireclip_services::runs::log_ref(run)),
        content: part.content,
        next_offset: part.next_offset,
    }
}

/// Writes an issue that a run was about.
pub(super) fn issue(issue: Issue) -> wire::RunIssue {
    wire::RunIssue {
        id: issue.id,
        issue_id: issue.id,
        identifier: issue.identifier,
        title: issue.title,
        status: issue.status,
        priority: issue.priority,
    }
}

pub(super) fn whole(run: Run, result: Option<RunResult>, stands: Option<&services::Execution>) -> wire::Run {
    let (result_json, usage_json, stdout_excerpt, stderr_excerpt): (
        Option<OpaqueJson>,
        Option<OpaqueJson>,
        Option<String>,
        Option<String>,
    ) = match result {
        Some(left) => (left.result, left.usage, left.stdout_excerpt, left.stderr_excerpt),
        None => (None, None, None, None),
    };
    wire::Run {
        id: run.id,
        company_id: run.company_id,
        agent_id: run.agent_id,
        invocation_source: run.source,
        trigger_detail: run.trigger_detail,
        status: run.status,
        responsible_user_id: run.responsible_user_id,
        started_at: run.started_at,
        finished_at: run.finished_at,
        error: run.error,
        wakeup_request_id: run.wakeup_id,
        exit_code: run.exit_code,
        signal: run.signal,
        usage_json,
        result_json,
        next_event_seq: run.next_event_seq,
        session_id_before: run.session_id_before,
        session_id_after: run.session_id_after,
        log_store: run.log_store,
        log_ref: run.log_ref,
        log_bytes: run.log_bytes,
        log_sha256: run.log_sha256,
        stdout_excerpt,
        stderr_excerpt,
        error_code: run.error_code,
        process_pid: run.process_id,
        process_group_id: run.process_id,
        process_started_at: run.process_started_at,
        last_output_at: run.last_output_at,
        last_output_seq: run.last_output_seq,
        last_output_stream: run.last_output_stream,
        last_output_bytes: run.last_output_bytes,
        retry_of_run_id: run.retry_of_run_id,
        process_loss_retry_count: run.process_loss_retry_count,
        scheduled_retry_at: run.scheduled_retry_at,
        scheduled_retry_attempt: run.scheduled_retry_attempt,
        scheduled_retry_reason: run.scheduled_retry_reason,
        issue_comment_status: run.issue_comment_status,
        issue_comment_satisfied_by_comment_id: run.issue_comment_satisfied_by_comment_id,
        issue_comment_retry_queued_at: run.issue_comment_retry_queued_at,
        liveness_state: run.liveness_state,
        liveness_reason: run.liveness_reason,
        continuation_attempt: run.continuation_attempt,
        last_useful_action_at: run.last_useful_action_at,
        next_action: run.next_action,
        context_snapshot: shown(&run.context),
        created_at: run.created_at,
        updated_at: run.updated_at,
        execution: stands.map(execution),
        waits_for: None,
        never: wire::NeverFilled::default(),
    }
}
