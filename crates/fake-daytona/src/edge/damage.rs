//! Faults in an answer that has its effect behind it: wrong words, and bodies that break off.

use std::io;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header;
use axum::response::Response;
use futures_util::stream;
use serde_json::Value;

use crate::answers::json_response;
use crate::faults::Fault;
use crate::shared::new_id;
use crate::toolbox::BOUNDARY;

/// A state that no client knows.
const UNKNOWN_STATE: &str = "hibernating";

/// Damages an answer's body as the faults say.
pub(super) async fn damage(response: Response, faults: &[Fault]) -> Response {
    let mut response = response;
    for fault in faults {
        response = match fault {
            Fault::WrongId => set(response, "id", &new_id()).await,
            Fault::UnknownState => set(response, "state", UNKNOWN_STATE).await,
            Fault::MalformedJson => {
                with_body(response, |body| {
                    let half = body.slice(..body.len() / 2);
                    if half.is_empty() { Bytes::from_static(b"{") } else { half }
                })
                .await
            }
            Fault::TruncateBulk { parts } => with_body(response, |body| truncate(&body, *parts)).await,
            Fault::OmitPart { part } => with_body(response, |body| omit(&body, *part)).await,
            Fault::CutStream { after_bytes } => cut(response, *after_bytes).await,
            _ => response,
        };
    }
    response
}

async fn set(response: Response, field: &str, text: &str) -> Response {
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let bytes = match serde_json::from_slice(&bytes) {
        Ok(Value::Object(mut object)) => {
            object.insert(field.to_owned(), Value::String(text.to_owned()));
            Value::Object(object).to_string().into()
        }
        _ => bytes,
    };
    json_response(Response::from_parts(parts, Body::empty()), Body::from(bytes))
}

async fn with_body(response: Response, change: impl FnOnce(Bytes) -> Bytes) -> Response {
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(change(bytes)))
}

/// Lets so many bytes through, and then breaks the connection. A websocket's answer has no body.
async fn cut(response: Response, after_bytes: usize) -> Response {
    if response.status() == axum::http::StatusCode::SWITCHING_PROTOCOLS {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    parts.headers.remove(header::CONTENT_LENGTH);
    let first = bytes.slice(..bytes.len().min(after_bytes));
    let chunks = [Ok(first), Err(io::Error::from(io::ErrorKind::ConnectionReset))];
    Response::from_parts(parts, Body::from_stream(stream::iter(chunks)))
}

/// Where each part begins, and last where the closing boundary stands.
fn boundaries(body: &[u8]) -> Vec<usize> {
    let mark = format!("--{BOUNDARY}");
    let is_mark = |at: &usize| body[*at..].starts_with(mark.as_bytes());
    (0..body.len()).filter(is_mark).collect()
}

fn truncate(body: &Bytes, whole_parts: usize) -> Bytes {
    let marks = boundaries(body);
    let end = match (marks.get(whole_parts), marks.get(whole_parts + 1)) {
        (Some(start), Some(end)) => usize::midpoint(*start, *end),
        (Some(closing), None) => *closing,
        (None, _) => marks.last().copied().unwrap_or(body.len()),
    };
    body.slice(..end)
}

fn omit(body: &Bytes, part: usize) -> Bytes {
    let marks = boundaries(body);
    match (marks.get(part), marks.get(part + 1)) {
        (Some(start), Some(end)) => [&body[..*start], &body[*end..]].concat().into(),
        _ => body.clone(),
    }
}
