//! What the cache counts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use wireclip_domain::OpaqueJson;

/// Why a handle was forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eviction {
    /// The lease was released, destroyed or cancelled.
    Teardown,
    /// The sandbox did not prove to be the workspace, or a resume failed.
    Resume,
    /// Looking again failed.
    Reread,
    /// The handle was of another sandbox.
    Identity,
    /// The provider did not accept the credential, or the sandbox is gone.
    Refused,
    /// Nobody used it.
    Unused,
}

impl Eviction {
    /// All of them, with their names in metrics.
    const ALL: [(Self, &str); 6] = [
        (Self::Teardown, "teardown"),
        (Self::Resume, "resume"),
        (Self::Reread, "reread"),
        (Self::Identity, "identity"),
        (Self::Refused, "refused"),
        (Self::Unused, "unused"),
    ];

    /// Returns where it is counted.
    fn index(self) -> usize {
        Self::ALL.iter().position(|(reason, _)| *reason == self).expect("every reason is among all")
    }
}

const EVICTIONS: usize = Eviction::ALL.len();

/// What was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CacheFigures {
    /// Uses of a handle that was known.
    pub hits: u64,
    /// Uses that had to look it up.
    pub misses: u64,
    /// Uses that waited for somebody else's lookup.
    pub joins: u64,
    /// Uses that had to look again.
    pub rereads: u64,
    /// Handles that were forgotten, by [`Eviction`].
    pub evictions: [u64; EVICTIONS],
    /// Teardowns.
    pub teardowns: u64,
    /// Teardowns that stopped what was still inside.
    pub forced_teardowns: u64,
    /// How long teardowns waited for what was inside, in total.
    pub drain_wait: Duration,
}

impl CacheFigures {
    /// Returns how many handles were forgotten for a reason.
    #[must_use]
    pub fn evicted(&self, reason: Eviction) -> u64 {
        self.evictions[reason.index()]
    }

    /// Writes them down for metrics.
    #[must_use]
    pub fn to_json(&self) -> OpaqueJson {
        let Self { hits, misses, joins, rereads, evictions: _, teardowns, forced_teardowns, drain_wait } =
            self;
        let mut evictions = OpaqueJson::object();
        for (reason, name) in Eviction::ALL {
            evictions.set(name, &self.evicted(reason));
        }
        let mut json = OpaqueJson::object();
        json.set("hits", hits);
        json.set("misses", misses);
        json.set("joins", joins);
        json.set("rereads", rereads);
        json.set("evictions", &evictions);
        json.set("teardowns", teardowns);
        json.set("forcedTeardowns", forced_teardowns);
        json.set("drainWaitMs", &u64::try_from(drain_wait.as_millis()).unwrap_or(u64::MAX));
        json
    }
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) hits: AtomicU64,
    pub(super) misses: AtomicU64,
    pub(super) joins: AtomicU64,
    pub(super) rereads: AtomicU64,
    evictions: [AtomicU64; EVICTIONS],
    pub(super) teardowns: AtomicU64,
    pub(super) forced_teardowns: AtomicU64,
    drain_wait_ms: AtomicU64,
}

impl Counters {
    pub(super) fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn evicted(&self, reason: Eviction) {
        Self::count(&self.evictions[reason.index()]);
    }

    pub(super) fn drained(&self, wait: Duration) {
        let wait = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        self.drain_wait_ms.fetch_add(wait, Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> CacheFigures {
        let value = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        CacheFigures {
            hits: value(&self.hits),
            misses: value(&self.misses),
            joins: value(&self.joins),
            rereads: value(&self.rereads),
            evictions: std::array::from_fn(|reason| value(&self.evictions[reason])),
            teardowns: value(&self.teardowns),
            forced_teardowns: value(&self.forced_teardowns),
            drain_wait: Duration::from_millis(value(&self.drain_wait_ms)),
        }
    }
}
