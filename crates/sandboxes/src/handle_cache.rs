//! The cache of handles: authenticated views of leased sandboxes, one slot per lease.
//!
//! A handle costs the provider a request and a run uses it hundreds of times. What makes keeping
//! it dangerous is kept in the same slot: whether the lease still takes work, who is inside, and
//! since when the handle is known to be true.
//!
//! **Invariants.** A slot is found by the whole [`LeaseKey`] alone, and no key holds a secret. A
//! handle whose id is not the key's is never used. One lookup at a time for each key; none waits
//! for another key's. A failed lookup leaves nothing. The moment up to which a handle is known to
//! be true moves at a lookup and at [`Activity::succeeded`], nowhere else. A teardown refuses new
//! work before it looks at anything, waits for the work inside for a bounded time, and runs to
//! its end whoever is dropped.

mod activity;
mod figures;
mod key;
mod lookup;
mod slot;
mod teardown;
mod waiting;

/// The locks of the slots; a model checker brings others.
mod sync {
    pub(super) use std::sync::{Mutex, MutexGuard};
}

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::{BoxFuture, Shared};
use tokio_util::task::TaskTracker;
use wireclip_domain::Timestamp;
use wireclip_ports::clock::Clock;
use wireclip_ports::sandbox::{ProviderError, ProviderLeaseId, Receipt};

pub use activity::{Activity, HandleUse};
pub use figures::{CacheFigures, Eviction};
pub use key::{AccountPrint, LeaseKey};
pub use teardown::{Drained, TeardownKind};

use figures::Counters;
use slot::{LeaseSlot, NotEntered, Purpose};

/// A view of a leased sandbox, as the cache needs to know it.
pub trait Handle: Send + Sync + 'static {
    /// Returns the id of the sandbox that it is a view of.
    fn id(&self) -> &ProviderLeaseId;

    /// Returns for how long it may be used without a sign of life; for ever if `None`.
    fn fresh_for(&self) -> Option<Duration>;
}

/// How the cache keeps itself small.
#[derive(Debug, Clone, Copy)]
pub struct CacheLimits {
    /// How long a closed lease is remembered, so that late work is refused without a request.
    pub closed_for: Duration,
    /// How long a handle is kept that nobody uses.
    pub unused_for: Duration,
    /// How many closed leases are remembered at most; the oldest go first.
    pub closed_leases: usize,
}

impl Default for CacheLimits {
    fn default() -> Self {
        Self {
            closed_for: Duration::from_secs(10 * 60),
            unused_for: Duration::from_secs(60 * 60),
            closed_leases: 1_000,
        }
    }
}

/// After how many newly known leases the cache looks for slots that nobody needs.
const SWEEP_EVERY: usize = 64;

/// After what time it does so, whoever asks for what.
const SWEEP_AFTER: Duration = Duration::from_secs(60);

/// What all who wait for one lookup get.
type Lookup<H> = Shared<BoxFuture<'static, Result<Arc<H>, ProviderError>>>;

/// What all who wait for one teardown get.
type Ending = Shared<BoxFuture<'static, Result<Receipt, ProviderError>>>;

type Slot<H> = LeaseSlot<H, Lookup<H>>;

/// One lease: its slot, and the turns that are taken in it.
struct Entry<H: Handle> {
    slot: Arc<Slot<H>>,
    /// When it was last used.
    used_at: Mutex<Timestamp>,
    /// Teardowns run one after the other.
    teardown_turn: Arc<tokio::sync::Mutex<()>>,
    /// Teardowns that others can join.
    teardowns: Mutex<Vec<(TeardownKind, Ending)>>,
    /// Bringing a sandbox up is done by one at a time.
    activation_turn: tokio::sync::Mutex<()>,
    /// Whether the sandbox is known to be gone for good.
    is_gone: std::sync::atomic::AtomicBool,
    /// Whether somebody inside was told that it does not exist: a teardown asks once more.
    is_missed: std::sync::atomic::AtomicBool,
}

/// Keeps the handles of a process. Cheap to clone.
pub struct LeaseCache<H: Handle>(Arc<Shelf<H>>);

