//! A run: one execution of an agent, from admission to a terminal status.
//!
//! ```text
//!   admit ─▶ queued ◀───promote─── scheduled_retry ◀─ plan retry
//!            │    ▲                      │
//!      claim │    │ give back            │
//!            ▼    │                      │
//!           running                      │
//!            │  └─ succeed, fail, time out, cancel, interrupt
//!            │                           │
//!            ▼                           ▼
//!   succeeded | failed | timed_out | cancelled | interrupted
//! ```
//!
//! A run that has not started can only be cancelled.
//!
//! **Invariant:** a run that has ended never moves again, and holds no claim. A late report of
//! its adapter is therefore refused, which is how a cancellation stands.

use crate::{moves, words};

words! {
    /// Where a run stands.
    pub enum RunStatus("run status") {
        Queued = "queued",
        ScheduledRetry = "scheduled_retry",
        Running = "running",
        Succeeded = "succeeded",
        Interrupted = "interrupted",
        Failed = "failed",
        Cancelled = "cancelled",
        TimedOut = "timed_out",
    }
}

words! {
    /// What asked for a run.
    pub enum InvocationSource("invocation source") {
        Timer = "timer",
        Assignment = "assignment",
        OnDemand = "on_demand",
        Automation = "automation",
    }
}

words! {
    /// In what manner a run was asked for.
    pub enum TriggerDetail("trigger detail") {
        Manual = "manual",
        Ping = "ping",
        Callback = "callback",
        System = "system",
    }
}

words! {
    /// What a finished run meant for its issue.
    pub enum LivenessState("liveness state") {
        Completed = "completed",
        Advanced = "advanced",
        PlanOnly = "plan_only",
        EmptyResponse = "empty_response",
        Blocked = "blocked",
        Failed = "failed",
        NeedsFollowup = "needs_followup",
    }
}

words! {
    /// Whether a run left the comment that its issue asks for.
    pub enum IssueCommentStatus("issue comment status") {
        NotApplicable = "not_applicable",
        Satisfied = "satisfied",
        RetryQueued = "retry_queued",
        RetryExhausted = "retry_exhausted",
    }
}

words! {
    /// Where a piece of a run's output came from.
    pub enum OutputStream("output stream") {
        Stdout = "stdout",
        Stderr = "stderr",
        System = "system",
    }
}

words! {
    /// How much an event of a run matters.
    pub enum EventLevel("event level") {
        Info = "info",
        Warn = "warn",
        Error = "error",
    }
}

words! {
    /// How the work of a run stands, for people: its status and what was made of it.
    pub enum ExecutionPhase("execution phase") {
        Queued = "queued",
        RetryScheduled = "retry_scheduled",
        Running = "running",
        Stopping = "stopping",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
        Interrupted = "interrupted",
        RecoveryNeeded = "recovery_needed",
    }
}

words! {
    /// What can happen to a run.
    pub enum RunEventKind("run event") {
        /// The time of a planned retry has come, and the gate is open.
        Promote = "promote",
        /// A slot is free and the gate is open: the run starts.
        Claim = "claim",
        /// The adapter proved success.
        Succeed = "succeed",
        /// The adapter failed, could not be started, or was lost.
        Fail = "fail",
        /// The run's time was over.
        TimeOut = "time_out",
        /// A person or the system does not want the run any more.
        Cancel = "cancel",
        /// The run gave way to a newer message, or to the end of the server.
        Interrupt = "interrupt",
    }
}

