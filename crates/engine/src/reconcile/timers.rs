//! Wakes agents whose interval is over.

use std::sync::Arc;

use super::{BATCH, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    for agent_id in runs.due_timers(core.now(), BATCH).await.while_doing("look for due timers")? {
        report.count(runs.beat(agent_id).await, |beat| beat.is_progress());
    }
    Ok(report)
}
