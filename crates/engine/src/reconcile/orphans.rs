//! Ends and forgets what runs on this machine although its run is over.

use std::sync::Arc;

use wireclip_domain::RunId;
use wireclip_domain::run_host::StopReason;
use wireclip_ports::host::Trace;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    for run_id in core.hosts().traces().await.while_doing("list the traces of runs")? {
        if core.in_flight.has(run_id) {
            continue;
        }
        match core.services.runs.is_over(run_id).await.while_doing("look whether a run is over") {
            Ok(false) => {}
            Ok(true) => report.count(end(core, run_id).await, |is_gone| is_gone),
            failed @ Err(_) => report.count(failed, |_| false),
        }
    }
    Ok(report)
}

/// Ends what is left of a run. Returns whether nothing is left now; a program that is still
/// ending is forgotten the next time.
async fn end(core: &EngineCore, run_id: RunId) -> EngineResult<bool> {
    match core.hosts().look_up(run_id).await.while_doing("look a run up")? {
        Trace::Alive(_) => {
            let stopped = core.hosts().stop(run_id, StopReason::Cancel).await;
            stopped.while_doing("stop a run that is over")?;
            return Ok(false);
        }
        Trace::Lost => {
            core.hosts().sweep(run_id).await.while_doing("end what a lost host left")?;
        }
        Trace::Ended(_) | Trace::Unknown => {}
    }
    core.clear_away(run_id).await;
    Ok(true)
}
