//! Removes what has been kept long enough, in batches.

use std::sync::Arc;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

/// How many batches of one kind go in one turn, so that no other reconciler waits for all that
/// has gathered: what is left goes at the next.
const MOST_BATCHES: usize = 100;

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let retention = &core.services.retention;
    let before = core.now().minus(core.config.keep_answers);
    for _ in 0..MOST_BATCHES {
        let removed = retention.remove_answers(before).await.while_doing("remove old answers")?;
        if !note(&mut report, removed) {
            break;
        }
    }
    let before = core.now().minus(core.config.keep_events);
    for _ in 0..MOST_BATCHES {
        let removed = retention.remove_events(before).await.while_doing("remove old events")?;
        if !note(&mut report, removed) {
            break;
        }
    }
    Ok(report)
}

/// Counts a batch. Returns whether there may be another.
fn note(report: &mut Report, removed: u64) -> bool {
    report.found += removed;
    report.changed += removed;
    removed > 0
}
