//! From the queue to tasks: claims what may start, and has it carried.

use std::sync::Arc;

use wireclip_domain::AgentId;

use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};
use crate::run_task::{Begin, RunTask};

/// How many agents with queued runs are looked at in one go.
const AGENTS_AT_ONCE: u32 = 1000;

/// What came of a look at the queue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Claims {
    /// How many runs were claimed.
    pub claimed: usize,
    /// How many agents' queues could not be looked at.
    pub failed: usize,
}

impl EngineCore {
    /// Claims every queued run that may start now and has it carried. An agent whose runs cannot be
    /// claimed keeps no other waiting.
    ///
    /// # Errors
    /// If the database does not answer; what was claimed until then is carried.
    pub async fn claim_once(self: &Arc<Self>) -> EngineResult<Claims> {
        let mut claims = Claims::default();
        if !self.takes_runs() {
            return Ok(claims);
        }
        let mut place = None;
        loop {
            let waiting = self.services.runs.waiting_agents(place, AGENTS_AT_ONCE).await;
            let waiting = waiting.while_doing("look for queued runs")?;
            for agent_id in waiting.agents {
                match self.claim_of(agent_id, &mut claims.claimed).await {
                    Ok(()) => {}
                    Err(error) if error.is_outage() => return Err(error),
                    Err(error) => {
                        claims.failed += 1;
                        let error = &error as &dyn std::error::Error;
                        tracing::warn!(agent.id = %agent_id, error, "an agent's runs stay queued");
                    }
                }
            }
            // Behind those that cannot start stand others that can.
            place = waiting.next;
            if place.is_none() {
                return Ok(claims);
            }
        }
    }

    async fn claim_of(self: &Arc<Self>, agent_id: AgentId, claimed: &mut usize) -> EngineResult<()> {
        // One run is on its way while the next is claimed.
        while let Some(host) = self.host().filter(|_| self.takes_runs()) {
            let next = self.services.runs.start_next(host, agent_id).await;
            let Some(run) = next.while_doing("claim a run")? else { break };
            *claimed += 1;
            self.launch(RunTask::new(run, Begin::Fresh));
        }
        Ok(())
    }
}