struct Shelf<H: Handle> {
    entries: Mutex<Entries<H>>,
    limits: CacheLimits,
    /// By which freshness is measured.
    clock: Arc<dyn Clock>,
    /// By which durations are measured.
    timing: Arc<dyn Clock>,
    tasks: TaskTracker,
    counters: Counters,
    is_keeping: bool,
}

struct Entries<H: Handle> {
    by_key: HashMap<LeaseKey, Arc<Entry<H>>>,
    new_since_sweep: usize,
    swept_at: Timestamp,
}

impl<H: Handle> Clone for LeaseCache<H> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<H: Handle> LeaseCache<H> {
    /// Makes an empty cache. Lookups and teardowns run as tasks of `tasks`, so that they outlive
    /// whoever asked first. Freshness is measured by `clock`, durations by `timing`.
    #[must_use]
    pub fn new(
        clock: Arc<dyn Clock>,
        timing: Arc<dyn Clock>,
        tasks: TaskTracker,
        limits: CacheLimits,
    ) -> Self {
        Self::with(clock, timing, tasks, limits, true)
    }

    /// Makes a cache that keeps no handle, to measure what keeping them is worth. Everything else
    /// holds all the same.
    #[must_use]
    pub fn keeping_nothing(clock: Arc<dyn Clock>, timing: Arc<dyn Clock>, tasks: TaskTracker) -> Self {
        Self::with(clock, timing, tasks, CacheLimits::default(), false)
    }

    fn with(
        clock: Arc<dyn Clock>,
        timing: Arc<dyn Clock>,
        tasks: TaskTracker,
        limits: CacheLimits,
        is_keeping: bool,
    ) -> Self {
        let swept_at = clock.now();
        let entries = Mutex::new(Entries { by_key: HashMap::new(), new_since_sweep: 0, swept_at });
        let counters = Counters::default();
        Self(Arc::new(Shelf { entries, limits, clock, timing, tasks, counters, is_keeping }))
    }

    /// Enters a lease to work in it.
    ///
    /// Waits for a teardown that is under way, and is refused then. Cancel safe.
    ///
    /// # Errors
    /// [`ProviderError::LeaseClosed`].
    pub async fn enter(&self, key: &LeaseKey) -> Result<Activity<H>, ProviderError> {
        self.enter_for(key, Purpose::Work).await
    }

    /// Enters a lease to open it again, also if it is closed. Waits for a teardown that is under
    /// way. Cancel safe.
    ///
    /// # Errors
    /// [`ProviderError::StateChanging`] if work from before the last teardown has not ended.
    pub async fn enter_to_resume(&self, key: &LeaseKey) -> Result<Activity<H>, ProviderError> {
        self.enter_for(key, Purpose::Resume).await
    }

    async fn enter_for(&self, key: &LeaseKey, purpose: Purpose) -> Result<Activity<H>, ProviderError> {
        let entry = self.entry(key);
        match entry.slot.enter(purpose).await {
            Ok(entered) => Ok(Activity::new(self.clone(), key.clone(), entry, entered)),
            Err(NotEntered::Closed) => Err(ProviderError::LeaseClosed),
            Err(NotEntered::Unsettled) => Err(ProviderError::StateChanging {
                message: "work from before the lease's release has not ended".to_owned(),
            }),
        }
    }

    /// Opens a lease with the handle that its creation gave.
    ///
    /// # Errors
    /// [`ProviderError::IdentityMismatch`] if the handle is another sandbox's;
    /// [`ProviderError::LeaseClosed`] if the lease is being torn down.
    pub fn seed(&self, key: &LeaseKey, handle: H, verified_at: Timestamp) -> Result<(), ProviderError> {
        check_identity(key, &handle)?;
        let entry = self.entry(key);
        if entry.slot.seed_and_open(Arc::new(handle), verified_at) {
            Ok(())
        } else {
            Err(ProviderError::LeaseClosed)
        }
    }

    /// Stores a handle that another process looked up, unless something is or was known here: what was
    /// evicted must not come back.
    ///
    /// # Errors
    /// [`ProviderError::IdentityMismatch`] if the handle is another sandbox's.
    pub fn seed_if_unknown(
        &self,
        key: &LeaseKey,
        handle: H,
        verified_at: Timestamp,
    ) -> Result<(), ProviderError> {
        check_identity(key, &handle)?;
        self.entry(key).slot.seed_if_untouched(|| Arc::new(handle), verified_at);
        Ok(())
    }

