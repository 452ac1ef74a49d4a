//! Runs: as people look at them, and as the engine moves them from the queue to their end.
//!
//! The engine decides nothing. It claims ([`Runs::start_next`]), tells what happens meanwhile
//! ([`Runs::started`], [`Runs::note`], [`Runs::progress`]), looks for wishes to stop
//! ([`Runs::stop_wishes`]) and hands in the end with its evidence ([`Runs::settle`]). Each of
//! these is one transaction that holds everything that belongs to it, so that a server may die
//! between any two of them.
//!
//! **Invariant:** whoever reports about a run names the fencing number under which it hosts the
//! run; a report under another number, or about a run that has ended, changes nothing.

mod cancelling;
mod claiming;
mod hosting;
mod retries;
mod settling;
mod sweep;
mod timers;
mod viewing;

use std::sync::Arc;

use crate::core::Core;

pub use claiming::{ClaimedRun, WaitingAgents, WaitingPlace};
pub(crate) use hosting::longest_grace;
pub use hosting::{HostedUnder, HostingNode, LastOutput, RunNote, TRANSCRIPT, hosted};
pub use retries::RetryPromotion;
pub(crate) use settling::escalate;
pub use settling::{LogFacts, RunEnd, Settled};
pub use sweep::{RefusedForNow, SweepOutcome};
pub use timers::Beat;
pub(crate) use viewing::of_issue;
pub use viewing::{Execution, NamedRun, RunDetail, RunPage, log_ref};
pub use wireclip_ports::adapter::AgentSession;

/// Actions on runs.
#[derive(Debug, Clone)]
pub struct Runs {
    core: Arc<Core>,
}

impl Runs {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }
}
