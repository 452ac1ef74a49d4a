//! What follows the end of a run: the one decision over all mechanisms.

#[cfg(test)]
mod tests;

use super::cause::Cause;
use super::execution_block::{ExecutionBlock, is_unsettled};
use super::left_open::{AgentStands, BlockersStand, LastEnd, LastRun, LeftOpen, Onward, left_open};
use super::{Attempts, Limit, RetryReason};
use crate::heartbeat_policy::TurnLimitPolicy;
use crate::ids::{AgentId, RunId};
use crate::issue::IssueStatus;
use crate::run::{IssueCommentStatus, LivenessState, RunStatus};
use crate::run_outcome::{FailureClass, Outcome};
use crate::time::Timestamp;
use crate::wakeup::WakeReason;

/// A run that has ended, and all that its follow-up depends on.
#[derive(Debug, Clone)]
pub struct EndedRun {
    /// The run.
    pub run_id: RunId,
    /// Whose it is.
    pub agent_id: AgentId,
    /// Why it was asked for.
    pub reason: Option<WakeReason>,
    /// By which mechanism it followed another.
    pub follows: Option<RetryReason>,
    /// How often each mechanism acted since somebody from outside woke the agent.
    pub attempts: Attempts,
    /// How it ended.
    pub outcome: Outcome,
    /// What it meant for its issue.
    pub liveness: LivenessState,
    /// Whether the agent's program was started.
    pub has_started: bool,
    /// Whether the adapter can resume safely where the run stopped.
    pub can_resume: bool,
    /// Whether it took up an answered interaction.
    pub answers_interaction: bool,
    /// Whether it left a comment on its issue.
    pub left_comment: bool,
    /// Whether the agent may be woken now: it may work, and money is left.
    pub may_be_woken: bool,
    /// The agent's settings for runs that met their limit of turns.
    pub turn_limit: TurnLimitPolicy,
    /// Its issue.
    pub issue: Option<EndedIssue>,
}

/// How the issue of an ended run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndedIssue {
    /// Its status.
    pub status: IssueStatus,
    /// Who has it.
    pub assignee: Option<AgentId>,
    /// Whether the run had it claimed.
    pub was_claimed: bool,
    /// What goes on with it without any doing of ours.
    pub goes_on: GoesOn,
}

/// What goes on with an issue without any doing of ours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GoesOn {
    /// A comment waits for the agent.
    pub has_waiting_comment: bool,
    /// Another run or wake-up is there: live, queued, planned or waiting.
    pub has_other_run: bool,
    /// It waits for something that is written down: a blocker, an interaction, an approval, a
    /// monitor, a stage of its policy, a hold, a recovery action.
    pub has_wait: bool,
}

/// What follows the end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AfterRun {
    /// Whether the run left the comment that its issue asks for.
    pub comment: IssueCommentStatus,
    /// What follows.
    pub follow_up: FollowUp,
}

/// What follows the end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowUp {
    /// Nothing, by any doing of ours.
    Nothing,
    /// Another run.
    Run {
        /// By which mechanism.
        mechanism: RetryReason,
        /// Which attempt of the mechanism it is, from 1.
        attempt: u32,
        /// The count that its context carries.
        attempts: Attempts,
        /// What it is told.
        reason: WakeReason,
        /// When it is due; at once if absent.
        due: Option<Timestamp>,
        /// By which it is made only once.
        idempotency_key: String,
    },
    /// The issue is blocked until somebody says what the run did.
    Block(ExecutionBlock),
    /// The mechanism has no attempt left; that is shown, once.
    Exhausted(RetryReason),
    /// A person must look at the issue: it is blocked, with a recovery action.
    Escalate(Cause),
}

/// Decides what follows the end of a run. At most one thing does.
#[must_use]
pub fn follow_up(run: &EndedRun, now: Timestamp) -> AfterRun {
    let comment = comment_status(run);
    let follow_up = match &run.outcome {
        Outcome::Succeeded => after_success(run, comment, now),
        Outcome::Failed(failure) => after_failure(run, failure.class(), now),
        Outcome::TimedOut(_) => after_crash(run, now),
        Outcome::Cancelled { .. } | Outcome::Interrupted { .. } => {
            unsettled(run).map_or(FollowUp::Nothing, FollowUp::Block)
        }
    };
    AfterRun { comment, follow_up }
}

