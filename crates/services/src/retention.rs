//! What is kept for a time only.

use std::sync::Arc;

use wireclip_domain::Timestamp;
use wireclip_store::{activity, idempotency};

use crate::core::Core;
use crate::error::ServiceResult;

/// How many rows go in one transaction.
const BATCH_ROWS: u32 = 500;

/// Removing what has been kept long enough.
#[derive(Debug, Clone)]
pub struct Retention {
    core: Arc<Core>,
}

impl Retention {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Removes a batch of answers that were kept for repetitions of requests. Returns how many.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn remove_answers(&self, before: Timestamp) -> ServiceResult<u64> {
        let transaction = self.core.store.begin_write().await?;
        let removed = idempotency::delete_before(&transaction.conn(), before, BATCH_ROWS).await?;
        transaction.commit().await?;
        Ok(removed)
    }

    /// Removes a batch of events that are no entries of the log: listeners cannot go back behind
    /// them any more. Returns how many.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn remove_events(&self, before: Timestamp) -> ServiceResult<u64> {
        let transaction = self.core.store.begin_write().await?;
        let removed = activity::delete_events_before(&transaction.conn(), before, BATCH_ROWS).await?;
        transaction.commit().await?;
        Ok(removed)
    }
}
