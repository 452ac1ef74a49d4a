//! A wake-up: a durable request that an agent works, with its reason.
//!
//! ```text
//!            admit ─▶ queued ──claim──▶ claimed ──run ends──▶ completed | failed | cancelled
//!                     ▲    └─ run cancelled before it started ─▶ cancelled | skipped
//!                     │ promote
//!   hold back ─▶ deferred_issue_execution ──▶ coalesced | cancelled | failed
//!
//!   refuse ─▶ skipped        merge ─▶ coalesced
//! ```
//!
//! **Invariant:** every wake-up reaches exactly one terminal status, and stays there.

mod reason;

pub use reason::{TO_BE_HEARD, WakeReason};

use crate::run::RunStatus;
use crate::{moves, words};

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

words! {
    /// Why no run serves a wake-up that somebody waits on, or none yet, as that caller hears it.
    pub enum NoRunReason("reason for no run") {
        /// Another run has the issue; the wake-up waits.
        Deferred = "issue_execution_deferred",
        /// Nobody has said yet what a run did.
        Unsettled = "execution_reconciliation_required",
        /// It was refused for another reason, which its receipt has.
        Skipped = "wakeup_skipped",
    }
}

words! {
    /// What can happen to a wake-up after it was written.
    pub enum WakeupEventKind("wake-up event") {
        /// What held it back is gone; a run was queued for it.
        Promote = "promote",
        /// Another run took it over.
        Adopt = "adopt",
        /// Its run started.
        Claim = "claim",
        /// Its run was refused at the start by a daily limit.
        Skip = "skip",
        /// Its run succeeded.
        Complete = "complete",
        /// Its run failed or timed out, or its agent can no longer be invoked.
        Fail = "fail",
        /// Its run was cancelled or interrupted, or nobody wants the wake-up any more.
        Cancel = "cancel",
    }
}

/// Every move a wake-up may make. What is not listed is refused.
///
/// A wake-up is written as `queued`, `deferred_issue_execution`, `skipped` or `coalesced`;
/// those are creations, not moves.
pub const MOVES: &[(WakeupStatus, WakeupEventKind, WakeupStatus)] = {
    use {WakeupEventKind as E, WakeupStatus as S};
    &[
        (S::Deferred, E::Promote, S::Queued),
        (S::Deferred, E::Adopt, S::Coalesced),
        (S::Deferred, E::Cancel, S::Cancelled),
        (S::Deferred, E::Fail, S::Failed),
        (S::Queued, E::Claim, S::Claimed),
        (S::Queued, E::Cancel, S::Cancelled),
        (S::Queued, E::Skip, S::Skipped),
        (S::Claimed, E::Complete, S::Completed),
        (S::Claimed, E::Fail, S::Failed),
        (S::Claimed, E::Cancel, S::Cancelled),
    ]
};

/// A move that the table of wake-ups does not have.
pub type MoveRefused = moves::MoveRefused<WakeupStatus, WakeupEventKind>;

/// Returns where `event` takes a wake-up that is `status`.
///
/// # Errors
/// If a wake-up that stands there does not move by that event; a terminal one never moves.
pub fn next(status: WakeupStatus, event: WakeupEventKind) -> Result<WakeupStatus, MoveRefused> {
    moves::look_up(MOVES, status, event)
}

impl WakeupEventKind {
    /// Returns what the end of its run does to a claimed wake-up; `None` while the run lives.
    #[must_use]
    pub const fn of_ended_run(status: RunStatus) -> Option<Self> {
        match status {
            RunStatus::Queued | RunStatus::ScheduledRetry | RunStatus::Running => None,
            RunStatus::Succeeded => Some(Self::Complete),
            RunStatus::Failed | RunStatus::TimedOut => Some(Self::Fail),
            RunStatus::Cancelled | RunStatus::Interrupted => Some(Self::Cancel),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    #[test]
    fn every_status_moves_by_the_table_and_by_nothing_else() {
        moves::check_table(MOVES, WakeupStatus::is_terminal);
    }

    #[test]
    fn an_ended_wakeup_never_moves_and_every_other_one_can_end() {
        for &status in WakeupStatus::ALL {
            let moves = MOVES.iter().filter(|row| row.0 == status);
            if status.is_terminal() {
                assert_eq!(moves.count(), 0, "{status}");
            } else {
                assert!(moves.clone().any(|row| row.2.is_terminal()), "{status}");
            }
        }
    }

    #[test]
    fn every_end_of_a_run_ends_its_wakeup() {
        for &run in RunStatus::ALL {
            let moved = WakeupEventKind::of_ended_run(run).map(|event| next(WakeupStatus::Claimed, event));
            match moved {
                Some(Ok(status)) => assert!(status.is_terminal() && run.is_terminal(), "{run}"),
                Some(Err(refused)) => panic!("{refused}"),
                None => assert!(!run.is_terminal(), "{run}"),
            }
        }
    }
}
