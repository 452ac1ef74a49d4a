//! Claude Code, `--output-format stream-json`.
//!
//! The result says `success` also of failures; `is_error` tells. Its `usage` and `modelUsage` are
//! of the whole session: what this run used is `model_usage_since_last_result`.

use serde_json::Value;
use wireclip_domain::Timestamp;

use super::json::{count, elements, input, joined, status, text, tokens};
use crate::class::ErrorRecord;
use crate::entry::Entry;
use crate::reset::Reset;
use crate::told::Told;
use crate::usage::{Spent, dollars};

/// The model of messages that the program makes up itself, about errors.
const MADE_UP: &str = "<synthetic>";

pub(super) fn read(line: &Value, told: &mut Told) {
    if let Some(session) = text(line, "/session_id") {
        told.session_is(session);
    }
    match (text(line, "/type"), text(line, "/subtype")) {
        (Some("system"), Some("init")) => begun(line, told),
        (Some("system"), Some("api_retry")) => {
            let error = text(line, "/error").unwrap_or("an error");
            told.noticed(&format!("attempt {} failed ({error}); trying again", count(line, "/attempt")));
        }
        (Some("rate_limit_event"), _) => limited(line, told),
        (Some("assistant"), _) => said(line, told),
        (Some("user"), _) => {
            for part in elements(line, "/message/content") {
                if text(part, "/type") == Some("tool_result") {
                    let is_error = part.get("is_error").and_then(Value::as_bool).unwrap_or(false);
                    told.answered(text(part, "/tool_use_id"), &joined(part.get("content")), is_error);
                }
            }
        }
        (Some("result"), subtype) => done(line, subtype.unwrap_or_default(), told),
        _ => {}
    }
}

fn begun(line: &Value, told: &mut Told) {
    told.goes_on();
    if let Some(model) = text(line, "/model") {
        told.model_is(model);
    }
    told.entry(Entry::Started { session: told.session.clone(), model: told.model.clone() });
}

/// A plan's limit: only where it is met does its reset mean something.
fn limited(line: &Value, told: &mut Told) {
    if text(line, "/rate_limit_info/status") == Some("rejected") {
        let seconds = line.pointer("/rate_limit_info/resetsAt").and_then(Value::as_i64);
        let millis = seconds.and_then(|seconds| seconds.checked_mul(1000));
        told.reset = millis.map(|millis| Reset::At(Timestamp::from_unix_millis(millis)));
    }
}

fn said(line: &Value, told: &mut Told) {
    let model = text(line, "/message/model").unwrap_or_default();
    if model == MADE_UP {
        return;
    }
    for part in elements(line, "/message/content") {
        match text(part, "/type") {
            Some("text") => told.said(text(part, "/text").unwrap_or_default()),
            Some("thinking") => told.thought(text(part, "/thinking").unwrap_or_default()),
            Some("tool_use") => {
                let name = text(part, "/name").unwrap_or("tool");
                told.called(text(part, "/id"), name, input(part.get("input")));
            }
            _ => {}
        }
    }
    // A message has a line for each of its parts, and each line has the use of the whole message.
    let id = text(line, "/message/id").unwrap_or_default();
    let used = tokens(
        count(line, "/message/usage/input_tokens")
            + count(line, "/message/usage/cache_creation_input_tokens"),
        count(line, "/message/usage/cache_read_input_tokens"),
        count(line, "/message/usage/output_tokens"),
    );
    if told.open_message.as_ref().is_some_and(|open| open.0 != id) {
        close(told);
    }
    told.open_message = Some((id.to_owned(), model.to_owned(), used));
}

/// Books the message that was told last. A run that is killed has no result, and did cost.
pub(super) fn close(told: &mut Told) {
    if let Some((_, model, used)) = told.open_message.take() {
        told.spent.add(&model, used, None);
    }
}

fn done(line: &Value, subtype: &str, told: &mut Told) {
    used(line, told);
    let is_error = line.get("is_error").and_then(Value::as_bool).unwrap_or(subtype != "success");
    let is_refusal = text(line, "/stop_reason") == Some("refusal");
    if !is_error && !is_refusal && subtype == "success" {
        if !told.did_something {
            told.said(text(line, "/result").unwrap_or_default());
        }
        told.succeeded();
        return;
    }
    let errors: Vec<_> = elements(line, "/errors").filter_map(Value::as_str).collect();
    let message = text(line, "/result").map_or_else(|| errors.join("; "), str::to_owned);
    let reason =
        text(line, "/terminal_reason").filter(|reason| !matches!(*reason, "api_error" | "completed"));
    let kind = match is_refusal {
        true => Some("refusal"),
        false => reason.or_else(|| text(line, "/api_error_type")).or(Some(subtype)),
    };
    told.failed(ErrorRecord {
        kind: kind.map(str::to_owned),
        status: status(line, "/api_error_status"),
        message: if message.is_empty() { format!("ended as {subtype}") } else { message },
    });
}

fn used(line: &Value, told: &mut Told) {
    let models = line.get("model_usage_since_last_result").and_then(Value::as_object);
    if let Some(models) = models {
        // The result knows better than its messages, and knows of helpers that have none.
        told.open_message = None;
        told.spent = Spent::default();
        for (model, use_of) in models {
            let read = tokens(
                count(use_of, "/inputTokens") + count(use_of, "/cacheCreationInputTokens"),
                count(use_of, "/cacheReadInputTokens"),
                count(use_of, "/outputTokens"),
            );
            let cost = use_of.get("costUSD").and_then(Value::as_f64).and_then(dollars);
            told.spent.add(model, read, cost);
        }
        return;
    }
    // Older programs (2.1.197, say) tell of the run alone only what the main model used, without a price.
    let read = tokens(
        count(line, "/usage/input_tokens") + count(line, "/usage/cache_creation_input_tokens"),
        count(line, "/usage/cache_read_input_tokens"),
        count(line, "/usage/output_tokens"),
    );
    if read.is_none() {
        return close(told);
    }
    told.open_message = None;
    told.spent = Spent::default();
    let model = told.model.clone().unwrap_or_default();
    told.spent.add(&model, read, None);
}
