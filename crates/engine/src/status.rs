//! What the engine does just now, for whoever looks after the server.

use std::time::Duration;

use wireclip_domain::{NodeId, Timestamp};

use crate::reconcile::Report;

/// What the engine does just now.
#[derive(Debug, Clone)]
pub struct EngineStatus {
    /// This node.
    pub node_id: NodeId,
    /// The fencing number of its lease, while it has one.
    pub fence: Option<i64>,
    /// Whether it looks after what belongs to no node.
    pub is_scheduler: bool,
    /// Whether it takes on new runs.
    pub takes_runs: bool,
    /// The runs that it carries.
    pub running: usize,
    /// What each reconciler did last, in the order of the table.
    pub reconcilers: Vec<ReconcilerStatus>,
}

/// What a reconciler did last.
#[derive(Debug, Clone)]
pub struct ReconcilerStatus {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// How often it runs.
    pub period: Duration,
    /// When it ran last.
    pub last_run_at: Option<Timestamp>,
    /// How long that took.
    pub took: Duration,
    /// What it found and changed then.
    pub report: Report,
    /// What went wrong, if it failed then.
    pub error: Option<String>,
}
