//! Carrying out what follows the end of a run.

use wireclip_domain::retry::{Attempts, FollowUp, RetryReason};
use wireclip_domain::run::TriggerDetail;
use wireclip_domain::run_context::{RunContext, key};
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{OpaqueJson, Timestamp};
use wireclip_store::runs::Run;

use super::super::hosting::{RunNote, note_in};
use super::judging::{Ending, Judged};
use super::recovery;
use crate::change::Change;
use crate::error::{ServiceResult, or_refusal};
use crate::wakeups::{Manner, PlannedRun, WakeOrder, plan_retry, request_in_manner};

/// Members of a context that belong to the run that had it, not to the one that repeats it.
const OF_THE_RUN_ITSELF: &[&str] =
    &[key::WAKE_REASON, key::WAKE_SOURCE, key::WAKE_TRIGGER_DETAIL, key::CHECKED_OUT, key::WAKE_PAYLOAD];

/// A run that the machine makes by itself after another.
struct Next<'f> {
    mechanism: RetryReason,
    attempt: u32,
    attempts: &'f Attempts,
    reason: &'f WakeReason,
    due: Option<Timestamp>,
    key: &'f str,
}

/// Carries out what follows the end of a run.
pub(super) async fn follow(
    change: &mut Change<'_>,
    ending: &Ending,
    run: &Run,
    judged: &Judged,
) -> ServiceResult<()> {
    match &judged.after.follow_up {
        FollowUp::Nothing => Ok(()),
        FollowUp::Run { mechanism, attempt, attempts, reason, due, idempotency_key } => {
            let next = Next {
                mechanism: *mechanism,
                attempt: *attempt,
                attempts,
                reason,
                due: *due,
                key: idempotency_key,
            };
            make_next(change, ending, run, &next).await
        }
        FollowUp::Block(block) => {
            let Some(issue) = &ending.issue else { return Ok(()) };
            recovery::block(change, run, issue, block).await
        }
        FollowUp::Exhausted(mechanism) => {
            let message = format!("No attempt is left: {}", mechanism.as_str().replace('_', " "));
            note_in(change, run, RunNote::warning(message)).await
        }
        FollowUp::Escalate(cause) => {
            let Some(issue) = &ending.issue else { return Ok(()) };
            recovery::escalate(change, issue, Some(run), cause).await
        }
    }
}

async fn make_next(
    change: &mut Change<'_>,
    ending: &Ending,
    run: &Run,
    next: &Next<'_>,
) -> ServiceResult<()> {
    let order = order(ending, run, next);
    let is_planned = next.due.is_some();
    let manner = Manner {
        repeats: Some(run.id),
        attempt: Some(next.attempt).filter(|_| is_planned),
        ..Manner::default()
    };
    if !is_planned {
        request_in_manner(change, &order, &manner).await?;
        return Ok(());
    }
    let planned = PlannedRun { due: next.due, retry_reason: Some(next.mechanism.as_str().to_owned()) };
    match or_refusal(plan_retry(change, &order, &manner, planned).await)? {
        // Nobody is responsible any more: nothing follows, and the failure stays as it is.
        Ok(_) | Err(_) => Ok(()),
    }
}

fn order(ending: &Ending, run: &Run, next: &Next<'_>) -> WakeOrder {
    let mut context = match run.issue_id {
        // A run that only follows up is about the issue; a repetition is about all that its
        // original was about.
        Some(issue_id) if next.due.is_none() => RunContext::of_issue(issue_id),
        _ => repeated(&ending.context),
    };
    context.set(key::RETRY_REASON, &next.mechanism);
    next.attempts.write_to(&mut context);
    // The machine's own step makes a chain of wake-ups neither longer nor new.
    context.set(key::HOPS, &run.hops);
    if next.mechanism == RetryReason::MissingIssueComment {
        context.set(key::MISSING_COMMENT_FOR_RUN_ID, &run.id);
    }
    if next.mechanism.mechanism().is_status_only {
        context.set("recoveryIntent", &"status_only");
        context.set("allowDeliverableWork", &false);
        context.set("allowDocumentUpdates", &false);
    }
    let mut payload = OpaqueJson::object();
    if let Some(issue_id) = run.issue_id {
        payload.set(key::ISSUE_ID, &issue_id);
    }
    payload.set("sourceRunId", &run.id);
    WakeOrder {
        company_id: run.company_id,
        agent_id: run.agent_id,
        source: next.mechanism.source(),
        trigger_detail: Some(TriggerDetail::System),
        reason: Some(next.reason.clone()),
        payload,
        context,
        idempotency_key: Some(next.key.to_owned()),
        dedup_key: Some(next.key.to_owned()),
    }
}

fn repeated(context: &RunContext) -> RunContext {
    let mut context = context.clone();
    for key in OF_THE_RUN_ITSELF {
        context.remove(key);
    }
    context.remove(key::RESUME_FROM_RUN_ID);
    context
}
