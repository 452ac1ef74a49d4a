//! What happens by itself, as a table.
//!
//! A reconciler is idempotent and takes no input: what to do is read from the database and from
//! the run hosts. Each runs by period, most also by signal, and all of them once at the start:
//! there is no other recovery code. Several nodes may run the same one at the same time.

mod adopt;
mod claims;
mod deferred;
mod nodes;
mod orphans;
mod places;
mod retention;
mod retries;
mod stranded;
mod timers;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::Timestamp;

use crate::core::EngineCore;
use crate::error::EngineResult;
use crate::status::ReconcilerStatus;

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
    pub period: Duration,
    /// Who runs it.
    pub by: By,
    /// Where it runs.
    pub pace: Pace,
    run_once: for<'c> fn(&'c Arc<EngineCore>, Timestamp) -> Running<'c>,
}

/// Who runs a reconciler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Every node, for what is its own.
    EachNode,
    /// The one node that holds the scheduler's lease, for what belongs to no node.
    Scheduler,
}

/// Where a reconciler runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// In line with the others: it asks nobody but the database and this machine.
    InLine,
    /// In a loop of its own, so that nothing keeps it waiting, nor it others.
    Own,
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

/// All of them, in the order in which they run at the start.
pub const RECONCILERS: &[Reconciler] = &[
    Reconciler {
        name: nodes::NAME,
        purpose: "keep this node's lease; end the runs of nodes that are gone",
        period: Duration::from_secs(10),
        by: By::EachNode,
        pace: Pace::Own,
        run_once: |core, now| Box::pin(nodes::run_once(core, now)),
    },
    Reconciler {
        name: "adopt",
        purpose: "carry every run that says running on this node",
        period: MINUTE,
        by: By::EachNode,
        pace: Pace::InLine,
        run_once: |core, now| Box::pin(adopt::run_once(core, now)),
    },
    Reconciler {
        name: "orphans",
        purpose: "end and forget what runs on this machine although its run is over",
        period: MINUTE,
        by: By::EachNode,
        pace: Pace::InLine,
        run_once: |core, now| Box::pin(orphans::run_once(core, now)),
    },
    Reconciler {
        name: "claims",
        purpose: "find claims without a running run; there are none",
        period: Duration::from_secs(300),
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core, now| Box::pin(claims::run_once(core, now)),
    },
    Reconciler {
        name: "retries",
        purpose: "queue planned retries whose time has come",
        period: Duration::from_secs(10),
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core, now| Box::pin(retries::run_once(core, now)),
    },
    Reconciler {
        name: "timers",
        purpose: "wake agents whose interval is over",
        period: Duration::from_secs(10),
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core, now| Box::pin(timers::run_once(core, now)),
    },
    Reconciler {
        name: "deferred",
        purpose: "decide about wake-ups that wait for an issue which no run has",
        period: Duration::from_secs(30),
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core, now| Box::pin(deferred::run_once(core, now)),
    },
    Reconciler {
        name: "stranded",
        purpose: "go on with assigned issues that nothing goes on with, or hand them to a person",
        period: Duration::from_secs(30),
        by: By::Scheduler,
        pace: Pace::InLine,
        run_once: |core, now| Box::pin(stranded::run_once(core, now)),
    },
    Reconciler {
        name: "retention",
        purpose: "remove what has been kept long enough",
        period: Duration::from_secs(600),
        by: By::EachNode,
        pace: Pace::InLine,
        run_once: |core, now| Box::pin(retention::run_once(core, now)),
    },
    Reconciler {
        name: places::NAME,
        purpose: "have providers put the places of ended leases to rest; settle uncertain creates",
        period: Duration::from_secs(10),
        by: By::Scheduler,
        pace: Pace::Own,
        run_once: |core, now| Box::pin(places::run_once(core, now)),
    },
];

/// How many things a reconciler takes at a time.
const BATCH: u32 = 50;