/// Every move a run may make. What is not listed is refused.
///
/// A run comes into being as `queued` (a wake-up was admitted) or as `scheduled_retry` (a retry
/// was planned); those are creations, not moves.
pub const MOVES: &[(RunStatus, RunEventKind, RunStatus)] = {
    use {RunEventKind as E, RunStatus as S};
    &[
        (S::ScheduledRetry, E::Promote, S::Queued),
        (S::ScheduledRetry, E::Cancel, S::Cancelled),
        (S::Queued, E::Claim, S::Running),
        (S::Queued, E::Cancel, S::Cancelled),
        (S::Running, E::Succeed, S::Succeeded),
        (S::Running, E::Fail, S::Failed),
        (S::Running, E::TimeOut, S::TimedOut),
        (S::Running, E::Cancel, S::Cancelled),
        (S::Running, E::Interrupt, S::Interrupted),
    ]
};

/// A move that the table of runs does not have.
pub type MoveRefused = moves::MoveRefused<RunStatus, RunEventKind>;

/// Returns where `event` takes a run that is `status`.
///
/// # Errors
/// If a run that stands there does not move by that event; a terminal one never moves.
pub fn next(status: RunStatus, event: RunEventKind) -> Result<RunStatus, MoveRefused> {
    moves::look_up(MOVES, status, event)
}

impl RunEventKind {
    /// Returns the event that ends a run in this status; `None` for one that lives.
    #[must_use]
    pub const fn ending_in(status: RunStatus) -> Option<Self> {
        match status {
            RunStatus::Queued | RunStatus::ScheduledRetry | RunStatus::Running => None,
            RunStatus::Succeeded => Some(Self::Succeed),
            RunStatus::Interrupted => Some(Self::Interrupt),
            RunStatus::Failed => Some(Self::Fail),
            RunStatus::Cancelled => Some(Self::Cancel),
            RunStatus::TimedOut => Some(Self::TimeOut),
        }
    }
}

impl RunStatus {
    /// The statuses of a run that still lives: the wire's "live path".
    pub const LIVE: &'static [Self] = &[Self::Queued, Self::Running, Self::ScheduledRetry];

    /// The statuses of a run that has ended.
    pub const ENDED: &'static [Self] =
        &[Self::Succeeded, Self::Interrupted, Self::Failed, Self::Cancelled, Self::TimedOut];

    /// Returns whether the run is admitted but has not started.
    #[must_use]
    pub const fn is_waiting(self) -> bool {
        matches!(self, Self::Queued | Self::ScheduledRetry)
    }

    /// Returns whether the run has ended; an ended run never moves again.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        match self {
            Self::Queued | Self::ScheduledRetry | Self::Running => false,
            Self::Succeeded | Self::Interrupted | Self::Failed | Self::Cancelled | Self::TimedOut => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;
    use proptest::prelude::*;

    #[test]
    fn every_status_moves_by_the_table_and_by_nothing_else() {
        moves::check_table(MOVES, RunStatus::is_terminal);
    }

    #[test]
    fn an_ended_run_never_moves() {
        for &status in RunStatus::ALL.iter().filter(|status| status.is_terminal()) {
            assert!(MOVES.iter().all(|row| row.0 != status), "{status}");
            let end = RunEventKind::ending_in(status).unwrap();
            assert_eq!(next(RunStatus::Running, end), Ok(status));
        }
    }

    #[test]
    fn a_run_that_did_not_start_can_only_be_cancelled() {
        for &status in RunStatus::ALL.iter().filter(|status| status.is_waiting()) {
            let ends = MOVES.iter().filter(|row| row.0 == status && row.2.is_terminal());
            assert_eq!(ends.map(|row| row.2).collect::<Vec<_>>(), [RunStatus::Cancelled]);
        }
    }

    proptest! {
        #[test]
        fn whatever_happens_a_run_ends_at_most_once(
            events in proptest::collection::vec(proptest::sample::select(RunEventKind::ALL), 0..40)
        ) {
            let (mut status, mut ends) = (RunStatus::Queued, 0);
            for event in events {
                if let Ok(new) = next(status, event) {
                    prop_assert_ne!(new, status);
                    ends += usize::from(new.is_terminal());
                    status = new;
                }
            }
            prop_assert_eq!(ends, usize::from(status.is_terminal()));
        }
    }
}
