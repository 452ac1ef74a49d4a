//! Keeps this node's lease, and ends the runs of nodes that are gone.
//!
//! **Invariant:** a node that lost its lease takes on nothing until it has a new one, under a new
//! number. The runs of a node that is gone are ended as lost by the node that holds the
//! scheduler's lease, after the node was fenced off; what it left on its machine ends there when
//! it comes back, as an orphan.

use std::sync::Arc;

use wireclip_services::nodes::Node;
use wireclip_services::runs::{HostedUnder, RunEnd, Settled};

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    keep_own(core, &mut report).await?;
    let lease = core.config.node_lease;
    let nodes = &core.services.nodes;
    core.set_scheduler(nodes.hold_scheduler(lease).await.while_doing("hold the scheduler's lease")?);
    if core.is_scheduler() {
        // A second lease's time, so that a node that is merely slow is not taken for dead.
        for node in nodes.lapsed(core.now().minus(lease)).await.while_doing("look for nodes that are gone")? {
            let looked_at = Box::pin(end_runs_of(core, &node, &mut report)).await;
            if let failed @ Err(_) = looked_at {
                report.count(failed, |()| false);
            }
        }
    }
    Ok(report)
}

async fn keep_own(core: &Arc<EngineCore>, report: &mut Report) -> EngineResult<()> {
    let (nodes, lease) = (&core.services.nodes, core.config.node_lease);
    if let Some(host) = core.host() {
        if nodes.renew(host, lease).await.while_doing("renew this node's lease")? {
            return Ok(());
        }
        core.set_host(None);
        tracing::warn!(fence = host.fence, "this node lost its lease; its runs may have been ended");
    }
    report.found += 1;
    let Some(host) = nodes.register(lease).await.while_doing("register this node")? else {
        tracing::error!("a server in another place has this node's name; this one takes on nothing");
        return Ok(());
    };
    core.set_host(Some(host));
    report.changed += 1;
    // What it hosted before is its own again, if nobody has ended it.
    core.signals.in_line.notify_one();
    Ok(())
}

/// Ends the runs of a node that is gone. One that cannot be ended keeps no other waiting.
async fn end_runs_of(core: &Arc<EngineCore>, node: &Node, report: &mut Report) -> EngineResult<()> {
    let nodes = &core.services.nodes;
    // Before anything else is looked at: a node that is fenced off claims nothing unnoticed.
    let Some(fence) = nodes.fence_off(node).await.while_doing("fence a node off")? else { return Ok(()) };
    let runs = core.services.runs.running_of_node(node.id).await.while_doing("list a gone node's runs")?;
    if runs.is_empty() {
        nodes.forget(node.id, fence).await.while_doing("forget a node")?;
        return Ok(());
    }
    tracing::warn!(node.id = %node.id, runs = runs.len(), "a node is gone; its runs are ended as lost");
    for run in runs {
        report.count(end_as_lost(core, run).await, |is_ended| is_ended);
    }
    Ok(())
}

async fn end_as_lost(core: &Arc<EngineCore>, run: HostedUnder) -> EngineResult<bool> {
    let settled = core.services.runs.settle(run.run_id, run.fence, RunEnd::lost()).await;
    Ok(matches!(settled.while_doing("end a lost run")?, Settled::Ended(_)))
}