/// The comment policy: an assigned or reviewed issue gets a word from the run; who says none is
/// asked once.
fn comment_status(run: &EndedRun) -> IssueCommentStatus {
    use IssueCommentStatus as S;
    let Some(issue) = run.issue.filter(|_| run.outcome == Outcome::Succeeded) else {
        return S::NotApplicable;
    };
    if run.left_comment {
        return S::Satisfied;
    }
    if run.follows == Some(RetryReason::MissingIssueComment) {
        return S::RetryExhausted;
    }
    let is_expected = run.reason.as_ref().is_some_and(WakeReason::requires_comment);
    // Who has handed the issue on owes it no word; a reviewer never had it.
    let is_handed_on = run.reason == Some(WakeReason::IssueAssigned) && issue.assignee != Some(run.agent_id);
    let may_ask =
        is_open(issue.status) && !is_handed_on && !issue.goes_on.has_waiting_comment && run.may_be_woken;
    if is_expected && may_ask { S::RetryQueued } else { S::NotApplicable }
}

fn after_success(run: &EndedRun, comment: IssueCommentStatus, now: Timestamp) -> FollowUp {
    if comment == IssueCommentStatus::RetryQueued {
        return again(run, RetryReason::MissingIssueComment, now);
    }
    let Some(issue) = run.issue.filter(|issue| is_left_alone(run, issue)) else {
        return FollowUp::Nothing;
    };
    let is_corrective = run.follows.is_some_and(is_corrective);
    let is_answer = run.reason.as_ref().is_some_and(WakeReason::is_comment_or_mention);
    if !is_corrective && matches!(run.liveness, LivenessState::PlanOnly | LivenessState::EmptyResponse) {
        return again(run, RetryReason::LivenessContinuation, now);
    }
    match left_open(&as_left_open(run, &issue)) {
        // Who was only asked for a word, or answered one, is asked for more by the sweep: what is said
        // meanwhile comes first.
        Onward::Wake(_) if is_corrective || is_answer => FollowUp::Nothing,
        Onward::Wake(_) => again(run, RetryReason::SuccessfulRunHandoff, now),
        Onward::Escalate(cause) => FollowUp::Escalate(cause),
        Onward::Nothing => FollowUp::Nothing,
    }
}

/// The issue of a run that succeeded, as the sweep would find it.
fn as_left_open(run: &EndedRun, issue: &EndedIssue) -> LeftOpen {
    LeftOpen {
        status: issue.status,
        agent: if run.may_be_woken { AgentStands::Works } else { AgentStands::Rests },
        has_wait: issue.goes_on.is_any(),
        blockers: BlockersStand::None,
        refused: None,
        last: Some(LastRun { end: LastEnd::Succeeded, attempts: run.attempts.clone() }),
    }
}

fn after_failure(run: &EndedRun, class: FailureClass, now: Timestamp) -> FollowUp {
    let busy = || match run.outcome.error_code() {
        Some(crate::run_error_code::RunErrorCode::WorkspaceBusy) => RetryReason::WorkspaceBusy,
        _ => RetryReason::AiConnectionBusy,
    };
    let is_infrastructure = matches!(class, FailureClass::Lost | FailureClass::Setup);
    if !may_repeat(run) {
        return after_crash(run, now);
    }
    match class {
        FailureClass::Busy => again(run, busy(), now),
        _ if is_infrastructure && run.answers_interaction => {
            again(run, RetryReason::InteractionInfrastructure, now)
        }
        FailureClass::Quota | FailureClass::Overload => again(run, RetryReason::TransientFailure, now),
        FailureClass::Lost => again(run, RetryReason::ProcessLost, now),
        FailureClass::TurnLimit if run.issue.is_some_and(|issue| issue.status == IssueStatus::InProgress) => {
            again(run, RetryReason::MaxTurnsContinuation, now)
        }
        // Trying again changes nothing about a wrong setting or a missing program.
        FailureClass::Configuration | FailureClass::Setup
            if run.issue.is_some_and(|issue| is_left_alone(run, &issue)) =>
        {
            FollowUp::Escalate(failed(run))
        }
        _ => after_crash(run, now),
    }
}

