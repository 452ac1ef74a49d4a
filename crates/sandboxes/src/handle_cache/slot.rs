//! One lease's slot: who may enter, who is inside, and the handle, under one lock.
//!
//! ```text
//!           begin_teardown            last teardown ends
//! Open ───────────────────▶ Closing(n) ───────────────▶ Closed
//!  ▲                                                      │
//!  └────────────────────── open (resume) ─────────────────┘
//! ```
//!
//! **Invariants.** While a slot is closing or closed nobody enters but a resume, and that only
//! once it is closed. Whoever entered is counted until its [`Entered`] is dropped, however it
//! ends. A handle is stored only by the lookup that the slot is waiting for: every eviction makes
//! all earlier lookups late. The type of locks comes from the parent module, so that a model
//! checker can bring its own.

use std::future::Future;
use std::sync::Arc;
use std::task::Poll;

use wireclip_domain::Timestamp;

use super::lookup::{Cause, Found, Standing};
use super::sync::{Mutex, MutexGuard};
use super::waiting::Waiting;

/// A lease's slot, with handles `H` and lookups `L` that many can wait for.
pub(crate) struct LeaseSlot<H, L> {
    state: Mutex<State<H, L>>,
}

struct State<H, L> {
    phase: Phase,
    active: usize,
    /// Whether those who are still inside are to stop.
    is_forced: bool,
    /// Numbers lookups; a lookup is late if the slot waits for another one or for none.
    lookups: u64,
    held: Held<H, L>,
    /// Whether nothing was ever known here: only then is another process believed.
    is_untouched: bool,
    /// Those who wait for the phase, the count or the force to change.
    waiting: Waiting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Open,
    /// So many teardowns are under way.
    Closing(usize),
    Closed,
}

enum Held<H, L> {
    Empty,
    Loading { lookup: u64, wait: L },
    Ready { handle: Arc<H>, verified_at: Timestamp, is_stale: bool },
}

/// What somebody enters a slot for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To work in the lease.
    Work,
    /// To open it again.
    Resume,
}

/// Why somebody may not enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotEntered {
    /// The lease takes no more work.
    Closed,
    /// Work from before the teardown has still not ended.
    Unsettled,
}

