//! Removing places that wait to be used again, because somebody wants them gone.

use futures_util::{StreamExt as _, stream};
use wireclip_domain::caller::Actor;
use wireclip_domain::lease::{Disposition, Ending, LeaseEventKind};
use wireclip_domain::{CompanyId, EnvironmentId, LeaseId};
use wireclip_store::counters::Within;
use wireclip_store::environment_leases;

use super::{Cleaned, LEASES, Leases, ending};
use crate::error::ServiceResult;

/// Why such a lease ended, in the wire's word.
const ENVIRONMENT_DELETED: &str = "environment_deleted";
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
            .map(|lease| self.destroy(lease.company_id, lease.id))
            .buffer_unordered(AT_ONCE);
        let mut count = 0;
        while let Some(is_removed) = removed.next().await {
            count += u64::from(is_removed?);
        }
        Ok(count)
    }

    async fn destroy(&self, company: CompanyId, id: LeaseId) -> ServiceResult<bool> {
        let change = self.core.begin_within(Within::Company(company), Actor::system(LEASES)).await?;
        let Some(before) = environment_leases::lock(&change.conn(), id).await? else { return Ok(false) };
        if !before.status.waits() || before.ending_event.is_some() {
            return Ok(false);
        }
        let mut after = before.clone();
        let gone = Ending { disposition: Disposition::Destroy, event: LeaseEventKind::Expire };
        ending::begin(&mut after, gone, Some(ENVIRONMENT_DELETED), change.now());
        environment_leases::update(&change.conn(), &before, &after).await?;
        change.commit(()).await?.into_inner();
        Ok(self.clean(id).await? == Cleaned::Ended)
    }
}
