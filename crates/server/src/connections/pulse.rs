//! Whether anything happens on a connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// How long a client may take for the head of a request while others have no place.
const QUIET: Duration = Duration::from_secs(3);

/// What was last done on a connection.
#[derive(Debug)]
pub(super) struct Pulse {
    born: Instant,
    /// When something was last written, from the start on.
    written_millis: AtomicU64,
    answers: AtomicUsize,
}

/// As long as it lives, a request is being answered.
#[derive(Debug)]
pub(super) struct Answering(Arc<Pulse>);

impl Pulse {
    #[expect(clippy::disallowed_methods, reason = "a client is waited for in real time")]
    pub(super) fn new() -> Self {
        Self { born: Instant::now(), written_millis: AtomicU64::new(0), answers: AtomicUsize::new(0) }
    }

    fn age_millis(&self) -> u64 {
        u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(super) fn wrote(&self) {
        self.written_millis.store(self.age_millis(), Ordering::Relaxed);
    }

    pub(super) fn answering(self: &Arc<Self>) -> Answering {
        self.answers.fetch_add(1, Ordering::Relaxed);
        Answering(Arc::clone(self))
    }

    /// Returns whether nothing is answered, and nothing was for a while: half a request stands
    /// there, say.
    pub(super) fn is_quiet(&self) -> bool {
        let since = self.age_millis().saturating_sub(self.written_millis.load(Ordering::Relaxed));
        self.answers.load(Ordering::Relaxed) == 0 && u128::from(since) >= QUIET.as_millis()
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.answers.fetch_sub(1, Ordering::Relaxed);
    }
}
