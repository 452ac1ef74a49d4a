//! Going on in the place of an earlier lease.

use wireclip_domain::caller::Actor;
use wireclip_domain::lease::{Disposition, Ending, LeaseEventKind, LeaseStatus, is_candidate};
use wireclip_domain::{CompanyId, LeaseId, OpaqueJson, lease};
use wireclip_ports::sandbox::{GoneReason, Observed, ProviderLeaseId, ResumeAnswer, ResumeOrder};
use wireclip_store::Scope;
use wireclip_store::counters::Within;
use wireclip_store::environment_leases::{self, EnvironmentLease};

use super::acquiring::{PlaceWish, Unusable, is_running, known};
use super::limits::{LONGEST_WAIT, LOOK_AGAIN, RESUME_LIMIT};
use super::{LEASES, Leases, ending, telling};
use crate::error::{ServiceError, ServiceResult};

/// Why a place does not fit any more, and why it could not be opened again, in the wire's words.
const MISMATCH: &str = "lease_fingerprint_mismatch";
const RESUME_FAILED: &str = "resume_failed";

/// What there is to go on in.
enum Found {
    /// A place that is the run's now.
    Taken(Box<EnvironmentLease>),
    /// One whose last lease is being ended just now.
    Ending,
    /// None.
    Nothing,
}

impl Leases {
    /// Opens a place again that an earlier run of the same agent left; `None` if there is none.
    pub(super) async fn reuse(
        &self,
        wanted: &PlaceWish<'_>,
    ) -> ServiceResult<Option<(ProviderLeaseId, Observed)>> {
        let give_up_at = self.core.clock.now().plus(LONGEST_WAIT);
        loop {
            match self.take(wanted).await? {
                Found::Taken(lease) => {
                    if let Some(resumed) = self.resume(wanted, &lease).await? {
                        return Ok(Some(resumed));
                    }
                }
                Found::Ending if self.core.clock.now() < give_up_at => {
                    self.core.clock.sleep(LOOK_AGAIN).await;
                }
                Found::Ending | Found::Nothing => return Ok(None),
            }
        }
    }

    /// Waits while an earlier run's folder for the same workspace is being given back on a machine,
    /// rather than to take another, which lacks what was installed in it.
    pub(super) async fn wait_for_folder(&self, wanted: &PlaceWish<'_>) -> ServiceResult<()> {
        let give_up_at = self.core.clock.now().plus(LONGEST_WAIT);
        let (company, environment) = (wanted.scope.company_id, wanted.environment.id);
        loop {
            let conn = self.core.store.read();
            let is_awaited =
                environment_leases::any_coming_back(&conn, company, environment, wanted.workspace()).await?;
            drop(conn);
            if !is_awaited || self.core.clock.now() >= give_up_at {
                return Ok(());
            }
            self.core.clock.sleep(LOOK_AGAIN).await;
        }
    }

    /// Gives the run a place that fits, and has those go that do not fit any more.
    async fn take(&self, wanted: &PlaceWish<'_>) -> ServiceResult<Found> {
        let run = &wanted.claimed.run;
        let change = self.core.begin_within(Within::Run(run.id), Actor::system(LEASES)).await?;
        let conn = change.conn();
        if !is_running(&change, wanted.claimed).await? {
            return Err(ServiceError::conflict("the run has ended"));
        }
        let (company, environment) = (run.company_id, wanted.environment.id);
        let candidates =
            environment_leases::reusable_by(&conn, company, environment, run.agent_id, wanted.workspace());
        let mut found = Found::Nothing;
        let mut has_changed = false;
        for seen in candidates.await? {
            let Some(before) = environment_leases::lock(&conn, seen.id).await? else { continue };
            let fits = before.fingerprint == wanted.fingerprint;
            if before.ending_event.is_some() {
                // One that is kept for the work in it is not waited for: no run gets it.
                let is_kept =
                    before.ending_disposition == Some(Disposition::Stop) && !before.is_work_only_there;
                if fits && is_kept && before.status == LeaseStatus::Active && matches!(found, Found::Nothing)
                {
                    found = Found::Ending;
                }
                continue;
            }
            // What is only there would make way for the run's workspace.
            if before.is_work_only_there || !is_candidate(before.policy, before.status, before.run_id, run.id)
            {
                continue;
            }
            let mut after = before.clone();
            if fits && !matches!(found, Found::Taken(_)) {
                after.status = match before.status {
                    LeaseStatus::Active => LeaseStatus::Active,
                    status => lease::next(status, LeaseEventKind::Resume)
                        .map_err(|refused| ServiceError::internal("resume a lease", refused))?,
                };
                (after.run_id, after.issue_id) = (Some(run.id), run.issue_id);
                (after.released_at, after.failure_reason, after.cleanup_status) = (None, None, None);
                after.last_used_at = change.now();
                after.version += 1;
                found = Found::Taken(Box::new(after.clone()));
            } else if !fits {
                let ending = Ending { disposition: Disposition::Destroy, event: LeaseEventKind::Expire };
                ending::begin(&mut after, ending, Some(MISMATCH), change.now());
            } else {
                continue;
            }
            has_changed = true;
            environment_leases::update(&conn, &before, &after).await?;
        }
        drop(conn);
        if has_changed {
            change.commit(()).await?.into_inner();
        }
        Ok(found)
    }

    /// Opens a place that is the run's already; `None` if it is no good, and ended.
    pub(super) async fn resume(
        &self,
        wanted: &PlaceWish<'_>,
        lease: &EnvironmentLease,
    ) -> ServiceResult<Option<(ProviderLeaseId, Observed)>> {
        let (id, observed) = known(lease)?;
        let order = ResumeOrder { lease: wanted.hold(id, observed) };
        match wanted.provider.resume(order, RESUME_LIMIT).await {
            Ok(ResumeAnswer::Resumed(resumed)) => {
                let company = Within::Company(lease.company_id);
                let mut change = self.core.begin_within(company, Actor::system(LEASES)).await?;
                let before = environment_leases::lock(&change.conn(), lease.id).await?;
                let Some(before) = before.filter(|before| before.version == lease.version) else {
                    return Err(ServiceError::conflict("the run has ended"));
                };
                let mut after = before.clone();
                after.observed = Some(OpaqueJson::of(&resumed.observed));
                after.metadata = Some(wanted.metadata(&resumed));
                after.expires_at = resumed.expires_at;
                after.is_work_only_there = true;
                after.version += 1;
                after.updated_at = change.now();
                environment_leases::update(&change.conn(), &before, &after).await?;
                telling::acquired(&mut change, &after).await?;
                change.commit(()).await?.into_inner();
                Ok(Some((resumed.id, resumed.observed)))
            }
            Ok(ResumeAnswer::Gone { reason: GoneReason::NotFound, sentinel: _ }) => {
                self.give_up(lease.id, Unusable::Gone, RESUME_FAILED).await?;
                Ok(None)
            }
            Ok(ResumeAnswer::Gone { reason: GoneReason::NotProven, sentinel: _ }) => {
                self.give_up(lease.id, Unusable::NotProven, RESUME_FAILED).await?;
                Ok(None)
            }
            Err(error) => {
                self.give_up(lease.id, Unusable::Unknown, RESUME_FAILED).await?;
                let message = wanted.asked().failed("open the place of an earlier run again", &error);
                Err(ServiceError::unprocessable(message))
            }
        }
    }

    pub(super) async fn company_of(&self, id: LeaseId) -> ServiceResult<Option<CompanyId>> {
        let lease = environment_leases::get(&self.core.store.read(), &Scope::everything(), id).await?;
        Ok(lease.map(|lease| lease.company_id))
    }
}
