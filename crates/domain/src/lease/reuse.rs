//! Whether a run may go on in the place of an earlier lease.

use super::{LeasePolicy, LeaseStatus};
use crate::ids::RunId;

/// Returns whether a lease in this state may be resumed by `run`, if it was made for the same
/// company, environment, workspace and agent, with the same settings.
///
/// An active lease belongs to its run alone: that run gets it back after a restart.
#[must_use]
pub fn is_candidate(policy: LeasePolicy, status: LeaseStatus, holder: Option<RunId>, run: RunId) -> bool {
    policy.is_reusable() && (status.waits() || status == LeaseStatus::Active && holder == Some(run))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_the_place_of_a_living_run_but_itself() {
        let (mine, other) = (RunId::random(), RunId::random());
        let policy = LeasePolicy::ReuseByEnvironment;
        assert!(is_candidate(policy, LeaseStatus::Active, Some(mine), mine));
        assert!(!is_candidate(policy, LeaseStatus::Active, Some(other), mine));
        assert!(!is_candidate(policy, LeaseStatus::Active, None, mine));
    }

    #[test]
    fn an_ephemeral_place_is_never_used_again() {
        let run = RunId::random();
        assert!(!is_candidate(LeasePolicy::Ephemeral, LeaseStatus::Released, None, run));
    }
}
