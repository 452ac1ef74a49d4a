//! Settings, preparation and verdicts of agents behind an HTTP address.

use secrecy::ExposeSecret as _;
use serde_json::json;

use super::*;
use crate::process::tests::{ending, order};
use crate::settings::tests::settings;

fn adapter() -> HttpAdapter {
    HttpAdapter::new(PathBuf::from("/opt/wireclip"))
}

#[test]
fn settings_are_read_with_their_defaults() {
    let read = HttpSettings::read(&settings(json!({"url": " https://example.org/wake "}))).unwrap();
    assert_eq!(read.url.as_str(), "https://example.org/wake");
    assert_eq!(read.method, "POST");
    assert_eq!(read.time_limit, None);
    let limit = |value| HttpSettings::read(&settings(value)).unwrap().time_limit;
    assert_eq!(limit(json!({"url": "http://x", "timeoutMs": 0})), None);
    assert_eq!(limit(json!({"url": "http://x", "timeoutMs": 1500})), Some(Duration::from_millis(1500)));
    assert_eq!(limit(json!({"url": "http://x", "timeoutSec": 2})), Some(Duration::from_secs(2)));
    assert_eq!(limit(json!({"url": "http://x", "timeoutMs": 0, "timeoutSec": 2})), None);
}

#[test]
fn settings_that_cannot_work_are_all_named() {
    let problems = |value| -> Vec<String> {
        let problems = HttpSettings::read(&settings(value)).err().unwrap_or_default();
        problems.into_iter().map(|problem| problem.key).collect()
    };
    assert_eq!(problems(json!({})), ["url"]);
    assert_eq!(problems(json!({"url": ""})), ["url"]);
    assert_eq!(problems(json!({"url": "near"})), ["url"]);
    assert_eq!(
        problems(json!({
            "url": "http://x", "method": "GET", "payloadTemplate": [], "timeoutMs": -1,
            "headers": {"bad name": "x", "X-Line": "a\nb", "Content-Length": "3", "X-Good": "ok"},
        })),
        [
            "method",
            "headers.Content-Length",
            "headers.X-Line",
            "headers.bad name",
            "payloadTemplate",
            "timeoutMs"
        ]
    );
    assert_eq!(problems(json!({"url": "http://x", "headers": {"X": 1}})), ["headers"]);
}

#[test]
fn a_run_becomes_a_call_by_our_own_program() {
    let order = order(json!({
        "url": "https://example.org/wake?who=ada", "headers": {"Authorization": "Bearer abcdefgh"},
        "payloadTemplate": {"color": "red", "agentId": "overwritten"}, "timeoutMs": 5000,
    }));
    let launch = adapter().prepare(&order).unwrap();
    assert_eq!(launch.program, "/opt/wireclip");
    assert_eq!(launch.arguments, ["call-http"]);
    assert_eq!(launch.time_limit, Some(Duration::from_secs(5)));
    assert!(launch.environment.is_empty(), "neither a path nor the run's token");

    let call: serde_json::Value = serde_json::from_slice(&launch.stdin).unwrap();
    let expected = json!({
        "url": "https://example.org/wake?who=ada", "method": "POST",
        "headers": {"Authorization": "Bearer abcdefgh"}, "privateEndpoints": [],
        "body": {
            "color": "red", "agentId": order.agent_id, "runId": order.run_id,
            "context": {"wakeSource": "on_demand"},
        },
    });
    assert_eq!(call, expected);
    let secrets: Vec<&str> = launch.secrets.iter().map(|secret| secret.expose_secret()).collect();
    assert_eq!(secrets, ["Bearer abcdefgh", "abcdefgh"]);
}

#[test]
fn private_addresses_are_refused_before_anything_starts() {
    let mut order = order(json!({"url": "http://127.0.0.1:9/wake", "timeoutMs": 5000}));
    assert!(matches!(adapter().prepare(&order), Err(PrepareError::Refused(_))));
    order.private_endpoints = vec!["http://127.0.0.1:9".to_owned()];
    assert!(adapter().prepare(&order).is_ok());
    order.settings = settings(json!({"url": ""}));
    assert!(matches!(adapter().prepare(&order), Err(PrepareError::Settings(_))));
}

#[test]
fn the_report_is_the_verdict() {
    let order = order(json!({"url": "https://example.org/wake?who=ada", "method": "put"}));
    let conclude = |exit_code, stdout: &str| adapter().conclude(&order, &ending(exit_code, None, stdout, ""));

    let result = conclude(Some(0), "{\"outcome\":\"answered\",\"status\":202}\n");
    assert_eq!(result.verdict, Verdict::Succeeded);
    let expected = json!({"summary": "HTTP PUT https://example.org/wake?who=ada", "httpStatus": 202});
    assert_eq!(result.result, settings(expected));

    let cases = [
        (r#"{"outcome":"answered","status":404}"#, "status 404", false),
        (r#"{"outcome":"answered","status":503}"#, "status 503", true),
        (r#"{"outcome":"answered","status":302}"#, "redirects are not followed", false),
        (r#"{"outcome":"refused","message":"no such luck"}"#, "no such luck", false),
        (r#"{"outcome":"unreachable","message":"nobody home"}"#, "nobody home", true),
        (r#"{"outcome":"broken","message":"cut"}"#, "cut", false),
        ("", "Process exited with code 1", false),
    ];
    for (stdout, expected, expected_transient) in cases {
        let Verdict::Failed { message, code, is_transient } = conclude(Some(1), stdout).verdict else {
            panic!("{stdout} is no success");
        };
        assert!(message.contains(expected), "{message}");
        assert_eq!((code, is_transient), (RunErrorCode::AdapterFailed, expected_transient), "{stdout}");
    }
}

#[test]
fn an_exit_without_report_is_no_success() {
    let order = order(json!({"url": "https://example.org/"}));
    let result = adapter().conclude(&order, &ending(Some(0), None, "something else\n", ""));
    assert!(matches!(result.verdict, Verdict::Failed { .. }));
    assert_eq!(result.result, OpaqueJson::object());
}

#[test]
fn secrets_of_the_query_are_not_in_the_summary() {
    let order = order(json!({"url": "https://example.org/?token=abc&who=ada"}));
    let report = "{\"outcome\":\"answered\",\"status\":200}\n";
    let result = adapter().conclude(&order, &ending(Some(0), None, report, ""));
    let summary = result.result.text("summary").unwrap().to_owned();
    assert!(!summary.contains("abc") && summary.contains("who=ada"), "{summary}");
}
