//! Work inside a lease, and its way to the handle.

use std::future::Future;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::oneshot;
use wireclip_domain::Timestamp;
use wireclip_ports::sandbox::ProviderError;

use super::figures::Counters;
use super::lookup::{Cause, Found, Standing};
use super::slot::Entered;
use super::{Entry, Eviction, Handle, LeaseCache, LeaseKey, Lookup, check_identity};

/// What an operation counts as signs of life: the provider stamps the start of a request and then
/// one moment at least every so often while it lasts.
const SIGNS_OF_LIFE: Duration = Duration::from_secs(95);

/// Work inside a lease. A teardown waits until it is dropped.
pub struct Activity<H: Handle> {
    cache: LeaseCache<H>,
    key: LeaseKey,
    entry: Arc<Entry<H>>,
    entered: Entered<H, Lookup<H>>,
    began_at: Timestamp,
    /// What this work has used: it goes on with that while a teardown waits for it.
    own: Mutex<Option<Arc<H>>>,
}

/// A handle on loan, and what getting it took.
pub struct HandleUse<H> {
    /// The handle.
    pub handle: Arc<H>,
    /// Whether it was known, or being looked up for somebody else.
    pub is_hit: bool,
    /// How long getting it took.
    pub took: Duration,
}

impl<H: Handle> Activity<H> {
    pub(super) fn new(
        cache: LeaseCache<H>,
        key: LeaseKey,
        entry: Arc<Entry<H>>,
        entered: Entered<H, Lookup<H>>,
    ) -> Self {
        let began_at = cache.0.clock.now();
        Self { cache, key, entry, entered, began_at, own: Mutex::default() }
    }

    /// Returns the key of the lease.
    #[must_use]
    pub fn key(&self) -> &LeaseKey {
        &self.key
    }

