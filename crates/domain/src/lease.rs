//! A lease: one company's hold on one place, for a run, a probe or a set-up session.
//!
//! ```text
//!   acquire ─▶ active ──release, fail, retain, expire──▶ released | failed | retained | expired
//!                ▲ │                                        │          │        │
//!                │ └─────────────── strand ────────────┐    │  strand  │        │
//!                │                                     ▼    ▼          ▼        ▼
//!                │                                 pending_cleanup ◀───────────────
//!                │                                     │
//!                │                                     └─ release, fail, expire (the provider
//!                │                                        confirmed it at last)
//!                └──resume── released | failed | retained       all three ──expire──▶ expired
//! ```
//!
//! What the provider shall do is written down before it is asked (the lease's `ending`), and a
//! final status only after it confirmed it: a lease that could not be stopped or destroyed is
//! `pending_cleanup` and says so.
//!
//! **Invariant:** a lease that has expired never moves again: its place is gone.

mod ending;
mod reuse;

pub use ending::{Disposition, Ending, RunEnd, ending_of};
pub use reuse::is_candidate;

use crate::refusal::{Refusal, RefusalKind};
use crate::words;

words! {
    /// Where a lease stands.
    pub enum LeaseStatus("lease status") {
        Active = "active",
        Released = "released",
        Expired = "expired",
        Failed = "failed",
        Retained = "retained",
        PendingCleanup = "pending_cleanup",
    }
}

words! {
    /// What a place is held for.
    pub enum LeaseUse("lease use") {
        /// A run works in it.
        Run = "run",
        /// A person sets up a template in it.
        Setup = "setup",
    }
}

words! {
    /// What becomes of the place when a lease ends.
    pub enum LeasePolicy("lease policy") {
        /// It is removed.
        Ephemeral = "ephemeral",
        /// It is stopped and kept for the next run in the same scope.
        ReuseByEnvironment = "reuse_by_environment",
        /// The same, within one execution workspace.
        ReuseByExecutionWorkspace = "reuse_by_execution_workspace",
        /// It is kept for inspection if the run failed.
        RetainOnFailure = "retain_on_failure",
    }
}

words! {
    /// How far the provider's part of a lease's end is.
    pub enum CleanupStatus("cleanup status") {
        Pending = "pending",
        Success = "success",
        Failed = "failed",
    }
}

words! {
    /// What can happen to a lease.
    pub enum LeaseEventKind("lease event") {
        /// The provider confirmed what the normal end of a lease asks of it.
        Release = "release",
        /// The same, after a run that failed.
        Fail = "fail",
        /// The place is stopped and kept for inspection.
        Retain = "retain",
        /// The place is gone.
        Expire = "expire",
        /// The provider did not confirm what it was asked; somebody has to ask again.
        Strand = "strand",
        /// A later run goes on in the place.
        Resume = "resume",
    }
}

/// Every move a lease may make. What is not listed is refused.
pub const MOVES: &[(LeaseStatus, LeaseEventKind, LeaseStatus)] = {
    use {LeaseEventKind as E, LeaseStatus as S};
    &[
        (S::Active, E::Release, S::Released),
        (S::Active, E::Fail, S::Failed),
        (S::Active, E::Retain, S::Retained),
        (S::Active, E::Expire, S::Expired),
        (S::Active, E::Strand, S::PendingCleanup),
        (S::Released, E::Resume, S::Active),
        (S::Released, E::Expire, S::Expired),
        (S::Released, E::Strand, S::PendingCleanup),
        (S::Failed, E::Resume, S::Active),
        (S::Failed, E::Expire, S::Expired),
        (S::Failed, E::Strand, S::PendingCleanup),
        (S::Retained, E::Resume, S::Active),
        (S::Retained, E::Expire, S::Expired),
        (S::Retained, E::Strand, S::PendingCleanup),
        (S::PendingCleanup, E::Release, S::Released),
        (S::PendingCleanup, E::Fail, S::Failed),
        (S::PendingCleanup, E::Retain, S::Retained),
        (S::PendingCleanup, E::Expire, S::Expired),
    ]
};

