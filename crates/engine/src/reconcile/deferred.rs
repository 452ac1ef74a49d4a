//! Decides about wake-ups that wait for an issue which no run has any more. The end of a run does
//! so in its own transaction; this finds what came to wait in between.

use std::sync::Arc;

use wireclip_services::runs::SweepOutcome;

use super::{BATCH, MOST_BATCHES, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    for _ in 0..MOST_BATCHES {
        let found = runs.issues_with_waiting_wakeups(core.deferred.place(), BATCH).await;
        let found = found.while_doing("look for wake-ups that wait")?;
        core.deferred.pass(&found, BATCH);
        for issue_id in found {
            let released = runs.release_waiting(issue_id).await;
            report.count(released, |outcome| outcome != SweepOutcome::Nothing);
        }
        if core.deferred.place().is_none() {
            break;
        }
    }
    Ok(report)
}
