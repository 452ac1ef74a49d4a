//! The runs that this engine carries, and the wishes to stop them.
//!
//! A wish may arrive while its run is being started. It is kept here until there is something to
//! stop, so that it is neither lost nor overtaken by the start.

use std::collections::HashMap;
use std::sync::MutexGuard;

use tokio::sync::{Notify, watch};
use wireclip_domain::{RunId, Timestamp};
use wireclip_ports::held::Held;

/// The runs that this engine carries.
#[derive(Debug)]
pub(crate) struct InFlight {
    entries: Held<HashMap<RunId, Entry>>,
    /// Tells how many there are; changed under the lock of the entries.
    count: watch::Sender<usize>,
    /// Tells that a wish came.
    wishes: Notify,
}

impl Default for InFlight {
    fn default() -> Self {
        Self { entries: Held::default(), count: watch::Sender::new(0), wishes: Notify::new() }
    }
}

#[derive(Debug, Default)]
struct Entry {
    /// Whether there is a host to be asked.
    has_host: bool,
    is_unwanted: bool,
    asked_at: Option<Timestamp>,
}

/// A run is asked again to stop if it has not ended after so long, in milliseconds.
const ASK_AGAIN_MILLIS: i64 = 10_000;

impl InFlight {
    /// Takes a run; not if it is carried already.
    pub(crate) fn take(&self, run_id: RunId) -> bool {
        let mut entries = self.entries();
        let is_new = match entries.entry(run_id) {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(Entry::default());
                true
            }
        };
        self.count.send_replace(entries.len());
        is_new
    }

    /// Lets a run go.
    pub(crate) fn release(&self, run_id: RunId) {
        let mut entries = self.entries();
        entries.remove(&run_id);
        self.count.send_replace(entries.len());
    }

    /// Waits until no run is carried.
    pub(crate) async fn until_none(&self) {
        let mut count = self.count.subscribe();
        // It ends without an answer only with the engine itself.
        drop(count.wait_for(|count| *count == 0).await);
    }

    /// Returns whether a run is carried.
    pub(crate) fn has(&self, run_id: RunId) -> bool {
        self.entries().contains_key(&run_id)
    }

    /// Returns how many runs are carried.
    pub(crate) fn count(&self) -> usize {
        self.entries().len()
    }

    /// Stores the wish that a run is stopped. Returns whether its run's host is to be asked now.
    pub(crate) fn wish(&self, run_id: RunId, now: Timestamp) -> bool {
        let mut entries = self.entries();
        // A run that nobody carries here may still have a host, and asking does no harm.
        let Some(entry) = entries.get_mut(&run_id) else { return true };
        entry.is_unwanted = true;
        self.wishes.notify_waiters();
        let is_due =
            entry.asked_at.is_none_or(|asked| now.unix_millis() - asked.unix_millis() >= ASK_AGAIN_MILLIS);
        if entry.has_host && is_due {
            entry.asked_at = Some(now);
            return true;
        }
        false
    }

    /// Returns whether a run is to be stopped before it was started.
    pub(crate) fn is_unwanted(&self, run_id: RunId) -> bool {
        self.entries().get(&run_id).is_some_and(|entry| entry.is_unwanted)
    }

    /// Returns once a run is to be stopped.
    pub(crate) async fn until_unwanted(&self, run_id: RunId) {
        loop {
            // Registered before the look, so that no wish falls between.
            let mut wished = std::pin::pin!(self.wishes.notified());
            wished.as_mut().enable();
            if self.is_unwanted(run_id) {
                return;
            }
            wished.await;
        }
    }

    /// Says that a run has a host from now on; returns whether it is to be stopped already.
    pub(crate) fn has_host_now(&self, run_id: RunId, now: Timestamp) -> bool {
        let mut entries = self.entries();
        let Some(entry) = entries.get_mut(&run_id) else { return false };
        entry.has_host = true;
        if entry.is_unwanted {
            entry.asked_at = Some(now);
        }
        entry.is_unwanted
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<RunId, Entry>> {
        self.entries.lock()
    }
}