/// Runs a reconciler once and keeps its report; `None` if this node has nothing to do with it.
pub(crate) async fn run(
    core: &Arc<EngineCore>,
    reconciler: &'static Reconciler,
) -> EngineResult<Option<Report>> {
    if reconciler.by == By::Scheduler && !core.is_scheduler() {
        return Ok(None);
    }
    let now = core.now();
    let span = tracing::info_span!("reconciler", reconciler.name = reconciler.name);
    let done = tracing::Instrument::instrument((reconciler.run_once)(core, now), span).await;
    core.note_status(reconciler.name, |status| {
        status.last_run_at = Some(now);
        status.took = core.now().since(now);
        match &done {
            Ok(report) => (status.report, status.error) = (*report, None),
            Err(error) => status.error = Some(error.to_string()),
        }
    });
    let report = done?;
    let Report { found, changed, failed } = report;
    // What was only found may be found again and again: it waits for somebody.
    if changed + failed > 0 {
        tracing::info!(reconciler.name = reconciler.name, found, changed, failed, "reconciled");
    }
    Ok(Some(report))
}

/// Runs all of them by their periods, and at once when signalled, until dropped.
pub(crate) async fn run_by_period(core: &Arc<EngineCore>) {
    // Spread over time by themselves: each counts from the end of its own last run.
    let mut due: Vec<Timestamp> =
        RECONCILERS.iter().map(|reconciler| core.now().plus(reconciler.period)).collect();
    loop {
        let now = core.now();
        for (reconciler, due) in RECONCILERS.iter().zip(&mut due) {
            if *due <= now && reconciler.pace == Pace::InLine {
                run_and_log(core, reconciler).await;
                *due = core.now().plus(reconciler.period);
            }
        }
        let next = RECONCILERS.iter().zip(&due).filter(|(reconciler, _)| reconciler.pace == Pace::InLine);
        let next = next.map(|(_, due)| *due).min().unwrap_or_else(|| core.now().plus(MINUTE));
        tokio::select! {
            () = core.clock().sleep_until(next) => {}
            () = core.signals.reconcilers.notified() => due.fill(core.now()),
        }
    }
}

/// Keeps the lease of this node, until dropped.
pub(crate) async fn keep_lease(core: &Arc<EngineCore>) {
    loop {
        // Three chances within a lease.
        let pause = (core.config.node_lease / 3).max(SECOND);
        core.clock().sleep(pause).await;
        if let Some(reconciler) = RECONCILERS.iter().find(|reconciler| reconciler.name == nodes::NAME) {
            run_and_log(core, reconciler).await;
        }
    }
}

/// Has the places of ended leases put to rest, at once when signalled, until dropped.
pub(crate) async fn clear_places(core: &Arc<EngineCore>) {
    let reconciler = RECONCILERS.iter().find(|reconciler| reconciler.name == places::NAME);
    let reconciler = reconciler.expect("the table has it");
    loop {
        // Registered before the look, so that no signal falls between.
        let signal = core.signals.places.notified();
        run_and_log(core, reconciler).await;
        tokio::select! {
            () = signal => {}
            () = core.clock().sleep(reconciler.period) => {}
        }
    }
}

/// Runs each once, as at every start, but for what waits for others than the database and this
/// machine.
pub(crate) async fn run_all_once(core: &Arc<EngineCore>) {
    for reconciler in RECONCILERS.iter().filter(|reconciler| reconciler.name != places::NAME) {
        run_and_log(core, reconciler).await;
    }
}

async fn run_and_log(core: &Arc<EngineCore>, reconciler: &'static Reconciler) {
    if let Err(error) = run(core, reconciler).await {
        tracing::warn!(
            reconciler.name = reconciler.name,
            error = &error as &dyn std::error::Error,
            "a reconciler failed and runs again at its next time"
        );
    }
}

pub(crate) fn first_statuses() -> Vec<ReconcilerStatus> {
    let status = |reconciler: &Reconciler| ReconcilerStatus {
        name: reconciler.name,
        purpose: reconciler.purpose,
        period: reconciler.period,
        last_run_at: None,
        took: Duration::ZERO,
        report: Report::default(),
        error: None,
    };
    RECONCILERS.iter().map(status).collect()
}
