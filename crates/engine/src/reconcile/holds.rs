//! Ends pauses that were to last until the runs below them have ended.

use std::sync::Arc;

use super::{BATCH, MOST_BATCHES, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let holds = &core.services.tree_holds;
    for _ in 0..MOST_BATCHES {
        let found = holds.ending_by_themselves(core.holds.place(), BATCH).await;
        let found = found.while_doing("look for pauses that end by themselves")?;
        core.holds.pass(&found, BATCH);
        for id in found {
            report.count(holds.end_if_quiet(id).await, |is_over| is_over);
        }
        if core.holds.place().is_none() {
            break;
        }
    }
    Ok(report)
}
