//! Settings, preparation and verdicts of agents that are programs.

use serde_json::json;
use wireclip_domain::run_host::StopReason;
use wireclip_domain::{AgentId, CompanyId, RunId, Timestamp};

use super::*;
use crate::settings::tests::settings;

/// An order for an agent with these settings, in folders that are there.
pub(crate) fn order(agent_settings: serde_json::Value) -> RunOrder {
    RunOrder {
        run_id: RunId::random(),
        company_id: CompanyId::random(),
        agent_id: AgentId::random(),
        settings: settings(agent_settings),
        secret_variables: BTreeMap::new(),
        agent_name: "Ada".to_owned(),
        session: None,
        ancestry: Vec::new(),
        issue_id: None,
        context: settings(json!({"wakeSource": "on_demand"})),
        api_url: "http://127.0.0.1:3100".to_owned(),
        run_token: "the-run-token".into(),
        workspace: std::env::temp_dir(),
        elsewhere: None,
        scratch: std::env::temp_dir(),
        inherited_environment: BTreeMap::from([("PATH".to_owned(), "/usr/bin:/bin".to_owned())]),
        private_endpoints: Vec::new(),
    }
}

/// The end of a program that exited or was ended by a signal.
pub(crate) fn ending(exit_code: Option<i32>, signal: Option<&str>, stdout: &str, stderr: &str) -> Ending {
    let exit = ExitRecord {
        run_id: RunId::random(),
        exit_code,
        signal: signal.map(str::to_owned),
        stop_reason: None,
        started_at: Timestamp::from_unix_millis(0),
        finished_at: Timestamp::from_unix_millis(1),
        log_bytes: 0,
        log_sha256: String::new(),
        dropped_bytes: 0,
        spawn_error: None,
    };
    Ending { exit: Some(exit), stdout_tail: stdout.to_owned(), stderr_tail: stderr.to_owned() }
}

#[test]
fn settings_are_read_with_their_defaults() {
    let read = ProcessSettings::read(&settings(json!({"command": " /bin/sh "}))).unwrap();
    let expected = ProcessSettings {
        command: "/bin/sh".to_owned(),
        arguments: Vec::new(),
        working_directory: None,
        variables: BTreeMap::new(),
        time_limit: None,
        grace: Duration::from_secs(15),
    };
    assert_eq!(read, expected);

    let read = ProcessSettings::read(&settings(json!({
        "command": "sh", "args": ["-c", "true"], "cwd": "/", "env": {"A": "b"}, "timeoutSec": 2, "graceSec": 0,
        "promptTemplate": "kept of another adapter",
    })))
    .unwrap();
    assert_eq!(read.arguments, ["-c", "true"]);
    assert_eq!(read.working_directory, Some(PathBuf::from("/")));
    assert_eq!(read.time_limit, Some(Duration::from_secs(2)));
    assert_eq!(read.grace, Duration::ZERO);
}

#[test]
fn settings_that_cannot_work_are_all_named() {
    let problems = |value| -> Vec<String> {
        let problems = ProcessSettings::read(&settings(value)).err().unwrap_or_default();
        problems.into_iter().map(|problem| problem.key).collect()
    };
    assert_eq!(problems(json!({})), ["command"]);
    assert_eq!(problems(json!({"command": ""})), ["command"]);
    assert_eq!(problems(json!({"command": null})), ["command"]);
    assert_eq!(problems(json!({"command": "a\u{0}b"})), ["command"]);
    assert_eq!(
        problems(json!({"command": "x", "cwd": "near", "args": "-c", "env": {"A": 1}, "timeoutSec": "2"})),
        ["args", "cwd", "env.A", "timeoutSec"]
    );
    assert_eq!(problems(json!({"command": "x"})), [""; 0]);
}

#[test]
fn a_run_becomes_a_program_with_its_arguments() {
    let launch = ProcessAdapter
        .prepare(&order(
            json!({"command": "sh", "args": ["-c", "echo $X; rm -rf /"], "cwd": "/", "timeoutSec": 3}),
        ))
        .unwrap();
    assert!(["/usr/bin/sh", "/bin/sh"].contains(&launch.program.as_str()), "{}", launch.program);
    assert_eq!(launch.arguments, ["-c", "echo $X; rm -rf /"]);
    assert_eq!(launch.working_directory, PathBuf::from("/"));
    assert_eq!(launch.time_limit, Some(Duration::from_secs(3)));
    assert!(launch.stdin.is_empty());
}

