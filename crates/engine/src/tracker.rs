//! The one place where tasks start.
//!
//! **Invariant:** a task that panics ends alone, and says so; a task that is left ends at the
//! next point where it waits, as if the server had been killed there.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

/// Starts tasks, and waits for them or leaves them.
#[derive(Debug, Default)]
pub(crate) struct Tracker {
    tasks: TaskTracker,
    left: CancellationToken,
}

impl Tracker {
    /// Starts a task.
    pub(crate) fn spawn(&self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let left = self.left.clone();
        let span = tracing::Span::current();
        let caught = async move {
            let task = AssertUnwindSafe(task).catch_unwind();
            tokio::select! {
                () = left.cancelled() => {}
                ended = task => if ended.is_err() {
                    tracing::error!(task.name = name, "a task panicked");
                },
            }
        };
        self.tasks.spawn(caught.instrument(span));
    }

    /// Lets every task go where it stands.
    pub(crate) fn leave(&self) {
        self.left.cancel();
    }

    /// Waits until all tasks have ended; no more can be waited for afterwards.
    pub(crate) async fn ended(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Drop for Tracker {
    fn drop(&mut self) {
        self.leave();
    }
}
