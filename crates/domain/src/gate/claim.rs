//! Whether a queued run may start now. What admission checked is checked
//! again, since everything may have changed while the run waited.

#[cfg(test)]
mod tests;

use super::{BudgetBlock, NotInvokable};
use crate::budget::BudgetScope;
use crate::company::CompanyStatus;
use crate::heartbeat_policy::DailyCap;
use crate::ids::{AgentId, RunId};
use crate::issue::IssueStatus;
use crate::run_error_code::RunErrorCode;
use crate::wakeup::{WakeReason, WakeupEventKind};

/// What the start of a run depends on.
#[derive(Debug, Clone)]
pub struct ClaimFacts {
    /// Whether the company works.
    pub company: CompanyStatus,
    /// Whether the agent may work.
    pub invokable: Result<(), NotInvokable>,
    /// The scope whose money is spent, if one is.
    pub budget_block: Option<BudgetBlock>,
    /// The scope of whose money all that is left is reserved by running runs, if one is.
    pub budget_wait: Option<BudgetScope>,
    /// The daily limit that the agent has reached, if it has reached one.
    pub daily_cap: Option<DailyCap>,
    /// The run.
    pub run_id: RunId,
    /// Whose run it is.
    pub agent_id: AgentId,
    /// Why it was asked for.
    pub reason: Option<WakeReason>,
    /// What it continues.
    pub continuation: Continuation,
    /// Whether comments woke the agent.
    pub brings_comment: bool,
    /// Whether all of them were discarded meanwhile.
    pub is_discarded: bool,
    /// Whether somebody said explicitly that the work goes on.
    pub is_resume: bool,
    /// Whether it was admitted to answer only, while the issue is blocked.
    pub is_answer: bool,
    /// What it is about.
    pub scope: ClaimScope,
}

/// What a run continues, which decides what makes it stale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Continuation {
    /// Nothing, or nothing particular.
    None,
    /// An answered interaction, or a connection that was made.
    Interaction,
    /// A run that failed, whose replacement must not meet another state.
    Replacement,
    /// A run that met its limit of turns.
    MaxTurns,
    /// A run that found its credential in use.
    AiConnectionWait,
}

impl Continuation {
    /// Tells what a run continues from the reason that it was woken for.
    #[must_use]
    pub fn of(reason: Option<&WakeReason>, answers_interaction: bool) -> Self {
        match reason {
            _ if answers_interaction => Self::Interaction,
            Some(WakeReason::MaxTurnsContinuationRetry) => Self::MaxTurns,
            Some(WakeReason::AiConnectionBusyRetry) => Self::AiConnectionWait,
            Some(WakeReason::TransientFailureRetry | WakeReason::RetryFailedRun) => Self::Replacement,
            _ => Self::None,
        }
    }
}

/// What a run is about, and how that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimScope {
    /// No issue.
    Task,
    /// An issue that is gone.
    MissingIssue,
    /// An issue.
    Issue(ClaimIssue),
}

/// How the run's issue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimIssue {
    /// Its status.
    pub status: IssueStatus,
    /// Who has it.
    pub assignee: Option<AgentId>,
    /// Who reviews it at the moment.
    pub reviewer: Option<AgentId>,
    /// The running run that claims it.
    pub holder: Option<RunId>,
    /// Whether all its blockers are resolved.
    pub is_ready: bool,
    /// Whether it, or an issue above it, is paused.
    pub is_held: bool,
}

/// A run may not start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimRefusal {
    /// It stays in the queue: what stops it passes by itself or by a person's word.
    Wait,
    /// It is cancelled.
    Cancel {
        /// Why.
        code: RunErrorCode,
        /// What that does to its wake-up.
        wakeup: WakeupEventKind,
    },
}

/// Decides whether a queued run starts.
///
/// # Errors
/// With what becomes of it instead.
pub fn check_claim(facts: &ClaimFacts) -> Result<(), ClaimRefusal> {
    match facts.company {
        CompanyStatus::Active => {}
        company if company.keeps_its_queue() => return Err(ClaimRefusal::Wait),
        CompanyStatus::Paused | CompanyStatus::Archived => return Err(cancel(RunErrorCode::CompanyPaused)),
    }
    if let Err(refused) = &facts.invokable {
        // A paused agent keeps its queue; a terminated one never comes back to it.
        let ends = refused.reason.ends_runs();
        return Err(if ends { cancel(RunErrorCode::AgentNotInvokable) } else { ClaimRefusal::Wait });
    }
    if facts.budget_block.is_some() {
        return Err(cancel(RunErrorCode::BudgetBlocked));
    }
    if let Some(cap) = facts.daily_cap {
        return Err(ClaimRefusal::Cancel { code: cap.into(), wakeup: WakeupEventKind::Skip });
    }
    if facts.budget_wait.is_some() {
        // Those that reserved it end, and mostly cheaper.
        return Err(ClaimRefusal::Wait);
    }
    match &facts.scope {
        ClaimScope::Task => Ok(()),
        ClaimScope::MissingIssue => Err(cancel(RunErrorCode::IssueNotFound)),
        ClaimScope::Issue(issue) => check_issue(facts, issue),
    }?;
    if facts.is_discarded { Err(cancel(RunErrorCode::QueuedCommentDiscarded)) } else { Ok(()) }
}

