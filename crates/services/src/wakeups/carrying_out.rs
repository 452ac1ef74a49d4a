//! Carrying out what was decided about a wake-up.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::gate::{Admission, AdmissionFacts, Behind, Displaced, Receipt, Rejection, SkipCause};
use wireclip_domain::run_context::{MergeTarget, RunContext};
use wireclip_domain::tree_hold::Held;
use wireclip_domain::wakeup::{ActorType, WakeReason, WakeupStatus};
use wireclip_domain::{IssueId, OpaqueJson, RunId, WakeupId};
use wireclip_store::wakeups::Wakeup;
use wireclip_store::{agents, runs, wakeups};

use super::{Carried, WakeAnswer, Wish, loops, queueing, receipts};
use crate::change::{ActivityRecord, Change};
use crate::error::ServiceResult;
use crate::stops::{self, StopOrder};

/// Why a wake-up waits, for those who look at it.
const WAITS_FOR_RUN: &str = "issue_execution_deferred";
const WAITS_FOR_RECOVERY: &str = "execution_recovery";

/// Decides about a wish and stores what becomes of it.
pub(super) async fn carry_out(
    change: &mut Change<'_>,
    wish: &Wish<'_>,
    facts: &AdmissionFacts,
) -> ServiceResult<Carried> {
    let decision = wish.decide(facts);
    for Displaced { run_id, code } in decision.displaced {
        let message = "A wake-up of the issue's agent took its place".to_owned();
        stops::cancel_waiting(change, run_id, &StopOrder { code, message }).await?;
    }
    let answer = match decision.admission {
        Admission::Reject(rejection) => return reject(change, wish, rejection).await,
        Admission::Refuse { cause, receipt } => refuse(change, wish, &cause, receipt).await?,
        Admission::Coalesce { run_id, target } => match coalesce(change, wish, run_id, target).await? {
            Some(answer) => answer,
            None => return Ok(Carried::Overtaken),
        },
        Admission::Defer { into, behind } => defer(change, wish, into, behind).await?,
        Admission::Queue(mode) => WakeAnswer::Queued(Box::new(queueing::queue(change, wish, &mode).await?)),
    };
    Ok(Carried::Answered(answer))
}

async fn reject(change: &Change<'_>, wish: &Wish<'_>, rejection: Rejection) -> ServiceResult<Carried> {
    let unheard = wish.manner.is_quiet.then(|| rejection.unheard());
    if let Some(reason) = unheard.or_else(|| rejection.stored(wish.by)) {
        receipts::refused(change, wish, reason, Receipt::New).await?;
    }
    Ok(Carried::Rejected(rejection))
}

async fn refuse(
    change: &mut Change<'_>,
    wish: &Wish<'_>,
    cause: &SkipCause,
    receipt: Receipt,
) -> ServiceResult<WakeAnswer> {
    let is_first = receipts::refused(change, wish, cause.reason(), receipt).await?;
    if let SkipCause::Loop(cut) = cause {
        loops::show(change, wish, *cut, is_first).await?;
    }
    if let SkipCause::TreeHold(held) = cause
        && is_first
    {
        tell_put_off(change, wish, held);
    }
    if cause.counts_as_beat() && wish.order.source == wireclip_domain::run::InvocationSource::Timer {
        let mut beaten = wish.agent.clone();
        beaten.last_heartbeat_at = Some(change.now());
        agents::update(&change.conn(), &wish.agent, &beaten).await?;
    }
    Ok(match cause {
        SkipCause::UnsettledRun(run_id) => WakeAnswer::SkippedFor { unsettled: *run_id },
        cause => WakeAnswer::Skipped(Some(cause.reason())),
    })
}

/// Tells in the log of a held issue that its agent was not woken.
fn tell_put_off(change: &mut Change<'_>, wish: &Wish<'_>, held: &Held) {
    let Some(issue) = &wish.issue else { return };
    let mut details = OpaqueJson::object();
    details.set("holdId", &held.hold_id);
    details.set("rootIssueId", &held.root_issue_id);
    details.set("agentId", &wish.agent.id);
    details.set("requestedReason", &wish.order.reason.as_ref().map(WakeReason::as_str));
    details.set("identifier", &issue.identifier);
    let action = Action::IssueTreeHoldWakeupDeferred;
    let record = ActivityRecord::about(EntityType::Issue, issue.id, action, details);
    change.record_as(issue.company_id, Actor::system("tree_holds"), record);
}