#[test]
fn printing_a_launch_or_an_order_shows_no_secret() {
    let order = order(json!({"command": "sh", "args": ["--key=hunter22"], "env": {"API_KEY": "sk-one-two"}}));
    let launch = ProcessAdapter.prepare(&order).unwrap();
    let printed = format!("{order:?} {launch:?}");
    for secret in ["hunter22", "sk-one-two", "the-run-token"] {
        assert!(!printed.contains(secret), "{printed}");
    }
}

#[test]
fn the_program_is_searched_for_in_the_agents_own_path() {
    let refused = ProcessAdapter.prepare(&order(json!({"command": "sh", "env": {"PATH": "/nowhere"}})));
    let Err(PrepareError::Missing(message)) = refused else { panic!("{refused:?}") };
    assert!(message.contains("/nowhere"), "{message}");
}

#[test]
fn what_is_missing_is_named() {
    let refused = ProcessAdapter.prepare(&order(json!({"command": "/bin/sh", "cwd": "/no/such/folder"})));
    assert!(matches!(&refused, Err(PrepareError::Missing(message)) if message.contains("/no/such/folder")));
    let refused = ProcessAdapter.prepare(&order(json!({"command": "no-such-command --now"})));
    let Err(PrepareError::Missing(message)) = refused else { panic!("{refused:?}") };
    assert!(message.contains("no-such-command") && message.contains("/usr/bin"), "{message}");
    assert!(message.contains("arguments"), "{message}");
    let refused = ProcessAdapter.prepare(&order(json!({})));
    assert!(matches!(&refused, Err(PrepareError::Settings(message)) if message.contains("command")));
}

#[test]
fn the_exit_is_the_verdict_and_the_output_the_result() {
    let order = order(json!({"command": "sh"}));
    let result = ProcessAdapter.conclude(&order, &ending(Some(0), None, "done\n", "hm\n"));
    assert_eq!(result.verdict, Verdict::Succeeded);
    assert_eq!(result.result, settings(json!({"stdout": "done\n", "stderr": "hm\n"})));
    assert_eq!((result.usage, result.session), (None, None));

    let failures = [
        (
            ending(Some(3), None, "half\n", "broken\n"),
            "Process exited with code 3",
            RunErrorCode::AdapterFailed,
        ),
        (
            ending(None, Some("SIGSEGV"), "", ""),
            "the program was ended by SIGSEGV",
            RunErrorCode::AdapterFailed,
        ),
        (ending(None, None, "", ""), "the program's exit code is not known", RunErrorCode::ProcessLost),
        (
            Ending { exit: None, stdout_tail: String::new(), stderr_tail: String::new() },
            "the program's end was not seen",
            RunErrorCode::ProcessLost,
        ),
    ];
    for (ending, message, code) in failures {
        let verdict = ProcessAdapter.conclude(&order, &ending).verdict;
        assert_eq!(verdict, Verdict::Failed { message: message.to_owned(), code, is_transient: false });
    }
}

#[test]
fn a_program_that_leaves_with_zero_after_a_signal_that_killed_it_is_no_success() {
    let mut ending = ending(Some(0), Some("SIGKILL"), "", "");
    if let Some(exit) = &mut ending.exit {
        exit.stop_reason = Some(StopReason::Cancel);
    }
    let verdict = ProcessAdapter.conclude(&order(json!({"command": "sh"})), &ending).verdict;
    assert!(matches!(verdict, Verdict::Failed { code: RunErrorCode::AdapterFailed, .. }));
}

#[test]
fn a_program_that_could_not_be_started_says_why() {
    let mut ending = ending(None, None, "", "");
    if let Some(exit) = &mut ending.exit {
        exit.spawn_error = Some("permission denied".to_owned());
    }
    let verdict = ProcessAdapter.conclude(&order(json!({"command": "sh"})), &ending).verdict;
    assert!(matches!(verdict, Verdict::Failed { message, .. } if message.contains("permission denied")));
}
