//! The Agent Client Protocol: JSON-RPC messages from the agent.
//!
//! A failed turn has four forms: an error of JSON-RPC; a failure in the answer's `_meta`; a stop
//! reason; and an ordinary answer with nothing in it, whose error stood in an update before.

use serde_json::Value;

use super::json::{count, input, joined, status, text, tokens};
use crate::class::ErrorRecord;
use crate::entry::Entry;
use crate::told::Told;
use crate::usage::Spent;

const FAILURE: &str = "/_meta/jetbrains/air/sessionFailure";

pub(super) fn read(message: &Value, told: &mut Told) {
    if text(message, "/method") == Some("session/update") {
        if let Some(session) = text(message, "/params/sessionId") {
            told.session_is(session);
        }
        if let Some(update) = message.pointer("/params/update") {
            updated(update, told);
        }
        return;
    }
    if let Some(error) = message.get("error") {
        let data = |key: &str| error.pointer(key).and_then(Value::as_str);
        told.failed(ErrorRecord {
            kind: data("/data/errorKind").or_else(|| data("/data/codexErrorInfo")).map(str::to_owned),
            status: status(error, "/code"),
            message: data("/data/message").or_else(|| data("/message")).unwrap_or("an error").to_owned(),
        });
        return;
    }
    if let Some(result) = message.get("result") {
        if let Some(session) = text(result, "/sessionId") {
            told.session_is(session);
            told.entry(Entry::Started { session: told.session.clone(), model: None });
        }
        if let Some(reason) = text(result, "/stopReason") {
            turned(result, reason, told);
        }
    }
}

fn updated(update: &Value, told: &mut Told) {
    match text(update, "/sessionUpdate") {
        Some("agent_message_chunk") => told.said_piece(text(update, "/content/text").unwrap_or_default()),
        Some("agent_thought_chunk") => told.thought(text(update, "/content/text").unwrap_or_default()),
        Some("tool_call") => {
            let name = text(update, "/title").or_else(|| text(update, "/kind")).unwrap_or("tool");
            told.called(text(update, "/toolCallId"), name, input(update.get("rawInput")));
        }
        Some("tool_call_update") => {
            let ended = text(update, "/status").filter(|status| matches!(*status, "completed" | "failed"));
            if let Some(status) = ended {
                let output = joined(update.get("content"));
                told.answered(text(update, "/toolCallId"), &output, status == "failed");
            }
        }
        Some("session_info_update") => informed(update, told),
        _ => {}
    }
}

fn informed(update: &Value, told: &mut Told) {
    if let Some(title) = text(update, &format!("{FAILURE}/title")) {
        told.noticed(title);
    }
    if let Some(message) = text(update, "/_meta/codex/error/message") {
        let kind = text(update, "/_meta/codex/error/codexErrorInfo").map(str::to_owned);
        told.error = Some(ErrorRecord { kind, status: None, message: message.to_owned() });
    }
    match text(update, "/_meta/codex/threadStatus/type") {
        // What went wrong is said in an ordinary message behind this.
        Some("systemError") => {
            told.error.get_or_insert_default();
        }
        Some("active") => told.error = None,
        _ => {}
    }
}

fn turned(result: &Value, reason: &str, told: &mut Told) {
    told.end_pieces();
    used(result, told);
    let failed = |kind: &str, message: &str| ErrorRecord {
        kind: Some(kind.to_owned()),
        status: None,
        message: message.to_owned(),
    };
    if let Some(failure) = result.pointer(FAILURE).filter(|it| text(it, "/severity") != Some("warning")) {
        let category = text(failure, "/category").unwrap_or_default();
        return told.failed(failed(category, text(failure, "/title").unwrap_or("the turn failed")));
    }
    match reason {
        "end_turn" => match told.error.take() {
            Some(error) if error.message.is_empty() => {
                let message = told.summary.trim().to_owned();
                told.failed(ErrorRecord { message, ..error });
            }
            Some(error) => told.failed(error),
            None if told.did_something => told.succeeded(),
            None => {}
        },
        "refusal" => told.failed(failed("refusal", "the model refused to answer")),
        "max_tokens" => told.failed(failed("max_output_tokens", "the answer was cut off")),
        "max_turn_requests" => told.failed(failed("max_turns", "the limit of turns was met")),
        // A turn that was cancelled says nothing by itself: whoever cancelled it knows why.
        _ => {}
    }
}

fn used(result: &Value, told: &mut Told) {
    told.spent = Spent::default();
    let usage = |key: &str| count(result, key);
    let read = tokens(
        usage("/usage/inputTokens") + usage("/usage/cachedWriteTokens"),
        usage("/usage/cachedReadTokens"),
        usage("/usage/outputTokens"),
    );
    told.spent.add("", read, None);
    if told.spent.is_empty() {
        let input = usage("/_meta/quota/token_count/input_tokens");
        told.spent.add("", tokens(input, 0, usage("/_meta/quota/token_count/output_tokens")), None);
    }
}
