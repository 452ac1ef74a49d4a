//! Ends and forgets what runs on this machine although its run is over.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::run_host::StopReason;
use wireclip_domain::{RunId, Timestamp};
use wireclip_ports::host::{HostedRun, Trace};
use wireclip_store::Scope;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineError, EngineResult, While as _};

/// How long the program of a run that is over may take to end.
const GRACE: Duration = Duration::from_secs(15);

pub(super) async fn run_once(core: &Arc<EngineCore>, _now: Timestamp) -> EngineResult<Report> {
    let mut report = Report::default();
    for run_id in core.hosts().traces().await.while_doing("list the traces of runs")? {
        if core.in_flight.has(run_id) {
            continue;
        }
        if let Some(run) = is_over(core, run_id).await? {
            report.count(end(core, &run).await, |is_gone| is_gone);
        }
    }
    Ok(report)
}

/// Returns the run if it is over, or was deleted with its company.
async fn is_over(core: &EngineCore, run_id: RunId) -> EngineResult<Option<HostedRun>> {
    let conn = core.services.core.store.read();
    let found = wireclip_store::runs::get(&conn, &Scope::everything(), run_id).await;
    let found = found.map_err(|error| EngineError::Service { action: "read a run", source: error.into() })?;
    Ok(match found {
        Some(run) if !run.status.is_terminal() => None,
        Some(run) => Some(HostedRun { run_id, agent_id: run.agent_id, company_id: run.company_id }),
        // Only the place of its log is not known any more.
        None => Some(HostedRun {
            run_id,
            agent_id: wireclip_domain::AgentId::from_uuid(run_id.as_uuid()),
            company_id: wireclip_domain::CompanyId::from_uuid(run_id.as_uuid()),
        }),
    })
}

/// Ends what is left of a run. Returns whether nothing is left now; a program that is still
/// ending is forgotten the next time.
async fn end(core: &EngineCore, run: &HostedRun) -> EngineResult<bool> {
    match core.hosts().look_up(run).await.while_doing("look a run up")? {
        Trace::Alive(_) => {
            let stopped = core.hosts().stop(run, StopReason::Cancel, GRACE).await;
            stopped.while_doing("stop a run that is over")?;
            return Ok(false);
        }
        Trace::Lost => {
            core.hosts().sweep(run).await.while_doing("end what a lost host left")?;
        }
        Trace::Ended(_) | Trace::Unknown => {}
    }
    core.clear_away(run).await;
    Ok(true)
}