impl<H, L: Clone> LeaseSlot<H, L> {
    /// Makes an open slot: a lease from before a restart of this process lives on.
    pub(crate) fn new() -> Self {
        let state = State {
            phase: Phase::Open,
            active: 0,
            is_forced: false,
            lookups: 0,
            held: Held::Empty,
            is_untouched: true,
            waiting: Waiting::default(),
        };
        Self { state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State<H, L>> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Enters, after a teardown that is under way. Cancel safe.
    pub(crate) fn enter(
        self: &Arc<Self>,
        purpose: Purpose,
    ) -> impl Future<Output = Result<Entered<H, L>, NotEntered>> + use<H, L> {
        let slot = Arc::clone(self);
        let entering = self.until(move |state| {
            let refusal = match (state.phase, purpose) {
                (Phase::Closing(_), _) => return None,
                (Phase::Closed, Purpose::Work) => Some(NotEntered::Closed),
                (Phase::Closed, Purpose::Resume) if state.active > 0 => Some(NotEntered::Unsettled),
                (Phase::Open, _) | (Phase::Closed, Purpose::Resume) => None,
            };
            if let Some(refusal) = refusal {
                return Some(Err(refusal));
            }
            if state.phase == Phase::Closed {
                // The order to stop was for those from before the teardown.
                state.is_forced = false;
            }
            state.active += 1;
            Some(Ok(()))
        });
        // Nothing comes between being counted and holding what ends the count.
        async move { entering.await.map(|()| Entered { slot, purpose }) }
    }

    /// Looks at every change until something was found. Cancel safe.
    fn until<T, F>(self: &Arc<Self>, mut look: F) -> impl Future<Output = T> + use<T, F, H, L>
    where
        F: FnMut(&mut State<H, L>) -> Option<T>,
    {
        let mut waiter = Waiter { slot: Arc::clone(self), number: None };
        std::future::poll_fn(move |context| {
            let Waiter { slot, number } = &mut waiter;
            let mut state = slot.lock();
            match look(&mut state) {
                Some(found) => Poll::Ready(found),
                None => {
                    state.waiting.add(number, context);
                    Poll::Pending
                }
            }
        })
    }

    /// Closes the slot to work and forgets the handle; lookups under way become late. The guard says
    /// whether there was a handle or a lookup.
    pub(crate) fn begin_teardown(self: &Arc<Self>) -> TeardownGuard<H, L> {
        let mut state = self.lock();
        state.phase = match state.phase {
            Phase::Closing(teardowns) => Phase::Closing(teardowns + 1),
            Phase::Open | Phase::Closed => Phase::Closing(1),
        };
        let has_evicted = !matches!(std::mem::replace(&mut state.held, Held::Empty), Held::Empty);
        state.is_untouched = false;
        state.waiting.wake_all();
        drop(state);
        TeardownGuard { slot: Arc::clone(self), has_evicted }
    }

    /// Stores a handle that the provider has just given, and opens the slot. `false` if a teardown
    /// is under way.
    pub(crate) fn seed_and_open(&self, handle: Arc<H>, verified_at: Timestamp) -> bool {
        let mut state = self.lock();
        if matches!(state.phase, Phase::Closing(_)) {
            return false;
        }
        state.phase = Phase::Open;
        state.is_forced = false;
        state.is_untouched = false;
        state.held = Held::Ready { handle, verified_at, is_stale: false };
        state.waiting.wake_all();
        true
    }

    /// Stores a handle that another process looked up, unless this slot knows or knew better.
    pub(crate) fn seed_if_untouched(&self, handle: impl FnOnce() -> Arc<H>, verified_at: Timestamp) {
        let mut state = self.lock();
        if state.is_untouched {
            state.is_untouched = false;
            state.held = Held::Ready { handle: handle(), verified_at, is_stale: false };
        }
    }

    /// Returns the handle if it passes `is_fresh`, the lookup that is under way, or a new one that
    /// `start` makes: there is never more than one.
    pub(crate) fn find(
        &self,
        is_fresh: impl FnOnce(&H, Timestamp) -> bool,
        start: impl FnOnce(u64, Cause) -> L,
    ) -> Found<H, L> {
        let mut state = self.lock();
        let cause = match &state.held {
            Held::Ready { handle, verified_at, is_stale } if !is_stale && is_fresh(handle, *verified_at) => {
                return Found::Ready(Arc::clone(handle));
            }
            Held::Loading { lookup, wait } => return Found::Joined(*lookup, wait.clone()),
            Held::Ready { .. } => Cause::Stale,
            Held::Empty => Cause::Unknown,
        };
        state.is_untouched = false;
        state.lookups += 1;
        let lookup = state.lookups;
        let wait = start(lookup, cause);
        state.held = Held::Loading { lookup, wait: wait.clone() };
        Found::Started(lookup, wait, cause)
    }

    /// Stores what a lookup found, unless it is late.
    pub(crate) fn finish_lookup(&self, lookup: u64, found: Option<(Arc<H>, Timestamp)>) {
        let mut state = self.lock();
        if matches!(state.held, Held::Loading { lookup: awaited, .. } if awaited == lookup) {
            state.held = match found {
                Some((handle, verified_at)) => Held::Ready { handle, verified_at, is_stale: false },
                None => Held::Empty,
            };
        }
    }

    /// Says whether a finished lookup's answer may be used by somebody who entered for a purpose.
    fn standing(&self, lookup: u64, purpose: Purpose) -> Standing {
        let state = self.lock();
        match (state.phase, purpose) {
            // Whoever works in a closed slot outstayed a teardown.
            (Phase::Closing(_), _) | (Phase::Closed, Purpose::Work) => Standing::Closed,
            // Numbers only grow: whoever sees the last one sees its result.
            _ if state.lookups == lookup && matches!(state.held, Held::Ready { .. }) => Standing::Current,
            (Phase::Open, _) | (Phase::Closed, Purpose::Resume) => Standing::Late,
        }
    }

    /// Puts another view of the same sandbox in the place of a handle.
    pub(crate) fn replace(&self, old: &Arc<H>, new: Arc<H>) {
        let mut state = self.lock();
        if let Held::Ready { handle, .. } = &mut state.held
            && Arc::ptr_eq(handle, old)
        {
            *handle = new;
        }
    }

    /// Moves the moment up to which the handle is known to be true.
    pub(crate) fn verified(&self, at: Timestamp) {
        let mut state = self.lock();
        if let Held::Ready { verified_at, is_stale, .. } = &mut state.held
            && at >= *verified_at
        {
            *verified_at = at;
            *is_stale = false;
        }
    }

    /// Makes the next user look again.
    pub(crate) fn mark_stale(&self) {
        if let Held::Ready { is_stale, .. } = &mut self.lock().held {
            *is_stale = true;
        }
    }

    /// Forgets the handle, and makes a lookup that is under way late. `true` if there was either.
    pub(crate) fn evict(&self) -> bool {
        let mut state = self.lock();
        state.is_untouched = false;
        !matches!(std::mem::replace(&mut state.held, Held::Empty), Held::Empty)
    }

    /// Returns whether nobody needs the slot: nobody is inside, no teardown runs, and it is closed
    /// or holds nothing.
    pub(crate) fn is_idle(&self) -> bool {
        let state = self.lock();
        state.active == 0 && !matches!(state.phase, Phase::Closing(_))
    }

    /// Returns whether a teardown is under way.
    pub(crate) fn is_closing(&self) -> bool {
        matches!(self.lock().phase, Phase::Closing(_))
    }

    /// Returns whether the slot is closed for good unless it is resumed.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().phase == Phase::Closed
    }

    /// Returns how many wait for something to change.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting.count()
    }

