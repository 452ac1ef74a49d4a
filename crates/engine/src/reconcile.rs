//! What happens by itself, as a table.
//!
//! A reconciler is idempotent and takes no input: what to do is read from the database and from
//! the run hosts. Each runs by period, most also by signal, and all of them at the start:
//! there is no other recovery code. Several nodes may run the same one at the same time.

mod adopt;
mod audit;
mod budgets;
mod claims;
mod custom_images;
mod deferred;
mod files;
mod holds;
mod nodes;
mod orphans;
mod places;
mod refused;
mod retention;
mod retries;
mod running;
mod scratch;
mod stranded;
mod strays;
mod timers;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::config::Config;
use crate::core::{EngineCore, Signals};
use crate::error::EngineResult;
use crate::status::ReconcilerStatus;
use tokio::sync::Notify;

pub(crate) use running::{begin, run, run_by_period};

/// What a reconciler found and changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Report {
    /// What was not as it should be.
    pub found: u64,
    /// What of it was put right.
    pub changed: u64,
    /// What of it could not be put right this time.
    pub failed: u64,
}

impl Report {
    /// Counts one thing that was found, and what became of it.
    fn count<T, E: std::error::Error + 'static>(
        &mut self,
        done: Result<T, E>,
        has_changed: impl FnOnce(T) -> bool,
    ) {
        self.found += 1;
        match done {
            Ok(done) => self.changed += u64::from(has_changed(done)),
            Err(error) => {
                self.failed += 1;
                tracing::warn!(error = &error as &dyn std::error::Error, "left for the next time");
            }
        }
    }

    /// Returns whether there was nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

type Running<'c> = Pin<Box<dyn Future<Output = EngineResult<Report>> + Send + 'c>>;

/// A row of the table.
#[derive(Debug)]
pub struct Reconciler {
    /// Its name, unique in the table.
    pub name: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// How often it runs unless a signal makes it run sooner.
    pub period: fn(&Config) -> Duration,
    /// Who runs it.
    pub(crate) by: By,
    /// Where it runs.
    pub(crate) pace: Pace,
    run_once: for<'c> fn(&'c Arc<EngineCore>) -> Running<'c>,
}

/// Who runs a reconciler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// Every node, for what is its own.
    EachNode,
    /// The one node that holds the scheduler's lease, for what belongs to no node.
    Scheduler,
}

/// Where a reconciler runs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pace {
    /// In line with the others: it asks nobody but the database and this machine.
    InLine,
    /// In a loop of its own, so that nothing keeps it waiting, nor it others.
    Own {
        /// Whether the start waits for its first turn.
        at_start: bool,
        /// What makes it run sooner than its period says.
        wakes_on: fn(&Signals) -> &Notify,
    },
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

