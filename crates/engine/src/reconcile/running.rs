//! Running reconcilers: once at the start, then by their periods and as soon as they are signalled.

use std::sync::Arc;

use tokio::sync::Notify;
use wireclip_domain::Timestamp;

use super::{By, MINUTE, Pace, RECONCILERS, Reconciler, Report};
use crate::core::{EngineCore, Signals};
use crate::error::{EngineResult, unharmed};

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
    let step = unharmed("reconcile", (reconciler.run_once)(core));
    let done = tracing::Instrument::instrument(step, span).await;
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
        tracing::debug!(reconciler.name = reconciler.name, found, changed, failed, "reconciled");
    }
    Ok(Some(report))
}

/// Runs all of them that a start waits for once. Those with a loop of their own go on in it from
/// their first turn on: the lease of a node is kept while the others look at what was left.
pub(crate) async fn begin(core: &Arc<EngineCore>) {
    for reconciler in RECONCILERS {
        if let Pace::Own { at_start: true, wakes_on } = reconciler.pace {
            run_and_log(core, reconciler).await;
            spawn_own(core, reconciler, wakes_on, FirstTurn::Done);
        }
    }
    for reconciler in in_line() {
        run_and_log(core, reconciler).await;
    }
}

/// Runs all of them by their periods, and at once when signalled, until dropped.
pub(crate) async fn run_by_period(core: &Arc<EngineCore>) {
    for reconciler in RECONCILERS {
        if let Pace::Own { at_start: false, wakes_on } = reconciler.pace {
            spawn_own(core, reconciler, wakes_on, FirstTurn::Due);
        }
    }
    let next = |reconciler: &Reconciler| core.now().plus((reconciler.period)(&core.config));
    // Spread over time by themselves: each counts from the end of its own last run.
    let mut due: Vec<Timestamp> = in_line().map(next).collect();
    loop {
        let now = core.now();
        for (reconciler, due) in in_line().zip(&mut due) {
            if *due <= now {
                run_and_log(core, reconciler).await;
                *due = next(reconciler);
            }
        }
        let soonest = due.iter().min().copied().unwrap_or_else(|| core.now().plus(MINUTE));
        tokio::select! {
            () = core.clock().sleep_until(soonest) => {}
            () = core.signals.in_line.notified() => due.fill(core.now()),
        }
    }
}

fn in_line() -> impl Iterator<Item = &'static Reconciler> {
    RECONCILERS.iter().filter(|reconciler| matches!(reconciler.pace, Pace::InLine))
}

/// Whether a reconciler has had its first turn when its loop begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstTurn {
    Done,
    Due,
}

/// Runs one by its period, and at once when signalled, until the engine ends.
fn spawn_own(
    core: &Arc<EngineCore>,
    reconciler: &'static Reconciler,
    wakes_on: fn(&Signals) -> &Notify,
    first: FirstTurn,
) {
    let of_loop = Arc::clone(core);
    core.tracker.spawn(reconciler.name, async move {
        let core = &of_loop;
        let mut is_due = first == FirstTurn::Due;
        loop {
            // Registered before the look, so that no signal falls between.
            let signal = wakes_on(&core.signals).notified();
            if std::mem::replace(&mut is_due, true) {
                run_and_log(core, reconciler).await;
            }
            tokio::select! {
                () = signal => {}
                () = core.clock().sleep((reconciler.period)(&core.config)) => {}
            }
        }
    });
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
