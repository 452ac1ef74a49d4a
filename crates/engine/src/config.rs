//! What the engine can be told.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use wireclip_ports::sandbox::ArrivalLimits;

/// What the engine can be told.
#[derive(Debug, Clone)]
pub struct Config {
    /// What of the server's own environment agents' programs may see, and what the server adds
    /// for them.
    pub inherited_environment: BTreeMap<String, String>,
    /// Where the http adapter may call although the address is private: exact origins.
    pub private_endpoints: Vec<String>,
    /// The server's own program: in a mode of its own it carries runs that execute elsewhere.
    pub executable: PathBuf,
    /// What the workspace of a run that executes elsewhere may be when it comes back; 8 GiB by
    /// default, and 256 MiB of the disk stay free.
    pub arrivals: ArrivalLimits,
    /// How many programs are started at the same time; 8 by default. Any number may run.
    pub starts_at_once: usize,
    /// For how long a node that shows no sign of life keeps its runs; 30 s by default.
    pub node_lease: Duration,
    /// How long a shutdown waits for agents, if it waits for them; an hour by default. They go on
    /// afterwards.
    pub shutdown_limit: Duration,
    /// How long listeners can go back; 7 days by default. The activity log is kept for good.
    pub keep_events: Duration,
    /// How long answers are kept for repetitions of requests; 24 hours by default.
    pub keep_answers: Duration,
}

impl Default for Config {
    fn default() -> Self {
        const HOUR: Duration = Duration::from_secs(3600);
        Self {
            inherited_environment: BTreeMap::new(),
            private_endpoints: Vec::new(),
            executable: "wireclip".into(),
            arrivals: ArrivalLimits::default(),
            starts_at_once: 8,
            node_lease: Duration::from_secs(30),
            shutdown_limit: HOUR,
            keep_events: 7 * 24 * HOUR,
            keep_answers: 24 * HOUR,
        }
    }
}
