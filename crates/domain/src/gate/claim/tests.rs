use super::*;
use crate::agent::AgentStatus;
use crate::gate::NotInvokableReason;

/// A run of the issue's assignee that nothing keeps from starting, and its issue.
fn ready() -> (ClaimFacts, ClaimIssue) {
    let agent_id = AgentId::random();
    let issue = ClaimIssue {
        status: IssueStatus::Todo,
        assignee: Some(agent_id),
        reviewer: None,
        holder: None,
        is_ready: true,
        is_held: false,
    };
    let facts = ClaimFacts {
        company: CompanyStatus::Active,
        invokable: Ok(()),
        budget_block: None,
        budget_wait: None,
        daily_cap: None,
        run_id: RunId::random(),
        agent_id,
        reason: Some(WakeReason::IssueAssigned),
        continuation: Continuation::None,
        brings_comment: false,
        is_discarded: false,
        is_resume: false,
        is_answer: false,
        scope: ClaimScope::Issue(issue),
    };
    (facts, issue)
}

/// Changes the run and its issue, and returns the code by which the run is then cancelled.
fn code_after(change: impl FnOnce(&mut ClaimFacts, &mut ClaimIssue)) -> Option<&'static str> {
    let (mut facts, mut issue) = ready();
    change(&mut facts, &mut issue);
    if facts.scope != ClaimScope::Task && facts.scope != ClaimScope::MissingIssue {
        facts.scope = ClaimScope::Issue(issue);
    }
    match check_claim(&facts) {
        Ok(()) => None,
        Err(ClaimRefusal::Wait) => Some("wait"),
        Err(ClaimRefusal::Cancel { code, .. }) => {
            RunErrorCode::NAMED.iter().find(|named| **named == code).map(RunErrorCode::as_str)
        }
    }
}

fn refused(reason: NotInvokableReason, facts: &ClaimFacts) -> Result<(), NotInvokable> {
    let (agent_id, status) = (facts.agent_id, AgentStatus::Paused);
    Err(NotInvokable { agent_id, status, reason, guidance: None })
}

#[test]
fn what_nothing_stops_starts() {
    assert_eq!(code_after(|_, _| ()), None);
    assert_eq!(code_after(|run, _| run.scope = ClaimScope::Task), None);
}

#[test]
fn what_passes_by_itself_leaves_the_run_in_the_queue() {
    assert_eq!(code_after(|run, _| run.company = CompanyStatus::Paused), Some("wait"));
    assert_eq!(code_after(|run, _| run.company = CompanyStatus::Archived), Some("company_paused"));
    assert_eq!(code_after(|run, _| run.invokable = refused(NotInvokableReason::Paused, run)), Some("wait"));
    assert_eq!(code_after(|_, issue| issue.holder = Some(RunId::random())), Some("wait"));
    let reserved = |run: &mut ClaimFacts, _: &mut ClaimIssue| {
        run.budget_wait = Some(BudgetScope::agent(run.agent_id));
    };
    assert_eq!(code_after(reserved), Some("wait"));
}

#[test]
fn what_does_not_pass_cancels_it() {
    let terminated = |run: &mut ClaimFacts, _: &mut ClaimIssue| {
        run.invokable = refused(NotInvokableReason::Terminated, run);
    };
    assert_eq!(code_after(terminated), Some("agent_not_invokable"));
    let broken = |run: &mut ClaimFacts, _: &mut ClaimIssue| {
        run.invokable = refused(NotInvokableReason::ManagerTerminated, run);
    };
    assert_eq!(code_after(broken), Some("agent_not_invokable"));
    let spent = |run: &mut ClaimFacts, _: &mut ClaimIssue| {
        run.budget_block = Some(BudgetBlock(BudgetScope::agent(run.agent_id)));
    };
    assert_eq!(code_after(spent), Some("budget_blocked"));
    assert_eq!(code_after(|run, _| run.scope = ClaimScope::MissingIssue), Some("issue_not_found"));
    assert_eq!(code_after(|run, _| run.is_discarded = true), Some("queued_comment_discarded"));
}

