//! Whether a run may go on in the place of an earlier lease.

use super::{LeasePolicy, LeaseStatus};
use crate::agent::AdapterType;
use crate::ids::{AgentId, CompanyId, EnvironmentId, RowId, RunId};

/// Everything that must be the same for a place to be used again. One difference, and the work of
/// one agent would meet the files of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReuseScope {
    /// The company.
    pub company_id: CompanyId,
    /// The environment.
    pub environment_id: EnvironmentId,
    /// The execution workspace, or what stands for it.
    pub execution_workspace_id: RowId,
    /// The agent.
    pub agent_id: AgentId,
    /// The kind of agent.
    pub adapter_type: AdapterType,
    /// The provider's key.
    pub provider: String,
    /// The SHA-256 over the settings that make the place what it is, with secrets by id and
    /// version, in hex.
    pub fingerprint: String,
}

/// Returns whether a lease in this state may be resumed by `run`, if its [`ReuseScope`] is equal.
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
