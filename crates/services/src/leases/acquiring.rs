//! From the wish of a run to an open place.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use wireclip_domain::agent::AdapterType;
use wireclip_domain::caller::Actor;
use wireclip_domain::environment::{EnvironmentDriver, EnvironmentErrorCode};
use wireclip_domain::lease::{
    Disposition, Ending, LeaseEventKind, LeasePolicy, LeaseStatus, LeaseUse, ending_of,
};
use wireclip_domain::run::RunStatus;
use wireclip_domain::{ExecutionWorkspaceId, LeaseId, OpaqueJson, TemplateId, lease};
use wireclip_ports::adapter::Elsewhere;
use wireclip_ports::sandbox::{
    AcquireOrder, AcquiredLease, Asked, CreateAttempt, LeaseHold, LeasePurpose, LeaseScope, Observed,
    ProviderLeaseId, ResolvedSpec, ReusableWorkspace, SSH_PROVIDER, SandboxProvider,
};
use wireclip_store::counters::Within;
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_store::environments::Environment;
use wireclip_store::{runs, sandbox_creates};

use super::limits::ACQUIRE_LIMIT;
use super::{
    Creation, Journal, LEASES, Leases, RunPlace, ending, note_create, row_of, settle_create, telling,
};
use crate::change::Change;
use crate::core::Wanted;
use crate::custom_images::{Applied, applied, note_use};
use crate::environments::PlaceRefused;
use crate::error::{ServiceError, ServiceResult, or_refusal};
use crate::runs::ClaimedRun;

/// What a run wants.
pub(super) struct PlaceWish<'w> {
    pub(super) claimed: &'w ClaimedRun,
    pub(super) environment: &'w Environment,
    /// Its settings, with its custom image if it has one that fits.
    pub(super) config: OpaqueJson,
    pub(super) template: Option<TemplateId>,
    pub(super) key: &'w str,
    pub(super) provider: Arc<dyn SandboxProvider>,
    pub(super) spec: Arc<ResolvedSpec>,
    pub(super) scope: LeaseScope,
    pub(super) policy: LeasePolicy,
    pub(super) fingerprint: String,
}

