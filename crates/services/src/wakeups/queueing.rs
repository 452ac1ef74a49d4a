//! Making runs: the rows that an admitted wake-up leads to.

use wireclip_domain::event::{Event, RunStatusChanged};
use wireclip_domain::gate::QueueMode;
use wireclip_domain::run::{IssueCommentStatus, RunStatus};
use wireclip_domain::run_context::{RunContext, key};
use wireclip_domain::wakeup::{WakeupEventKind, WakeupStatus};
use wireclip_domain::{IssueId, RunId, Timestamp, UserId};
use wireclip_store::runs::{self, Run};
use wireclip_store::wakeups::{self, Wakeup};

use super::receipts::{self, WakeupMove};
use super::{Wish, responsible};
use crate::change::Change;
use crate::core::Wanted;
use crate::error::ServiceResult;

/// When and as what a run is made.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlannedRun {
    /// When it is due, if not at once.
    pub due: Option<Timestamp>,
    /// The mechanism by which it repeats another, for the wire.
    pub retry_reason: Option<String>,
}

/// Queues a run for an admitted wish.
pub(super) async fn queue(change: &mut Change<'_>, wish: &Wish<'_>, mode: &QueueMode) -> ServiceResult<Run> {
    let adopted = adoptable(change, wish).await?;
    let mut context = wish.context.clone();
    let mut comments = Vec::new();
    if let Some(waiting) = &adopted {
        comments.extend(RunContext::stored(waiting.context.clone()).comment_ids());
    }
    let own = context.comment_ids();
    comments.retain(|comment| !own.contains(comment));
    comments.extend(own);
    context.set_comment_ids(&comments);
    mark_mode(&mut context, mode);
    let run = make(change, wish, context, PlannedRun::default()).await?;
    if let Some(waiting) = adopted {
        let with = WakeupMove { run_id: Some(run.id), ..WakeupMove::default() };
        receipts::step(&change.conn(), &waiting, WakeupEventKind::Adopt, with, change.now()).await?;
    }
    Ok(run)
}

/// Plans a run for later, for a wish that the machine makes by itself.
pub(crate) async fn plan_retry(
    change: &mut Change<'_>,
    order: &super::WakeOrder,
    manner: &super::Manner,
    planned: PlannedRun,
) -> ServiceResult<Run> {
    let wish = Wish::read(change, order, manner).await?;
    let context = wish.context.clone();
    make(change, &wish, context, planned).await
}

/// Earlier comments for the agent that wait for the issue are taken along.
async fn adoptable(change: &Change<'_>, wish: &Wish<'_>) -> ServiceResult<Option<Wakeup>> {
    let Some(issue) = &wish.issue else { return Ok(None) };
    let waiting = wakeups::waiting_for(&change.conn(), issue.id, wish.agent.id).await?;
    Ok(waiting.filter(|waiting| {
        let context = RunContext::stored(waiting.context.clone());
        let is_comment = Wish::reason_of(waiting).is_some_and(|reason| reason.is_comment());
        is_comment && !context.comment_ids().is_empty() && !context.answers_interaction()
    }))
}

fn mark_mode(context: &mut RunContext, mode: &QueueMode) {
    let blockers: &[IssueId] = &mode.answers_while_blocked_by;
    if !blockers.is_empty() {
        context.set("dependencyBlockedInteraction", &true);
        context.set("unresolvedBlockerIssueIds", &blockers);
        context.set("unresolvedBlockerCount", &blockers.len());
    }
}

