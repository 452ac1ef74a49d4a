use super::*;
use crate::words::Word as _;

const OTHER_REFUSAL: SkipReason = SkipReason::AgentNotInvokable;

fn idle() -> LeftOpen {
    LeftOpen {
        status: IssueStatus::InProgress,
        agent: AgentStands::Works,
        has_wait: false,
        blockers: BlockersStand::None,
        refused: None,
        last: None,
    }
}

fn after(end: LastEnd, made: &[RetryReason]) -> LeftOpen {
    let attempts = made.iter().fold(Attempts::default(), |attempts, made| attempts.with_one_more(*made));
    LeftOpen { last: Some(LastRun { end, attempts }), ..idle() }
}

fn ends() -> Vec<LastEnd> {
    let code = || Some(RunErrorCode::AdapterFailed);
    vec![
        LastEnd::Succeeded,
        LastEnd::Paused,
        LastEnd::Stopped,
        LastEnd::DidNothing(None),
        LastEnd::DidNothing(code()),
        LastEnd::DidNothing(Some(RunErrorCode::ModelNotFound)),
        LastEnd::MayHaveActed(code()),
        LastEnd::MayHaveActed(None),
    ]
}

/// Every state that there is, with each count of attempts that matters.
fn states() -> Vec<LeftOpen> {
    let refusals = SkipReason::ALL.iter().copied().map(Some).chain([None]);
    let refusals: Vec<_> = refusals.collect();
    let counts: [&[RetryReason]; 4] = [
        &[],
        &[RetryReason::SuccessfulRunHandoff],
        &[RetryReason::ReleaseRecovery],
        &[RetryReason::SuccessfulRunHandoff, RetryReason::ReleaseRecovery],
    ];
    let mut lasts = vec![None];
    for end in ends() {
        lasts.extend(counts.iter().map(|made| after(end.clone(), made).last));
    }
    let mut all = Vec::new();
    for &status in IssueStatus::ALL {
        for agent in [AgentStands::Works, AgentStands::Rests, AgentStands::Ended] {
            for has_wait in [false, true] {
                for blockers in [BlockersStand::None, BlockersStand::Open, BlockersStand::Done] {
                    for &refused in &refusals {
                        all.extend(lasts.iter().cloned().map(|last| LeftOpen {
                            status,
                            agent,
                            has_wait,
                            blockers,
                            refused,
                            last,
                        }));
                    }
                }
            }
        }
    }
    all
}

#[test]
fn nothing_that_is_open_is_forgotten_and_nothing_else_is_touched() {
    for state in states() {
        let onward = left_open(&state);
        let is_open = matches!(state.status, IssueStatus::Todo | IssueStatus::InProgress);
        let is_freed = state.status == IssueStatus::Blocked && state.blockers == BlockersStand::Done;
        let waits = state.has_wait
            || state.blockers == BlockersStand::Open
            || state.agent == AgentStands::Rests
            || !(is_open || is_freed);
        assert_eq!(onward == Onward::Nothing, waits, "{state:?}");
        if state.agent == AgentStands::Ended {
            assert!(!matches!(onward, Onward::Wake(_)), "{state:?}");
        }
    }
}

#[test]
fn whatever_comes_next_comes_to_an_end() {
    for state in states() {
        let (mut now, mut wakes) = (state.clone(), 0);
        // Whatever the next run does, it does it again and again, with nobody looking.
        while let Onward::Wake(Next::Attempt { attempts, .. }) = left_open(&now) {
            wakes += 1;
            assert!(wakes <= 2, "{state:?}");
            let end = now.last.map_or(LastEnd::Succeeded, |last| last.end);
            now = LeftOpen { refused: None, last: Some(LastRun { end, attempts }), ..now };
        }
    }
}

