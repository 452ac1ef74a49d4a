//! The findings as recorded: codes, levels and details.

use serde_json::json;
use wireclip_domain::agent::TestStatus;
use wireclip_ports::adapter_catalog::status_of;

use super::*;
use crate::settings::tests::settings;

/// Code, level and detail of a finding.
type Told = (&'static str, &'static str, Option<&'static str>);

/// Settings, what is found, and what that amounts to.
type Case = (serde_json::Value, &'static [Told], TestStatus);

fn place() -> TestPlace {
    TestPlace {
        inherited_environment: [("PATH".to_owned(), "/usr/bin:/bin".to_owned())].into(),
        private_endpoints: Vec::new(),
    }
}

fn told(checks: &[EnvironmentCheck]) -> Vec<(&'static str, &'static str, Option<&str>)> {
    checks.iter().map(|check| (check.code, check.level.as_str(), check.detail.as_deref())).collect()
}

#[test]
fn a_programs_settings() {
    let cases: [Case; 6] = [
        (
            json!({"command": "/bin/sh", "cwd": "/"}),
            &[
                ("process_command_present", "info", None),
                ("process_cwd_valid", "info", None),
                ("process_command_resolvable", "info", None),
            ],
            TestStatus::Pass,
        ),
        (
            json!({"cwd": "/"}),
            &[("process_command_missing", "error", None), ("process_cwd_valid", "info", None)],
            TestStatus::Fail,
        ),
        (
            json!({"command": "no-such-command", "cwd": "/"}),
            &[
                ("process_command_present", "info", None),
                ("process_cwd_valid", "info", None),
                ("process_command_unresolvable", "error", Some("no-such-command")),
            ],
            TestStatus::Fail,
        ),
        (
            json!({"command": "/bin/sh", "cwd": "/nowhere"}),
            &[
                ("process_command_present", "info", None),
                ("process_cwd_invalid", "error", Some("/nowhere")),
                ("process_command_resolvable", "info", None),
            ],
            TestStatus::Fail,
        ),
        (
            json!({"command": "/bin/sh", "cwd": "near"}),
            &[
                ("process_command_present", "info", None),
                ("process_cwd_invalid", "error", Some("near")),
                ("process_command_resolvable", "info", None),
            ],
            TestStatus::Fail,
        ),
        (
            json!({"command": "sh", "args": "-c"}),
            &[
                ("process_command_present", "info", None),
                ("process_cwd_valid", "info", None),
                ("process_command_resolvable", "info", None),
                ("process_setting_invalid", "error", Some("args")),
            ],
            TestStatus::Fail,
        ),
    ];
    for (value, expected, status) in cases {
        let checks = process(&settings(value.clone()), &place());
        assert_eq!(told(&checks), expected, "{value}");
        assert_eq!(status_of(&checks), status, "{value}");
    }
}

#[tokio::test]
async fn an_http_agents_settings() {
    let cases: [Case; 4] = [
        (json!({}), &[("http_url_missing", "error", None)], TestStatus::Fail),
        (
            json!({"url": "not an address"}),
            &[("http_url_invalid", "error", None), ("http_method_configured", "info", None)],
            TestStatus::Fail,
        ),
        (
            json!({"url": "ftp://example.org/x", "method": "put"}),
            &[
                ("http_url_protocol_invalid", "error", None),
                ("http_url_valid", "info", None),
                ("http_method_configured", "info", None),
            ],
            TestStatus::Fail,
        ),
        (
            json!({"url": "http://127.0.0.1:1/"}),
            &[
                ("http_url_valid", "info", None),
                ("http_method_configured", "info", None),
                ("http_endpoint_probe_failed", "warn", None),
            ],
            TestStatus::Warn,
        ),
    ];
    for (value, expected, status) in cases {
        let checks = http(&settings(value.clone()), &place()).await;
        assert_eq!(told(&checks), expected, "{value}");
        assert_eq!(status_of(&checks), status, "{value}");
    }
}
