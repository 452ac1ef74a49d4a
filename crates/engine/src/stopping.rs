//! From wishes to stop runs to their hosts.

use std::sync::Arc;

use wireclip_domain::RunId;
use wireclip_domain::run_host::StopReason;
use wireclip_ports::going_on::LogAndContinue as _;

use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

impl EngineCore {
    /// Passes every wish to stop a run of this node on to the run's host. Returns how many hosts
    /// are asked. The wish is met when the run has ended, which arrives with following it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn deliver_stops_once(self: &Arc<Self>) -> EngineResult<usize> {
        let node_id = self.services.core.facts.node_id;
        let wishes = self.services.runs.stop_wishes(node_id).await.while_doing("look for runs to stop")?;
        let mut asked = 0;
        for run_id in wishes {
            if self.in_flight.wish(run_id, self.now()) {
                asked += 1;
                let core = Arc::clone(self);
                // A host that does not answer must not keep the others waiting.
                self.tracker.spawn("stop a run", async move { core.ask_to_stop(run_id).await });
            }
        }
        Ok(asked)
    }

    /// Asks a run's host to stop it.
    pub(crate) async fn ask_to_stop(&self, run_id: RunId) {
        tracing::info!(run.id = %run_id, "stopping a run");
        let stopped = self.hosts().stop(run_id, StopReason::Cancel).await;
        stopped.log_and_continue("stop a run");
    }
}
