//! Carries every run that says running on this node.
//!
//! After a start of the server that is every run that the last one left: those with a living
//! program are followed on, those that ended meanwhile are settled, those whose host is lost are
//! swept and end as lost, and those of which nothing was ever started are started. No program is
//! started twice: the run's host refuses it.

use std::sync::Arc;

use wireclip_ports::host::Trace;
use wireclip_services::runs::{HostedUnder, HostingNode};

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};
use crate::run_task::{Begin, RunTask};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let Some(host) = core.host() else { return Ok(report) };
    let runs = core.services.runs.running_of_node(host.node_id).await;
    for run in runs.while_doing("list this node's runs")? {
        if !core.in_flight.has(run.run_id) {
            report.count(adopt(core, host, run).await, |is_adopted| is_adopted);
        }
    }
    Ok(report)
}

async fn adopt(core: &Arc<EngineCore>, host: HostingNode, running: HostedUnder) -> EngineResult<bool> {
    let runs = &core.services.runs;
    let run_id = running.run_id;
    if running.fence != host.fence {
        let adopted = runs.adopt(run_id, running.fence, host).await;
        if !adopted.while_doing("take a run over")? {
            // It ended meanwhile.
            return Ok(false);
        }
    }
    let Some(claimed) = runs.claimed(run_id).await.while_doing("read a running run")? else {
        return Ok(false);
    };
    let begin = match core.hosts().look_up(run_id).await.while_doing("look a run up")? {
        Trace::Unknown => Begin::Fresh,
        Trace::Alive(_) | Trace::Ended(_) | Trace::Lost => Begin::Hosted,
    };
    core.launch(RunTask::new(claimed, begin));
    Ok(true)
}