    /// Forgets a lease's handle. Whoever is inside stays there.
    pub fn evict(&self, key: &LeaseKey, reason: Eviction) {
        let entry = self.entries().by_key.get(key).cloned();
        if entry.is_some_and(|entry| entry.slot.evict()) {
            self.0.counters.evicted(reason);
        }
    }

    /// Returns how many leases are known.
    #[must_use]
    pub fn known_leases(&self) -> usize {
        self.entries().by_key.len()
    }

    /// Returns how many activities are inside a lease.
    #[must_use]
    pub fn active(&self, key: &LeaseKey) -> usize {
        self.entries().by_key.get(key).map_or(0, |entry| entry.slot.active())
    }

    /// Returns what was counted since the process began.
    #[must_use]
    pub fn figures(&self) -> CacheFigures {
        self.0.counters.read()
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, Entries<H>> {
        self.0.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn entry(&self, key: &LeaseKey) -> Arc<Entry<H>> {
        let now = self.0.clock.now();
        let mut entries = self.entries();
        let known = entries.by_key.get(key).map(Arc::clone);
        if let Some(entry) = &known {
            entry.touch(now);
        }
        if entries.new_since_sweep >= SWEEP_EVERY || now.since(entries.swept_at) >= SWEEP_AFTER {
            // What is asked for is held, and stays.
            self.sweep(&mut entries);
        }
        if let Some(entry) = known {
            return entry;
        }
        entries.new_since_sweep += 1;
        let entry = Arc::new(Entry::new(now));
        entries.by_key.insert(key.clone(), Arc::clone(&entry));
        entry
    }

    fn sweep(&self, entries: &mut Entries<H>) {
        let now = self.0.clock.now();
        (entries.new_since_sweep, entries.swept_at) = (0, now);
        let limits = self.0.limits;
        entries.by_key.retain(|_, entry| {
            // Somebody who holds the entry is about to enter it.
            let is_needed = Arc::strong_count(entry) > 1 || !entry.slot.is_idle();
            let keep_for = if entry.slot.is_closed() { limits.closed_for } else { limits.unused_for };
            let is_kept = is_needed || now.since(entry.used_at()) < keep_for;
            if !is_kept && entry.slot.evict() {
                self.0.counters.evicted(Eviction::Unused);
            }
            is_kept
        });
        let mut closed: Vec<(Timestamp, LeaseKey)> = entries
            .by_key
            .iter()
            .filter(|(_, entry)| {
                Arc::strong_count(entry) == 1 && entry.slot.is_idle() && entry.slot.is_closed()
            })
            .map(|(key, entry)| (entry.used_at(), key.clone()))
            .collect();
        if closed.len() > limits.closed_leases {
            closed.sort_unstable_by_key(|(used_at, _)| *used_at);
            for (_, key) in closed.iter().take(closed.len() - limits.closed_leases) {
                entries.by_key.remove(key);
            }
        }
    }
}

impl<H: Handle> Entry<H> {
    fn new(now: Timestamp) -> Self {
        Self {
            slot: Arc::new(LeaseSlot::new()),
            used_at: Mutex::new(now),
            teardown_turn: Arc::default(),
            teardowns: Mutex::default(),
            activation_turn: tokio::sync::Mutex::default(),
            is_gone: std::sync::atomic::AtomicBool::new(false),
            is_missed: std::sync::atomic::AtomicBool::new(false),
        }
    }

    fn touch(&self, now: Timestamp) {
        *self.used_at.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    fn used_at(&self) -> Timestamp {
        *self.used_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Refuses a handle that is a view of another sandbox than the key's.
fn check_identity<H: Handle>(key: &LeaseKey, handle: &H) -> Result<(), ProviderError> {
    if *handle.id() == key.lease {
        return Ok(());
    }
    Err(ProviderError::IdentityMismatch { expected: key.lease.to_string(), found: handle.id().to_string() })
}

#[cfg(test)]
mod tests;