/// A crash says nothing of how far the work went: the issue is blocked, or if the agent can resume,
/// a recovery run looks after it, once.
fn after_crash(run: &EndedRun, now: Timestamp) -> FollowUp {
    if let Some(block) = unsettled(run) {
        return FollowUp::Block(block);
    }
    let Some(issue) = run.issue.filter(|issue| is_left_alone(run, issue)) else {
        return FollowUp::Nothing;
    };
    if !may_repeat(run) {
        return FollowUp::Nothing;
    }
    match again(run, RetryReason::ReleaseRecovery, now) {
        FollowUp::Exhausted(_) => FollowUp::Escalate(failed(run)),
        FollowUp::Run { mechanism, attempt, attempts, due, idempotency_key, .. } => {
            let reason = match issue.status {
                IssueStatus::Todo => WakeReason::IssueAssignmentRecovery,
                _ => WakeReason::IssueContinuationNeeded,
            };
            FollowUp::Run { mechanism, attempt, attempts, reason, due, idempotency_key }
        }
        other => other,
    }
}

/// Makes the next attempt of a mechanism, or says that there is none left.
fn again(run: &EndedRun, mechanism: RetryReason, now: Timestamp) -> FollowUp {
    if !run.may_be_woken {
        return FollowUp::Nothing;
    }
    let row = mechanism.mechanism();
    let made = run.attempts.made(mechanism);
    let is_left = match row.limit {
        Limit::Times(times) => made < times,
        Limit::BySettings => made < run.turn_limit.max_attempts,
    };
    if !is_left {
        return FollowUp::Exhausted(mechanism);
    }
    let attempt = made + 1;
    FollowUp::Run {
        mechanism,
        attempt,
        attempts: run.attempts.with_one_more(mechanism),
        reason: mechanism.wake_reason(),
        due: row.delay.due(run.run_id, run.turn_limit.delay, now),
        idempotency_key: mechanism.idempotency_key(run.run_id, attempt),
    }
}

/// Nothing that a run did is repeated unless it did nothing or can go on where it stopped.
fn may_repeat(run: &EndedRun) -> bool {
    !run.has_started || run.can_resume
}

fn unsettled(run: &EndedRun) -> Option<ExecutionBlock> {
    let issue = run.issue.filter(|issue| issue.was_claimed)?;
    let code = run.outcome.error_code();
    is_unsettled(run.outcome.status(), code, issue.status, may_repeat(run))
        .then(|| ExecutionBlock { run_id: run.run_id, original_failure: code.cloned() })
}

/// Whether the issue is the agent's to work on, and nothing else goes on with it.
fn is_left_alone(run: &EndedRun, issue: &EndedIssue) -> bool {
    issue.assignee == Some(run.agent_id)
        && matches!(issue.status, IssueStatus::Todo | IssueStatus::InProgress)
        && !issue.goes_on.is_any()
}

fn failed(run: &EndedRun) -> Cause {
    Cause::Failed(run.outcome.error_code().cloned())
}

/// Whether a run of this mechanism only mends what another left open; nothing is expected of it
/// beyond that. A retry or a continuation does the work itself, and is judged like it.
fn is_corrective(mechanism: RetryReason) -> bool {
    matches!(
        mechanism,
        RetryReason::MissingIssueComment | RetryReason::SuccessfulRunHandoff | RetryReason::ReleaseRecovery
    )
}

fn is_open(status: IssueStatus) -> bool {
    !matches!(status, IssueStatus::Done | IssueStatus::Cancelled)
}

impl GoesOn {
    fn is_any(self) -> bool {
        let Self { has_waiting_comment, has_other_run, has_wait } = self;
        has_waiting_comment || has_other_run || has_wait
    }
}

impl AfterRun {
    /// Returns whether another run is on its way, so that a failure is none of the agent's yet.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        matches!(self.follow_up, FollowUp::Run { .. })
    }
}

impl EndedRun {
    /// Returns how the run ended.
    #[must_use]
    pub fn status(&self) -> RunStatus {
        self.outcome.status()
    }
}
