//! Queues planned retries whose time has come.

use std::sync::Arc;

use wireclip_domain::Timestamp;
use wireclip_services::runs::RetryPromotion;

use super::{BATCH, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>, now: Timestamp) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    for run_id in runs.due_retries(now, BATCH).await.while_doing("look for due retries")? {
        let promoted = runs.promote_retry(run_id).await;
        report.count(promoted, |promotion| !matches!(promotion, RetryPromotion::Gone));
    }
    Ok(report)
}
