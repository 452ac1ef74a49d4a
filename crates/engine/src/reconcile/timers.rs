//! Wakes agents whose interval is over.

use std::sync::Arc;

use wireclip_domain::Timestamp;
use wireclip_services::runs::Beat;

use super::{BATCH, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>, now: Timestamp) -> EngineResult<Report> {
    let mut report = Report::default();
    let runs = &core.services.runs;
    for agent_id in runs.due_timers(now, BATCH).await.while_doing("look for due timers")? {
        report.count(runs.beat(agent_id).await, |beat| !matches!(beat, Beat::NotDue));
    }
    Ok(report)
}
