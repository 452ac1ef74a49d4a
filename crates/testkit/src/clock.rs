//! A clock that stands until a test moves it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::watch;
use wireclip_domain::Timestamp;
use wireclip_ports::clock::Clock;

/// A clock that stands until it is moved; moving it wakes who sleeps by it.
#[derive(Debug, Clone)]
pub struct ManualClock {
    now: Arc<watch::Sender<Timestamp>>,
    sleepers: Arc<Mutex<Sleepers>>,
    waits: Arc<AtomicU64>,
}

/// How many wait for which moment.
#[derive(Debug, Default)]
struct Sleepers(BTreeMap<Timestamp, usize>);

impl Default for ManualClock {
    /// Stands at noon of a day in 2026.
    fn default() -> Self {
        Self::at(Timestamp::from_unix_millis(1_767_355_200_000))
    }
}

impl ManualClock {
    /// Makes a clock that stands at a moment.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self { now: Arc::new(watch::Sender::new(now)), sleepers: Arc::default(), waits: Arc::default() }
    }

    /// Moves the clock on.
    pub fn advance(&self, time: Duration) {
        self.now.send_modify(|now| *now = now.plus(time));
    }

    /// Puts the clock to a moment, which may lie in the past.
    pub fn set(&self, now: Timestamp) {
        self.now.send_replace(now);
    }

    /// Counts how often somebody was looked at who sleeps: whoever polls a task and sees the count
    /// rise knows that the task waits for the clock, not for a database.
    #[must_use]
    pub fn waits(&self) -> u64 {
        self.waits.load(Ordering::SeqCst)
    }

    /// Returns the earliest moment that somebody sleeps for.
    #[must_use]
    pub fn earliest_sleeper(&self) -> Option<Timestamp> {
        let sleepers = self.sleepers.lock().unwrap_or_else(PoisonError::into_inner);
        sleepers.0.keys().next().copied()
    }
}

/// Somebody who sleeps; forgotten when they wake or are dropped.
struct Sleeper<'c> {
    clock: &'c ManualClock,
    at: Timestamp,
}

impl<'c> Sleeper<'c> {
    fn new(clock: &'c ManualClock, at: Timestamp) -> Self {
        let mut sleepers = clock.sleepers.lock().unwrap_or_else(PoisonError::into_inner);
        *sleepers.0.entry(at).or_default() += 1;
        Self { clock, at }
    }
}

impl Drop for Sleeper<'_> {
    fn drop(&mut self) {
        let mut sleepers = self.clock.sleepers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sleepers.0.get_mut(&self.at) {
            *count -= 1;
            if *count == 0 {
                sleepers.0.remove(&self.at);
            }
        }
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.now.borrow()
    }

    async fn sleep_until(&self, at: Timestamp) {
        let mut moments = self.now.subscribe();
        if *moments.borrow_and_update() >= at {
            return;
        }
        let _sleeper = Sleeper::new(self, at);
        // The sender lives as long as this clock.
        let mut woken = std::pin::pin!(moments.wait_for(|now| *now >= at));
        std::future::poll_fn(|context| match woken.as_mut().poll(context) {
            Poll::Ready(moment) => {
                drop(moment);
                Poll::Ready(())
            }
            Poll::Pending => {
                self.waits.fetch_add(1, Ordering::SeqCst);
                Poll::Pending
            }
        })
        .await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn moving_the_clock_wakes_those_whose_time_has_come_and_nobody_else() {
        let clock = ManualClock::default();
        let (soon, later) =
            (clock.now().plus(Duration::from_secs(5)), clock.now().plus(Duration::from_secs(9)));
        let (mut early, mut late) = (clock.sleep_until(soon), clock.sleep_until(later));
        tokio::select! {
            biased;
            () = &mut early => panic!("too early"),
            () = &mut late => panic!("much too early"),
            () = std::future::ready(()) => {}
        }
        assert_eq!(clock.earliest_sleeper(), Some(soon));
        clock.advance(Duration::from_secs(5));
        early.await;
        assert_eq!(clock.earliest_sleeper(), Some(later));
        drop(late);
        assert_eq!(clock.earliest_sleeper(), None);
    }
}
