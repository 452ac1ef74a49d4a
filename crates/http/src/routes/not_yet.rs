//! What is not built yet says so: 501 with the operation's name, from one list.

use axum::Json;
use axum::extract::OriginalUri;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use wireclip_wire::error::ErrorBody;

use super::not_yet_operations::OPERATIONS;

/// Answers a request that no route serves.
pub(crate) async fn answer(method: Method, OriginalUri(uri): OriginalUri) -> Response {
    match operation(method.as_str(), uri.path()) {
        Some(name) => {
            let body = ErrorBody {
                error: format!("{name} is not built yet"),
                code: Some("not_implemented".to_owned()),
                details: None,
            };
            (StatusCode::NOT_IMPLEMENTED, Json(body)).into_response()
        }
        None => (StatusCode::NOT_FOUND, Json(ErrorBody::message("API route not found"))).into_response(),
    }
}

fn operation(method: &str, path: &str) -> Option<&'static str> {
    OPERATIONS
        .iter()
        .find(|(known_method, pattern, _)| *known_method == method && fits(pattern, path))
        .map(|(_, _, name)| *name)
}

fn fits(pattern: &str, path: &str) -> bool {
    let mut wanted = pattern.split('/');
    let mut given = path.split('/');
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(want), Some(_)) if want.starts_with("{*") => return true,
            (Some(want), Some(have)) if want == have || (want.starts_with('{') && !have.is_empty()) => {}
            _ => return false,
        }
    }
}
