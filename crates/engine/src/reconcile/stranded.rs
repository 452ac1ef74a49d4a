//! Goes on with assigned issues that nothing goes on with, or hands them to a person.

use std::sync::Arc;

use wireclip_services::runs::SweepOutcome;

use super::{BATCH, MOST_BATCHES, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    for _ in 0..MOST_BATCHES {
        let found = runs.stranded(core.stranded.place(), BATCH).await;
        let found = found.while_doing("look for stranded issues")?;
        core.stranded.pass(&found, BATCH);
        for issue_id in found {
            let recovered = runs.recover_stranded(issue_id).await;
            report.count(recovered, |outcome| outcome != SweepOutcome::Nothing);
        }
        if core.stranded.place().is_none() {
            break;
        }
    }
    Ok(report)
}
