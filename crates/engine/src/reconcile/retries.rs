//! Queues planned retries whose time has come.

use std::sync::Arc;

use super::{BATCH, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    for run_id in runs.due_retries(core.now(), BATCH).await.while_doing("look for due retries")? {
        let promoted = runs.promote_retry(run_id).await;
        report.count(promoted, |promotion| promotion.is_progress());
    }
    Ok(report)
}
