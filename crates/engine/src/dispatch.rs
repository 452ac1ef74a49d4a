//! From the queue to tasks: claims what may start, and has it carried.

use std::sync::Arc;

use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};
use crate::run_task::{Begin, RunTask};

/// How many agents with queued runs are looked at before the question is asked anew.
const AGENTS_AT_ONCE: u32 = 100;

impl EngineCore {
    /// Claims every queued run that may start now and has it carried. Returns how many.
    ///
    /// # Errors
    /// If the database fails; what was claimed until then is carried.
    pub async fn claim_once(self: &Arc<Self>) -> EngineResult<usize> {
        let mut claimed = 0;
        if !self.takes_runs() {
            return Ok(claimed);
        }
        let agents = self.services.runs.agents_with_queued_runs(AGENTS_AT_ONCE).await;
        for agent_id in agents.while_doing("look for queued runs")? {
            // One run is on its way while the next is claimed.
            while let Some(host) = self.host().filter(|_| self.takes_runs()) {
                let next = self.services.runs.claim_next(host, agent_id).await;
                let Some(run) = next.while_doing("claim a run")? else { break };
                claimed += 1;
                self.launch(RunTask::new(run, Begin::Fresh));
            }
        }
        Ok(claimed)
    }
}
