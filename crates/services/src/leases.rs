//! Leases: what companies hold of places elsewhere, from the wish of a run to the provider's word
//! that nothing is left.
//!
//! **Invariants.** No provider is asked to make a sandbox before that stands in the journal of
//! creates. What a provider shall do at a lease's end is stored with the end of its run, and asked
//! for by whoever looks for such rows ([`Leases::due`]); a final status is stored only after the
//! provider's word. Work that did not come back is never removed with its place.

mod acquiring;
mod cleaning;
mod creates;
mod ending;
mod journal;
mod limits;
mod removing;
mod reusing;
mod setup;
mod spec;
mod strays;
mod telling;

use std::sync::Arc;

use wireclip_domain::RunId;
use wireclip_domain::caller::Actor;
use wireclip_domain::lease::LeaseStatus;
use wireclip_ports::adapter::Elsewhere;
use wireclip_ports::sandbox::{LeaseHold, SandboxProvider};
use wireclip_store::counters::Within;
use wireclip_store::environment_leases::{self, EnvironmentLease};

use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};

pub use cleaning::Cleaned;

pub(crate) use ending::{RunEndFacts, end_all_of};
pub(crate) use journal::{Creation, Journal, note_create, row_of, settle_create};
pub(crate) use limits::PROBE_LIMIT;
pub(crate) use setup::{SetupPlace, begin_end_of_setup, book_setup};

/// The part of the system on which changes of leases are booked.
const LEASES: &str = "leases";

/// Actions on leases.
#[derive(Debug, Clone)]
pub struct Leases {
    core: Arc<Core>,
}

/// The place in which a run executes, if that is not this machine.
#[derive(Debug, Clone)]
pub struct RunPlace {
    /// The provider's key.
    pub provider: String,
    /// The lease, open for work.
    pub hold: LeaseHold,
    /// Whether the place was in use before, and may hold an older workspace.
    pub is_used: bool,
    /// What the environment gives to runs there.
    pub gives: Elsewhere,
}

impl Leases {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Notes that everything that a run's workspaces elsewhere hold is here as well, so that their
    /// places may go.
    ///
    /// # Errors
    /// If the database fails; the places are kept then.
    pub async fn work_came_back(&self, run_id: RunId) -> ServiceResult<()> {
        let change = self.core.begin_within(Within::Run(run_id), Actor::system(LEASES)).await?;
        for seen in environment_leases::of_run(&change.conn(), run_id).await? {
            let Some(before) = environment_leases::lock(&change.conn(), seen.id).await? else { continue };
            if before.status == LeaseStatus::Active {
                let after = EnvironmentLease { is_work_only_there: false, ..before.clone() };
                environment_leases::update(&change.conn(), &before, &after).await?;
            }
        }
        change.commit(()).await?.into_inner();
        Ok(())
    }

    /// Returns the key of the provider with whom a run was given a place elsewhere; `None` for a
    /// run that is here.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn provider_of(&self, run_id: RunId) -> ServiceResult<Option<String>> {
        let leases = environment_leases::of_run(&self.core.store.read(), run_id).await?;
        let last = leases.into_iter().next_back();
        Ok(last.map(|lease| lease.provider.unwrap_or_default()))
    }

    /// Finds whose places the leases of a key are.
    pub(crate) fn provider(&self, key: &str) -> ServiceResult<Arc<dyn SandboxProvider>> {
        let provider = self.core.sandboxes.of_lease(key);
        provider.ok_or_else(|| {
            ServiceError::unprocessable(format!("This server has no sandbox provider \"{key}\""))
        })
    }
}
