use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::retry::MECHANISMS;
use crate::run_error_code::RunErrorCode;
use crate::run_outcome::{ErrorFamily, Failure};

fn now() -> Timestamp {
    Timestamp::from_unix_millis(0)
}

/// A run by an assignment that succeeded without a word, on its agent's issue in progress.
fn ended() -> EndedRun {
    let agent_id = AgentId::random();
    EndedRun {
        run_id: RunId::random(),
        agent_id,
        reason: Some(WakeReason::IssueAssigned),
        follows: None,
        attempts: Attempts::default(),
        outcome: Outcome::Succeeded,
        liveness: LivenessState::EmptyResponse,
        has_started: true,
        can_resume: false,
        answers_interaction: false,
        left_comment: false,
        may_be_woken: true,
        turn_limit: TurnLimitPolicy { max_attempts: 2, delay: Duration::from_secs(1) },
        issue: Some(EndedIssue {
            status: IssueStatus::InProgress,
            assignee: Some(agent_id),
            was_claimed: true,
            goes_on: GoesOn::default(),
        }),
    }
}

fn failed(code: RunErrorCode, can_resume: bool) -> EndedRun {
    let outcome = Outcome::Failed(Failure::new(code, "it failed"));
    EndedRun { outcome, can_resume, liveness: LivenessState::Failed, ..ended() }
}

/// The same run as the last of so many attempts of a mechanism.
fn after_attempts(mechanism: RetryReason, made: u32, mut run: EndedRun) -> EndedRun {
    run.follows = (made > 0).then_some(mechanism);
    run.attempts = (0..made).fold(Attempts::default(), |attempts, _| attempts.with_one_more(mechanism));
    run
}

fn with_issue(mut run: EndedRun, change: impl FnOnce(&mut EndedIssue)) -> EndedRun {
    change(run.issue.as_mut().unwrap());
    run
}

/// Returns the mechanism, the attempt and the reason of the next run.
fn next(run: &EndedRun) -> Option<(RetryReason, u32, WakeReason)> {
    match follow_up(run, now()).follow_up {
        FollowUp::Run { mechanism, attempt, reason, .. } => Some((mechanism, attempt, reason)),
        _ => None,
    }
}

fn then(run: &EndedRun) -> FollowUp {
    follow_up(run, now()).follow_up
}

#[test]
fn a_silent_run_is_asked_for_a_comment_once() {
    let first = ended();
    let after = follow_up(&first, now());
    assert_eq!(after.comment, IssueCommentStatus::RetryQueued);
    let asked = (RetryReason::MissingIssueComment, 1, WakeReason::MissingIssueComment);
    assert_eq!(next(&first), Some(asked));
    let reason = Some(WakeReason::MissingIssueComment);
    let second = EndedRun { reason, ..after_attempts(RetryReason::MissingIssueComment, 1, ended()) };
    let after = follow_up(&second, now());
    assert_eq!(after.comment, IssueCommentStatus::RetryExhausted);
    assert_eq!(after.follow_up, FollowUp::Nothing, "it is the last that asks");
}

#[test]
fn who_has_handed_the_issue_on_is_asked_for_nothing() {
    let handed_on = |run| with_issue(run, |issue| issue.assignee = Some(AgentId::random()));
    let after = follow_up(&handed_on(ended()), now());
    let nothing = AfterRun { comment: IssueCommentStatus::NotApplicable, follow_up: FollowUp::Nothing };
    assert_eq!(after, nothing);
    let reason = Some(WakeReason::ExecutionReviewRequested);
    let after = follow_up(&handed_on(EndedRun { reason, ..ended() }), now());
    assert_eq!(after.comment, IssueCommentStatus::RetryQueued, "a reviewer has never had it");
}

#[test]
fn a_run_that_commented_is_asked_for_nothing() {
    let run =
        with_issue(EndedRun { left_comment: true, liveness: LivenessState::Completed, ..ended() }, |issue| {
            issue.status = IssueStatus::Done;
        });
    let expected = AfterRun { comment: IssueCommentStatus::Satisfied, follow_up: FollowUp::Nothing };
    assert_eq!(follow_up(&run, now()), expected);
    let by_timer = EndedRun { reason: Some(WakeReason::HeartbeatTimer), issue: None, ..ended() };
    let expected = AfterRun { comment: IssueCommentStatus::NotApplicable, follow_up: FollowUp::Nothing };
    assert_eq!(follow_up(&by_timer, now()), expected);
}

