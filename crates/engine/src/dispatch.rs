//! From the queue to tasks: claims what may start, and has it carried.

use std::sync::Arc;

use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};
use crate::run_task::{Begin, RunTask};

/// How many agents with queued runs are looked at in one go.
const AGENTS_AT_ONCE: u32 = 1000;

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
        let mut place = None;
        loop {
            let waiting = self.services.runs.waiting_agents(place, AGENTS_AT_ONCE).await;
            let waiting = waiting.while_doing("look for queued runs")?;
            for agent_id in waiting.agents {
                // One run is on its way while the next is claimed.
                while let Some(host) = self.host().filter(|_| self.takes_runs()) {
                    let next = self.services.runs.claim_next(host, agent_id).await;
                    let Some(run) = next.while_doing("claim a run")? else { break };
                    claimed += 1;
                    self.launch(RunTask::new(run, Begin::Fresh));
                }
            }
            // Behind those that cannot start stand others that can.
            place = waiting.next;
            if place.is_none() {
                break;
            }
        }
        Ok(claimed)
    }
}
