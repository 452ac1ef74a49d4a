//! What becomes of an open issue that nothing goes on with: the one decision of a run's end and of
//! the sweep.
//!
//! **Invariant:** an issue that its agent could work on, and that waits for nothing, is never left
//! alone: it gets another run, a limited number of times, and then a person sees it.

#[cfg(test)]
mod tests;

use super::cause::Cause;
use super::{Attempts, Limit, RetryReason};
use crate::gate::SkipReason;
use crate::issue::IssueStatus;
use crate::run::RunStatus;
use crate::run_error_code::RunErrorCode;

/// An issue of an agent, and all that its going on depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOpen {
    /// Where it stands.
    pub status: IssueStatus,
    /// How its agent stands.
    pub agent: AgentStands,
    /// Whether something goes on with it, or has to happen first that is written down: a run, a
    /// waiting wake-up, a stage of its policy, an open recovery action.
    pub has_wait: bool,
    /// How its blockers stand.
    pub blockers: BlockersStand,
    /// Why its agent's newest wake-up for it was refused, if it was and no run has ended since.
    pub refused: Option<SkipReason>,
    /// The agent's last run on it.
    pub last: Option<LastRun>,
}

/// How the agent of an issue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentStands {
    /// It can be woken.
    Works,
    /// It is paused, not yet approved, or out of money: it goes on later, and shows why not now.
    Rests,
    /// It never comes back.
    Ended,
}

/// How the blockers of an issue stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockersStand {
    /// It has none.
    None,
    /// Some are not done.
    Open,
    /// All are done.
    Done,
}

/// A run that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastRun {
    /// How it ended.
    pub end: LastEnd,
    /// How often each mechanism acted since somebody from outside woke the agent.
    pub attempts: Attempts,
}

/// How a run ended, as far as its issue depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LastEnd {
    /// Well, with the issue still open.
    Succeeded,
    /// It was stopped with its agent, its company or its server, which work again.
    Paused,
    /// A person stopped it.
    Stopped,
    /// It never started, or can go on where it stopped: nothing is done twice by another.
    DidNothing(Option<RunErrorCode>),
    /// It may have acted.
    MayHaveActed(Option<RunErrorCode>),
}

/// What becomes of the issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Onward {
    /// Nothing, for a reason that can be seen.
    Nothing,
    /// Its agent is woken.
    Wake(Next),
    /// A person sees it: it is blocked, with a recovery action.
    Escalate(Cause),
}

/// As what the agent is woken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// As if it had just been given the issue.
    Anew,
    /// By the wake-up that was refused, once more.
    AsRefused,
    /// Since what the issue waited for is done.
    Unblocked,
    /// To go on with what a pause interrupted. A person's doing is no attempt of ours.
    GoOn,
    /// By one more attempt of a mechanism.
    Attempt {
        /// The mechanism.
        mechanism: RetryReason,
        /// The count that the run's context carries.
        attempts: Attempts,
    },
}

/// Stops that end with what made them: whoever paused lets it go on, and so does whoever raises the
/// limit that was met.
const PAUSES: &[RunErrorCode] = &[
    RunErrorCode::AgentPaused,
    RunErrorCode::CompanyPaused,
    RunErrorCode::IssuePaused,
    // By a control of its whole tree, which a person undid.
    RunErrorCode::IssueCancelled,
    RunErrorCode::BudgetBlocked,
];

/// Stops by a person who wanted this run to end.
const STOPS: &[RunErrorCode] = &[RunErrorCode::Cancelled, RunErrorCode::OperatorInterrupted];

/// Decides what becomes of an issue.
#[must_use]
pub fn left_open(issue: &LeftOpen) -> Onward {
    if issue.has_wait || issue.blockers == BlockersStand::Open {
        return Onward::Nothing;
    }
    let is_open = matches!(issue.status, IssueStatus::Todo | IssueStatus::InProgress);
    let is_freed = issue.status == IssueStatus::Blocked && issue.blockers == BlockersStand::Done;
    match issue.agent {
        _ if !is_open && !is_freed => Onward::Nothing,
        AgentStands::Rests => Onward::Nothing,
        AgentStands::Ended => Onward::Escalate(Cause::AgentEnded),
        AgentStands::Works => go_on(issue, is_freed),
    }
}

fn go_on(issue: &LeftOpen, is_freed: bool) -> Onward {
    match issue.refused {
        // A chain that was cut stays cut: to begin it anew would make it endless.
        Some(reason @ (SkipReason::HopLimit | SkipReason::NothingChanges)) => {
            return Onward::Escalate(Cause::Loop(reason));
        }
        _ if is_freed => return Onward::Wake(Next::Unblocked),
        // What an agent hears of its own doing is nothing that it still waits for.
        None | Some(SkipReason::OwnOutput) => {}
        Some(_) => return Onward::Wake(Next::AsRefused),
    }
    let Some(last) = &issue.last else { return Onward::Wake(Next::Anew) };
    match &last.end {
        LastEnd::Succeeded => attempt(last, RetryReason::SuccessfulRunHandoff, Cause::MissingDisposition),
        LastEnd::Paused => Onward::Wake(Next::GoOn),
        LastEnd::Stopped => Onward::Escalate(Cause::Stopped),
        LastEnd::DidNothing(code) => {
            let cause = Cause::Failed(code.clone());
            match code {
                Some(code) if code.needs_a_person() => Onward::Escalate(cause),
                _ => attempt(last, RetryReason::ReleaseRecovery, cause),
            }
        }
        LastEnd::MayHaveActed(code) => Onward::Escalate(Cause::Failed(code.clone())),
    }
}

/// Makes the mechanism's next attempt; when none is left, a person sees the issue.
fn attempt(last: &LastRun, mechanism: RetryReason, cause: Cause) -> Onward {
    let is_left = match mechanism.mechanism().limit {
        Limit::Times(times) => last.attempts.made(mechanism) < times,
        Limit::BySettings => false,
    };
    if !is_left {
        return Onward::Escalate(cause);
    }
    Onward::Wake(Next::Attempt { mechanism, attempts: last.attempts.with_one_more(mechanism) })
}

impl LastEnd {
    /// Reads how a run ended from what is stored of it. `acted` says whether its program started;
    /// none that could resume leaves it at that, since its own end went on with it.
    #[must_use]
    pub fn of(status: RunStatus, code: Option<RunErrorCode>, acted: bool) -> Self {
        match (status, code) {
            (RunStatus::Succeeded, _) => Self::Succeeded,
            (RunStatus::Cancelled, Some(code)) if PAUSES.contains(&code) => Self::Paused,
            // By a stop of the server, which is as good as a pause of all agents.
            (RunStatus::Interrupted, _) => Self::Paused,
            (RunStatus::Cancelled, Some(code)) if STOPS.contains(&code) => Self::Stopped,
            (_, code) if acted => Self::MayHaveActed(code),
            (_, code) => Self::DidNothing(code),
        }
    }
}

/// Whether a run that ended with this code was stopped only because its agent or company was.
pub(super) fn is_pause(code: &RunErrorCode) -> bool {
    PAUSES.contains(code)
}
