//! The part of admission that concerns the wake-up's issue.

use super::admission::{Admission, Decision, SkipCause, Wake};
use crate::cooldown::Throttled;
use crate::heartbeat_policy::DailyCap;
use crate::ids::{AgentId, IssueId, RunId, WakeupId};
use crate::issue::IssueStatus;
use crate::run::RunStatus;
use crate::run_context::MergeTarget;
use crate::run_error_code::RunErrorCode;
use crate::tree_hold::Held;
use crate::wakeup::{ActorType, WakeReason};

/// A run that lives: admitted and not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveRun {
    /// The run.
    pub run_id: RunId,
    /// Whose it is.
    pub agent_id: AgentId,
    /// Where it stands.
    pub status: RunStatus,
    /// Why it was asked for.
    pub reason: Option<WakeReason>,
}

/// What admission must know of an issue. All of it is read under the issue's lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueFacts {
    /// Where the issue stands.
    pub status: IssueStatus,
    /// Who has it.
    pub assignee: Option<AgentId>,
    /// The pause that holds it, if one does.
    pub held: Option<Held>,
    /// The run whose outcome somebody must settle before the issue goes on.
    pub unsettled_run: Option<RunId>,
    /// The blockers that are not resolved.
    pub unresolved_blockers: Vec<IssueId>,
    /// The runs that name it or hold it, oldest first.
    pub live_runs: Vec<LiveRun>,
    /// The wake-up of the same agent that waits for the issue already.
    pub waiting_wakeup: Option<WakeupId>,
    /// The rest that the agent is due, by its last runs on the issue.
    pub throttled: Option<Throttled>,
}

/// A waiting run that gives way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Displaced {
    /// The run, to be cancelled.
    pub run_id: RunId,
    /// Why.
    pub code: RunErrorCode,
}

/// What a wake-up waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// The end of this run.
    Run(RunId),
    /// That somebody says what this run did.
    UnsettledRun(RunId),
}

/// In what mode the new run works.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueueMode {
    /// The blockers that keep the agent from more than answering; none in the ordinary case.
    pub answers_while_blocked_by: Vec<IssueId>,
}

/// Decides about a wake-up for an issue.
pub(super) fn decide(wake: &Wake<'_>, issue: &IssueFacts, cap: Option<DailyCap>) -> Decision {
    // What is refused here is asked again once the hold is gone.
    if let Some(held) = issue.held {
        return Decision::refuse(SkipCause::TreeHold(held), wake.receipt_per_condition());
    }
    if let Some(run_id) = issue.unsettled_run {
        return behind_unsettled_run(wake, issue, run_id);
    }
    let (displaced, holder) = holder(wake, issue);
    let admission = match holder {
        Some(holder) => while_another_run_has_it(wake, issue, holder),
        None => with_nobody_at_it(wake, issue, cap),
    };
    Decision { displaced, admission }
}

/// Human input is kept until the outcome is settled; what the machine asks by itself is one
/// receipt, however often it asks.
fn behind_unsettled_run(wake: &Wake<'_>, issue: &IssueFacts, run_id: RunId) -> Decision {
    let is_input = wake.brings_comment || wake.answers_interaction;
    if wake.by == ActorType::User && is_input {
        return Admission::Defer { into: issue.waiting_wakeup, behind: Behind::UnsettledRun(run_id) }.into();
    }
    Decision::refuse(SkipCause::UnsettledRun(run_id), wake.receipt_per_condition())
}

/// Tells the waiting runs that give way from the one that has the issue: the running one, else
/// the oldest.
fn holder<'i>(wake: &Wake<'_>, issue: &'i IssueFacts) -> (Vec<Displaced>, Option<&'i LiveRun>) {
    let mut displaced = Vec::new();
    let mut staying = Vec::new();
    for run in &issue.live_runs {
        match displacing(wake, issue, run) {
            Some(code) => displaced.push(Displaced { run_id: run.run_id, code }),
            None => staying.push(run),
        }
    }
    let running = staying.iter().find(|run| run.status == RunStatus::Running);
    (displaced, running.or_else(|| staying.first()).copied())
}

fn displacing(wake: &Wake<'_>, issue: &IssueFacts, run: &LiveRun) -> Option<RunErrorCode> {
    let is_assignees = issue.assignee == Some(run.agent_id);
    // A run that a comment or a mention asked for is about the comment, whoever has the issue.
    let is_answer = run.reason.as_ref().is_some_and(WakeReason::is_comment_or_mention);
    // Asking an agent once more takes nothing from it: its queued run is joined.
    let is_asked_again = run.agent_id == wake.agent_id;
    match run.status {
        RunStatus::ScheduledRetry if issue.status == IssueStatus::Cancelled => {
            Some(RunErrorCode::IssueCancelled)
        }
        RunStatus::ScheduledRetry if !is_assignees => Some(RunErrorCode::IssueReassigned),
        RunStatus::Queued if !is_assignees && !is_answer && !is_asked_again => {
            Some(RunErrorCode::LockReleasedOnReassignment)
        }
        _ => None,
    }
}

/// The agent's own run that has not started hears of everything. One at work, or another agent's, is
/// waited for: also one that is about something else and took the issue on the way, since it may end
/// without another look at it.
fn while_another_run_has_it(wake: &Wake<'_>, issue: &IssueFacts, holder: &LiveRun) -> Admission {
    if holder.agent_id == wake.agent_id && holder.status.is_waiting() {
        return Admission::Coalesce { run_id: holder.run_id, target: merge_target(holder) };
    }
    Admission::Defer { into: issue.waiting_wakeup, behind: Behind::Run(holder.run_id) }
}

pub(super) fn merge_target(run: &LiveRun) -> MergeTarget {
    if run.status == RunStatus::Running { MergeTarget::Started } else { MergeTarget::NotStarted }
}

fn with_nobody_at_it(wake: &Wake<'_>, issue: &IssueFacts, cap: Option<DailyCap>) -> Admission {
    let is_blocked = !issue.unresolved_blockers.is_empty();
    if is_blocked && !wake.may_answer_while_blocked() {
        let blockers = issue.unresolved_blockers.clone();
        return Admission::refuse(SkipCause::DependenciesBlocked(blockers), wake.receipt_per_condition());
    }
    if let Some(throttled) = issue.throttled.filter(|_| wake.as_throttled().is_concerned()) {
        return Admission::refuse(SkipCause::Throttled(throttled), wake.receipt_per_condition());
    }
    if let Some(cap) = cap {
        return Admission::refuse(SkipCause::DailyCap(cap), wake.receipt_per_condition());
    }
    Admission::Queue(QueueMode { answers_while_blocked_by: issue.unresolved_blockers.clone() })
}
