//! A wake-up: a durable request that an agent works, with its reason.

use crate::words;

words! {
    /// Where a wake-up stands.
    pub enum WakeupStatus("wake-up status") {
        Queued = "queued",
        Deferred = "deferred_issue_execution",
        Claimed = "claimed",
        Coalesced = "coalesced",
        Skipped = "skipped",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

words! {
    /// The kind of whoever asked for something.
    pub enum ActorType("actor type") {
        User = "user",
        Agent = "agent",
        System = "system",
        Plugin = "plugin",
    }
}

impl WakeupStatus {
    /// Returns whether the wake-up has reached its one end.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        match self {
            Self::Queued | Self::Deferred | Self::Claimed => false,
            Self::Coalesced | Self::Skipped | Self::Completed | Self::Failed | Self::Cancelled => true,
        }
    }
}
