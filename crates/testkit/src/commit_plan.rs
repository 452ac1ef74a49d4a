//! Commits that go wrong when a test says so.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wireclip_store::{CommitFault, CommitFaults};

/// Decides which of the next commits goes wrong, and tells what went wrong.
#[derive(Debug, Clone, Default)]
pub struct CommitPlan(Arc<Mutex<Plan>>);

#[derive(Debug, Default)]
struct Plan {
    /// After how many commits which fault comes, and how often in a row.
    coming: Option<(usize, CommitFault, usize)>,
    happened: Option<CommitFault>,
}

impl CommitPlan {
    /// Lets the commit after so many others go wrong, and so many in a row; forgets what went
    /// wrong before.
    pub fn after(&self, commits: usize, fault: CommitFault, times: usize) {
        *self.plan() = Plan { coming: Some((commits, fault, times)), happened: None };
    }

    /// Lets no commit go wrong any more; returns what went wrong since the plan was made.
    pub fn end(&self) -> Option<CommitFault> {
        std::mem::take(&mut *self.plan()).happened
    }

    /// Returns whether a server died in a commit.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        matches!(self.plan().happened, Some(CommitFault::DiesBefore | CommitFault::DiesAfter))
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CommitFaults for CommitPlan {
    fn next(&self) -> Option<CommitFault> {
        let mut plan = self.plan();
        let (commits, fault, times) = plan.coming.as_mut()?;
        if *commits > 0 {
            *commits -= 1;
            return None;
        }
        let fault = *fault;
        *times = times.saturating_sub(1);
        if *times == 0 {
            plan.coming = None;
        }
        Some(fault)
    }

    fn happened(&self, fault: CommitFault) {
        self.plan().happened = Some(fault);
    }
}
