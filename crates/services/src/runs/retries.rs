//! Planned retries whose time has come.

use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{RunId, Timestamp};

use super::Runs;
use crate::error::ServiceResult;

/// What became of a planned retry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RetryPromotion {
    /// It is queued.
    Queued,
    /// The gate was closed for it, and it is cancelled.
    Cancelled(RunErrorCode),
    /// It was no planned retry any more.
    Gone,
}

impl Runs {
    /// Lists planned retries that are due, the earliest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due_retries(&self, _now: Timestamp, _limit: u32) -> ServiceResult<Vec<RunId>> {
        Ok(Vec::new())
    }

    /// Queues a planned retry, or cancels it if the gate is closed for it. One transaction.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn promote_retry(&self, _run_id: RunId) -> ServiceResult<RetryPromotion> {
        Ok(RetryPromotion::Gone)
    }
}
