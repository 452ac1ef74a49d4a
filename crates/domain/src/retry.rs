//! What the machine does by itself after a run, and how often.
//!
//! **Invariant:** every mechanism has a limit in the table and a key per attempt, so that nothing
//! goes on without end and nothing is done twice.

mod attempts;
mod cause;
mod execution_block;
mod follow_up;
mod left_open;
mod pace;
mod retry_gate;

pub use attempts::Attempts;
pub use cause::Cause;
pub use execution_block::ExecutionBlock;
pub use follow_up::{AfterRun, EndedIssue, EndedRun, FollowUp, GoesOn, follow_up};
pub use left_open::{AgentStands, BlockersStand, LastEnd, LastRun, LeftOpen, Next, Onward, left_open};
pub use pace::{Doubling, QuickThenLong};
pub use retry_gate::{RetryGateFacts, RetryIssue, check_retry};

use std::time::Duration;

use crate::ids::RunId;
use crate::run::InvocationSource;
use crate::time::Timestamp;
use crate::wakeup::WakeReason;
use crate::words;

words! {
    /// By which mechanism a run follows another; the wire's `retryReason`.
    pub enum RetryReason("retry reason") {
        /// The run left no comment where one is expected.
        MissingIssueComment = "missing_issue_comment",
        /// The run only announced work, or said nothing.
        LivenessContinuation = "run_liveness_continuation",
        /// The run worked but left the issue without a clear state.
        SuccessfulRunHandoff = "finish_successful_run_handoff",
        /// The run met its limit of turns.
        MaxTurnsContinuation = "max_turns_continuation",
        /// The failure may pass.
        TransientFailure = "transient_failure",
        /// The process was lost.
        ProcessLost = "process_lost",
        /// The shared workspace was in use.
        WorkspaceBusy = "workspace_busy",
        /// The exclusive credential was in use.
        AiConnectionBusy = "ai_connection_busy",
        /// An answered interaction could not be continued.
        InteractionInfrastructure = "interaction_continuation_infra",
        /// The run failed, and nobody else looks after its issue.
        ReleaseRecovery = "release_recovery",
    }
}

/// How often a mechanism may act for one piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// So many times.
    Times(u32),
    /// As many times as the agent's settings say.
    BySettings,
}

/// When the follow-up run is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delay {
    /// At once, as a wake-up.
    None,
    /// After this time, as a planned retry.
    After(Duration),
    /// After a time between these two that depends on the run, as a planned retry.
    Between(Duration, Duration),
    /// After the time that the agent's settings say.
    BySettings,
}

/// One mechanism.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mechanism {
    /// Its name.
    pub reason: RetryReason,
    /// How often it acts.
    pub limit: Limit,
    /// When the run is due.
    pub delay: Delay,
    /// Whether the run may only report, and do no work of its own.
    pub is_status_only: bool,
}

const HALF_A_MINUTE: Duration = Duration::from_secs(30);
const BUSY: Delay = Delay::Between(Duration::from_secs(60), Duration::from_secs(120));

/// Every mechanism by which the machine goes on.
pub const MECHANISMS: &[Mechanism] = &[
    row(RetryReason::MissingIssueComment, Limit::Times(1), Delay::None, true),
    row(RetryReason::LivenessContinuation, Limit::Times(2), Delay::None, false),
    row(RetryReason::SuccessfulRunHandoff, Limit::Times(1), Delay::None, false),
    row(RetryReason::MaxTurnsContinuation, Limit::BySettings, Delay::BySettings, false),
    row(RetryReason::TransientFailure, Limit::Times(2), Delay::After(HALF_A_MINUTE), false),
    row(RetryReason::ProcessLost, Limit::Times(1), Delay::After(HALF_A_MINUTE), false),
    row(RetryReason::WorkspaceBusy, Limit::Times(1), BUSY, false),
    row(RetryReason::AiConnectionBusy, Limit::Times(1), BUSY, false),
    row(RetryReason::InteractionInfrastructure, Limit::Times(2), Delay::After(HALF_A_MINUTE), false),
    row(RetryReason::ReleaseRecovery, Limit::Times(1), Delay::None, false),
];

