//! Booking the end of a run on everything that it touches.

use wireclip_domain::agent::AdapterType;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::run::{EventLevel, IssueCommentStatus, RunEventKind, RunStatus};
use wireclip_domain::wakeup::WakeupEventKind;
use wireclip_domain::{AgentSessionId, OpaqueJson, run};
use wireclip_ports::adapter::TokenUsage;
use wireclip_store::agent_sessions::{self, StoredSession};
use wireclip_store::run_results::{self, RunResult};
use wireclip_store::runs::{self, Run};
use wireclip_store::{agent_runtime_states, budgets};
use wireclip_store::{agents, claims};

use super::super::hosting::{RunNote, note_in};
use super::RunEnd;
use super::judging::{Ending, Judged, result};
use crate::change::Change;
use crate::costs::{UsedBy, book_run, of_tokens};
use crate::error::{ServiceError, ServiceResult};
use crate::standings;
use crate::wakeups::{WakeupMove, step, tell_status};

/// The most of a run's output that is kept beside its log, in bytes.
const LONGEST_EXCERPT: usize = 16 * 1024;

/// Writes the end of a run: its row, its claims, its result, its wake-ups, its agent, its notes.
pub(super) async fn book(
    change: &mut Change<'_>,
    ending: &Ending,
    end: &RunEnd,
    judged: &Judged,
) -> ServiceResult<Run> {
    let run = ended_row(change, ending, end, judged)?;
    runs::update(&change.conn(), &ending.run, &run).await?;
    claims::release_all(&change.conn(), run.id).await?;
    let left = RunResult {
        run_id: run.id,
        result: Some(result(ending, end, &judged.outcome)),
        usage: end.usage.as_ref().map(OpaqueJson::of),
        stdout_excerpt: excerpt(&end.stdout_tail),
        stderr_excerpt: excerpt(&end.stderr_tail),
    };
    run_results::put(&change.conn(), &left).await?;
    if let Some(event) = WakeupEventKind::of_ended_run(run.status) {
        for wakeup in &ending.served {
            let with = WakeupMove { error: run.error.clone(), ..WakeupMove::default() };
            step(&change.conn(), wakeup, event, with, change.now()).await?;
        }
    }
    // Wire: listeners hear of the run's end before they hear that its agent is at rest.
    tell_status(change, &run);
    book_session(change, ending, end, &run).await?;
    let cost = book_costs(change, ending, end, &run).await?;
    book_agent(change, ending, end, judged, &run, cost).await?;
    note_end(change, &run, judged).await?;
    Ok(run)
}

fn ended_row(change: &Change<'_>, ending: &Ending, end: &RunEnd, judged: &Judged) -> ServiceResult<Run> {
    let now = change.now();
    let outcome = &judged.outcome;
    let event = RunEventKind::ending_in(outcome.status());
    let status = event
        .and_then(|event| run::next(ending.run.status, event).ok())
        .ok_or_else(|| ServiceError::internal("end a run", "an outcome is no end"))?;
    let (exit_code, signal) = outcome.shown_exit(&judged.exit);
    let mut run = ending.run.clone();
    run.status = status;
    run.finished_at = Some(now);
    run.error = outcome.error();
    run.error_code = outcome.error_code().map(|code| code.as_str().to_owned());
    run.exit_code = exit_code;
    run.signal = signal.map(str::to_owned);
    run.session_id_after = end
        .session
        .as_ref()
        .and_then(|session| session.display_id.clone())
        .or_else(|| run.session_id_before.clone().filter(|_| !end.clears_session));
    if let Some(log) = &end.log {
        run.log_store = Some(log.store.clone());
        run.log_ref = Some(log.log_ref.clone());
        run.log_bytes = i64::try_from(log.bytes).ok();
        run.log_sha256 = Some(log.sha256.clone());
    }
    if let Some(output) = &end.last_output {
        output.write_to(&mut run);
    }
    run.issue_comment_status = judged.after.comment;
    run.issue_comment_satisfied_by_comment_id =
        judged.comment.filter(|_| judged.after.comment == IssueCommentStatus::Satisfied);
    run.issue_comment_retry_queued_at =
        (judged.after.comment == IssueCommentStatus::RetryQueued).then_some(now);
    run.liveness_state = Some(judged.liveness.state);
    run.liveness_reason = Some(judged.liveness.reason.clone());
    run.next_action.clone_from(&judged.liveness.next_action);
    run.last_useful_action_at = judged.liveness.is_useful().then_some(now);
    run.updated_at = now;
    Ok(run)
}

