use super::*;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix_millis(seconds * 1000)
}

fn idle(finished: i64) -> FinishedRun {
    FinishedRun { status: RunStatus::Succeeded, made_progress: false, finished_at: at(finished) }
}

#[test]
fn the_rest_doubles_up_to_half_an_hour() {
    let seconds: Vec<_> = (0..9).map(|streak| cooldown(streak).map(|time| time.as_secs())).collect();
    let expected =
        [None, None, Some(120), Some(240), Some(480), Some(960), Some(1800), Some(1800), Some(1800)];
    assert_eq!(seconds, expected);
}

#[test]
fn two_runs_for_nothing_make_the_agent_rest_for_two_minutes() {
    let runs = [idle(1000), idle(900)];
    let throttled = throttle(&runs, None, at(1060)).unwrap();
    assert_eq!(throttled.no_progress_streak, 2);
    assert_eq!(throttled.next_allowed_at, at(1120));
    assert_eq!(throttle(&runs, None, at(1120)), None);
    assert_eq!(throttle(&runs[..1], None, at(1001)), None);
}

#[test]
fn progress_a_failure_and_new_input_end_the_row() {
    let progress = FinishedRun { made_progress: true, ..idle(990) };
    assert_eq!(throttle(&[idle(1000), progress, idle(980)], None, at(1001)), None);
    let failed = FinishedRun { status: RunStatus::Failed, ..idle(990) };
    assert_eq!(throttle(&[idle(1000), failed, idle(980)], None, at(1001)), None);
    assert_eq!(throttle(&[idle(1000), idle(900)], Some(at(1001)), at(1002)), None);
    assert!(throttle(&[idle(1000), idle(900)], Some(at(999)), at(1002)).is_some());
}

#[test]
fn runs_of_long_ago_are_forgotten() {
    assert!(throttle(&[idle(30_000), idle(29_000)], None, at(30_001)).is_some());
    assert_eq!(throttle(&[idle(30_000), idle(1_000)], None, at(30_001)), None);
}

#[test]
fn only_wakes_without_news_are_concerned() {
    let wake = |reason, is_by_agent| ThrottledWake {
        reason,
        is_by_agent,
        force_fresh_session: false,
        is_resume: false,
    };
    assert!(wake(None, false).is_concerned());
    assert!(wake(Some(&WakeReason::IssueAssigned), false).is_concerned());
    assert!(!wake(Some(&WakeReason::IssueStatusChanged), false).is_concerned());
    assert!(!wake(Some(&WakeReason::IssueCommented), false).is_concerned());
    assert!(wake(Some(&WakeReason::IssueCommented), true).is_concerned());

    let resume = ThrottledWake { is_resume: true, ..wake(None, false) };
    assert!(!resume.is_concerned());
    assert!(ThrottledWake { is_by_agent: true, ..resume }.is_concerned());
    assert!(!ThrottledWake { force_fresh_session: true, ..wake(None, true) }.is_concerned());
}