#[test]
fn a_run_without_effect_goes_on_twice() {
    let reason = Some(WakeReason::IssueStatusChanged);
    let run = EndedRun { reason, ..ended() };
    let mechanism = RetryReason::LivenessContinuation;
    let [first, second, third] = [0, 1, 2].map(|made| then(&after_attempts(mechanism, made, run.clone())));
    assert!(matches!(first, FollowUp::Run { attempt: 1, .. }));
    assert!(matches!(second, FollowUp::Run { attempt: 2, .. }));
    assert_eq!(third, FollowUp::Exhausted(RetryReason::LivenessContinuation));
}

#[test]
fn work_left_without_a_clear_state_is_handed_over_once() {
    let worked = EndedRun { left_comment: true, liveness: LivenessState::Advanced, ..ended() };
    let handoff = RetryReason::SuccessfulRunHandoff;
    assert_eq!(next(&worked), Some((handoff, 1, WakeReason::FinishSuccessfulRunHandoff)));
    let handed_over = after_attempts(handoff, 1, worked.clone());
    assert_eq!(then(&handed_over), FollowUp::Escalate(Cause::MissingDisposition), "then a person sees it");
    let opened_again = with_issue(worked.clone(), |issue| issue.status = IssueStatus::Todo);
    assert_eq!(next(&opened_again), Some((handoff, 1, WakeReason::FinishSuccessfulRunHandoff)));
    let answer = EndedRun { reason: Some(WakeReason::IssueCommented), ..worked.clone() };
    assert_eq!(then(&answer), FollowUp::Nothing, "the sweep asks for more");
    let resting = EndedRun { may_be_woken: false, ..handed_over };
    assert_eq!(then(&resting), FollowUp::Nothing);
    let waits = with_issue(worked, |issue| issue.goes_on.has_wait = true);
    assert_eq!(then(&waits), FollowUp::Nothing);
}

#[test]
fn a_failed_process_is_not_repeated_and_blocks_its_issue() {
    let run = failed(RunErrorCode::AdapterFailed, false);
    let original_failure = Some(RunErrorCode::AdapterFailed);
    let block = ExecutionBlock { run_id: run.run_id, original_failure };
    assert_eq!(block.fingerprint(), format!("legacy-execution:{}", run.run_id));
    let after = follow_up(&run, now());
    assert_eq!((after.comment, after.follow_up), (IssueCommentStatus::NotApplicable, FollowUp::Block(block)));
    let about_nothing = EndedRun { issue: None, ..run };
    assert_eq!(then(&about_nothing), FollowUp::Nothing);
}

#[test]
fn a_stopped_process_blocks_its_issue_unless_the_stop_settles_it() {
    let stopped = |code| {
        let outcome = Outcome::Cancelled { code, message: String::new() };
        EndedRun { outcome, ..ended() }
    };
    for code in [RunErrorCode::Cancelled, RunErrorCode::OperatorInterrupted] {
        assert!(matches!(then(&stopped(code)), FollowUp::Block(_)));
    }
    for code in [
        RunErrorCode::IssueReassigned,
        RunErrorCode::AgentPaused,
        RunErrorCode::CompanyPaused,
        RunErrorCode::BudgetBlocked,
    ] {
        assert_eq!(then(&stopped(code)), FollowUp::Nothing);
    }
    let waited = EndedRun { has_started: false, ..stopped(RunErrorCode::Cancelled) };
    assert_eq!(then(&waited), FollowUp::Nothing, "a run that never started did nothing");
    let closed = with_issue(stopped(RunErrorCode::Cancelled), |issue| issue.status = IssueStatus::Cancelled);
    assert_eq!(then(&closed), FollowUp::Nothing);
    let mentioned = with_issue(stopped(RunErrorCode::Cancelled), |issue| issue.was_claimed = false);
    assert_eq!(then(&mentioned), FollowUp::Nothing);
}

#[test]
fn failures_that_pass_are_tried_again_twice() {
    let failure = Failure {
        family: Some(ErrorFamily::TransientUpstream),
        ..Failure::new(RunErrorCode::AdapterFailed, "overloaded")
    };
    let run = EndedRun { outcome: Outcome::Failed(failure), ..failed(RunErrorCode::AdapterFailed, true) };
    let FollowUp::Run { due, mechanism, idempotency_key, .. } = then(&run) else { panic!("no retry") };
    assert_eq!((due, mechanism), (Some(now().plus(Duration::from_secs(30))), RetryReason::TransientFailure));
    assert_eq!(idempotency_key, format!("transient_failure:{}:1", run.run_id));
    let last = after_attempts(RetryReason::TransientFailure, 2, run);
    assert_eq!(then(&last), FollowUp::Exhausted(RetryReason::TransientFailure));
}

