//! The places in which people set sandboxes up: leases like those of runs, without a run.

use std::sync::Arc;

use wireclip_domain::lease::{Disposition, Ending, LeaseEventKind, LeasePolicy, LeaseStatus, LeaseUse};
use wireclip_domain::{LeaseId, OpaqueJson, RowId, Timestamp};
use wireclip_ports::sandbox::{AcquiredLease, LeaseHold, LeaseScope, SandboxProvider};
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_store::{Scope, sandbox_creates};

use super::acquiring::known;
use super::{Leases, ending, telling};
use crate::change::Change;
use crate::core::Wanted;
use crate::error::ServiceResult;

/// Where a lease's metadata tell its environment, also when that is gone.
pub(super) const SETUP_ENVIRONMENT: &str = "environmentId";

/// A place that was made for a person.
pub(crate) struct SetupPlace<'p> {
    /// Whose it is.
    pub(crate) scope: LeaseScope,
    /// The provider's key.
    pub(crate) provider: &'p str,
    /// The settings it was made with.
    pub(crate) config: &'p OpaqueJson,
    /// The place.
    pub(crate) acquired: &'p AcquiredLease,
    /// Its entry in the journal of creates.
    pub(crate) create: RowId,
    /// Whether nobody wants it any more.
    pub(crate) is_unwanted: bool,
}

/// Books a place; from here on the lease answers for it and not the journal.
pub(crate) async fn book_setup(change: &mut Change<'_>, place: SetupPlace<'_>) -> ServiceResult<LeaseId> {
    let SetupPlace { scope, provider, config, acquired, create, is_unwanted } = place;
    let now = change.now();
    let mut metadata = config.clone().merged_with(&acquired.metadata);
    metadata.set("driver", &"sandbox");
    metadata.set(SETUP_ENVIRONMENT, &scope.environment_id);
    let mut lease = EnvironmentLease {
        id: LeaseId::random(),
        company_id: scope.company_id,
        environment_id: Some(scope.environment_id),
        execution_workspace_id: None,
        agent_id: None,
        issue_id: None,
        run_id: None,
        purpose: LeaseUse::Setup,
        status: LeaseStatus::Active,
        policy: LeasePolicy::Ephemeral,
        provider: Some(provider.to_owned()),
        provider_lease_id: Some(acquired.id.as_str().to_owned()),
        // No run works there.
        fingerprint: String::new(),
        config: config.clone(),
        observed: Some(OpaqueJson::of(&acquired.observed)),
        is_work_only_there: false,
        ending_disposition: None,
        ending_event: None,
        cleanup_status: None,
        cleanup_attempts: 0,
        next_cleanup_at: None,
        cleanup_node_id: None,
        failure_reason: None,
        metadata: Some(metadata),
        version: 1,
        acquired_at: now,
        last_used_at: now,
        expires_at: acquired.expires_at,
        released_at: None,
        created_at: now,
        updated_at: now,
    };
    if is_unwanted {
        end(&mut lease, None, now);
        change.wake_engine(Wanted::PLACES);
    }
    environment_leases::insert(&change.conn(), &lease).await?;
    sandbox_creates::delete(&change.conn(), create).await?;
    telling::acquired(change, &lease).await?;
    Ok(lease.id)
}

/// Begins the end of a setup's lease, unless it has ended: its place is to be removed.
pub(crate) async fn begin_end_of_setup(
    change: &mut Change<'_>,
    id: LeaseId,
    reason: Option<&str>,
) -> ServiceResult<()> {
    let Some(before) = environment_leases::lock(&change.conn(), id).await? else { return Ok(()) };
    if before.status != LeaseStatus::Active || before.ending_event.is_some() {
        return Ok(());
    }
    let mut after = before.clone();
    end(&mut after, reason, change.now());
    environment_leases::update(&change.conn(), &before, &after).await?;
    change.wake_engine(Wanted::PLACES);
    Ok(())
}

fn end(lease: &mut EnvironmentLease, reason: Option<&str>, now: Timestamp) {
    let ending = Ending { disposition: Disposition::Destroy, event: LeaseEventKind::Expire };
    ending::begin(lease, ending, reason, now);
}

impl Leases {
    /// Returns the place of a setup, as long as its lease is held.
    ///
    /// # Errors
    /// `Unprocessable` if its settings cannot be read.
    pub(crate) async fn hold_of_setup(
        &self,
        id: LeaseId,
    ) -> ServiceResult<Option<(Arc<dyn SandboxProvider>, LeaseHold)>> {
        let lease = environment_leases::get(&self.core.store.read(), &Scope::everything(), id).await?;
        let is_held =
            |lease: &EnvironmentLease| lease.status == LeaseStatus::Active && lease.ending_event.is_none();
        let Some(lease) = lease.filter(is_held) else { return Ok(None) };
        let Some(environment_id) = lease.environment_id else { return Ok(None) };
        let provider = self.provider(lease.provider.as_deref().unwrap_or_default())?;
        let spec = Arc::new(self.resolved(provider.as_ref(), &lease.config).await?);
        let (id, observed) = known(&lease)?;
        let scope = LeaseScope { company_id: lease.company_id, environment_id };
        Ok(Some((provider, LeaseHold { scope, id, spec, observed })))
    }
}
