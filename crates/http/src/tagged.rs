//! Answers that clients know by a tag: whoever has one already is told so, and not sent it again.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// Makes a tag of what an answer is and what it says.
pub(crate) fn tag(what: &str, body: &[u8]) -> String {
    format!("\"{what}:{}\"", hex::encode(&Sha256::digest(body)[..16]))
}

/// Returns whether a client has what this tag names.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known
        .flat_map(|value| value.split(','))
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == "*" || known == tag)
}

/// Answers with JSON of which a client may ask whether it is still so; with 304 if it has it.
pub(crate) fn give(body: axum::body::Bytes, tag: &str, headers: &HeaderMap) -> Response {
    let kept = [
        (header::CACHE_CONTROL, HeaderValue::from_static("private, must-revalidate")),
        (header::ETAG, HeaderValue::from_str(tag).expect("hexadecimal digits are visible")),
    ];
    if is_known(headers, tag) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    (kept, json, body).into_response()
}
