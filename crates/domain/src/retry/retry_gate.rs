//! Whether a planned retry may still be queued when its time has come.

use super::RetryReason;
use crate::gate::{BudgetBlock, NotInvokable};
use crate::ids::{AgentId, RunId};
use crate::issue::IssueStatus;
use crate::run_error_code::RunErrorCode;

/// What the promotion of a planned retry depends on.
#[derive(Debug, Clone)]
pub struct RetryGateFacts {
    /// By which mechanism it was planned.
    pub reason: RetryReason,
    /// The run.
    pub run_id: RunId,
    /// Whose it is.
    pub agent_id: AgentId,
    /// The scope whose money is spent, if one is.
    pub budget_block: Option<BudgetBlock>,
    /// Whether the agent may work.
    pub invokable: Result<(), NotInvokable>,
    /// Whether anything but the timer wakes the agent.
    pub wakes_on_demand: bool,
    /// How its issue stands; `None` if it is about none.
    pub issue: Option<RetryIssue>,
}

/// How the issue of a planned retry stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RetryIssue {
    /// It is gone.
    Missing,
    /// It is there.
    Found {
        /// Its status.
        status: IssueStatus,
        /// Who has it.
        assignee: Option<AgentId>,
        /// Whether the run was planned for somebody who is not the assignee.
        is_for_other: bool,
        /// The running run that claims it.
        holder: Option<RunId>,
        /// Whether all its blockers are resolved.
        is_ready: bool,
    },
}

/// Decides whether a planned retry is queued; the first check that fails wins.
///
/// # Errors
/// With the code by which it is cancelled.
pub fn check_retry(facts: &RetryGateFacts) -> Result<(), RunErrorCode> {
    if facts.budget_block.is_some() {
        return Err(RunErrorCode::BudgetBlocked);
    }
    if facts.invokable.is_err() {
        return Err(RunErrorCode::AgentNotInvokable);
    }
    if !facts.wakes_on_demand {
        return Err(RunErrorCode::WakeOnDemandDisabled);
    }
    facts.issue.as_ref().map_or(Ok(()), |issue| check_issue(facts, issue))
}

fn check_issue(facts: &RetryGateFacts, issue: &RetryIssue) -> Result<(), RunErrorCode> {
    let RetryIssue::Found { status, assignee, is_for_other, holder, is_ready } = *issue else {
        return Err(RunErrorCode::IssueNotFound);
    };
    if assignee != Some(facts.agent_id) && !is_for_other {
        return Err(RunErrorCode::IssueReassigned);
    }
    if matches!(status, IssueStatus::Done | IssueStatus::Cancelled) {
        return Err(RunErrorCode::IssueTerminalStatus);
    }
    let is_max_turns = facts.reason == RetryReason::MaxTurnsContinuation;
    if is_max_turns && status != IssueStatus::InProgress {
        return Err(RunErrorCode::IssueNotInProgress);
    }
    let needs_same_lock = is_max_turns || facts.reason == RetryReason::AiConnectionBusy;
    if needs_same_lock && holder.is_some_and(|holder| holder != facts.run_id) {
        return Err(RunErrorCode::IssueExecutionLockChanged);
    }
    if !is_ready {
        return Err(RunErrorCode::IssueDependenciesBlocked);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planned_retry_meets_the_same_work_or_is_cancelled() {
        let agent_id = AgentId::random();
        let found = |status, is_ours: bool, is_locked: bool, is_ready| {
            let assignee = Some(if is_ours { agent_id } else { AgentId::random() });
            let holder = is_locked.then(RunId::random);
            Some(RetryIssue::Found { status, assignee, is_for_other: false, holder, is_ready })
        };
        let check = |reason, issue| {
            let (run_id, invokable) = (RunId::random(), Ok(()));
            let budget_block = None;
            let facts = RetryGateFacts {
                reason,
                run_id,
                agent_id,
                budget_block,
                invokable,
                wakes_on_demand: true,
                issue,
            };
            check_retry(&facts).err()
        };
        use {IssueStatus as S, RetryReason as R, RunErrorCode as E};
        let cases = [
            (R::TransientFailure, None, None),
            (R::TransientFailure, found(S::Todo, true, false, true), None),
            (R::TransientFailure, Some(RetryIssue::Missing), Some(E::IssueNotFound)),
            (R::TransientFailure, found(S::Todo, false, false, true), Some(E::IssueReassigned)),
            (R::TransientFailure, found(S::Done, true, false, true), Some(E::IssueTerminalStatus)),
            (R::TransientFailure, found(S::Todo, true, false, false), Some(E::IssueDependenciesBlocked)),
            (R::MaxTurnsContinuation, found(S::Todo, true, false, true), Some(E::IssueNotInProgress)),
            (
                R::MaxTurnsContinuation,
                found(S::InProgress, true, true, true),
                Some(E::IssueExecutionLockChanged),
            ),
        ];
        for (reason, issue, expected) in cases {
            assert_eq!(check(reason, issue.clone()), expected, "{reason} {issue:?}");
        }
    }
}