#[test]
fn each_end_has_its_own_next_step() {
    use RetryReason::{ReleaseRecovery, SuccessfulRunHandoff};
    let code = || Some(RunErrorCode::AdapterFailed);
    let again = |mechanism: RetryReason, made: &[RetryReason]| {
        let attempts = made.iter().fold(Attempts::default(), |count, made| count.with_one_more(*made));
        Onward::Wake(Next::Attempt { mechanism, attempts: attempts.with_one_more(mechanism) })
    };
    let table = [
        (LastEnd::Succeeded, &[][..], again(SuccessfulRunHandoff, &[])),
        (LastEnd::Succeeded, &[ReleaseRecovery], again(SuccessfulRunHandoff, &[ReleaseRecovery])),
        (LastEnd::Succeeded, &[SuccessfulRunHandoff], Onward::Escalate(Cause::MissingDisposition)),
        (LastEnd::Paused, &[SuccessfulRunHandoff, ReleaseRecovery], Onward::Wake(Next::GoOn)),
        (LastEnd::Stopped, &[], Onward::Escalate(Cause::Stopped)),
        (LastEnd::DidNothing(code()), &[], again(ReleaseRecovery, &[])),
        (LastEnd::DidNothing(code()), &[ReleaseRecovery], Onward::Escalate(Cause::Failed(code()))),
        (
            LastEnd::DidNothing(Some(RunErrorCode::ModelNotFound)),
            &[],
            Onward::Escalate(Cause::Failed(Some(RunErrorCode::ModelNotFound))),
        ),
        (LastEnd::MayHaveActed(code()), &[], Onward::Escalate(Cause::Failed(code()))),
    ];
    for status in [IssueStatus::Todo, IssueStatus::InProgress] {
        for (end, made, expected) in &table {
            let state = LeftOpen { status, ..after(end.clone(), made) };
            assert_eq!(left_open(&state), *expected, "{state:?}");
        }
        assert_eq!(left_open(&LeftOpen { status, ..idle() }), Onward::Wake(Next::Anew));
    }
}

#[test]
fn a_refused_wake_up_is_due_again_and_a_cut_chain_is_shown() {
    for last in [idle(), after(LastEnd::Succeeded, &[RetryReason::SuccessfulRunHandoff])] {
        let refused = |reason| left_open(&LeftOpen { refused: Some(reason), ..last.clone() });
        assert_eq!(refused(OTHER_REFUSAL), Onward::Wake(Next::AsRefused));
        for reason in [SkipReason::HopLimit, SkipReason::NothingChanges] {
            assert_eq!(refused(reason), Onward::Escalate(Cause::Loop(reason)));
        }
        assert_eq!(refused(SkipReason::OwnOutput), left_open(&last), "own output is not waited for");
    }
}

#[test]
fn an_issue_whose_blockers_are_done_is_freed_whoever_closed_them() {
    let done = LeftOpen { status: IssueStatus::Blocked, blockers: BlockersStand::Done, ..idle() };
    assert_eq!(left_open(&done), Onward::Wake(Next::Unblocked));
    let own = LeftOpen { refused: Some(SkipReason::OwnOutput), ..done.clone() };
    assert_eq!(left_open(&own), Onward::Wake(Next::Unblocked));
    let for_ever = LeftOpen { refused: Some(SkipReason::HopLimit), ..done.clone() };
    assert_eq!(left_open(&for_ever), Onward::Escalate(Cause::Loop(SkipReason::HopLimit)));
    let by_a_person = LeftOpen { blockers: BlockersStand::None, ..done };
    assert_eq!(left_open(&by_a_person), Onward::Nothing, "somebody named has to act");
}

#[test]
fn what_is_stored_of_a_run_says_how_it_ended() {
    use RunErrorCode as E;
    use RunStatus as S;
    for (status, code, acted, end) in [
        (S::Succeeded, None, true, LastEnd::Succeeded),
        (S::Cancelled, Some(E::AgentPaused), true, LastEnd::Paused),
        (S::Cancelled, Some(E::BudgetBlocked), true, LastEnd::Paused),
        (S::Cancelled, Some(E::CompanyPaused), false, LastEnd::Paused),
        (S::Cancelled, Some(E::Cancelled), false, LastEnd::Stopped),
        (S::Cancelled, Some(E::IssueBlocked), false, LastEnd::DidNothing(Some(E::IssueBlocked))),
        (S::Failed, Some(E::SetupFailed), false, LastEnd::DidNothing(Some(E::SetupFailed))),
        (S::Failed, Some(E::AdapterFailed), true, LastEnd::MayHaveActed(Some(E::AdapterFailed))),
        (S::TimedOut, Some(E::Timeout), true, LastEnd::MayHaveActed(Some(E::Timeout))),
        (S::Interrupted, None, true, LastEnd::Paused),
    ] {
        assert_eq!(LastEnd::of(status, code, acted), end, "{status}");
    }
}
