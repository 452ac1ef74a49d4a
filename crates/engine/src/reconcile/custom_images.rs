//! Ends sessions in which sandboxes are set up when their time is over, also when the server died
//! that carried them, and has providers remove the templates that nobody wants.

use std::sync::Arc;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

/// How many sessions come to their end in one turn.
const BATCH: u32 = 25;

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let images = &core.services.custom_images;
    let due = images.sessions_due(BATCH).await.while_doing("look for sessions whose time is over")?;
    for id in due {
        report.count(images.look_at_due(id).await, |has_moved| has_moved);
    }
    let due = images.removals_due(BATCH).await.while_doing("look for templates to remove")?;
    for id in due {
        report.count(images.remove_due(id).await, |is_gone| is_gone);
    }
    Ok(report)
}
