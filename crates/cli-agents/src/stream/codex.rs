//! Codex, `exec --json`.
//!
//! The use of a turn is that of the whole thread. An item that is an error is a warning; only the
//! end of the turn tells whether it failed.

use serde_json::Value;

use super::json::{count, elements, input, joined, text, tokens};
use crate::class::ErrorRecord;
use crate::entry::Entry;
use crate::told::Told;
use crate::usage::{Spent, UsageBasis};

/// How a line begins that tells of another attempt.
const AGAIN: &str = "Reconnecting...";

pub(super) fn read(line: &Value, told: &mut Told) {
    match text(line, "/type") {
        Some("thread.started") => {
            told.session_is(text(line, "/thread_id").unwrap_or_default());
            told.entry(Entry::Started { session: told.session.clone(), model: None });
        }
        Some("turn.started") => told.goes_on(),
        Some("item.started") => started(line, told),
        Some("item.completed") => completed(line, told),
        Some("error") => {
            let message = text(line, "/message").unwrap_or_default();
            told.noticed(message);
            if !message.starts_with(AGAIN) {
                told.error = Some(ErrorRecord { message: message.to_owned(), ..ErrorRecord::default() });
            }
        }
        Some("turn.completed") => {
            used(line, told);
            told.succeeded();
        }
        Some("turn.failed") => {
            used(line, told);
            let message = text(line, "/error/message").unwrap_or("the turn failed").to_owned();
            told.failed(ErrorRecord { message, ..ErrorRecord::default() });
        }
        _ => {}
    }
}

fn started(line: &Value, told: &mut Told) {
    let id = text(line, "/item/id");
    match text(line, "/item/type") {
        Some("command_execution") => {
            let mut given = wireclip_domain::OpaqueJson::object();
            given.set("command", &text(line, "/item/command"));
            told.called(id, "shell", given);
        }
        Some("mcp_tool_call") => {
            let tool = text(line, "/item/tool").unwrap_or("tool");
            told.called(id, tool, input(line.pointer("/item/arguments")));
        }
        Some("web_search") => {
            let mut given = wireclip_domain::OpaqueJson::object();
            given.set("query", &text(line, "/item/query"));
            told.called(id, "web_search", given);
        }
        _ => {}
    }
}

fn completed(line: &Value, told: &mut Told) {
    let id = text(line, "/item/id");
    match text(line, "/item/type") {
        Some("agent_message") => told.said(text(line, "/item/text").unwrap_or_default()),
        Some("reasoning") => told.thought(text(line, "/item/text").unwrap_or_default()),
        Some("command_execution") => {
            let output = text(line, "/item/aggregated_output").unwrap_or_default();
            let failed = line.pointer("/item/exit_code").and_then(Value::as_i64).is_none_or(|code| code != 0);
            told.answered(id, output, failed);
        }
        Some("mcp_tool_call") => {
            let failed = text(line, "/item/status") == Some("failed");
            told.answered(id, &joined(line.pointer("/item/result/content")), failed);
        }
        Some("file_change") => {
            let paths = elements(line, "/item/changes").filter_map(|change| text(change, "/path"));
            let paths = paths.take(200).map(crate::entry::cut).collect();
            told.did_something = true;
            told.entry(Entry::Diff { paths });
        }
        Some("error") => told.noticed(text(line, "/item/message").unwrap_or_default()),
        _ => {}
    }
}

fn used(line: &Value, told: &mut Told) {
    if line.get("usage").is_some() {
        let cached = count(line, "/usage/cached_input_tokens");
        let input = (count(line, "/usage/input_tokens") - cached).max(0);
        told.basis = UsageBasis::Session;
        told.spent = Spent::default();
        told.spent.add("", tokens(input, cached, count(line, "/usage/output_tokens")), None);
    }
}
