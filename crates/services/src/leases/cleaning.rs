//! Asking providers for what leases' ends want of them.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::caller::Actor;
use wireclip_domain::lease::{CleanupStatus, Disposition, LeaseEventKind, LeaseStatus, LeaseUse};
use wireclip_domain::retry::QuickThenLong;
use wireclip_domain::{CompanyId, EnvironmentId, LeaseId, Timestamp, lease};
use wireclip_ports::sandbox::{Asked, LeaseHold, LeaseScope, Receipt, ReceiptOutcome, ReleaseOrder};
use wireclip_store::counters::Within;
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_store::sandbox_creates;

use super::acquiring::known;
use super::limits::{END_CLAIMED_FOR, RELEASE_LIMIT, SETUP_DRAIN};
use super::setup::SETUP_ENVIRONMENT;
use super::{LEASES, Leases, telling};
use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};

/// After a failure the provider is asked again so soon.
const PAUSES: QuickThenLong =
    QuickThenLong { quick: Duration::from_secs(5 * 60), times: 5, long: Duration::from_secs(60 * 60) };

/// What came of asking for the end of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cleaned {
    /// The lease has come to its end.
    Ended,
    /// The provider did not confirm it; it will be asked again.
    Stranded,
    /// Somebody else asks, or has asked.
    NotOurs,
}

impl Leases {
    /// Lists the leases for whose end a provider is to be asked, the longest waiting first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due(&self, limit: u32) -> ServiceResult<Vec<LeaseId>> {
        let now = self.core.clock.now();
        let due = environment_leases::due_for_cleanup(&self.core.store.read(), now, u64::from(limit)).await?;
        Ok(due.into_iter().map(|lease| lease.id).collect())
    }

    /// Asks the provider for the end of a lease, and stores what came of it.
    ///
    /// # Errors
    /// If the database fails. The lease is due again later then.
    pub async fn clean(&self, id: LeaseId) -> ServiceResult<Cleaned> {
        let Some(company_id) = self.company_of(id).await? else { return Ok(Cleaned::NotOurs) };
        let Some(claimed) = self.claim_end(company_id, id).await? else { return Ok(Cleaned::NotOurs) };
        let outcome = self.ask_for_end(&claimed).await?;
        self.book_end(&claimed, outcome).await
    }

    /// Makes a change with which the end of a lease begins, and asks for that end at once. It is
    /// taken upon this server in the same change, so that no other asks meanwhile.
    ///
    /// # Errors
    /// If the database fails. Once the change is made, the lease is due again later then.
    pub(super) async fn end_at_once(
        &self,
        change: Change<'_>,
        before: &EnvironmentLease,
        mut after: EnvironmentLease,
    ) -> ServiceResult<Cleaned> {
        self.take_upon_itself(&mut after, change.now());
        environment_leases::update(&change.conn(), before, &after).await?;
        let claimed = change.commit(after).await?.into_inner();
        let outcome = self.ask_for_end(&claimed).await?;
        self.book_end(&claimed, outcome).await
    }

    /// Takes the end of a lease upon this server, if it is due.
    async fn claim_end(&self, company_id: CompanyId, id: LeaseId) -> ServiceResult<Option<EnvironmentLease>> {
        let company = Within::Company(company_id);
        let change = self.core.begin_within(company, Actor::system(LEASES)).await?;
        let Some(before) = environment_leases::lock(&change.conn(), id).await? else { return Ok(None) };
        let is_due = before.next_cleanup_at.is_some_and(|due| due <= change.now());
        if !is_due || before.ending_event.is_none() {
            return Ok(None);
        }
        let mut after = before.clone();
        self.take_upon_itself(&mut after, change.now());
        after.version += 1;
        environment_leases::update(&change.conn(), &before, &after).await?;
        Ok(Some(change.commit(after).await?.into_inner()))
    }

    /// Writes into a lease that this server asks for its end: the next process of this server knows
    /// by it that nobody does any more, others by the time.
    fn take_upon_itself(&self, lease: &mut EnvironmentLease, now: Timestamp) {
        lease.next_cleanup_at = Some(now.plus(END_CLAIMED_FOR));
        lease.cleanup_node_id = Some(self.core.facts.node_id);
    }

    /// Has what an earlier process of this server had taken upon itself done at once, since nobody
    /// goes on with it: creates settled, ends asked for. To be called before this process takes
    /// anything upon itself.
    ///
    /// # Errors
    /// If the database fails; it is done when its time has come then.
    pub async fn disown(&self) -> ServiceResult<u64> {
        let transaction = self.core.store.begin_write().await?;
        let (conn, node_id, now) = (transaction.conn(), self.core.facts.node_id, self.core.clock.now());
        let creates = sandbox_creates::disown(&conn, node_id, now).await?;
        let ends = environment_leases::disown(&conn, node_id, now).await?;
        drop(conn);
        transaction.commit().await?;
        Ok(creates + ends)
    }

    async fn ask_for_end(&self, lease: &EnvironmentLease) -> ServiceResult<Result<Receipt, String>> {
        let asked = async {
            let provider = self.provider(lease.provider.as_deref().unwrap_or_default())?;
            let spec = Arc::new(self.resolved(provider.as_ref(), &lease.config).await?);
            let (id, observed) = known(lease)?;
            let scope = LeaseScope { company_id: lease.company_id, environment_id: environment_of(lease) };
            let disposition = lease.ending_disposition.unwrap_or(Disposition::Stop);
            let asked = Asked::of(provider.as_ref(), &spec);
            let hold = LeaseHold { scope, id, spec, observed };
            let order = ReleaseOrder { lease: hold, disposition, drain: drain_of(lease.purpose) };
            let receipt = provider.release(order, RELEASE_LIMIT).await;
            receipt.map_err(|error| ServiceError::unprocessable(asked.failed(act(disposition), &error)))
        };
        match asked.await {
            Ok(receipt) => Ok(Ok(receipt)),
            // Nobody was asked: nothing is known of the place.
            Err(error @ ServiceError::Store(_)) => Err(error),
            Err(error) => Ok(Err(error.to_string())),
        }
    }

    async fn book_end(
        &self,
        claimed: &EnvironmentLease,
        outcome: Result<Receipt, String>,
    ) -> ServiceResult<Cleaned> {
        let company = Within::Company(claimed.company_id);
        let mut change = self.core.begin_within(company, Actor::system(LEASES)).await?;
        let before = environment_leases::lock(&change.conn(), claimed.id).await?;
        let Some(before) = before.filter(|before| before.version == claimed.version) else {
            return Ok(Cleaned::NotOurs);
        };
        let mut after = before.clone();
        after.version += 1;
        after.updated_at = change.now();
        after.cleanup_node_id = None;
        let moved = |event| {
            lease::next(before.status, event)
                .map_err(|refused| ServiceError::internal("end a lease", refused))
        };
        let cleaned = match outcome {
            Ok(receipt) => {
                let event = event_of(&before, receipt);
                after.status = moved(event)?;
                (after.ending_disposition, after.ending_event, after.next_cleanup_at) = (None, None, None);
                after.cleanup_status = Some(CleanupStatus::Success);
                after.released_at = (!after.status.is_held()).then(|| change.now());
                after.last_used_at = change.now();
                telling::released(&mut change, &after).await?;
                Cleaned::Ended
            }
            Err(message) => {
                if before.status != LeaseStatus::PendingCleanup {
                    after.status = moved(LeaseEventKind::Strand)?;
                    after.released_at = Some(change.now());
                    // Told once; the row says when it is asked for again.
                    tracing::warn!(
                        lease.id = %before.id,
                        "the place of a lease could not be put to rest; the provider is asked again: {message}"
                    );
                }
                after.cleanup_status = Some(CleanupStatus::Failed);
                after.cleanup_attempts += 1;
                after.next_cleanup_at =
                    Some(change.now().plus(PAUSES.after(after.cleanup_attempts.unsigned_abs())));
                after.failure_reason = Some(message);
                Cleaned::Stranded
            }
        };
        environment_leases::update(&change.conn(), &before, &after).await?;
        Ok(change.commit(cleaned).await?.into_inner())
    }
}

