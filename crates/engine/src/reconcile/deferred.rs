//! Decides about wake-ups that wait for an issue which no run has any more. The end of a run does
//! so in its own transaction; this finds what came to wait in between.

use std::sync::Arc;

use wireclip_domain::Timestamp;
use wireclip_services::runs::SweepOutcome;

use super::{BATCH, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>, _now: Timestamp) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    let issues = runs.issues_with_waiting_wakeups(BATCH).await;
    for issue_id in issues.while_doing("look for wake-ups that wait")? {
        let released = runs.release_waiting(issue_id).await;
        report.count(released, |outcome| outcome != SweepOutcome::Nothing);
    }
    Ok(report)
}