/// All of them, in the order in which they run at the start.
pub const RECONCILERS: &[Reconciler] = &[
    Reconciler {
        name: "nodes",
        purpose: "keep this node's lease; end the runs of nodes that are gone",
        // Three chances within a lease.
        period: |config| (config.node_lease / 3).max(SECOND),
        by: By::EachNode,
        pace: Pace::Own { at_start: true, wakes_on: |signals| &signals.lease },
        run_once: |core| Box::pin(nodes::run_once(core)),
    },
    Reconciler {
        name: "adopt",
        purpose: "carry every run that says running on this node",
        period: |_| MINUTE,
        by: By::EachNode,
        pace: Pace::InLine,
        run_once: |core| Box::pin(adopt::run_once(core)),
    },
    Reconciler {
        name: "orphans",
        purpose: "end and forget what runs on this machine although its run is over",
        period: |_| MINUTE,
        by: By::EachNode,
        pace: Pace::InLine,
        run_once: |core| Box::pin(orphans::run_once(core)),
    },
    Reconciler {
        name: "claims",
        purpose: "find claims without a running run; there are none",
        period: |_| 5 * MINUTE,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(claims::run_once(core)),
    },
    Reconciler {
        name: "retries",
        purpose: "queue planned retries whose time has come",
        period: |_| 10 * SECOND,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(retries::run_once(core)),
    },
    Reconciler {
        name: "timers",
        purpose: "wake agents whose interval is over",
        period: |_| 10 * SECOND,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(timers::run_once(core)),
    },
    Reconciler {
        name: "deferred",
        purpose: "decide about wake-ups that wait for an issue which no run has",
        period: |_| 30 * SECOND,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(deferred::run_once(core)),
    },
    Reconciler {
        name: "stranded",
        purpose: "go on with assigned issues that nothing goes on with, or hand them to a person",
        period: |_| 30 * SECOND,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(stranded::run_once(core)),
    },
    Reconciler {
        name: "budgets",
        purpose: "let go on what a limit of a month stopped that is over",
        period: |_| 10 * SECOND,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(budgets::run_once(core)),
    },
    Reconciler {
        name: "refused",
        purpose: "tell agents what was said to them while they could not be woken",
        period: |_| 10 * SECOND,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(refused::run_once(core)),
    },
    Reconciler {
        name: "holds",
        purpose: "end pauses that were to last until the runs below them have ended",
        period: |_| 10 * SECOND,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(holds::run_once(core)),
    },
    Reconciler {
        name: "retention",
        purpose: "remove answers and events that have been kept long enough",
        period: |_| 10 * MINUTE,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(retention::run_once(core)),
    },
    Reconciler {
        name: "files",
        purpose: "remove files whose rows are gone, and those that came in and were given up",
        period: |_| MINUTE,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(files::run_once(core)),
    },
    Reconciler {
        name: "audit",
        purpose: "sign how far the activity logs went",
        period: |_| 10 * MINUTE,
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core| Box::pin(audit::run_once(core)),
    },
    Reconciler {
        name: "scratch",
        purpose: "remove the folders of runs of which nothing is left",
        period: |_| 10 * MINUTE,
        by: By::EachNode,
        pace: Pace::InLine,
        run_once: |core| Box::pin(scratch::run_once(core)),
    },
    Reconciler {
        name: "places",
        purpose: "have providers put the places of ended leases to rest; settle uncertain creates",
        period: |_| 10 * SECOND,
        by: By::Scheduler,
        // It waits for others than the database and this machine: a start does not wait for it.
        pace: Pace::Own { at_start: false, wakes_on: |signals| &signals.places },
        run_once: |core| Box::pin(places::run_once(core)),
    },
    Reconciler {
        name: "strays",
        purpose: "find places at providers that no lease answers for; keep or remove them",
        period: |_| 30 * MINUTE,
        by: By::Scheduler,
        // It waits for providers. Nothing makes it run sooner.
        pace: Pace::Own { at_start: false, wakes_on: |signals| &signals.strays },
        run_once: |core| Box::pin(strays::run_once(core)),
    },
    Reconciler {
        name: "custom_images",
        purpose: "end sessions that set sandboxes up when their time is over; remove unwanted templates",
        period: |_| 10 * SECOND,
        by: By::Scheduler,
        // It waits for providers.
        pace: Pace::Own { at_start: false, wakes_on: |signals| &signals.custom_images },
        run_once: |core| Box::pin(custom_images::run_once(core)),
    },
];

/// How many things a reconciler takes at a time.
const BATCH: u32 = 50;
/// How many batches a turn takes at most: a company that works again has hundreds of tasks, and the
/// others in line wait meanwhile.
const MOST_BATCHES: u32 = 10;

pub(crate) fn first_statuses(config: &Config) -> Vec<ReconcilerStatus> {
    let status = |reconciler: &Reconciler| ReconcilerStatus {
        name: reconciler.name,
        purpose: reconciler.purpose,
        period: (reconciler.period)(config),
        last_run_at: None,
        took: Duration::ZERO,
        report: Report::default(),
        error: None,
    };
    RECONCILERS.iter().map(status).collect()
}
