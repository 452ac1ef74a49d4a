//! Removing places that outlived their runs, because somebody wants them gone.

use futures_util::{StreamExt as _, stream};
use wireclip_domain::caller::Actor;
use wireclip_domain::lease::{Disposition, Ending, LeaseEventKind, LeaseStatus, LeaseUse, StillHeld};
use wireclip_domain::{CompanyId, EnvironmentId, LeaseId};
use wireclip_store::counters::Within;
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_store::{PageLimit, Scope, sandbox_creates};

use super::{Cleaned, LEASES, Leases, ending, telling};
use crate::environments::{no_lease, require_admin, safe};
use crate::error::{ServiceError, ServiceResult};
use crate::request::Scoped;

/// Why such a lease ended, in the wire's word.
const ENVIRONMENT_DELETED: &str = "environment_deleted";
const COMPANY_DELETED: &str = "company_deleted";
/// Because a person said so.
const LET_GO: &str = "let_go";
/// How many places are removed at once.
const AT_ONCE: usize = 8;

impl Leases {
    /// Removes the places of an environment that wait to be used again; one that a run takes
    /// meanwhile is left to it. Returns how many are gone.
    ///
    /// # Errors
    /// If the database fails; what was begun is gone on with later.
    pub(crate) async fn destroy_waiting(&self, environment: EnvironmentId) -> ServiceResult<u64> {
        let waiting =
            environment_leases::reusable_of_environment(&self.core.store.read(), environment).await?;
        let mut removed = stream::iter(waiting)
            .map(|lease| self.destroy(lease.company_id, lease.id, ENVIRONMENT_DELETED))
            .buffer_unordered(AT_ONCE);
        let mut count = 0;
        while let Some(is_removed) = removed.next().await {
            count += u64::from(is_removed?);
        }
        Ok(count)
    }

    /// Removes every place of a company whose runs have ended. Returns what is, or may be, still
    /// there, in the provider's words.
    ///
    /// # Errors
    /// If the database fails; what was begun is gone on with later.
    pub(crate) async fn destroy_all_of(&self, company: CompanyId) -> ServiceResult<Vec<String>> {
        let left = environment_leases::left_of_company(&self.core.store.read(), company).await?;
        let mut removed = stream::iter(left)
            .map(|lease| self.destroy(lease.company_id, lease.id, COMPANY_DELETED))
            .buffer_unordered(AT_ONCE);
        while let Some(removed) = removed.next().await {
            removed?;
        }
        drop(removed);
        let conn = self.core.store.read();
        let left = environment_leases::left_of_company(&conn, company).await?;
        let creates = sandbox_creates::of_company(&conn, company, PageLimit::MAX).await?;
        let named = left.into_iter().filter_map(|lease| lease.provider_lease_id);
        let uncertain = creates.into_iter().map(|create| {
            create.provider_lease_id.unwrap_or_else(|| format!("what the attempt {} made", create.id))
        });
        Ok(named.chain(uncertain).collect())
    }

    /// Lets a place go that nobody works in, with what is in it, because a person says so: one that
    /// is kept for its work, waits for a later run, or could not be ended yet. Returns the lease
    /// as it is then; a provider that does not confirm the end is asked again. What is gone already
    /// stays as it is.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance; `Conflict` if a run holds it.
    pub async fn let_go(&self, lease: &Scoped<EnvironmentLease>) -> ServiceResult<EnvironmentLease> {
        require_admin(lease.request())?;
        let mut change = self.core.begin_in(lease.company_id, lease.request()).await?;
        let before = environment_leases::lock(&change.conn(), lease.id).await?.ok_or_else(no_lease)?;
        if before.status == LeaseStatus::Active {
            let is_ending = before.ending_event.is_some();
            let held = if is_ending { StillHeld::Ending } else { StillHeld::InUse };
            return Err(ServiceError::refused(&held));
        }
        if !before.status.has_place(before.policy) {
            return Ok(safe(before));
        }
        let mut after = before.clone();
        let gone = Ending { disposition: Disposition::Destroy, event: LeaseEventKind::Expire };
        ending::begin(&mut after, gone, Some(LET_GO), change.now());
        telling::let_go(&mut change, &after);
        self.end_at_once(change, &before, after).await?;
        let after = environment_leases::get(&self.core.store.read(), &Scope::everything(), lease.id).await?;
        after.map(safe).ok_or_else(no_lease)
    }

    async fn destroy(&self, company: CompanyId, id: LeaseId, reason: &str) -> ServiceResult<bool> {
        let change = self.core.begin_within(Within::Company(company), Actor::system(LEASES)).await?;
        let Some(before) = environment_leases::lock(&change.conn(), id).await? else { return Ok(false) };
        // A person who sets something up for a company that goes is not waited for.
        let is_a_runs = before.purpose != LeaseUse::Setup;
        let is_taken = is_a_runs && before.status == LeaseStatus::Active && before.ending_event.is_none();
        if is_taken || before.status == LeaseStatus::Expired {
            return Ok(false);
        }
        let mut after = before.clone();
        let gone = Ending { disposition: Disposition::Destroy, event: LeaseEventKind::Expire };
        ending::begin(&mut after, gone, Some(reason), change.now());
        Ok(self.end_at_once(change, &before, after).await? == Cleaned::Ended)
    }
}
