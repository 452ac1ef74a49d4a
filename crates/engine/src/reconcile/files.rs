//! Removes files whose rows are gone, and those that came in and were given up.

use std::sync::Arc;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

/// How many batches go in one turn: what is left goes at the next.
const MOST_BATCHES: usize = 50;

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    for _ in 0..MOST_BATCHES {
        let removed = core.services.assets.remove_due().await.while_doing("remove files")?;
        report.found += removed;
        report.changed += removed;
        if removed == 0 {
            break;
        }
    }
    Ok(report)
}