fn check_issue(facts: &ClaimFacts, issue: &ClaimIssue) -> Result<(), ClaimRefusal> {
    if !issue.is_ready && !facts.is_answer {
        return Err(cancel(RunErrorCode::IssueDependenciesBlocked));
    }
    if issue.is_held {
        // What was asked for before the pause is still wanted after it.
        return Err(ClaimRefusal::Wait);
    }
    if let Some((code, _)) = STALE.iter().find(|(_, is_stale)| is_stale(facts, issue)) {
        return Err(cancel(code.clone()));
    }
    let wants_claim =
        issue.assignee == Some(facts.agent_id) && facts.reason.as_ref().is_none_or(WakeReason::takes_lock);
    // One run at a time: the next one starts when the holder's end has released the issue.
    if wants_claim && is_held_by_another(facts, issue) { Err(ClaimRefusal::Wait) } else { Ok(()) }
}

/// Says of a run whether its time is over.
type IsStale = fn(&ClaimFacts, &ClaimIssue) -> bool;

/// What makes a queued run stale, in the order of checking.
const STALE: &[(RunErrorCode, IsStale)] = &[
    // An answered interaction is taken up where the issue still waits for it.
    (RunErrorCode::IssueNotInProgress, |run, issue| {
        run.continuation == Continuation::Interaction
            && !matches!(issue.status, IssueStatus::InProgress | IssueStatus::InReview)
    }),
    // By whoever asked for it.
    (RunErrorCode::IssueAssigneeChanged, |run, issue| {
        run.continuation == Continuation::Interaction && issue.assignee != Some(run.agent_id)
    }),
    // The issue is somebody else's now.
    (RunErrorCode::IssueAssigneeChanged, |run, issue| {
        let is_reviewer = issue.reviewer == Some(run.agent_id);
        issue.assignee != Some(run.agent_id) && !is_reviewer && !works_for_others(run)
    }),
    // What replaces a failed run must not meet another state than that left.
    (RunErrorCode::IssueBlocked, |run, issue| {
        run.continuation == Continuation::Replacement && issue.status == IssueStatus::Blocked
    }),
    (RunErrorCode::IssueExecutionLockChanged, |run, issue| {
        run.continuation == Continuation::Replacement && is_held_by_another(run, issue)
    }),
    // Only a word, or somebody's explicit wish, opens what is closed.
    (RunErrorCode::IssueTerminalStatus, |run, issue| {
        matches!(issue.status, IssueStatus::Done | IssueStatus::Cancelled)
            && !run.brings_comment
            && !run.is_resume
    }),
    // Turns are counted on while the work is, and nobody else has it.
    (RunErrorCode::IssueNotInProgress, |run, issue| {
        run.continuation == Continuation::MaxTurns && issue.status != IssueStatus::InProgress
    }),
    (RunErrorCode::IssueExecutionLockChanged, |run, issue| {
        matches!(run.continuation, Continuation::MaxTurns | Continuation::AiConnectionWait)
            && is_held_by_another(run, issue)
    }),
    // A reviewer is awaited, and it is another agent.
    (RunErrorCode::IssueReviewParticipantChanged, |run, issue| {
        issue.status == IssueStatus::InReview
            && issue.reviewer.is_some_and(|reviewer| reviewer != run.agent_id)
            && !run.brings_comment
    }),
];

/// Some runs are about an issue that is not their agent's: those that answer a comment or a
/// mention, and those by which the owner of a recovery action looks at it.
fn works_for_others(run: &ClaimFacts) -> bool {
    run.brings_comment
        || run.reason.as_ref().is_some_and(|reason| {
            reason.is_comment_or_mention()
                || matches!(
                    reason,
                    WakeReason::SourceScopedRecoveryAction
                        | WakeReason::IssueUnblockRequested
                        | WakeReason::WorkspaceBusyRetry
                )
        })
}

fn is_held_by_another(run: &ClaimFacts, issue: &ClaimIssue) -> bool {
    issue.holder.is_some_and(|holder| holder != run.run_id)
}

fn cancel(code: RunErrorCode) -> ClaimRefusal {
    ClaimRefusal::Cancel { code, wakeup: WakeupEventKind::Cancel }
}
