//! The `OpenClaw` gateway: the frames that it sends.

use serde_json::Value;

use super::json::{text, tokens};
use crate::class::ErrorRecord;
use crate::told::Told;

pub(super) fn read(frame: &Value, told: &mut Told) {
    match text(frame, "/type") {
        Some("res") if frame.get("ok").and_then(Value::as_bool) == Some(false) => {
            told.failed(ErrorRecord {
                kind: text(frame, "/error/details/code").map(str::to_owned),
                status: None,
                message: text(frame, "/error/message").unwrap_or("the request was refused").to_owned(),
            });
        }
        Some("res") => match text(frame, "/payload/status") {
            Some("ok") => told.succeeded(),
            Some("error") => {
                let message = text(frame, "/payload/error").unwrap_or("the run failed").to_owned();
                told.failed(ErrorRecord { message, ..ErrorRecord::default() });
            }
            _ => {}
        },
        Some("event") => event(frame, told),
        _ => {}
    }
}

fn event(frame: &Value, told: &mut Told) {
    match (text(frame, "/event"), text(frame, "/payload/state")) {
        (Some("chat"), Some("final")) => {
            let content = frame.pointer("/payload/message/content");
            told.said(&super::json::joined(content));
        }
        (Some("agent"), _) if text(frame, "/payload/stream") == Some("usage") => {
            let output = super::json::count(frame, "/payload/data/outputTokens");
            told.spent.add("", tokens(0, 0, output), None);
        }
        _ => {}
    }
}
