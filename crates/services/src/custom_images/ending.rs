//! The end of a session, on whatever way: its sandbox goes with it.

use wireclip_domain::caller::Actor;
use wireclip_domain::custom_image::{SessionEvent, SessionStatus, next_of_session};
use wireclip_domain::{EnvironmentId, LeaseId, SetupSessionId};
use wireclip_store::counters::Within;
use wireclip_store::custom_image_sessions::{self, CustomImageSession};

use super::terminals::SetupEnded;
use super::{CUSTOM_IMAGES, CustomImages};
use crate::change::Change;
use crate::core::Wanted;
use crate::error::{ServiceError, ServiceResult};
use crate::leases::begin_end_of_setup;

/// Why a session failed whose sandbox was not there in time.
const NEVER_STARTED: &str = "the sandbox was not there in time, or the server stopped while it was made";
/// Why a session waits again.
const NOT_CAPTURED: &str = "the server stopped while the sandbox was captured; finish the session again";

/// What becomes of a session.
pub(super) struct Move<'m> {
    pub(super) event: SessionEvent,
    pub(super) reason: Option<&'m str>,
}

/// A session that came to its end, and the lease whose end begins with it.
pub(super) struct Ended {
    pub(super) session: CustomImageSession,
    pub(super) lease: Option<LeaseId>,
}

/// Brings a session to its end, and begins the end of its lease.
pub(super) async fn end(
    change: &mut Change<'_>,
    before: &CustomImageSession,
    how: Move<'_>,
) -> ServiceResult<Ended> {
    let status =
        next_of_session(before.status, how.event).map_err(|refused| ServiceError::refused(&refused))?;
    let mut after = before.clone();
    after.status = status;
    after.failure_reason = how.reason.map(str::to_owned);
    (after.due_at, after.finished_at) = (None, Some(change.now()));
    after.carrier_node_id = None;
    after.updated_at = change.now();
    custom_image_sessions::update(&change.conn(), before, &after).await?;
    if let Some(lease) = before.lease_id {
        begin_end_of_setup(change, lease, Some(status.as_str())).await?;
    }
    Ok(Ended { session: after, lease: before.lease_id })
}

/// Begins the ends of what people set up in an environment that is being deleted.
pub(crate) async fn end_all_of(change: &mut Change<'_>, environment: EnvironmentId) -> ServiceResult<()> {
    let Some(open) = custom_image_sessions::open(&change.conn(), environment).await? else { return Ok(()) };
    if let Some(lease) = open.lease_id {
        begin_end_of_setup(change, lease, Some("environment_deleted")).await?;
    }
    Ok(())
}

impl CustomImages {
    /// Lists the sessions at which somebody has to look, the longest waiting first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sessions_due(&self, limit: u32) -> ServiceResult<Vec<SetupSessionId>> {
        let now = self.core.clock.now();
        let due = custom_image_sessions::due(&self.core.store.read(), now, u64::from(limit)).await?;
        Ok(due.into_iter().map(|session| session.id).collect())
    }

    /// Has looked at at once what an earlier process of this server was carrying on: nobody does now.
    /// To be called before this process carries anything on.
    ///
    /// # Errors
    /// If the database fails; it is looked at when its time has come then.
    pub async fn disown(&self) -> ServiceResult<u64> {
        let transaction = self.core.store.begin_write().await?;
        let (node_id, now) = (self.core.facts.node_id, self.core.clock.now());
        let disowned = custom_image_sessions::disown(&transaction.conn(), node_id, now).await?;
        transaction.commit().await?;
        Ok(disowned)
    }

    /// Looks at a session whose time has come: one that is over ends, with its sandbox; one whose
    /// capture nobody carries on waits for the person again. Returns whether it moved.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn look_at_due(&self, id: SetupSessionId) -> ServiceResult<bool> {
        let everything = wireclip_store::Scope::everything();
        let found = custom_image_sessions::get(&self.core.store.read(), &everything, id).await?;
        let Some(found) = found else { return Ok(false) };
        let company = Within::Company(found.company_id);
        let mut change = self.core.begin_within(company, Actor::system(CUSTOM_IMAGES)).await?;
        let Some(before) = custom_image_sessions::lock(&change.conn(), id).await? else { return Ok(false) };
        if before.due_at.is_none_or(|due| due > change.now()) {
            return Ok(false);
        }
        let how = match before.status {
            SessionStatus::Starting => Move { event: SessionEvent::Fail, reason: Some(NEVER_STARTED) },
            SessionStatus::WaitingForUser => Move { event: SessionEvent::TimeOut, reason: None },
            SessionStatus::Capturing => {
                waits_again(&mut change, &before, NOT_CAPTURED).await?;
                change.commit(()).await?.into_inner();
                return Ok(true);
            }
            SessionStatus::Promoted
            | SessionStatus::Cancelled
            | SessionStatus::TimedOut
            | SessionStatus::Failed => return Ok(false),
        };
        end(&mut change, &before, how).await?;
        change.wake_engine(Wanted::PLACES.and(Wanted::CUSTOM_IMAGES));
        change.commit(()).await?.into_inner();
        self.doors.close(id, SetupEnded::TimedOut);
        Ok(true)
    }

    /// Ends a session whose sandbox did not come to be, or is gone.
    pub(super) async fn fail(&self, session: &CustomImageSession, reason: &str) -> ServiceResult<()> {
        let company = Within::Company(session.company_id);
        let mut change = self.core.begin_within(company, Actor::system(CUSTOM_IMAGES)).await?;
        let Some(before) = custom_image_sessions::lock(&change.conn(), session.id).await? else {
            return Ok(());
        };
        if next_of_session(before.status, SessionEvent::Fail).is_err() {
            return Ok(());
        }
        end(&mut change, &before, Move { event: SessionEvent::Fail, reason: Some(reason) }).await?;
        change.commit(()).await?.into_inner();
        self.doors.close(session.id, SetupEnded::Gone);
        Ok(())
    }
}

/// Lets a session wait for its person again whose sandbox was not captured.
pub(super) async fn waits_again(
    change: &mut Change<'_>,
    before: &CustomImageSession,
    reason: &str,
) -> ServiceResult<()> {
    let mut after = before.clone();
    after.status = next_of_session(before.status, SessionEvent::NotCaptured)
        .map_err(|refused| ServiceError::refused(&refused))?;
    after.failure_reason = Some(reason.to_owned());
    after.due_at = Some(after.expires_at);
    after.carrier_node_id = None;
    after.updated_at = change.now();
    custom_image_sessions::update(&change.conn(), before, &after).await?;
    Ok(())
}
