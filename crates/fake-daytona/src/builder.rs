//! Settings of a fake before it starts.

use std::io;
use std::path::PathBuf;

use crate::fake::FakeDaytona;
use crate::options::{CannedExecution, Latency, Options, Pace, RateLimits};
use crate::server;

/// Settles what a fake is like, and starts it.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Builder(Options);

impl Builder {
    /// Listens on this port of 127.0.0.1; without it, or with 0, on a free one.
    pub fn port(mut self, port: u16) -> Self {
        self.0.port = port;
        self
    }

    /// Keeps the sandboxes' files in a folder of its own below this one, such as `/dev/shm` for
    /// thousands of short sandboxes; without it, below the folder for temporary files.
    pub fn files_below(mut self, folder: impl Into<PathBuf>) -> Self {
        self.0.files_below = Some(folder.into());
        self
    }

    /// Knows this API key from the start, with all permissions.
    pub fn key(mut self, key: impl Into<String>, organisation: impl Into<String>) -> Self {
        self.0.keys.push((key.into(), organisation.into()));
        self
    }

    /// How fast sandboxes change; [`Pace::Immediate`] unless said.
    pub fn pace(mut self, pace: Pace) -> Self {
        self.0.pace = pace;
        self
    }

    /// How long every request takes; not at all unless said.
    pub fn latency(mut self, latency: Latency) -> Self {
        self.0.latency = Some(latency);
        self
    }

    /// Lets real time move the fake's clock, too. Without it the clock stands still between
    /// calls of [`FakeDaytona::advance`].
    pub fn running_clock(mut self) -> Self {
        self.0.has_running_clock = true;
        self
    }

    /// Writes activity down only every ten seconds and after the timers have looked, so that a
    /// sandbox can be stopped just after it was used.
    pub fn flush_race(mut self) -> Self {
        self.0.has_flush_race = true;
        self
    }

    /// Names the snapshot of sandboxes that ask for none.
    pub fn default_snapshot(mut self, name: impl Into<String>) -> Self {
        self.0.default_snapshot = name.into();
        self
    }

    /// Has this snapshot for everybody, beside the default one.
    pub fn snapshot(mut self, name: impl Into<String>) -> Self {
        self.0.snapshots.push(name.into());
        self
    }

    /// Refuses what goes beyond these limits. Without it the published ones are told, and nobody
    /// is refused.
    pub fn rate_limits(mut self, limits: RateLimits) -> Self {
        self.0.limits = limits;
        self.0.enforces_limits = true;
        self
    }

    /// Refuses an organisation more sandboxes than this.
    pub fn quota(mut self, sandboxes: usize) -> Self {
        self.0.quota = Some(sandboxes);
        self
    }

    /// Sends logs and terminals in messages of at most so many bytes, to try readers with.
    pub fn frame_bytes(mut self, bytes: usize) -> Self {
        self.0.frame_bytes = bytes;
        self
    }

    /// Answers one-shot commands without running them, for thousands of them.
    pub fn canned_execution(mut self, execution: CannedExecution) -> Self {
        self.0.canned_execution = Some(execution);
        self
    }

    /// Listens.
    ///
    /// # Errors
    /// If the port is taken, or there is no room for files.
    pub async fn start(self) -> io::Result<FakeDaytona> {
        server::start(self.0).await.map(FakeDaytona::new)
    }
}