    /// Returns how many are inside.
    pub(crate) fn active(&self) -> usize {
        self.lock().active
    }
}

/// Somebody who may come to wait. Dropping it takes its waker away, so that none piles up behind
/// somebody who stays inside for long.
struct Waiter<H, L: Clone> {
    slot: Arc<LeaseSlot<H, L>>,
    number: Option<u64>,
}

impl<H, L: Clone> Drop for Waiter<H, L> {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            self.slot.lock().waiting.remove(number);
        }
    }
}

/// Somebody who is inside. Dropping it leaves.
pub(crate) struct Entered<H, L: Clone> {
    slot: Arc<LeaseSlot<H, L>>,
    purpose: Purpose,
}

impl<H, L: Clone> Entered<H, L> {
    pub(crate) fn slot(&self) -> &LeaseSlot<H, L> {
        &self.slot
    }

    /// Returns the handle, or how it is looked up; nothing for work that outstayed a teardown.
    pub(crate) fn find(
        &self,
        is_fresh: impl FnOnce(&H, Timestamp) -> bool,
        start: impl FnOnce(u64, Cause) -> L,
    ) -> Option<Found<H, L>> {
        let is_late = self.purpose == Purpose::Work && self.slot.is_closed();
        (!is_late).then(|| self.slot.find(is_fresh, start))
    }

    /// Says whether a finished lookup's answer may be used.
    pub(crate) fn standing(&self, lookup: u64) -> Standing {
        self.slot.standing(lookup, self.purpose)
    }

    /// Opens the slot. `false` if a teardown is under way.
    pub(crate) fn open(&self) -> bool {
        let mut state = self.slot.lock();
        if matches!(state.phase, Phase::Closing(_)) {
            return false;
        }
        state.phase = Phase::Open;
        state.is_forced = false;
        state.waiting.wake_all();
        true
    }

    /// Returns once those inside are told to stop.
    pub(crate) fn forced(&self) -> impl Future<Output = ()> + use<H, L> {
        self.slot.until(|state| state.is_forced.then_some(()))
    }
}

impl<H, L: Clone> Drop for Entered<H, L> {
    fn drop(&mut self) {
        let mut state = self.slot.lock();
        state.active -= 1;
        if state.active == 0 {
            state.waiting.wake_all();
        }
    }
}

/// A teardown that is under way. Dropping it ends it: the slot is closed once all have ended.
pub(crate) struct TeardownGuard<H, L: Clone> {
    slot: Arc<LeaseSlot<H, L>>,
    /// Whether its beginning made the slot forget a handle, or a lookup that was under way.
    pub(crate) has_evicted: bool,
}

impl<H, L: Clone> TeardownGuard<H, L> {
    /// Returns once nobody is inside. Cancel safe.
    pub(crate) fn drained(&self) -> impl Future<Output = ()> + use<H, L> {
        self.slot.until(|state| (state.active == 0).then_some(()))
    }

    /// Tells those who are inside to stop.
    pub(crate) fn force(&self) {
        let mut state = self.slot.lock();
        state.is_forced = true;
        state.waiting.wake_all();
    }
}

impl<H, L: Clone> Drop for TeardownGuard<H, L> {
    fn drop(&mut self) {
        let mut state = self.slot.lock();
        state.phase = match state.phase {
            Phase::Closing(teardowns) if teardowns > 1 => Phase::Closing(teardowns - 1),
            _ => Phase::Closed,
        };
        state.held = Held::Empty;
        state.waiting.wake_all();
    }
}
