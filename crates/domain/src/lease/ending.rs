//! How a lease ends: what its provider shall do, and which status that leads to.

use super::{LeaseEventKind, LeasePolicy};
use crate::words;

words! {
    /// What the provider shall do with the place.
    pub enum Disposition("resource disposition") {
        /// Stop it, keep what is in it.
        Stop = "stop_and_retain",
        /// Stop it and put it into the provider's archive.
        Archive = "archive_and_retain",
        /// Remove it with everything in it.
        Destroy = "destroy",
    }
}

/// How the run that held a lease ended, as far as its place is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// It succeeded, or gave way to something newer.
    Finished,
    /// It failed or its time was over.
    Failed,
    /// Somebody did not want it any more.
    Cancelled,
}

/// The end of a lease: the act, and the event once the act is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// What the provider shall do.
    pub disposition: Disposition,
    /// What happens to the lease when it has done so.
    pub event: LeaseEventKind,
}

/// Returns how a lease ends after its run.
///
/// Work that did not come back from the place (`is_work_only_there`) is never removed with it,
/// whatever the policy: the place is stopped and the lease says that it is retained, also where it
/// would serve a later run, whose workspace would take the place of that work. Neither does
/// a cancellation remove a place that is kept for later runs: it is the run that is not wanted.
#[must_use]
pub const fn ending_of(policy: LeasePolicy, run: RunEnd, is_work_only_there: bool) -> Ending {
    use {Disposition as D, LeaseEventKind as E};
    if is_work_only_there {
        return Ending { disposition: D::Stop, event: E::Retain };
    }
    let (disposition, event) = match (policy, run) {
        (LeasePolicy::ReuseByEnvironment | LeasePolicy::ReuseByExecutionWorkspace, RunEnd::Failed) => {
            (D::Stop, E::Fail)
        }
        (LeasePolicy::ReuseByEnvironment | LeasePolicy::ReuseByExecutionWorkspace, _) => {
            (D::Stop, E::Release)
        }
        (LeasePolicy::RetainOnFailure, RunEnd::Failed) => (D::Stop, E::Retain),
        (LeasePolicy::Ephemeral, RunEnd::Failed) => (D::Destroy, E::Fail),
        (LeasePolicy::Ephemeral | LeasePolicy::RetainOnFailure, RunEnd::Finished) => (D::Destroy, E::Release),
        (LeasePolicy::Ephemeral | LeasePolicy::RetainOnFailure, RunEnd::Cancelled) => (D::Destroy, E::Expire),
    };
    Ending { disposition, event }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    const RUN_ENDS: [RunEnd; 3] = [RunEnd::Finished, RunEnd::Failed, RunEnd::Cancelled];

    #[test]
    fn work_that_did_not_come_back_is_never_removed() {
        for policy in LeasePolicy::ALL {
            for run in RUN_ENDS {
                let kept = Ending { disposition: Disposition::Stop, event: LeaseEventKind::Retain };
                assert_eq!(ending_of(*policy, run, true), kept);
            }
        }
    }

    #[test]
    fn a_reusable_place_outlives_every_run() {
        for policy in LeasePolicy::ALL.iter().filter(|policy| policy.is_reusable()) {
            for run in RUN_ENDS {
                assert_eq!(ending_of(*policy, run, false).disposition, Disposition::Stop);
            }
        }
    }

    #[test]
    fn an_ephemeral_place_goes_with_its_lease() {
        for run in RUN_ENDS {
            assert_eq!(ending_of(LeasePolicy::Ephemeral, run, false).disposition, Disposition::Destroy);
        }
    }

    #[test]
    fn a_place_kept_for_inspection_is_kept_when_the_run_failed() {
        let ending = ending_of(LeasePolicy::RetainOnFailure, RunEnd::Failed, false);
        assert_eq!(ending, Ending { disposition: Disposition::Stop, event: LeaseEventKind::Retain });
    }
}
