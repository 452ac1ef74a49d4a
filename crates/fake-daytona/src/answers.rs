//! Error answers, in the shapes of the control plane and of the toolbox.

use axum::Json;
use axum::body::Body;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::transitions::Refused;

/// An error that is answered. The edge adds path, method and time, and picks the shape.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
    /// Only the toolbox has codes.
    pub(crate) code: &'static str,
}

/// What a handler answers.
pub(crate) type Answer<T> = Result<T, Refusal>;

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), code: default_code(status) }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    pub(crate) fn with_code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }
}

fn default_code(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "BAD_REQUEST",
        StatusCode::UNAUTHORIZED => "UNAUTHORIZED",
        StatusCode::FORBIDDEN => "FORBIDDEN",
        StatusCode::NOT_FOUND => "NOT_FOUND",
        StatusCode::CONFLICT => "CONFLICT",
        StatusCode::GONE => "GONE",
        StatusCode::TOO_MANY_REQUESTS => "TOO_MANY_REQUESTS",
        StatusCode::BAD_GATEWAY => "BAD_GATEWAY",
        _ => "INTERNAL_SERVER_ERROR",
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::NotFound => Self::not_found("sandbox not found"),
            Refused::State(reason) => Self::bad_request(reason),
            Refused::Changing => Self::conflict("sandbox state change in progress"),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ControlBody<'a> {
    path: &'a str,
    timestamp: &'a str,
    status_code: u16,
    error: &'a str,
    message: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolboxBody<'a> {
    status_code: u16,
    message: &'a str,
    code: &'a str,
    timestamp: &'a str,
    path: &'a str,
    method: &'a str,
}

/// Where and when an error is answered.
pub(crate) struct Occasion<'a> {
    pub(crate) method: &'a str,
    pub(crate) uri: &'a Uri,
    pub(crate) timestamp: &'a str,
}

/// Gives a refusal the body of the host that answers it; other answers stay as they are.
pub(crate) fn finish(response: Response, occasion: &Occasion<'_>) -> Response {
    let Some(refusal) = response.extensions().get::<Refusal>().cloned() else {
        return response;
    };
    let path = occasion.uri.path();
    let status_code = refusal.status.as_u16();
    let (message, timestamp) = (refusal.message.as_str(), occasion.timestamp);
    let body = if path.starts_with("/toolbox/") {
        let method = occasion.method;
        let body = ToolboxBody { status_code, message, code: refusal.code, timestamp, path, method };
        Json(body).into_response().into_body()
    } else {
        let error = refusal.status.canonical_reason().unwrap_or("Error");
        Json(ControlBody { path, timestamp, status_code, error, message }).into_response().into_body()
    };
    json_response(response, body)
}

/// Puts a JSON body under an answer's status and headers.
pub(crate) fn json_response(mut response: Response, body: Body) -> Response {
    *response.body_mut() = body;
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    response
}