/// Returns the environment under whose name work goes on in a lease's place. Once the environment
/// is gone, a lease that people set up tells it; in the others nobody works any more.
fn environment_of(lease: &EnvironmentLease) -> EnvironmentId {
    let told = || lease.metadata.as_ref()?.text(SETUP_ENVIRONMENT)?.parse().ok();
    lease.environment_id.or_else(told).unwrap_or_else(|| EnvironmentId::from_uuid(lease.id.as_uuid()))
}

/// Returns how long work in a place is waited for.
fn drain_of(purpose: LeaseUse) -> Duration {
    match purpose {
        // Its program has ended.
        LeaseUse::Run => Duration::ZERO,
        // A person's terminal, or a look, in this very process.
        LeaseUse::Setup => SETUP_DRAIN,
    }
}

/// Says what a provider is asked to do.
fn act(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Stop => "stop a place and keep it",
        Disposition::Archive => "archive a place",
        Disposition::Destroy => "remove a place",
    }
}

/// Returns what happens to a lease whose place came to this: a place that is gone is never waited
/// for.
fn event_of(lease: &EnvironmentLease, receipt: Receipt) -> LeaseEventKind {
    let wished = lease.ending_event.unwrap_or(LeaseEventKind::Expire);
    let is_gone = matches!(receipt.outcome, ReceiptOutcome::Destroyed | ReceiptOutcome::AlreadyGone);
    let should_be = lease.ending_disposition == Some(Disposition::Destroy);
    if is_gone && !should_be { LeaseEventKind::Expire } else { wished }
}
