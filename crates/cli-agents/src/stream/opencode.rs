//! `OpenCode`, `run --format json`. It has no line for its end: a step may be the last or not, and
//! behind an error it may compact the conversation and go on.

use serde_json::Value;

use super::json::{count, input, joined, status, text, tokens};
use crate::class::ErrorRecord;
use crate::entry::Entry;
use crate::told::Told;
use crate::usage::dollars;

pub(super) fn read(line: &Value, told: &mut Told) {
    if let (Some(session), None) = (text(line, "/sessionID"), &told.session) {
        told.session_is(session);
        told.entry(Entry::Started { session: told.session.clone(), model: None });
    }
    match text(line, "/type") {
        Some("text") => told.said(text(line, "/part/text").unwrap_or_default()),
        Some("reasoning") => told.thought(text(line, "/part/text").unwrap_or_default()),
        Some("tool_use") => {
            let id = text(line, "/part/callID");
            let name = text(line, "/part/tool").unwrap_or("tool");
            told.called(id, name, input(line.pointer("/part/state/input")));
            let is_error = text(line, "/part/state/status") == Some("error");
            let output = line.pointer("/part/state/output").or_else(|| line.pointer("/part/state/error"));
            told.answered(id, &joined(output), is_error);
        }
        Some("step_finish") => {
            let used = tokens(
                count(line, "/part/tokens/input") + count(line, "/part/tokens/cache/write"),
                count(line, "/part/tokens/cache/read"),
                count(line, "/part/tokens/output") + count(line, "/part/tokens/reasoning"),
            );
            // Of a model without a price the program says that it costs nothing.
            let cost = line.pointer("/part/cost").and_then(Value::as_f64).filter(|cost| *cost > 0.0);
            told.spent.add("", used, cost.and_then(dollars));
            match text(line, "/part/reason") {
                Some("tool-calls") => told.goes_on(),
                Some("length") => told.failed(ErrorRecord {
                    kind: Some("max_output_tokens".to_owned()),
                    status: None,
                    message: "the answer is longer than the model may write".to_owned(),
                }),
                _ => told.is_done(),
            }
        }
        Some("error") => {
            let message = text(line, "/error/data/message").or_else(|| text(line, "/error/name"));
            told.met(ErrorRecord {
                kind: text(line, "/error/name").map(str::to_owned),
                status: status(line, "/error/data/statusCode"),
                message: message.unwrap_or("an error").to_owned(),
            });
        }
        _ => {}
    }
}