    /// Returns the handle; looked up by `load` if it is not known or may not be true any more.
    ///
    /// The lookup goes on if the caller is dropped, for the sake of others who wait for it.
    ///
    /// # Errors
    /// What `load` answered, to all who waited for it; [`ProviderError::IdentityMismatch`];
    /// [`ProviderError::LeaseClosed`] if a teardown began meanwhile.
    pub async fn handle<F>(&self, load: impl FnMut() -> F + Send) -> Result<HandleUse<H>, ProviderError>
    where
        F: Future<Output = Result<H, ProviderError>> + Send + 'static,
    {
        if let Some(handle) = self.own()
            && self.entered.slot().is_closing()
        {
            check_identity(&self.key, &*handle)?;
            return Ok(HandleUse { handle, is_hit: true, took: Duration::ZERO });
        }
        let found = self.find(load).await?;
        *self.own.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&found.handle));
        Ok(found)
    }

    fn own(&self) -> Option<Arc<H>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn find<F>(&self, mut load: impl FnMut() -> F + Send) -> Result<HandleUse<H>, ProviderError>
    where
        F: Future<Output = Result<H, ProviderError>> + Send + 'static,
    {
        let shelf = &*self.cache.0;
        let began = shelf.timing.now();
        let mut is_hit = true;
        loop {
            let now = shelf.clock.now();
            let is_fresh = |handle: &H, verified_at: Timestamp| {
                // Another sandbox's handle is found out below; looking again would hide it.
                shelf.is_keeping && handle.fresh_for().is_none_or(|limit| now.since(verified_at) < limit)
            };
            let start = |lookup, cause| self.start_lookup(lookup, cause, load());
            let found = self.entered.find(is_fresh, start).ok_or(ProviderError::LeaseClosed)?;
            let (lookup, wait) = match found {
                Found::Ready(handle) => {
                    if let Err(error) = check_identity(&self.key, &*handle) {
                        self.evict(Eviction::Identity);
                        return Err(error);
                    }
                    if is_hit {
                        Counters::count(&shelf.counters.hits);
                    }
                    return Ok(HandleUse { handle, is_hit, took: shelf.timing.now().since(began) });
                }
                Found::Joined(lookup, wait) => {
                    Counters::count(&shelf.counters.joins);
                    (lookup, wait)
                }
                Found::Started(lookup, wait, cause) => {
                    is_hit = false;
                    Counters::count(match cause {
                        Cause::Unknown => &shelf.counters.misses,
                        Cause::Stale => &shelf.counters.rereads,
                    });
                    (lookup, wait)
                }
            };
            let handle = wait.await?;
            match self.entered.standing(lookup) {
                Standing::Current => {
                    return Ok(HandleUse { handle, is_hit, took: shelf.timing.now().since(began) });
                }
                Standing::Closed => return Err(ProviderError::LeaseClosed),
                Standing::Late => {}
            }
        }
    }

    /// Starts a lookup as a task of the cache's own.
    fn start_lookup<F>(&self, lookup: u64, cause: Cause, load: F) -> Lookup<H>
    where
        F: Future<Output = Result<H, ProviderError>> + Send + 'static,
    {
        let (answer, wait) = oneshot::channel();
        let (cache, key) = (self.cache.clone(), self.key.clone());
        // The task holds the entry, so that nobody prunes it meanwhile.
        let entry = Arc::clone(&self.entry);
        let began_at = cache.0.clock.now();
        let task = async move {
            let found =
                load.await.and_then(|handle| check_identity(&key, &handle).map(|()| Arc::new(handle)));
            let kept = found.as_ref().ok().map(|handle| (Arc::clone(handle), began_at));
            entry.slot.finish_lookup(lookup, kept);
            if found.is_ok() {
                // Whoever said that it is gone was wrong.
                entry.is_gone.store(false, Ordering::SeqCst);
                entry.is_missed.store(false, Ordering::SeqCst);
            }
            if let Err(error) = &found {
                match (error, cause) {
                    (ProviderError::IdentityMismatch { .. }, _) => {
                        cache.0.counters.evicted(Eviction::Identity);
                    }
                    (_, Cause::Stale) => cache.0.counters.evicted(Eviction::Reread),
                    (_, Cause::Unknown) => {}
                }
            }
            // Nobody may be waiting any more.
            drop(answer.send(found));
        };
        let entry = Arc::clone(&self.entry);
        let guarded = async move {
            // A lookup that panics must not be waited for forever.
            if std::panic::AssertUnwindSafe(task).catch_unwind().await.is_err() {
                entry.slot.finish_lookup(lookup, None);
            }
        };
        self.cache.0.tasks.spawn(guarded);
        wait.map(|answer| {
            answer.unwrap_or_else(|_| {
                Err(ProviderError::Failed {
                    action: "look the sandbox up",
                    status: 0,
                    message: "the lookup broke off".to_owned(),
                })
            })
        })
        .boxed()
        .shared()
    }

    /// Says that the sandbox has just proved to be alive: an operation in it went well.
    pub fn succeeded(&self) {
        let now = self.cache.0.clock.now();
        self.entered.slot().verified(self.began_at.max(now.minus(SIGNS_OF_LIFE)));
    }

    /// Says that the handle may not be true any more.
    pub fn mark_stale(&self) {
        self.entered.slot().mark_stale();
    }

    /// Forgets the handle.
    pub fn evict(&self, reason: Eviction) {
        if self.entered.slot().evict() {
            self.cache.0.counters.evicted(reason);
        }
    }

    /// Puts a newer view of the same sandbox in the place of a handle, if it is still there.
    ///
    /// # Errors
    /// [`ProviderError::IdentityMismatch`] if it is a view of another sandbox.
    pub fn replace(&self, old: &Arc<H>, new: Arc<H>) -> Result<(), ProviderError> {
        check_identity(&self.key, &*new).inspect_err(|_| self.evict(Eviction::Identity))?;
        self.entered.slot().replace(old, Arc::clone(&new));
        *self.own.lock().unwrap_or_else(PoisonError::into_inner) = Some(new);
        Ok(())
    }

    /// Opens the lease for work.
    ///
    /// # Errors
    /// [`ProviderError::LeaseClosed`] if it is being torn down.
    pub fn open(&self) -> Result<(), ProviderError> {
        if !self.entered.open() {
            return Err(ProviderError::LeaseClosed);
        }
        self.entry.is_gone.store(false, Ordering::SeqCst);
        self.entry.is_missed.store(false, Ordering::SeqCst);
        Ok(())
    }

    /// Remembers that the service did not know the sandbox, and forgets the handle. It is one word:
    /// a teardown asks for a second before it believes it.
    pub fn missed(&self) {
        self.entry.is_missed.store(true, Ordering::SeqCst);
        self.evict(Eviction::Refused);
    }

    /// Returns once the lease's teardown does not wait for this work any longer.
    pub async fn forced(&self) {
        self.entered.forced().await;
    }

    /// Returns whether a teardown waits for this work.
    #[cfg(test)]
    pub(super) fn is_waited_for(&self) -> bool {
        self.entered.slot().is_closing()
    }

    /// Waits for the turn to bring the sandbox up. Cancel safe.
    pub async fn activation_turn(&self) -> impl Drop + Send + '_ {
        self.entry.activation_turn.lock().await
    }
}

impl<H: Handle> Drop for Activity<H> {
    fn drop(&mut self) {
        self.entry.touch(self.cache.0.clock.now());
    }
}
