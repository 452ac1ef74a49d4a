//! Ending a lease: closed first, drained within a limit, and carried to its end whoever asked.

use std::future::Future;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::oneshot;
use wireclip_ports::sandbox::{Disposition, ProviderError, Receipt, ReceiptOutcome};

use super::figures::Counters;
use super::{Ending, Entry, Eviction, Handle, LeaseCache, LeaseKey};

/// How long work that was told to stop may take to do so.
const STOPPING: Duration = Duration::from_secs(2);

/// What a teardown does with the place. Two of the same kind are one.
pub type TeardownKind = Disposition;

/// What a teardown found when all was quiet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drained {
    /// Whether work had to be told to stop.
    pub was_forced: bool,
    /// Whether the service did not know the sandbox when somebody last asked.
    pub is_missed: bool,
}

impl<H: Handle> LeaseCache<H> {
    /// Ends a lease. `work` asks the provider, once nobody is inside any more or the drain limit
    /// is over; its answer is the answer to all who asked for the same.
    ///
    /// Runs as a task of the cache's own: dropping the caller changes nothing. A lease that is
    /// known to be gone is not asked about.
    ///
    /// # Errors
    /// What `work` answered. The lease stays closed; asking again is safe.
    pub async fn tear_down<F>(
        &self,
        key: &LeaseKey,
        kind: TeardownKind,
        drain: Duration,
        work: impl FnOnce(Drained) -> F + Send + 'static,
    ) -> Result<Receipt, ProviderError>
    where
        F: Future<Output = Result<Receipt, ProviderError>> + Send + 'static,
    {
        self.ending(key, kind, drain, work).await
    }

    fn ending<F>(
        &self,
        key: &LeaseKey,
        kind: TeardownKind,
        drain: Duration,
        work: impl FnOnce(Drained) -> F + Send + 'static,
    ) -> Ending
    where
        F: Future<Output = Result<Receipt, ProviderError>> + Send + 'static,
    {
        let entry = self.entry(key);
        let mut teardowns = entry.teardowns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, ending)) = teardowns.iter().find(|(running, _)| *running == kind) {
            return ending.clone();
        }
        let (answer, wait) = oneshot::channel();
        let ending: Ending = wait.map(|answer| answer.unwrap_or_else(|_| Err(broke_off()))).boxed().shared();
        teardowns.push((kind, ending.clone()));
        // Closed from here on, before anything is waited for.
        let guard = entry.slot.begin_teardown();
        drop(teardowns);
        Counters::count(&self.0.counters.teardowns);
        if guard.has_evicted {
            self.0.counters.evicted(Eviction::Teardown);
        }
        let (cache, task_entry) = (self.clone(), Arc::clone(&entry));
        let task = async move {
            let _turn = Arc::clone(&task_entry.teardown_turn).lock_owned().await;
            if task_entry.is_gone.load(Ordering::SeqCst) {
                return Ok(Receipt { outcome: ReceiptOutcome::AlreadyGone, was_forced: false });
            }
            let was_forced = cache.drain(guard.drained(), || guard.force(), drain).await;
            let is_missed = task_entry.is_missed.load(Ordering::SeqCst);
            let drained = Drained { was_forced, is_missed };
            let receipt = work(drained).await;
            if let Ok(Receipt { outcome: ReceiptOutcome::Destroyed | ReceiptOutcome::AlreadyGone, .. }) =
                receipt
            {
                task_entry.is_gone.store(true, Ordering::SeqCst);
            }
            // Nobody joins it from here on: once the guard is gone, the lease may be opened again.
            task_entry.forget_teardown(kind);
            drop(guard);
            receipt
        };
        let clock = Arc::clone(&self.0.clock);
        let settled = async move {
            let result = std::panic::AssertUnwindSafe(task).catch_unwind().await;
            if result.is_err() {
                entry.forget_teardown(kind);
            }
            entry.touch(clock.now());
            drop(answer.send(result.unwrap_or_else(|_| Err(broke_off()))));
        };
        self.0.tasks.spawn(settled);
        ending
    }

    /// Waits until nobody is inside; tells those who are to stop when the limit is over, and goes
    /// on without them if they do not. Returns whether anybody had to be told.
    async fn drain(&self, quiet: impl Future<Output = ()>, force: impl FnOnce(), limit: Duration) -> bool {
        let began = self.0.timing.now();
        let mut quiet = std::pin::pin!(quiet);
        let was_forced = tokio::time::timeout(limit, &mut quiet).await.is_err();
        if was_forced {
            Counters::count(&self.0.counters.forced_teardowns);
            force();
            if tokio::time::timeout(STOPPING, &mut quiet).await.is_err() {
                tracing::warn!("work in a lease did not stop when it was told to; the teardown goes on");
            }
        }
        self.0.counters.drained(self.0.timing.now().since(began));
        was_forced
    }
}

impl<H: Handle> Entry<H> {
    fn forget_teardown(&self, kind: TeardownKind) {
        let mut teardowns = self.teardowns.lock().unwrap_or_else(PoisonError::into_inner);
        teardowns.retain(|(running, _)| *running != kind);
    }
}

fn broke_off() -> ProviderError {
    ProviderError::Failed { action: "end the lease", status: 0, message: "the teardown broke off".to_owned() }
}
