//! Makes wake-ups once more by which somebody said something to an agent while it could not be woken.

use std::sync::Arc;

use wireclip_services::runs::SweepOutcome;

use super::{BATCH, MOST_BATCHES, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    for _ in 0..MOST_BATCHES {
        let found = runs.refused_for_now(core.refused.place(), BATCH).await;
        let found = found.while_doing("look for wake-ups that were refused")?;
        let ids: Vec<_> = found.iter().map(|refused| refused.id).collect();
        core.refused.pass(&ids, BATCH);
        for refused in found {
            let asked = runs.ask_again(refused).await;
            report.count(asked, |outcome| outcome != SweepOutcome::Nothing);
        }
        if core.refused.place().is_none() {
            break;
        }
    }
    Ok(report)
}