const fn row(reason: RetryReason, limit: Limit, delay: Delay, is_status_only: bool) -> Mechanism {
    Mechanism { reason, limit, delay, is_status_only }
}

impl RetryReason {
    /// Returns the mechanism's row.
    #[must_use]
    pub fn mechanism(self) -> &'static Mechanism {
        let row = MECHANISMS.iter().find(|mechanism| mechanism.reason == self);
        row.expect("the table holds every mechanism")
    }

    /// Returns what the follow-up run is told. Release recovery tells it by the issue's status.
    #[must_use]
    pub const fn wake_reason(self) -> WakeReason {
        match self {
            Self::MissingIssueComment => WakeReason::MissingIssueComment,
            Self::LivenessContinuation => WakeReason::RunLivenessContinuation,
            Self::SuccessfulRunHandoff => WakeReason::FinishSuccessfulRunHandoff,
            Self::MaxTurnsContinuation => WakeReason::MaxTurnsContinuationRetry,
            Self::TransientFailure | Self::ProcessLost => WakeReason::TransientFailureRetry,
            Self::WorkspaceBusy => WakeReason::WorkspaceBusyRetry,
            Self::AiConnectionBusy => WakeReason::AiConnectionBusyRetry,
            Self::InteractionInfrastructure => WakeReason::InteractionContinuationInfraRetry,
            Self::ReleaseRecovery => WakeReason::IssueContinuationNeeded,
        }
    }

    /// Returns what asks for the follow-up run.
    #[must_use]
    pub const fn source(self) -> InvocationSource {
        InvocationSource::Automation
    }

    /// Returns the key by which the attempt is made only once.
    #[must_use]
    pub fn idempotency_key(self, source_run: RunId, attempt: u32) -> String {
        format!("{self}:{source_run}:{attempt}")
    }
}

impl Delay {
    /// Returns when a follow-up of this run is due; `None` for at once.
    #[must_use]
    pub fn due(self, run_id: RunId, by_settings: Duration, now: Timestamp) -> Option<Timestamp> {
        let wait = match self {
            Self::None => return None,
            Self::After(wait) => wait,
            Self::Between(least, most) => least + spread(run_id, most.saturating_sub(least)),
            Self::BySettings => by_settings,
        };
        Some(now.plus(wait))
    }
}

/// Spreads runs over a span by their ids, so that those that met do not meet again; the same run
/// always gets the same share.
fn spread(run_id: RunId, span: Duration) -> Duration {
    let share = u32::from(run_id.as_uuid().as_bytes()[15]);
    span * share / u32::from(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    #[test]
    fn every_mechanism_has_one_row_and_a_limit() {
        for &reason in RetryReason::ALL {
            let rows = MECHANISMS.iter().filter(|row| row.reason == reason).count();
            assert_eq!(rows, 1, "{reason}");
            assert!(!matches!(reason.mechanism().limit, Limit::Times(0)));
            assert!(reason.wake_reason().is_automatic_continuation(), "{reason}");
        }
    }

    #[test]
    fn a_follow_up_is_due_when_its_mechanism_says_so() {
        let now = Timestamp::from_unix_millis(0);
        let at = |seconds: i64| Some(Timestamp::from_unix_millis(seconds * 1000));
        let run_id = RunId::random();
        let due = |delay: Delay| delay.due(run_id, Duration::from_secs(1), now);
        assert_eq!(due(Delay::None), None);
        assert_eq!(due(Delay::After(HALF_A_MINUTE)), at(30));
        assert_eq!(due(Delay::BySettings), at(1));
        let busy = due(BUSY);
        assert!(busy >= at(60) && busy <= at(120));
        assert_eq!(due(BUSY), busy, "the same run waits the same time");
    }
}
