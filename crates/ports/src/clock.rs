//! Time, as a dependency: the simulation brings its own.

use std::time::Duration;

use async_trait::async_trait;
use wireclip_domain::Timestamp;

/// Tells the time and wakes sleepers.
#[async_trait]
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// Returns the present moment.
    fn now(&self) -> Timestamp;

    /// Waits until the clock has reached a moment. Cancel safe.
    async fn sleep_until(&self, at: Timestamp);

    /// Waits for so long by this clock. Cancel safe.
    async fn sleep(&self, time: Duration) {
        self.sleep_until(self.now().plus(time)).await;
    }
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everybody else asks")]
    fn now(&self) -> Timestamp {
        let since_epoch =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_unix_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }

    #[expect(clippy::disallowed_methods, reason = "this is the clock that everybody else waits by")]
    async fn sleep_until(&self, at: Timestamp) {
        tokio::time::sleep(at.since(self.now())).await;
    }
}
