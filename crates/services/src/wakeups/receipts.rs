//! The rows of wake-ups: what each wish left behind.

use wireclip_domain::gate::{Receipt, SkipReason};
use wireclip_domain::loop_guard;
use wireclip_domain::run_context::RunContext;
use wireclip_domain::wakeup::{WakeReason, WakeupEventKind, WakeupStatus};
use wireclip_domain::{RunId, Timestamp, UserId, WakeupId, wakeup};
use wireclip_store::Conn;
use wireclip_store::wakeups::{self, Wakeup};

use super::Wish;
use super::facts::causing_run;
use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};

/// Makes the row of a wish, for the caller to complete.
pub(super) fn new_row(change: &Change<'_>, wish: &Wish<'_>, status: WakeupStatus) -> Wakeup {
    let now = change.now();
    let cause = wish.causing_run.as_ref().map(causing_run);
    let hops = loop_guard::hops(cause.as_ref()).max(wish.context.hops());
    Wakeup {
        id: WakeupId::random(),
        company_id: wish.order.company_id,
        agent_id: wish.agent.id,
        issue_id: wish.issue_id,
        source: wish.order.source,
        trigger_detail: wish.order.trigger_detail,
        reason: wish.order.reason.as_ref().map(|reason| reason.as_str().to_owned()),
        payload: Some(wish.order.payload.clone()),
        context: wish.context.as_json().clone(),
        status,
        status_reason: None,
        coalesced_count: 0,
        requested_by_type: change.actor().kind,
        requested_by_id: change.actor().id.clone(),
        responsible_user_id: change.actor().responsible_user_id.clone(),
        idempotency_key: wish.order.idempotency_key.clone(),
        dedup_key: wish.order.dedup_key.clone(),
        run_id: None,
        caused_by_run_id: change.actor().run_id,
        hops: i32::try_from(hops).unwrap_or(i32::MAX),
        requested_at: now,
        claimed_at: None,
        finished_at: status.is_terminal().then_some(now),
        error: None,
        updated_at: now,
    }
}

/// Writes that a wish was refused; returns whether it is the first refusal of its condition.
pub(super) async fn refused(
    change: &Change<'_>,
    wish: &Wish<'_>,
    reason: SkipReason,
    receipt: Receipt,
) -> ServiceResult<bool> {
    let conn = change.conn();
    if receipt == Receipt::OnePerCondition
        && let Some(latest) = wakeups::latest_of(&conn, wish.agent.id, wish.issue_id).await?
        && latest.status == WakeupStatus::Skipped
        && latest.status_reason.as_deref() == Some(reason.as_str())
    {
        let mut again = latest.clone();
        again.coalesced_count = again.coalesced_count.saturating_add(1);
        again.updated_at = change.now();
        wakeups::update(&conn, &latest, &again).await?;
        return Ok(false);
    }
    let mut row = new_row(change, wish, WakeupStatus::Skipped);
    row.status_reason = Some(reason.as_str().to_owned());
    // A refusal settles nothing: the same may be asked for again.
    row.dedup_key = None;
    wakeups::insert(&conn, &row).await?;
    Ok(true)
}

/// Writes that a wish was joined to a run.
pub(super) async fn coalesced(change: &Change<'_>, wish: &Wish<'_>, run_id: RunId) -> ServiceResult<()> {
    let mut row = new_row(change, wish, WakeupStatus::Coalesced);
    row.coalesced_count = 1;
    row.run_id = Some(run_id);
    wakeups::insert(&change.conn(), &row).await?;
    Ok(())
}

/// How a wake-up moves.
#[derive(Debug, Clone, Default)]
pub(crate) struct WakeupMove {
    /// The run that serves it from now on.
    pub run_id: Option<RunId>,
    /// Why, as a word.
    pub reason: Option<String>,
    /// Why, for people.
    pub error: Option<String>,
}

/// Moves a wake-up by an event; the caller holds its lock or its run's.
///
/// # Errors
/// If its table of moves does not know that: one that stayed where it is would never end.
pub(crate) async fn step(
    conn: &Conn<'_>,
    before: &Wakeup,
    event: WakeupEventKind,
    with: WakeupMove,
    now: Timestamp,
) -> ServiceResult<()> {
    let status = wakeup::next(before.status, event)
        .map_err(|refused| ServiceError::internal(format!("move the wake-up {}", before.id), refused))?;
    let mut after = before.clone();
    after.status = status;
    after.run_id = with.run_id.or(after.run_id);
    after.status_reason = with.reason.or(after.status_reason);
    after.error = with.error.or(after.error);
    after.updated_at = now;
    if event == WakeupEventKind::Claim {
        after.claimed_at = Some(now);
    }
    after.finished_at = status.is_terminal().then_some(now);
    Ok(wakeups::update(conn, before, &after).await?)
}

impl Wish<'_> {
    /// Returns the wish's reason, or the one that a promoted wake-up gets without any.
    pub(super) fn reason_of(row: &Wakeup) -> Option<WakeReason> {
        let own = row.reason.as_deref().map(WakeReason::from);
        own.or_else(|| RunContext::stored(row.context.clone()).wake_reason())
    }

    /// Returns the person who asked, if a person did.
    pub(super) fn requester(&self, change: &Change<'_>) -> Option<UserId> {
        change.actor().user_id()
    }
}
