//! Pi, `--mode json`: it exits with zero also after failures, and each turn says how it ended.

use serde_json::Value;

use super::json::{count, elements, input, joined, text, tokens};
use crate::class::ErrorRecord;
use crate::entry::Entry;
use crate::told::Told;
use crate::usage::dollars;

pub(super) fn read(line: &Value, told: &mut Told) {
    match text(line, "/type") {
        Some("session") => {
            told.session_is(text(line, "/id").unwrap_or_default());
            told.entry(Entry::Started { session: told.session.clone(), model: None });
        }
        Some("turn_start" | "auto_retry_start") => told.goes_on(),
        Some("message_end") if text(line, "/message/role") == Some("assistant") => {
            for part in elements(line, "/message/content") {
                match text(part, "/type") {
                    Some("text") => told.said(text(part, "/text").unwrap_or_default()),
                    Some("thinking") => told.thought(text(part, "/thinking").unwrap_or_default()),
                    _ => {}
                }
            }
        }
        Some("tool_execution_start") => {
            let name = text(line, "/toolName").unwrap_or("tool");
            told.called(text(line, "/toolCallId"), name, input(line.get("args")));
        }
        Some("tool_execution_end") => {
            let is_error = line.get("isError").and_then(Value::as_bool).unwrap_or(false);
            told.answered(text(line, "/toolCallId"), &joined(line.pointer("/result/content")), is_error);
        }
        Some("turn_end") => turned(line, told),
        _ => {}
    }
}

fn turned(line: &Value, told: &mut Told) {
    let model = text(line, "/message/model").unwrap_or_default();
    told.model_is(model);
    let used = tokens(
        count(line, "/message/usage/input") + count(line, "/message/usage/cacheWrite"),
        count(line, "/message/usage/cacheRead"),
        count(line, "/message/usage/output"),
    );
    let cost = line.pointer("/message/usage/cost/total").and_then(Value::as_f64);
    told.spent.add(model, used, cost.filter(|cost| *cost > 0.0).and_then(dollars));
    let message = text(line, "/message/errorMessage").unwrap_or("the turn failed").to_owned();
    match text(line, "/message/stopReason") {
        Some("stop") => told.succeeded(),
        Some("error") => told.failed(ErrorRecord { message, ..ErrorRecord::default() }),
        Some("length") => {
            let kind = Some("max_output_tokens".to_owned());
            told.failed(ErrorRecord { kind, status: None, message });
        }
        _ => told.goes_on(),
    }
}
