//! What a fake is told before it starts.

use std::path::PathBuf;
use std::time::Duration;

/// How fast sandboxes change their state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// The answer shows the change under way, and the next look finds it done.
    Immediate,
    /// Each change takes so long, in real time or on the fake's clock, whichever comes first.
    Takes(Duration),
    /// Changes stay under way until [`FakeDaytona::settle`](crate::FakeDaytona::settle).
    Held,
}

/// How long every request takes, in real time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Latency {
    /// Always as long.
    Fixed(Duration),
    /// Evenly between two durations; the same seed gives the same sequence.
    Random {
        /// Where the sequence begins.
        seed: u64,
        /// The shortest.
        from: Duration,
        /// The longest.
        to: Duration,
    },
}

/// How many requests an organisation may make within a minute of real time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimits {
    /// Every request with a valid key.
    pub authenticated: u64,
    /// Creations.
    pub sandbox_create: u64,
    /// Start, stop, delete and the like.
    pub sandbox_lifecycle: u64,
    /// Requests with a bad key.
    pub failed_auth: u64,
}

impl RateLimits {
    /// What the service publishes for its first tier.
    pub const PUBLISHED: Self =
        Self { authenticated: 10_000, sandbox_create: 300, sandbox_lifecycle: 10_000, failed_auth: 100 };
}

/// What a one-shot command answers where no processes are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CannedExecution {
    /// The exit code.
    pub exit_code: i32,
    /// The combined output.
    pub result: String,
}

/// The settings of a fake; made by its builder.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    pub(crate) port: u16,
    /// Where the sandboxes' files are; the folder for temporary files unless said.
    pub(crate) files_below: Option<PathBuf>,
    pub(crate) keys: Vec<(String, String)>,
    pub(crate) pace: Pace,
    pub(crate) latency: Option<Latency>,
    pub(crate) has_running_clock: bool,
    pub(crate) has_flush_race: bool,
    pub(crate) default_snapshot: String,
    pub(crate) snapshots: Vec<String>,
    pub(crate) limits: RateLimits,
    pub(crate) enforces_limits: bool,
    /// Sandboxes per organisation.
    pub(crate) quota: Option<usize>,
    /// The longest websocket message of a log or terminal.
    pub(crate) frame_bytes: usize,
    pub(crate) canned_execution: Option<CannedExecution>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: 0,
            files_below: None,
            keys: Vec::new(),
            pace: Pace::Immediate,
            latency: None,
            has_running_clock: false,
            has_flush_race: false,
            default_snapshot: "daytonaio/sandbox:0.8.0".to_owned(),
            snapshots: Vec::new(),
            limits: RateLimits::PUBLISHED,
            enforces_limits: false,
            quota: None,
            frame_bytes: 32 * 1024,
            canned_execution: None,
        }
    }
}