#[test]
fn a_daily_limit_skips_the_wakeup_instead_of_cancelling_it() {
    let (mut facts, _) = ready();
    facts.daily_cap = Some(DailyCap::Runs { observed: 3, limit: 3 });
    let (code, wakeup) = (RunErrorCode::DailyRunLimit, WakeupEventKind::Skip);
    assert_eq!(check_claim(&facts), Err(ClaimRefusal::Cancel { code, wakeup }));
}

#[test]
fn blockers_let_only_answers_pass() {
    assert_eq!(code_after(|_, issue| issue.is_ready = false), Some("issue_dependencies_blocked"));
    let answer = |run: &mut ClaimFacts, issue: &mut ClaimIssue| {
        run.is_answer = true;
        issue.is_ready = false;
    };
    assert_eq!(code_after(answer), None);
}

#[test]
fn below_a_pause_even_an_answer_waits() {
    assert_eq!(code_after(|_, issue| issue.is_held = true), Some("wait"));
    let answer = |run: &mut ClaimFacts, issue: &mut ClaimIssue| {
        run.is_answer = true;
        issue.is_held = true;
    };
    assert_eq!(code_after(answer), Some("wait"));
}

#[test]
fn a_run_of_somebody_who_is_no_longer_the_assignee_is_stale() {
    let other = |issue: &mut ClaimIssue| issue.assignee = Some(AgentId::random());
    assert_eq!(code_after(|_, issue| other(issue)), Some("issue_assignee_changed"));
    let mentioned = |run: &mut ClaimFacts, issue: &mut ClaimIssue| {
        run.reason = Some(WakeReason::IssueCommentMentioned);
        other(issue);
    };
    assert_eq!(code_after(mentioned), None);
    let reviewer = |run: &mut ClaimFacts, issue: &mut ClaimIssue| {
        issue.reviewer = Some(run.agent_id);
        other(issue);
    };
    assert_eq!(code_after(reviewer), None);
}

#[test]
fn a_closed_issue_is_only_taken_up_for_a_comment_or_a_resume() {
    for status in [IssueStatus::Done, IssueStatus::Cancelled] {
        assert_eq!(code_after(|_, issue| issue.status = status), Some("issue_terminal_status"));
        let comment = |run: &mut ClaimFacts, issue: &mut ClaimIssue| {
            run.brings_comment = true;
            issue.status = status;
        };
        assert_eq!(code_after(comment), None);
        let resume = |run: &mut ClaimFacts, issue: &mut ClaimIssue| {
            run.is_resume = true;
            issue.status = status;
        };
        assert_eq!(code_after(resume), None);
    }
}

#[test]
fn continuations_hold_only_for_the_state_that_they_continue() {
    let of = |continuation, status, is_held: bool| {
        code_after(|run, issue| {
            run.continuation = continuation;
            issue.status = status;
            issue.holder = is_held.then(RunId::random);
        })
    };
    use {Continuation as C, IssueStatus as S};
    assert_eq!(of(C::Interaction, S::Todo, false), Some("issue_not_in_progress"));
    assert_eq!(of(C::Interaction, S::InReview, false), None);
    assert_eq!(of(C::Replacement, S::Blocked, false), Some("issue_blocked"));
    assert_eq!(of(C::Replacement, S::InProgress, true), Some("issue_execution_lock_changed"));
    assert_eq!(of(C::MaxTurns, S::Todo, false), Some("issue_not_in_progress"));
    assert_eq!(of(C::MaxTurns, S::InProgress, true), Some("issue_execution_lock_changed"));
    assert_eq!(of(C::AiConnectionWait, S::Todo, true), Some("issue_execution_lock_changed"));
    let reviewed = |_: &mut ClaimFacts, issue: &mut ClaimIssue| {
        issue.status = S::InReview;
        issue.reviewer = Some(AgentId::random());
    };
    assert_eq!(code_after(reviewed), Some("issue_review_participant_changed"));
}

#[test]
fn what_is_continued_follows_from_the_reason() {
    let of = |reason: WakeReason| Continuation::of(Some(&reason), false);
    assert_eq!(of(WakeReason::MaxTurnsContinuationRetry), Continuation::MaxTurns);
    assert_eq!(of(WakeReason::RetryFailedRun), Continuation::Replacement);
    assert_eq!(of(WakeReason::IssueAssigned), Continuation::None);
    assert_eq!(Continuation::of(None, true), Continuation::Interaction);
}
