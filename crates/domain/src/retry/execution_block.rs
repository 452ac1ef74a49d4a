//! The block on an issue whose last run may have acted, nobody knows how far.
//!
//! An agent that can resume from a checkpoint is started again. Of one that cannot, nothing is
//! repeated until somebody says what the run did.

use super::left_open::is_pause;
use crate::ids::RunId;
use crate::issue::IssueStatus;
use crate::run::RunStatus;
use crate::run_error_code::RunErrorCode;

/// What is recorded on the issue as its unsettled run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecutionBlock {
    /// The run whose outcome must be settled.
    pub run_id: RunId,
    /// By what code it ended.
    pub original_failure: Option<RunErrorCode>,
}

impl ExecutionBlock {
    /// The wire's word for why the issue does not go on.
    pub const CAUSE: &'static str = "legacy_execution_requires_reconciliation";
    /// The wire's word for the kind of the recovery action.
    pub const KIND: &'static str = "active_run_watchdog";
    /// Where the issue goes.
    pub const ISSUE_STATUS: IssueStatus = IssueStatus::Blocked;
    /// How many attempts the wire tells of; only the first was made.
    pub const MAX_ATTEMPTS: u32 = 3;
    /// What somebody is to do, for people.
    pub const NEXT_ACTION: &'static str = "Nothing goes on by itself: look at what the run has done, and say so: POST \
         /api/issues/{id}/recovery-actions/resolve with outcome restored, sourceIssueStatus todo and \
         executionReconciliation: runId, providerStopped true, actionOutcome completed, not_performed or mixed, \
         and outcomeEvidence, at least 20 characters.";

    /// Returns the key by which the action is opened only once.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        format!("legacy-execution:{}", self.run_id)
    }
}

/// Stops by which somebody decided about the issue itself: what the run did is settled by that.
const DECIDED: &[RunErrorCode] = &[RunErrorCode::IssueReassigned, RunErrorCode::IssueCancelled];

/// Decides whether the end of a run leaves its issue unsettled.
pub(super) fn is_unsettled(
    status: RunStatus,
    code: Option<&RunErrorCode>,
    issue: IssueStatus,
    may_repeat: bool,
) -> bool {
    let is_cut_short = match status {
        RunStatus::Failed | RunStatus::TimedOut | RunStatus::Cancelled => true,
        // Whoever stops the server with its agents wants them to go on with the next one.
        RunStatus::Interrupted
        | RunStatus::Succeeded
        | RunStatus::Queued
        | RunStatus::ScheduledRetry
        | RunStatus::Running => false,
    };
    // Whoever pauses an agent and lets it work again wants it to go on where it was.
    let is_decided = code.is_some_and(|code| DECIDED.contains(code) || is_pause(code));
    let is_closed = matches!(issue, IssueStatus::Done | IssueStatus::Cancelled);
    is_cut_short && !may_repeat && !is_decided && !is_closed
}
