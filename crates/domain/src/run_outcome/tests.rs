use super::*;

fn plain(exit: Exit) -> Evidence {
    Evidence { reported: None, stop: None, exit, exit_code_counts: true }
}

fn stopped(stop: Stop) -> Evidence {
    Evidence { stop: Some(stop), ..plain(Exit::Signal("SIGTERM".to_owned())) }
}

fn check(evidence: &Evidence, status: RunStatus, code: Option<&str>, error: Option<&str>, stop_reason: &str) {
    let outcome = Outcome::of(evidence.clone());
    assert_eq!(outcome.status(), status, "{evidence:?}");
    assert_eq!(outcome.error_code().map(RunErrorCode::as_str), code, "{evidence:?}");
    assert_eq!(outcome.error().as_deref(), error, "{evidence:?}");
    assert_eq!(outcome.stop_reason(), stop_reason, "{evidence:?}");
}

#[test]
fn a_process_is_known_by_its_exit_code() {
    check(&plain(Exit::Code(0)), RunStatus::Succeeded, None, None, "completed");
    let (code, error) = (Some("adapter_failed"), Some("Process exited with code 3"));
    check(&plain(Exit::Code(3)), RunStatus::Failed, code, error, "adapter_failed");
}

#[test]
fn our_own_stop_wins_over_what_it_does_to_the_process() {
    let limit = Stop::TimedOut(Duration::from_secs(2));
    check(&stopped(limit), RunStatus::TimedOut, Some("timeout"), Some("Timed out after 2s"), "timeout");
    let message = "Cancelled by a board operator".to_owned();
    let cancel = Stop::Cancelled { code: RunErrorCode::Cancelled, message };
    let error = Some("Cancelled by a board operator");
    check(&stopped(cancel.clone()), RunStatus::Cancelled, Some("cancelled"), error, "cancelled");
    let exits_well = Evidence { exit: Exit::Code(0), ..stopped(cancel.clone()) };
    check(&exits_well, RunStatus::Cancelled, Some("cancelled"), error, "cancelled");
    let failure = Failure::new(RunErrorCode::AdapterFailed, "interrupted");
    let complains = Evidence { reported: Some(Reported::Failure(failure)), ..stopped(cancel) };
    check(&complains, RunStatus::Cancelled, Some("cancelled"), error, "cancelled");
}

#[test]
fn a_reported_success_stays_one_when_the_lingering_process_is_ended() {
    let reported = Some(Reported::Success);
    let lingers = Evidence { reported: reported.clone(), ..stopped(Stop::TimedOut(Duration::from_secs(9))) };
    check(&lingers, RunStatus::Succeeded, None, None, "completed");
    let killed = Evidence { reported, ..plain(Exit::Signal("SIGKILL".to_owned())) };
    check(&killed, RunStatus::Succeeded, None, None, "completed");
}

#[test]
fn a_program_that_reports_results_has_not_succeeded_without_one() {
    let silent = Evidence { exit_code_counts: false, ..plain(Exit::Code(0)) };
    assert_eq!(Outcome::of(silent).status(), RunStatus::Failed);
    let failure = Failure { family: Some(ErrorFamily::ProviderQuota), ..Failure::new("401".into(), "no") };
    let denied = Evidence { reported: Some(Reported::Failure(failure)), ..plain(Exit::Code(0)) };
    assert_eq!(Outcome::of(denied).status(), RunStatus::Failed);
}

#[test]
fn the_record_shows_the_exit_of_the_agent_and_not_of_our_cancelling() {
    let exit = Exit::Signal("SIGTERM".to_owned());
    let timed_out = Outcome::TimedOut(Duration::from_secs(2));
    assert_eq!(timed_out.shown_exit(&exit), (None, Some("SIGTERM")));
    let cancelled = Outcome::Cancelled { code: RunErrorCode::Cancelled, message: String::new() };
    assert_eq!(cancelled.shown_exit(&exit), (None, None));
    assert_eq!(Outcome::Succeeded.shown_exit(&Exit::Code(0)), (Some(0), None));
}

#[test]
fn an_agent_is_in_error_only_for_its_own_faults() {
    let crash = Outcome::of(plain(Exit::Code(1)));
    assert_eq!(crash.agent_error(false).as_deref(), Some("Process exited with code 1"));
    assert_eq!(crash.agent_error(true), None, "another try is planned");
    let setup = Exit::NotStarted(Failure::new(RunErrorCode::SetupFailed, "no such folder"));
    assert_eq!(Outcome::of(plain(setup)).agent_error(false), None);
    assert!(Outcome::TimedOut(Duration::from_secs(1)).agent_error(false).is_some());
    assert_eq!(Outcome::Succeeded.agent_error(false), None);
}

#[test]
fn the_class_comes_from_the_family_else_from_the_code_else_it_is_a_crash() {
    let class = |code: RunErrorCode| Failure::new(code, "").class();
    assert_eq!(class(RunErrorCode::AdapterFailed), FailureClass::Crash);
    assert_eq!(class(RunErrorCode::from("something_new")), FailureClass::Crash);
    assert_eq!(class(RunErrorCode::ModelNotFound), FailureClass::Configuration);
    let quota = Failure { family: Some(ErrorFamily::ProviderQuota), ..Failure::new("x".into(), "") };
    assert_eq!(quota.class(), FailureClass::Quota);
}
