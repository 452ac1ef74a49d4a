//! Goes on with assigned issues that nothing goes on with, or hands them to a person.

use std::sync::Arc;

use wireclip_domain::Timestamp;
use wireclip_services::runs::SweepOutcome;

use super::{BATCH, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>, _now: Timestamp) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    // Many lie idle for a good reason and are found again and again: each sweep goes on where the
    // last one ended, so that those behind them have their turn.
    let found = runs.stranded(core.swept_to(), BATCH).await.while_doing("look for stranded issues")?;
    let has_more = found.len() >= BATCH as usize;
    core.set_swept_to(found.last().copied().filter(|_| has_more));
    for issue_id in found {
        let recovered = runs.recover_stranded(issue_id).await;
        report.count(recovered, |outcome| outcome != SweepOutcome::Nothing);
    }
    Ok(report)
}
