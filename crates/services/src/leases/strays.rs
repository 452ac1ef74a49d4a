//! Finding places at providers that no lease answers for any more, and settling them.
//!
//! A crash, or a word that was not true, may leave a sandbox behind of which no row tells. They
//! carry labels: what is found by those of a company and an environment of this installation, and
//! has no lease that still lives, is removed if its lease is over and nothing was only there.
//! Anything else may hold somebody's work: it gets a lease again, under which it is kept.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::caller::Actor;
use wireclip_domain::lease::{Disposition, Ending, LeaseEventKind, LeasePolicy, LeaseStatus, LeaseUse};
use wireclip_domain::{LeaseId, OpaqueJson, Timestamp};
use wireclip_ports::sandbox::{
    Asked, FindOwnedOrder, LeaseHold, LeaseScope, Observed, OwnedSandbox, ProviderError, ReleaseOrder,
    ResolvedSpec, SandboxProvider,
};
use wireclip_store::counters::Within;
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_store::{Scope, runs, sandbox_creates};

use super::ending::WORK_ONLY_THERE;
use super::journal::row_of;
use super::limits::{FIND_LIMIT, REMOVE_LIMIT};
use super::{LEASES, Leases, ending, telling};
use crate::core::Wanted;
use crate::error::{ServiceError, ServiceResult};

/// A place that is younger may have its lease booked just now.
const OLD_ENOUGH: Duration = Duration::from_secs(15 * 60);
/// How many are listed at once, and how often in one turn; the next turn goes on with what is left.
const PAGE: u16 = 100;
const PAGES: usize = 20;
/// States, in providers' words, of what is on its way out.
const LEAVING: [&str; 2] = ["destroying", "destroyed"];

/// What is to become of a place that was found.
enum Stray {
    /// Somebody answers for it, or nobody can say yet.
    Answered,
    /// It holds nothing that is not here.
    Removable,
    /// It may hold work: a lease was booked under which it is kept.
    Kept,
}

impl Leases {
    /// Lists the companies and environments for whom providers made places.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn used_environments(&self) -> ServiceResult<Vec<LeaseScope>> {
        let used = environment_leases::used_environments(&self.core.store.read()).await?;
        let scope = |(company_id, environment_id)| LeaseScope { company_id, environment_id };
        Ok(used.into_iter().map(scope).collect())
    }

    /// Looks for the places of a company in an environment that no lease answers for, and settles
    /// them. Returns how many.
    ///
    /// # Errors
    /// If the database or the provider fails. They are looked for again later then.
    pub async fn settle_strays_of(&self, scope: LeaseScope) -> ServiceResult<u64> {
        let LeaseScope { company_id, environment_id } = scope;
        let last = environment_leases::last_used(&self.core.store.read(), company_id, environment_id).await?;
        let Some(last) = last else { return Ok(0) };
        let provider = self.provider(last.provider.as_deref().unwrap_or_default())?;
        let spec = Arc::new(self.resolved(provider.as_ref(), &last.config).await?);
        let (mut cursor, mut settled) = (None, 0);
        for _ in 0..PAGES {
            let order = FindOwnedOrder { spec: Arc::clone(&spec), scope: Some(scope), cursor, limit: PAGE };
            let page = match provider.find_owned(order, FIND_LIMIT).await {
                Ok(page) => page,
                // Machines have no labels; their folders are held by a file in them.
                Err(ProviderError::Unsupported { .. }) => return Ok(settled),
                Err(error) => {
                    let asked = Asked::of(provider.as_ref(), &spec);
                    return Err(ServiceError::unprocessable(asked.failed("look for places of ours", &error)));
                }
            };
            for found in &page.sandboxes {
                match self.settle_stray(scope, &last, found).await? {
                    Stray::Answered => {}
                    Stray::Kept => settled += 1,
                    Stray::Removable => {
                        settled += u64::from(remove(provider.as_ref(), scope, &spec, found).await)
                    }
                }
            }
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        Ok(settled)
    }

    async fn settle_stray(
        &self,
        scope: LeaseScope,
        last: &EnvironmentLease,
        found: &OwnedSandbox,
    ) -> ServiceResult<Stray> {
        let company = Within::Company(scope.company_id);
        let mut change = self.core.begin_within(company, Actor::system(LEASES)).await?;
        let (conn, now) = (change.conn(), change.now());
        let is_young = found.created_at.is_some_and(|made| now.since(made) < OLD_ENOUGH);
        if is_young || LEAVING.contains(&found.state.as_str()) {
            return Ok(Stray::Answered);
        }
        if let Some(attempt) = found.labels.attempt
            && sandbox_creates::lock(&conn, row_of(attempt)).await?.is_some()
        {
            return Ok(Stray::Answered);
        }
        let known = environment_leases::of_place(&conn, scope.company_id, found.id.as_str()).await?;
        let answers =
            |lease: &EnvironmentLease| lease.status.has_place(lease.policy) || lease.ending_event.is_some();
        if known.iter().any(answers) {
            return Ok(Stray::Answered);
        }
        let may_hold_work = match known.last() {
            Some(lease) => lease.is_work_only_there,
            // What was only tried out holds nothing.
            None => found.labels.run_id.is_some() || found.labels.setup_session_id.is_some(),
        };
        if !may_hold_work {
            return Ok(Stray::Removable);
        }
        let mut lease = kept(scope, last, found, known.last(), now);
        if let Some(run_id) = found.labels.run_id.filter(|_| lease.run_id.is_none()) {
            let run = runs::get(&conn, &Scope::company(scope.company_id), run_id).await?;
            lease.run_id = run.map(|run| run.id);
        }
        drop(conn);
        let ending = Ending { disposition: Disposition::Stop, event: LeaseEventKind::Retain };
        ending::begin(&mut lease, ending, Some(WORK_ONLY_THERE), now);
        environment_leases::insert(&change.conn(), &lease).await?;
        telling::acquired(&mut change, &lease).await?;
        change.wake_engine(Wanted::PLACES);
        tracing::warn!(lease.id = %lease.id, place = %found.id, "a place that no lease answered for was found; it is kept");
        change.commit(()).await?.into_inner();
        Ok(Stray::Kept)
    }
}