#[test]
fn a_lost_process_is_started_once_more_where_nothing_can_be_done_twice() {
    let resumed = failed(RunErrorCode::ProcessLost, true);
    assert_eq!(next(&resumed), Some((RetryReason::ProcessLost, 1, WakeReason::TransientFailureRetry)));
    let never_started = EndedRun { has_started: false, ..failed(RunErrorCode::ProcessLost, false) };
    assert!(next(&never_started).is_some());
    let again = after_attempts(RetryReason::ProcessLost, 1, resumed);
    assert_eq!(then(&again), FollowUp::Exhausted(RetryReason::ProcessLost));
    assert!(matches!(then(&failed(RunErrorCode::ProcessLost, false)), FollowUp::Block(_)));
}

#[test]
fn a_limit_of_turns_goes_on_as_often_as_the_settings_say() {
    let run = failed(RunErrorCode::MaxTurnsExhausted, true);
    let turns = RetryReason::MaxTurnsContinuation;
    assert_eq!(next(&run).map(|next| next.0), Some(turns));
    let none = TurnLimitPolicy { max_attempts: 0, ..run.turn_limit };
    assert_eq!(then(&EndedRun { turn_limit: none, ..run.clone() }), FollowUp::Exhausted(turns));
    let last = after_attempts(turns, 2, run);
    assert_eq!(then(&last), FollowUp::Exhausted(turns));
}

#[test]
fn a_crash_that_can_resume_is_recovered_once_and_then_escalated() {
    let crash = failed(RunErrorCode::AdapterFailed, true);
    let recovery = RetryReason::ReleaseRecovery;
    assert_eq!(next(&crash), Some((recovery, 1, WakeReason::IssueContinuationNeeded)));
    let todo = with_issue(crash.clone(), |issue| issue.status = IssueStatus::Todo);
    assert_eq!(next(&todo), Some((recovery, 1, WakeReason::IssueAssignmentRecovery)));
    let escalated = |code| FollowUp::Escalate(Cause::Failed(Some(code)));
    assert_eq!(then(&after_attempts(recovery, 1, crash)), escalated(RunErrorCode::AdapterFailed));
    assert_eq!(then(&failed(RunErrorCode::ModelNotFound, true)), escalated(RunErrorCode::ModelNotFound));
    let missing_program = EndedRun { has_started: false, ..failed(RunErrorCode::SetupFailed, false) };
    assert_eq!(then(&missing_program), escalated(RunErrorCode::SetupFailed));
}

#[test]
fn what_is_busy_is_waited_for_once() {
    let run = failed(RunErrorCode::WorkspaceBusy, true);
    let busy = RetryReason::WorkspaceBusy;
    assert_eq!(next(&run).map(|next| next.0), Some(busy));
    assert_eq!(then(&after_attempts(busy, 1, run)), FollowUp::Exhausted(busy));
}

fn outcomes() -> impl Strategy<Value = (Outcome, LivenessState)> {
    let codes = [
        RunErrorCode::AdapterFailed,
        RunErrorCode::ProviderQuota,
        RunErrorCode::ProcessLost,
        RunErrorCode::MaxTurnsExhausted,
        RunErrorCode::SetupFailed,
        RunErrorCode::WorkspaceBusy,
    ];
    let failures = codes.map(|code| (Outcome::Failed(Failure::new(code, "")), LivenessState::Failed));
    let successes = [LivenessState::EmptyResponse, LivenessState::PlanOnly, LivenessState::Advanced]
        .map(|liveness| (Outcome::Succeeded, liveness));
    let all: Vec<_> = failures.into_iter().chain(successes).collect();
    proptest::sample::select(all)
}

proptest! {
    /// Whatever an agent does, run after run with nobody looking, the machine stops by itself.
    #[test]
    fn nothing_goes_on_without_end(
        outcomes in proptest::collection::vec(outcomes(), 60),
        has_started in proptest::bool::ANY,
        can_resume in proptest::bool::ANY,
        left_comment in proptest::bool::ANY,
    ) {
        let mut run = EndedRun { has_started, can_resume, left_comment, ..ended() };
        let most: u32 = MECHANISMS.iter().map(|row| match row.limit {
            Limit::Times(times) => times,
            Limit::BySettings => run.turn_limit.max_attempts,
        }).sum();
        let mut runs = 0;
        for (outcome, liveness) in outcomes {
            (run.outcome, run.liveness) = (outcome, liveness);
            let FollowUp::Run { mechanism, attempts, reason, .. } = then(&run) else { break };
            runs += 1;
            prop_assert!(runs <= most, "{:?}", mechanism);
            run.run_id = RunId::random();
            run.follows = Some(mechanism);
            run.attempts = attempts;
            run.reason = Some(reason);
        }
    }
}
