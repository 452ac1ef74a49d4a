//! Transactions that write.

use std::sync::Arc;

use sea_orm::{DatabaseExecutor, DatabaseTransaction};
use tokio::sync::OwnedSemaphorePermit;

use super::Conn;
use crate::commit_faults::CommitFaults;
use crate::error::StoreResult;
use crate::group_commit::Turn;

/// A transaction that may write.
#[derive(Debug)]
#[must_use = "a transaction that is dropped undoes everything"]
pub struct WriteTransaction {
    pub(super) writing: Writing,
    pub(super) commit_faults: Option<Arc<dyn CommitFaults>>,
}

#[derive(Debug)]
pub(super) enum Writing {
    Alone(DatabaseTransaction, OwnedSemaphorePermit),
    InGroup(Turn),
}

impl WriteTransaction {
    /// Returns the transaction's connection.
    #[must_use]
    pub fn conn(&self) -> Conn<'_> {
        Conn(DatabaseExecutor::Transaction(match &self.writing {
            Writing::Alone(transaction, _) => transaction,
            Writing::InGroup(turn) => turn.transaction(),
        }))
    }

    /// Makes everything that was written permanent, on disk.
    ///
    /// # Errors
    /// If it could not be made so; nothing was written then.
    pub async fn commit(self) -> StoreResult<()> {
        self.commit_then(|| {}).await
    }

    /// Makes everything that was written permanent, on disk; then does `afterwards`, in the order
    /// of the commits where the database has one.
    ///
    /// On SQLite both happen even if the caller does not wait for them. `afterwards` holds up
    /// other changes, so it must be quick.
    ///
    /// # Errors
    /// If it could not be made so; nothing was written then.
    pub async fn commit_then(self, afterwards: impl FnOnce() + Send + 'static) -> StoreResult<()> {
        if let Some(faults) = self.commit_faults.clone()
            && let Some(fault) = faults.next()
        {
            return fault.befall(self, &*faults, afterwards).await;
        }
        self.commit_well(afterwards).await
    }

    /// Commits as [`WriteTransaction::commit_then`] does where nothing goes wrong.
    pub(crate) async fn commit_well(self, afterwards: impl FnOnce() + Send + 'static) -> StoreResult<()> {
        match self.writing {
            Writing::Alone(transaction, _place) => {
                transaction.commit().await?;
                afterwards();
                Ok(())
            }
            Writing::InGroup(turn) => turn.hand_in(Box::new(afterwards)).await,
        }
    }

    /// Undoes everything at once, rather than when the connection is next used.
    ///
    /// # Errors
    /// If the connection was lost; nothing was written then either.
    pub async fn roll_back(self) -> StoreResult<()> {
        match self.writing {
            Writing::Alone(transaction, _place) => Ok(transaction.rollback().await?),
            // Whoever owns the connection undoes it before anything else.
            Writing::InGroup(turn) => {
                drop(turn);
                Ok(())
            }
        }
    }
}
