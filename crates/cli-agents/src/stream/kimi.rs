//! Kimi Code, `--output-format stream-json`: chat messages, and a hint how to resume at the end.
//! Why it failed stands on standard error.

use serde_json::Value;

use super::json::{count, elements, joined, text};
use crate::told::Told;

pub(super) fn read(line: &Value, told: &mut Told) {
    match (text(line, "/role"), text(line, "/type")) {
        (Some("assistant"), _) => {
            told.said(&joined(line.get("content")));
            for call in elements(line, "/tool_calls") {
                let name = text(call, "/function/name").unwrap_or("tool");
                let given =
                    text(call, "/function/arguments").and_then(|given| serde_json::from_str(given).ok());
                told.called(text(call, "/id"), name, super::json::input(given.as_ref()));
            }
        }
        (Some("tool"), _) => {
            told.answered(text(line, "/tool_call_id"), &joined(line.get("content")), false);
        }
        (Some("meta"), Some("session.resume_hint")) => {
            told.session_is(text(line, "/session_id").unwrap_or_default());
            if told.did_something {
                told.succeeded();
            }
        }
        (Some("meta"), Some("turn.step.retrying")) => {
            let message = text(line, "/error_message").unwrap_or("an error");
            told.noticed(&format!("attempt {} failed: {message}", count(line, "/failed_attempt")));
        }
        _ => {}
    }
}