/// A move that the table of leases does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a lease that is {status} has no event '{event}'")]
pub struct MoveRefused {
    /// Where the lease stands.
    pub status: LeaseStatus,
    /// What should have happened to it.
    pub event: LeaseEventKind,
}

/// Returns where `event` takes a lease that is `status`.
///
/// # Errors
/// If a lease that stands there does not move by that event.
pub fn next(status: LeaseStatus, event: LeaseEventKind) -> Result<LeaseStatus, MoveRefused> {
    MOVES
        .iter()
        .find(|(from, by, _)| *from == status && *by == event)
        .map(|(_, _, to)| *to)
        .ok_or(MoveRefused { status, event })
}

/// Why a person cannot let a place go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StillHeld {
    /// Somebody works in it.
    #[error("a run holds this lease; cancel the run, or wait for its end")]
    InUse,
    /// Its end is under way.
    #[error(
        "this lease is being ended: what is in its place is brought to safety or removed; look again later"
    )]
    Ending,
}

impl Refusal for StillHeld {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn code(&self) -> Option<&'static str> {
        Some(match self {
            Self::InUse => "lease_in_use",
            Self::Ending => "lease_ending",
        })
    }
}

impl LeasePolicy {
    /// Returns whether the place outlives the lease's normal end.
    #[must_use]
    pub const fn is_reusable(self) -> bool {
        match self {
            Self::ReuseByEnvironment | Self::ReuseByExecutionWorkspace => true,
            Self::Ephemeral | Self::RetainOnFailure => false,
        }
    }
}

impl LeaseStatus {
    /// Returns whether a place under a reusable policy waits for its next run.
    #[must_use]
    pub const fn waits(self) -> bool {
        match self {
            Self::Released | Self::Failed | Self::Retained => true,
            Self::Active | Self::Expired | Self::PendingCleanup => false,
        }
    }

    /// Returns whether there is a place still, or may be.
    #[must_use]
    pub const fn has_place(self, policy: LeasePolicy) -> bool {
        match self {
            Self::Active | Self::Retained | Self::PendingCleanup => true,
            Self::Released | Self::Failed => policy.is_reusable(),
            Self::Expired => false,
        }
    }

    /// Returns whether the wire's `releasedAt` stays empty.
    #[must_use]
    pub const fn is_held(self) -> bool {
        match self {
            Self::Active | Self::Retained => true,
            Self::Released | Self::Expired | Self::Failed | Self::PendingCleanup => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    #[test]
    fn an_expired_lease_never_moves_again() {
        for event in LeaseEventKind::ALL {
            assert!(next(LeaseStatus::Expired, *event).is_err());
        }
    }

    #[test]
    fn every_lease_can_come_to_its_end() {
        for status in LeaseStatus::ALL.iter().filter(|status| **status != LeaseStatus::Expired) {
            assert_eq!(next(*status, LeaseEventKind::Expire), Ok(LeaseStatus::Expired));
        }
    }

    #[test]
    fn a_place_that_waits_for_cleanup_is_never_resumed() {
        assert!(next(LeaseStatus::PendingCleanup, LeaseEventKind::Resume).is_err());
    }

    #[test]
    fn a_place_for_one_run_is_gone_with_it_unless_it_is_kept() {
        for status in [LeaseStatus::Released, LeaseStatus::Failed] {
            assert!(!status.has_place(LeasePolicy::Ephemeral));
            assert!(status.has_place(LeasePolicy::ReuseByEnvironment));
        }
        assert!(LeaseStatus::Retained.has_place(LeasePolicy::Ephemeral));
        assert!(!LeaseStatus::Expired.has_place(LeasePolicy::ReuseByEnvironment));
    }

    #[test]
    fn no_move_is_listed_twice() {
        for (at, (from, by, _)) in MOVES.iter().enumerate() {
            assert!(!MOVES[at + 1..].iter().any(|(f, b, _)| f == from && b == by));
        }
    }
}