/// The lease under which a place is kept that was found.
fn kept(
    scope: LeaseScope,
    last: &EnvironmentLease,
    found: &OwnedSandbox,
    known: Option<&EnvironmentLease>,
    now: Timestamp,
) -> EnvironmentLease {
    let mut metadata = last.config.clone();
    metadata.set("driver", &"sandbox");
    let is_setup = found.labels.setup_session_id.is_some();
    let new = EnvironmentLease {
        execution_workspace_id: None,
        agent_id: None,
        issue_id: None,
        run_id: None,
        purpose: if is_setup { LeaseUse::Setup } else { LeaseUse::Run },
        observed: Some(OpaqueJson::of(&Observed::default())),
        metadata: Some(metadata),
        acquired_at: found.created_at.unwrap_or(now),
        expires_at: None,
        ..last.clone()
    };
    EnvironmentLease {
        id: LeaseId::random(),
        environment_id: Some(scope.environment_id),
        status: LeaseStatus::Active,
        // No run goes on there: somebody has to look at what is in it.
        policy: LeasePolicy::RetainOnFailure,
        provider_lease_id: Some(found.id.as_str().to_owned()),
        is_work_only_there: true,
        version: 1,
        last_used_at: now,
        released_at: None,
        created_at: now,
        ..known.cloned().unwrap_or(new)
    }
}

/// Removes a place in which nothing is that is not here. Returns whether it is gone.
async fn remove(
    provider: &dyn SandboxProvider,
    scope: LeaseScope,
    spec: &Arc<ResolvedSpec>,
    found: &OwnedSandbox,
) -> bool {
    let (id, spec, observed) = (found.id.clone(), Arc::clone(spec), Observed::default());
    let lease = LeaseHold { scope, id, spec, observed };
    let order = ReleaseOrder { lease, disposition: Disposition::Destroy, drain: Duration::ZERO };
    match provider.release(order, REMOVE_LIMIT).await {
        Ok(_) => {
            tracing::warn!(place = %found.id, "a place that no lease answered for was found and removed");
            true
        }
        Err(error) => {
            tracing::warn!(place = %found.id, "a place that no lease answers for could not be removed: {error}");
            false
        }
    }
}
