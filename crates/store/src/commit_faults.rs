//! Commits that go wrong when a test wants them to.

use std::future::pending;

use sea_orm::DbErr;

use crate::conn::WriteTransaction;
use crate::error::{StoreError, StoreResult};

/// Says before each commit of a store what goes wrong with it. Only tests have one.
pub trait CommitFaults: std::fmt::Debug + Send + Sync {
    /// Returns what goes wrong with the commit that is next; nothing in the ordinary case.
    fn next(&self) -> Option<CommitFault>;

    /// Hears that it went wrong so: whatever it writes is written.
    fn happened(&self, fault: CommitFault);
}

/// What goes wrong with a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitFault {
    /// Nothing is written, and whoever commits is told so.
    Fails,
    /// Everything is written, and whoever commits is told that it failed.
    AnswerIsLost,
    /// Nothing is written, and whoever commits never goes on: their server is dead.
    DiesBefore,
    /// Everything is written, and whoever commits never goes on.
    DiesAfter,
}

impl CommitFault {
    /// Carries the fault out.
    pub(crate) async fn befall(
        self,
        transaction: WriteTransaction,
        faults: &dyn CommitFaults,
        afterwards: impl FnOnce() + Send + 'static,
    ) -> StoreResult<()> {
        match self {
            Self::Fails | Self::DiesBefore => transaction.roll_back().await?,
            Self::AnswerIsLost | Self::DiesAfter => transaction.commit_well(afterwards).await?,
        }
        faults.happened(self);
        if matches!(self, Self::DiesBefore | Self::DiesAfter) {
            pending::<()>().await;
        }
        Err(StoreError::Busy(DbErr::Custom("a fault of the test".to_owned())))
    }
}