async fn make(
    change: &mut Change<'_>,
    wish: &Wish<'_>,
    mut context: RunContext,
    planned: PlannedRun,
) -> ServiceResult<Run> {
    let responsible = responsible::resolve(change, wish, &context).await?;
    let mut wakeup = receipts::new_row(change, wish, WakeupStatus::Queued);
    context.set(key::RESPONSIBLE_USER_ID, &responsible);
    if wakeup.hops > 0 {
        context.set(key::HOPS, &wakeup.hops);
    }
    wakeup.context = context.as_json().clone();
    wakeup.responsible_user_id = Some(responsible.clone());
    let mut run = new_run(change, wish, &context, &wakeup, responsible);
    if let Some(due) = planned.due {
        run.status = RunStatus::ScheduledRetry;
        run.scheduled_retry_at = Some(due);
        run.scheduled_retry_reason = planned.retry_reason;
    }
    wakeup.run_id = Some(run.id);
    wakeups::insert(&change.conn(), &wakeup).await?;
    runs::insert(&change.conn(), &run).await?;
    if run.status == RunStatus::Queued {
        tell_queued(change, &run);
    } else {
        tell_status(change, &run);
    }
    Ok(run)
}

/// Makes the row of a run that serves a wake-up.
fn new_run(
    change: &Change<'_>,
    wish: &Wish<'_>,
    context: &RunContext,
    wakeup: &Wakeup,
    responsible: UserId,
) -> Run {
    let now = change.now();
    let mut run = empty(wakeup, context, now);
    run.responsible_user_id = Some(responsible);
    run.issue_id = wish.issue.as_ref().map(|issue| issue.id);
    run.retry_of_run_id = wish.manner.repeats;
    run.scheduled_retry_attempt =
        wish.manner.attempt.and_then(|attempt| i32::try_from(attempt).ok()).unwrap_or(0);
    run
}

/// Makes the row of a queued run for a wake-up; its issue must be there.
pub(super) fn empty(wakeup: &Wakeup, context: &RunContext, now: Timestamp) -> Run {
    Run {
        id: RunId::random(),
        company_id: wakeup.company_id,
        agent_id: wakeup.agent_id,
        issue_id: wakeup.issue_id,
        task_key: context.task_key().map(str::to_owned),
        status: RunStatus::Queued,
        source: wakeup.source,
        trigger_detail: wakeup.trigger_detail,
        responsible_user_id: wakeup.responsible_user_id.clone(),
        wakeup_id: Some(wakeup.id),
        context: context.as_json().clone(),
        started_at: None,
        finished_at: None,
        error: None,
        error_code: None,
        exit_code: None,
        signal: None,
        session_id_before: None,
        session_id_after: None,
        log_store: None,
        log_ref: None,
        log_bytes: None,
        log_sha256: None,
        process_id: None,
        process_started_at: None,
        last_output_at: None,
        last_output_seq: 0,
        last_output_stream: None,
        last_output_bytes: None,
        retry_of_run_id: None,
        process_loss_retry_count: 0,
        scheduled_retry_at: None,
        scheduled_retry_attempt: 0,
        scheduled_retry_reason: None,
        issue_comment_status: IssueCommentStatus::NotApplicable,
        issue_comment_satisfied_by_comment_id: None,
        issue_comment_retry_queued_at: None,
        liveness_state: None,
        liveness_reason: None,
        continuation_attempt: 0,
        last_useful_action_at: None,
        next_action: None,
        next_event_seq: 1,
        node_id: None,
        fence: None,
        stop_reason: None,
        stop_requested_at: None,
        stop_requested_by: None,
        hops: wakeup.hops,
        created_at: now,
        updated_at: now,
    }
}

/// Tells that a run was queued, and has the engine look.
pub(crate) fn tell_queued(change: &mut Change<'_>, run: &Run) {
    let event = Event::RunQueued {
        run_id: run.id,
        agent_id: run.agent_id,
        source: run.source,
        trigger_detail: run.trigger_detail,
        wakeup_id: run.wakeup_id,
    };
    change.emit(run.company_id, event);
    change.wake_engine(Wanted::STARTS);
}

/// Tells where a run stands now.
pub(crate) fn tell_status(change: &mut Change<'_>, run: &Run) {
    let event = Event::RunStatusChanged(RunStatusChanged {
        run_id: run.id,
        agent_id: run.agent_id,
        issue_id: run.issue_id,
        status: run.status,
        source: run.source,
        trigger_detail: run.trigger_detail,
        error: run.error.clone(),
        error_code: run.error_code.clone(),
        started_at: run.started_at,
        finished_at: run.finished_at,
    });
    change.emit(run.company_id, event);
}
