//! Gemini CLI, `--output-format stream-json`.

use serde_json::Value;

use super::json::{count, input, joined, text, tokens};
use crate::class::ErrorRecord;
use crate::entry::Entry;
use crate::told::Told;
use crate::usage::Spent;

pub(super) fn read(line: &Value, told: &mut Told) {
    match text(line, "/type") {
        Some("init") => {
            told.session_is(text(line, "/session_id").unwrap_or_default());
            told.model_is(text(line, "/model").unwrap_or_default());
            told.entry(Entry::Started { session: told.session.clone(), model: told.model.clone() });
        }
        Some("message") if text(line, "/role") == Some("assistant") => {
            let content = joined(line.get("content"));
            match line.get("delta").and_then(Value::as_bool) {
                Some(true) => told.said_piece(&content),
                Some(false) | None => told.said(&content),
            }
        }
        Some("tool_use") => {
            let name = text(line, "/tool_name").unwrap_or("tool");
            told.called(text(line, "/tool_id"), name, input(line.get("parameters")));
        }
        Some("tool_result") => {
            let is_error = text(line, "/status") != Some("success");
            let output = line.get("output").or_else(|| line.pointer("/error/message"));
            told.answered(text(line, "/tool_id"), &joined(output), is_error);
        }
        Some("error") => {
            let message = text(line, "/message").unwrap_or_default();
            told.noticed(message);
            if text(line, "/severity") == Some("error") {
                told.error = Some(ErrorRecord { message: message.to_owned(), ..ErrorRecord::default() });
            }
        }
        Some("result") => done(line, told),
        _ => {}
    }
}

fn done(line: &Value, told: &mut Told) {
    told.end_pieces();
    told.spent = Spent::default();
    if let Some(models) = line.pointer("/stats/models").and_then(Value::as_object) {
        for (model, stats) in models {
            let cached = count(stats, "/cached");
            let input = (count(stats, "/input_tokens") - cached).max(0);
            told.spent.add(model, tokens(input, cached, count(stats, "/output_tokens")), None);
        }
    }
    if text(line, "/status") == Some("success") {
        // Without text and without use, nothing happened, whatever the status says.
        if told.did_something || !told.spent.is_empty() {
            told.succeeded();
        }
        return;
    }
    let told_before = told.error.take().map(|error| error.message);
    let message = text(line, "/error/message").map(str::to_owned).or(told_before);
    let message = message.unwrap_or_else(|| "ended with an error".to_owned());
    told.failed(ErrorRecord { message, ..ErrorRecord::default() });
}