async fn coalesce(
    change: &Change<'_>,
    wish: &Wish<'_>,
    run_id: RunId,
    target: MergeTarget,
) -> ServiceResult<Option<WakeAnswer>> {
    let conn = change.conn();
    // Somebody may have stopped it since it was found.
    let live = runs::lock(&conn, run_id).await?.filter(|run| !run.status.is_terminal());
    let Some(run) = live else { return Ok(None) };
    receipts::coalesced(change, wish, run_id).await?;
    let merged = RunContext::stored(run.context.clone()).merged_with(&wish.context, target);
    let mut joined = run.clone();
    joined.context = merged.as_json().clone();
    joined.updated_at = change.now();
    runs::update(&conn, &run, &joined).await?;
    Ok(Some(WakeAnswer::Coalesced(Box::new(joined))))
}

async fn defer(
    change: &Change<'_>,
    wish: &Wish<'_>,
    into: Option<WakeupId>,
    behind: Behind,
) -> ServiceResult<WakeAnswer> {
    let conn = change.conn();
    let (run_id, word) = match behind {
        Behind::Run(run_id) => (run_id, WAITS_FOR_RUN),
        Behind::UnsettledRun(run_id) => (run_id, WAITS_FOR_RECOVERY),
    };
    let waiting = match into {
        Some(id) => wakeups::lock(&conn, id).await?,
        None => None,
    };
    if let Some(waiting) = waiting.filter(|waiting| waiting.status == WakeupStatus::Deferred) {
        let context = RunContext::stored(waiting.context.clone());
        let mut joined = waiting.clone();
        joined.context = context.merged_with(&wish.context, MergeTarget::NotStarted).as_json().clone();
        joined.coalesced_count = joined.coalesced_count.saturating_add(1);
        take_over(&mut joined, &receipts::new_row(change, wish, WakeupStatus::Deferred));
        joined.status_reason = Some(word.to_owned());
        joined.updated_at = change.now();
        wakeups::update(&conn, &waiting, &joined).await?;
    } else {
        let mut row = receipts::new_row(change, wish, WakeupStatus::Deferred);
        row.status_reason = Some(word.to_owned());
        if word == WAITS_FOR_RECOVERY {
            row.payload = Some(with_wait(wish.order.payload.clone()));
        }
        wakeups::insert(&conn, &row).await?;
    }
    Ok(WakeAnswer::Deferred { behind: run_id })
}

/// Has a waiting wake-up stand for another that joins it: what is more than a comment does not go
/// with the comments when they are taken back, and a person's word stays a person's.
fn take_over(waiting: &mut Wakeup, joining: &Wakeup) {
    let reason = joining.reason.as_deref().map(WakeReason::from);
    let brings_comment = !RunContext::stored(joining.context.clone()).comment_ids().is_empty();
    if reason.is_some_and(|reason| !reason.is_comment_or_mention()) {
        waiting.reason.clone_from(&joining.reason);
    }
    if joining.requested_by_type == ActorType::User && brings_comment {
        waiting.requested_by_type = joining.requested_by_type;
        waiting.requested_by_id.clone_from(&joining.requested_by_id);
        waiting.responsible_user_id.clone_from(&joining.responsible_user_id);
    }
    waiting.hops = waiting.hops.max(joining.hops);
}

/// Says of everything that waits for an issue that it waits for somebody to say what a run did.
pub(crate) async fn put_behind_recovery(change: &Change<'_>, issue_id: IssueId) -> ServiceResult<()> {
    let conn = change.conn();
    for waiting in wakeups::waiting_of_issue(&conn, issue_id).await? {
        let mut told = waiting.clone();
        told.status_reason = Some(WAITS_FOR_RECOVERY.to_owned());
        told.payload = Some(with_wait(waiting.payload.clone().unwrap_or_default()));
        told.updated_at = change.now();
        wakeups::update(&conn, &waiting, &told).await?;
    }
    Ok(())
}

/// Tells in the payload why a message waits, as clients read it.
fn with_wait(mut payload: OpaqueJson) -> OpaqueJson {
    let mut wait = OpaqueJson::object();
    wait.set("reason", &WAITS_FOR_RECOVERY);
    wait.set("message", &"The message is kept until somebody has said what the stopped run did.");
    payload.set("executionWait", &wait);
    payload
}