impl Leases {
    /// Opens the place in which a run executes; `None` if that is this machine. A choice that
    /// cannot be used is refused, never passed over.
    ///
    /// To be called again by whoever takes the run over: the run gets its own place back.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn acquire_for(
        &self,
        claimed: &ClaimedRun,
    ) -> ServiceResult<Result<Option<RunPlace>, PlaceRefused>> {
        let environments = crate::environments::Environments::new(Arc::clone(&self.core));
        let environment = match environments.place_of(claimed).await? {
            Ok(Some(environment)) => environment,
            Ok(None) => return Ok(Ok(None)),
            Err(refused) => return Ok(Err(refused)),
        };
        let name = &environment.name;
        if claimed.agent.adapter_type != AdapterType::Process {
            let message = format!(
                "Agents of the type {} do not work in environments like \"{name}\"",
                claimed.agent.adapter_type
            );
            return Ok(Err(PlaceRefused { code: EnvironmentErrorCode::UnsupportedAdapter, message }));
        }
        let opened = or_refusal(self.open_place(claimed, &environment).await)?;
        Ok(opened.map(Some).map_err(|refusal| PlaceRefused {
            code: EnvironmentErrorCode::LeaseAcquireFailed,
            message: format!("No place could be had in \"{name}\": {refusal}"),
        }))
    }

    async fn open_place(&self, claimed: &ClaimedRun, environment: &Environment) -> ServiceResult<RunPlace> {
        let key = match environment.driver {
            EnvironmentDriver::Ssh => SSH_PROVIDER,
            _ => environment.config.text("provider").unwrap_or_default(),
        };
        let provider = self.provider(key)?;
        let applied = applied(&self.core.store.read(), &self.core.sandboxes, environment).await?;
        let Applied { config, template } = applied;
        let spec = Arc::new(self.resolved(provider.as_ref(), &config).await?);
        let gives = self.gives(&environment.env_vars).await?;
        let wishes_reuse = environment.config.get("reuseLease") == Some(OpaqueJson::of(&true));
        let is_reusable = wishes_reuse && provider.describe().capabilities.reusable_leases;
        let policy = if is_reusable { LeasePolicy::ReuseByEnvironment } else { LeasePolicy::Ephemeral };
        let scope = LeaseScope { company_id: claimed.run.company_id, environment_id: environment.id };
        let fingerprint = fingerprint(key, claimed.agent.adapter_type, &config);
        let wanted = PlaceWish {
            claimed,
            environment,
            config,
            template,
            key,
            provider,
            spec,
            scope,
            policy,
            fingerprint,
        };
        if let Some(own) = self.own(&wanted).await? {
            return Ok(wanted.place(own, true, gives));
        }
        if is_reusable && let Some(again) = self.reuse(&wanted).await? {
            return Ok(wanted.place(again, true, gives));
        }
        if environment.driver == EnvironmentDriver::Ssh {
            self.wait_for_folder(&wanted).await?;
        }
        let fresh = self.fresh(&wanted).await?;
        // What a person left in a custom image is no work of the run's.
        let is_used = wanted.template.is_some();
        Ok(wanted.place(fresh, is_used, gives))
    }

    /// Returns the place that the run has already, from a server that died before it started the
    /// run's program.
    async fn own(&self, wanted: &PlaceWish<'_>) -> ServiceResult<Option<(ProviderLeaseId, Observed)>> {
        let held = environment_leases::of_run(&self.core.store.read(), wanted.claimed.run.id).await?;
        let own = held.into_iter().find(|lease| {
            lease.status == LeaseStatus::Active
                && lease.ending_event.is_none()
                && lease.fingerprint == wanted.fingerprint
        });
        match own {
            // What was to be resumed may not have been.
            Some(own) if own.policy.is_reusable() => self.resume(wanted, &own).await,
            Some(own) => Ok(Some(known(&own)?)),
            None => Ok(None),
        }
    }

    /// Has a new place made.
    async fn fresh(&self, wanted: &PlaceWish<'_>) -> ServiceResult<(ProviderLeaseId, Observed)> {
        let attempt = CreateAttempt::random();
        let run = &wanted.claimed.run;
        let creation = Creation {
            id: row_of(attempt),
            scope: wanted.scope,
            run_id: Some(run.id),
            provider: wanted.key,
            config: &wanted.config,
        };
        let transaction = self.core.store.begin_write().await?;
        note_create(&self.core, &transaction.conn(), creation).await?;
        transaction.commit().await?;
        let order = AcquireOrder {
            scope: wanted.scope,
            spec: Arc::clone(&wanted.spec),
            purpose: LeasePurpose::Run,
            run_id: Some(run.id),
            reuse: wanted.keeps_files().then(|| ReusableWorkspace {
                agent_id: run.agent_id,
                execution_workspace_id: wanted.workspace(),
                adapter_type: wanted.claimed.agent.adapter_type.to_string(),
            }),
            wanted_root: None,
            expires_at: None,
            attempt,
            journal: Arc::new(Journal { core: Arc::clone(&self.core) }),
        };
        match wanted.provider.acquire(order, ACQUIRE_LIMIT).await {
            Ok(acquired) => {
                self.book(wanted, creation.id, &acquired).await?;
                Ok((acquired.id, acquired.observed))
            }
            Err(failure) => {
                let reason = wanted.asked().failed("make a place", &failure.error);
                settle_create(&self.core, creation.id, &failure.left, &reason).await?;
                self.core.nudge.nudge(Wanted::PLACES);
                Err(ServiceError::unprocessable(reason))
            }
        }
    }

    /// Books a place that was made; from here on the lease answers for it and not the journal.
    async fn book(
        &self,
        wanted: &PlaceWish<'_>,
        create: wireclip_domain::RowId,
        acquired: &AcquiredLease,
    ) -> ServiceResult<()> {
        let run_id = wanted.claimed.run.id;
        let mut change = self.core.begin_within(Within::Run(run_id), Actor::system(LEASES)).await?;
        let mut lease = wanted.lease(&change, acquired);
        let is_wanted = is_running(&change, wanted.claimed).await?;
        if !is_wanted {
            // The run ended while its place was made.
            let ending = Ending { disposition: Disposition::Destroy, event: LeaseEventKind::Expire };
            lease.is_work_only_there = false;
            ending::begin(&mut lease, ending, None, change.now());
            change.wake_engine(Wanted::PLACES);
        }
        environment_leases::insert(&change.conn(), &lease).await?;
        sandbox_creates::delete(&change.conn(), create).await?;
        if let Some(template) = wanted.template {
            note_use(&change, template).await?;
        }
        telling::acquired(&mut change, &lease).await?;
        change.commit(()).await?.into_inner();
        if is_wanted { Ok(()) } else { Err(ServiceError::conflict("the run has ended")) }
    }

    /// Ends a lease that a run had for no use.
    pub(super) async fn give_up(&self, id: LeaseId, unusable: Unusable, reason: &str) -> ServiceResult<()> {
        let Some(company) = self.company_of(id).await? else { return Ok(()) };
        let mut change = self.core.begin_within(Within::Company(company), Actor::system(LEASES)).await?;
        let Some(before) = environment_leases::lock(&change.conn(), id).await? else { return Ok(()) };
        let mut after = before.clone();
        match unusable {
            Unusable::Gone => {
                after.status = lease::next(before.status, LeaseEventKind::Expire)
                    .map_err(|refused| ServiceError::internal("end a lease", refused))?;
                after.released_at = Some(change.now());
                after.failure_reason = Some(reason.to_owned());
                after.version += 1;
                after.updated_at = change.now();
                telling::released(&mut change, &after).await?;
            }
            // Somebody has to look at what is in it; no run goes on there.
            Unusable::NotProven => {
                after.policy = LeasePolicy::RetainOnFailure;
                let ending = Ending { disposition: Disposition::Stop, event: LeaseEventKind::Retain };
                ending::begin(&mut after, ending, Some(reason), change.now());
            }
            Unusable::Unknown => {
                let ending = ending_of(before.policy, lease::RunEnd::Failed, true);
                ending::begin(&mut after, ending, Some(reason), change.now());
            }
        }
        environment_leases::update(&change.conn(), &before, &after).await?;
        change.wake_engine(Wanted::PLACES);
        change.commit(()).await?.into_inner();
        Ok(())
    }
}

