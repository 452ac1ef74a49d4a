//! Limits of calls, and the pauses between looks.

#![expect(clippy::disallowed_methods, reason = "the service lives in real time, whatever clock we have")]

use std::future::Future;
use std::time::Duration;

use tokio::time::Instant;
use wireclip_ports::sandbox::ProviderError;

/// The moment at which a call ends in any case.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline(Instant);

/// Longer limits mean the same to everybody.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);

impl Deadline {
    pub(super) fn within(limit: Duration) -> Self {
        Self(Instant::now() + limit.min(LONGEST))
    }

    /// Returns the earlier of this deadline and one so much time away.
    pub(super) fn or_within(self, limit: Duration) -> Self {
        Self(self.0.min(Instant::now() + limit.min(LONGEST)))
    }

    pub(super) fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    pub(super) fn is_over(self) -> bool {
        self.left().is_zero()
    }

    /// Runs something until it ends or the time is up.
    pub(super) async fn bound<T>(
        self,
        action: &'static str,
        work: impl Future<Output = Result<T, ProviderError>>,
    ) -> Result<T, ProviderError> {
        tokio::time::timeout_at(self.0, work).await.unwrap_or(Err(ProviderError::Timeout { action }))
    }

    /// Waits, but not beyond the deadline. `false` if the deadline comes first.
    pub(super) async fn pause(self, time: Duration) -> bool {
        if self.left() <= time {
            return false;
        }
        pause(time).await;
        true
    }
}

/// Waits in the service's time. Cancel safe.
pub(super) async fn pause(time: Duration) {
    tokio::time::sleep(time).await;
}

/// How often a changing sandbox is looked at.
#[derive(Debug, Clone, Copy)]
pub struct Pacing {
    /// The pause between looks at first.
    pub first: Duration,
    /// After so long the pause begins to grow by a tenth each time.
    pub steady_for: Duration,
    /// The longest pause.
    pub longest: Duration,
}

impl Default for Pacing {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(100),
            steady_for: Duration::from_secs(5),
            longest: Duration::from_secs(1),
        }
    }
}

/// Waits before a sandbox that was said to be gone is looked at once more: the service's answers
/// may be older than what they tell of.
///
/// # Errors
/// If the deadline comes first.
pub(super) async fn pause_before_gone(pacing: Pacing, deadline: Deadline) -> Result<(), ProviderError> {
    if deadline.pause(pacing.longest * 3).await {
        return Ok(());
    }
    Err(ProviderError::Timeout { action: "look at the sandbox once more" })
}

/// The pauses of one wait.
#[derive(Debug)]
pub(super) struct Pauses {
    pacing: Pacing,
    next: Duration,
    waited: Duration,
}

impl Pauses {
    pub(super) fn of(pacing: Pacing) -> Self {
        Self { pacing, next: pacing.first, waited: Duration::ZERO }
    }

    /// Waits for the next look.
    ///
    /// # Errors
    /// If the deadline comes first.
    pub(super) async fn next(
        &mut self,
        deadline: Deadline,
        action: &'static str,
    ) -> Result<(), ProviderError> {
        if !deadline.pause(self.next).await {
            return Err(ProviderError::Timeout { action });
        }
        self.waited += self.next;
        if self.waited >= self.pacing.steady_for {
            self.next = self.next.mul_f64(1.1).min(self.pacing.longest);
        }
        Ok(())
    }
}
