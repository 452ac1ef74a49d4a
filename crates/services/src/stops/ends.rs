//! Seeing the ends of runs that were asked to stop.
//!
//! Whoever stops something is answered when it has ended, and not before. The waiting begins
//! after the commit: a client that hangs up meanwhile undoes nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use wireclip_domain::{CompanyId, OpaqueJson, RunId};
use wireclip_ports::adapter::DEFAULT_GRACE;
use wireclip_store::runs;

use crate::core::Core;
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};
use crate::events::{Ends, EventBus, Heard};
use crate::runs::longest_grace;

/// How much longer than its grace a stopped run is waited for, until its end is booked.
const BEYOND_GRACE: Duration = Duration::from_secs(10);
/// How long a caller is made wait at most, whatever grace the agents have.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// Something that was stopped, with the runs that have not ended although they were waited for.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Stopped<T> {
    /// How it stands now.
    pub value: T,
    /// The runs that still go on.
    pub still_running: Vec<RunId>,
}

impl<T> Stopped<T> {
    /// Replaces the value by something made of it.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Stopped<U> {
        Stopped { value: change(self.value), still_running: self.still_running }
    }
}

/// The runs of a company that a change asks to stop, listened for from before it is made, so that
/// no end is missed.
#[derive(Debug)]
pub(crate) struct Stopping {
    runs: BTreeSet<RunId>,
    ends: Ends,
}

impl Stopping {
    pub(crate) fn listen(bus: &EventBus, company_id: CompanyId) -> Self {
        Self { runs: BTreeSet::new(), ends: bus.hear_ends(company_id) }
    }

    pub(crate) fn add(&mut self, run_id: RunId) {
        self.runs.insert(run_id);
    }

    /// Waits until all of them have ended, as long as their agents' grace and a little more.
    /// Returns those that have not.
    pub(crate) async fn see_ends(mut self, core: &Core) -> Vec<RunId> {
        if self.runs.is_empty() {
            return Vec::new();
        }
        let limit = self.patience(core).await;
        let is_late = tokio::select! {
            biased;
            () = self.hear(core) => false,
            () = core.clock.sleep(limit) => true,
        };
        if is_late {
            self.look(core).await;
        }
        self.runs.into_iter().collect()
    }

    /// Listens until all have ended, or the server stops and nobody is left to end them.
    async fn hear(&mut self, core: &Core) {
        while !self.runs.is_empty() {
            match self.ends.next().await {
                Some(Heard::End(run_id)) => {
                    self.runs.remove(&run_id);
                }
                Some(Heard::Gap) => self.look(core).await,
                None => return self.look(core).await,
            }
        }
    }

    /// Forgets those that have ended. What cannot be read is not reported as ended.
    async fn look(&mut self, core: &Core) {
        let asked: Vec<RunId> = self.runs.iter().copied().collect();
        match runs::living_among(&core.store.read(), &asked).await {
            Ok(living) => self.runs = living.into_iter().collect(),
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "could not look whether stopped runs have ended"
            ),
        }
    }

    async fn patience(&self, core: &Core) -> Duration {
        let asked: Vec<RunId> = self.runs.iter().copied().collect();
        let longest = longest_grace(core, &asked).await.unwrap_or_else(|error| {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "could not look how long stopped runs may take to end"
            );
            DEFAULT_GRACE
        });
        longest.saturating_add(BEYOND_GRACE).min(LONGEST_WAIT)
    }
}

/// Goes on only if no run is left over.
pub(crate) fn require_all_ended(living: &[RunId]) -> ServiceResult<()> {
    if living.is_empty() {
        return Ok(());
    }
    let mut details = OpaqueJson::object();
    details.set("runIds", &living);
    let refusal = Refusal::new(RefusalKind::Conflict, "Some runs have not ended yet")
        .with_code("runs_still_stopping")
        .with_details(details);
    Err(ServiceError::from(refusal))
}