/// Why a run cannot use a lease that it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unusable {
    /// Its place is gone.
    Gone,
    /// Its place does not prove to be the workspace.
    NotProven,
    /// Nobody knows: its place may be good.
    Unknown,
}

impl PlaceWish<'_> {
    /// Returns what stands for the workspace: an agent has one, of which the places are copies.
    pub(super) fn workspace(&self) -> ExecutionWorkspaceId {
        ExecutionWorkspaceId::from_uuid(self.claimed.run.agent_id.as_uuid())
    }

    /// Returns whether something of the place is still there for the next run of the workspace.
    fn keeps_files(&self) -> bool {
        // A machine's folder is only held by a lease, and not made for it.
        self.policy.is_reusable() || self.environment.driver == EnvironmentDriver::Ssh
    }

    /// Says who is asked, and where, for when that fails.
    pub(super) fn asked(&self) -> Asked {
        Asked::of(self.provider.as_ref(), &self.spec)
    }

    pub(super) fn hold(&self, id: ProviderLeaseId, observed: Observed) -> LeaseHold {
        LeaseHold { scope: self.scope, id, spec: Arc::clone(&self.spec), observed }
    }

    fn place(
        &self,
        (id, observed): (ProviderLeaseId, Observed),
        is_used: bool,
        gives: Elsewhere,
    ) -> RunPlace {
        RunPlace { provider: self.key.to_owned(), hold: self.hold(id, observed), is_used, gives }
    }

    fn lease(&self, change: &Change<'_>, acquired: &AcquiredLease) -> EnvironmentLease {
        let (run, now) = (&self.claimed.run, change.now());
        EnvironmentLease {
            id: LeaseId::random(),
            company_id: run.company_id,
            environment_id: Some(self.environment.id),
            execution_workspace_id: self.keeps_files().then(|| self.workspace()),
            agent_id: Some(run.agent_id),
            issue_id: run.issue_id,
            run_id: Some(run.id),
            purpose: LeaseUse::Run,
            status: LeaseStatus::Active,
            policy: self.policy,
            provider: Some(self.key.to_owned()),
            provider_lease_id: Some(acquired.id.as_str().to_owned()),
            fingerprint: self.fingerprint.clone(),
            config: self.config.clone(),
            observed: Some(OpaqueJson::of(&acquired.observed)),
            // Until the run's program says otherwise.
            is_work_only_there: true,
            ending_disposition: None,
            ending_event: None,
            cleanup_status: None,
            cleanup_attempts: 0,
            next_cleanup_at: None,
            cleanup_node_id: None,
            failure_reason: None,
            metadata: Some(self.metadata(acquired)),
            version: 1,
            acquired_at: now,
            last_used_at: now,
            expires_at: acquired.expires_at,
            released_at: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// Says what the wire shows of a lease: the settings, with secrets by reference, and what the
    /// provider tells.
    pub(super) fn metadata(&self, acquired: &AcquiredLease) -> OpaqueJson {
        let mut metadata = match self.environment.driver {
            // Wire: of a machine's settings only those are shown by which it is found.
            EnvironmentDriver::Ssh => acquired.metadata.clone(),
            _ => self.config.clone().merged_with(&acquired.metadata),
        };
        metadata.set("agentId", &self.claimed.run.agent_id);
        metadata.set("driver", &self.environment.driver);
        metadata
    }
}

/// Returns what a lease's row knows of its place.
pub(super) fn known(lease: &EnvironmentLease) -> ServiceResult<(ProviderLeaseId, Observed)> {
    let id = lease.provider_lease_id.as_deref().unwrap_or_default();
    let observed = match &lease.observed {
        Some(observed) => observed
            .parse()
            .map_err(|error| ServiceError::internal("read what is known of a place", error))?,
        None => Observed::default(),
    };
    Ok((ProviderLeaseId::new(id), observed))
}

/// Returns whether a run is running still, under the number that it was claimed with.
pub(super) async fn is_running(change: &Change<'_>, claimed: &ClaimedRun) -> ServiceResult<bool> {
    let run = runs::lock(&change.conn(), claimed.run.id).await?;
    Ok(run.is_some_and(|run| run.status == RunStatus::Running && run.fence == claimed.run.fence))
}

/// Returns the digest of everything that makes a place what it is, whose files may meet.
fn fingerprint(provider: &str, adapter_type: AdapterType, config: &OpaqueJson) -> String {
    let mut members: Vec<(String, String)> =
        config.members().map(|(key, value)| (key.to_owned(), value.to_string())).collect();
    members.sort_unstable();
    let mut digest = Sha256::new();
    for part in [provider, adapter_type.as_str()] {
        digest.update(part);
        digest.update([0]);
    }
    for (key, value) in members {
        digest.update(key);
        digest.update([0]);
        digest.update(value);
        digest.update([0]);
    }
    hex::encode(digest.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_another_with_any_other_setting() {
        let mut config = OpaqueJson::object();
        config.set("image", &"a");
        let first = fingerprint("daytona", AdapterType::Process, &config);
        assert_eq!(fingerprint("daytona", AdapterType::Process, &config), first);
        assert_ne!(fingerprint("meadow", AdapterType::Process, &config), first);
        assert_ne!(fingerprint("daytona", AdapterType::CodexLocal, &config), first);
        config.set("image", &"b");
        assert_ne!(fingerprint("daytona", AdapterType::Process, &config), first);
    }
}
