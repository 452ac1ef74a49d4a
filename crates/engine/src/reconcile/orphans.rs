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
        match core.services.runs.is_over(run_id).await.while_doing("look whether a run is over") {
            Ok(false) => {}
            // Another node has taken this one for gone and ended its run. Whoever carries it sees the
            // program's end, and clears away.
            Ok(true) if core.in_flight.has(run_id) => report.count(stop(core, run_id).await, |()| true),
            Ok(true) => report.count(end(core, run_id).await, |is_gone| is_gone),
            failed @ Err(_) => report.count(failed, |_| false),
        }
    }
    Ok(report)
}

async fn stop(core: &EngineCore, run_id: RunId) -> EngineResult<()> {
    core.hosts().stop(run_id, StopReason::Cancel).await.while_doing("stop a run that is over")
}

/// Ends what is left of a run. Returns whether nothing is left now; a program that is still
/// ending is forgotten the next time.
async fn end(core: &EngineCore, run_id: RunId) -> EngineResult<bool> {
    match core.hosts().look_up(run_id).await.while_doing("look a run up")? {
        Trace::Alive(_) => {
            stop(core, run_id).await?;
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
