//! Work that lies idle: what the sweeps look for, and what they do about it.
//!
//! Nothing here is a second way to start a run: what is found goes through the same admission as
//! every other wake-up.

use wireclip_domain::IssueId;

use super::Runs;
use crate::error::ServiceResult;

/// What a sweep did about an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SweepOutcome {
    /// Nothing: somebody else was first, or the gate is closed.
    Nothing,
    /// A run was queued.
    Woken,
    /// The issue was blocked, with a recovery action for a person.
    Escalated,
}

impl Runs {
    /// Lists issues for which wake-ups wait although no run is live, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn issues_with_waiting_wakeups(&self, _limit: u32) -> ServiceResult<Vec<IssueId>> {
        Ok(Vec::new())
    }

    /// Decides anew about the wake-ups that wait for an issue, as the end of a run does.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn release_waiting(&self, _issue_id: IssueId) -> ServiceResult<SweepOutcome> {
        Ok(SweepOutcome::Nothing)
    }

    /// Lists issues that an agent should work on and that nothing goes on with.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn stranded(&self, _limit: u32) -> ServiceResult<Vec<IssueId>> {
        Ok(Vec::new())
    }

    /// Does what is allowed about a stranded issue: a wake-up, or after its last attempt an
    /// escalation. Each attempt is made once, whoever asks.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn recover_stranded(&self, _issue_id: IssueId) -> ServiceResult<SweepOutcome> {
        Ok(SweepOutcome::Nothing)
    }
}