async fn book_session(change: &Change<'_>, ending: &Ending, end: &RunEnd, run: &Run) -> ServiceResult<()> {
    let Some(task_key) = &run.task_key else { return Ok(()) };
    let adapter_type: AdapterType = ending.agent.adapter_type;
    if let Some(session) = &end.session {
        let stored = StoredSession {
            id: AgentSessionId::random(),
            company_id: run.company_id,
            agent_id: run.agent_id,
            adapter_type,
            task_key: task_key.clone(),
            parameters: Some(session.parameters.clone()),
            display_id: session.display_id.clone(),
            last_run_id: Some(run.id),
            last_error: run.error.clone(),
            created_at: change.now(),
            updated_at: change.now(),
        };
        agent_sessions::put(&change.conn(), &stored).await?;
    } else if end.clears_session {
        agent_sessions::forget(&change.conn(), run.agent_id, adapter_type, task_key).await?;
    }
    Ok(())
}

/// Books what the run cost, and gives up what it reserved; returns what it cost.
async fn book_costs(
    change: &mut Change<'_>,
    ending: &Ending,
    end: &RunEnd,
    run: &Run,
) -> ServiceResult<MicroDollars> {
    let adapter_type = ending.agent.adapter_type;
    let mut used = end.used.clone();
    if used.is_empty() {
        // What was used is not known, but that something was.
        used.extend(end.usage.map(|tokens| of_tokens(adapter_type, tokens)));
    }
    let cost = book_run(change, UsedBy { run, issue: ending.issue.as_ref() }, &used).await?;
    budgets::give_up(&change.conn(), run.id).await?;
    Ok(cost)
}

async fn book_agent(
    change: &mut Change<'_>,
    ending: &Ending,
    end: &RunEnd,
    judged: &Judged,
    run: &Run,
    cost: MicroDollars,
) -> ServiceResult<()> {
    let mut agent = ending.agent.clone();
    agent.error_reason = judged.outcome.agent_error(judged.after.goes_on());
    agent.last_heartbeat_at = Some(change.now());
    agents::update(&change.conn(), &ending.agent, &agent).await?;
    let before = agent_runtime_states::get(&change.conn(), agent.id).await?;
    let mut state = before.unwrap_or_else(|| agent_runtime_states::untouched(&agent, change.now()));
    state.adapter_type = agent.adapter_type;
    let kept = state.session_id.take().filter(|_| !end.clears_session);
    state.session_id = run.session_id_after.clone().or(kept);
    state.last_run_id = Some(run.id);
    state.last_run_status = Some(run.status);
    state.last_error.clone_from(&run.error);
    state.updated_at = change.now();
    if let Some(TokenUsage { input_tokens, output_tokens, cached_input_tokens }) = end.usage {
        let add = |total: i64, more: u64| total.saturating_add(i64::try_from(more).unwrap_or(i64::MAX));
        state.total_input_tokens = add(state.total_input_tokens, input_tokens);
        state.total_output_tokens = add(state.total_output_tokens, output_tokens);
        state.total_cached_input_tokens = add(state.total_cached_input_tokens, cached_input_tokens);
    }
    state.total_cost_micros = state.total_cost_micros.plus(cost);
    state.dearest_run_micros = state.dearest_run_micros.max(cost);
    agent_runtime_states::put(&change.conn(), &state).await?;
    standings::tell(change, &agent, Some(run.status)).await
}

async fn note_end(change: &mut Change<'_>, run: &Run, judged: &Judged) -> ServiceResult<()> {
    let level = match run.status {
        RunStatus::Succeeded => EventLevel::Info,
        RunStatus::Failed | RunStatus::TimedOut => EventLevel::Error,
        _ => EventLevel::Warn,
    };
    let mut payload = OpaqueJson::object();
    payload.set("status", &run.status);
    payload.set("exitCode", &run.exit_code);
    let note = RunNote::lifecycle(level, format!("run {}", run.status));
    let note = RunNote { payload: Some(payload), ..note };
    note_in(change, run, note).await?;
    if judged.after.comment == IssueCommentStatus::RetryQueued {
        let message = "The run left no comment on its issue; one more run was queued to ask for it";
        note_in(change, run, RunNote::warning(message)).await?;
    }
    Ok(())
}

fn excerpt(tail: &str) -> Option<String> {
    if tail.is_empty() {
        return None;
    }
    let start = tail.ceil_char_boundary(tail.len().saturating_sub(LONGEST_EXCERPT));
    Some(tail[start..].to_owned())
}
