//! Lets go on what a limit of a month stopped that is over.

use std::sync::Arc;

use super::{BATCH, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let budgets = &core.services.budgets;
    for incident in budgets.over(BATCH).await.while_doing("look for budgets whose month is over")? {
        report.count(budgets.end_window(incident).await, |has_ended| has_ended);
    }
    Ok(report)
}
