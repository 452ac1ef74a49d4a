//! Refusals as answers: the one place where a kind of refusal becomes a status.

use std::collections::BTreeSet;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use wireclip_services::{RefusalKind, ServiceError};
use wireclip_wire::error::ErrorBody;
use wireclip_wire::fields::Unreadable;

/// What a handler answers instead of a result.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) ServiceError);

/// The result of a handler.
pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl From<ServiceError> for ApiError {
    fn from(error: ServiceError) -> Self {
        Self(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match self.0.answer() {
            Ok(refusal) => {
                let body = ErrorBody {
                    error: refusal.message.into_owned(),
                    code: refusal.code.map(str::to_owned),
                    details: refusal.details,
                };
                (status_of(refusal.kind), Json(body)).into_response()
            }
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a request failed");
                fault_of_ours()
            }
        }
    }
}

/// The answer where the fault is ours; what it was is in the log.
pub(crate) fn fault_of_ours() -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, Json(ErrorBody::message("Internal server error"))).into_response()
}

/// Answers a request for something that is neither a page nor below `/api`.
pub(crate) async fn nothing_there() -> Response {
    let body = ErrorBody::message("There is nothing at this address; the API is below /api");
    (StatusCode::NOT_FOUND, Json(body)).into_response()
}

fn status_of(kind: RefusalKind) -> StatusCode {
    match kind {
        RefusalKind::Invalid => StatusCode::BAD_REQUEST,
        RefusalKind::Unauthenticated => StatusCode::UNAUTHORIZED,
        RefusalKind::Forbidden => StatusCode::FORBIDDEN,
        RefusalKind::NotFound => StatusCode::NOT_FOUND,
        RefusalKind::Conflict => StatusCode::CONFLICT,
        RefusalKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        RefusalKind::Unprocessable => StatusCode::UNPROCESSABLE_ENTITY,
        RefusalKind::TooMany => StatusCode::TOO_MANY_REQUESTS,
        RefusalKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// A request whose body or query could not be read.
#[derive(Debug)]
pub(crate) enum BadRequest {
    /// The body is larger than any request of ours.
    TooLarge,
    /// The client let the server wait for it.
    Late,
    /// There are too many large bodies in memory.
    NoRoom,
    /// The connection broke before the body was complete.
    Broken,
    /// Its query holds names although the route takes none.
    NoQueryTaken(BTreeSet<String>),
    /// It makes no sense.
    Unreadable(Unreadable),
    /// It has a body that is not read, because it does not say that it is JSON.
    NotSaidToBeJson(Unreadable),
}

impl BadRequest {
    /// Says what is wrong with a body, and whether it was passed over for its content type.
    pub(crate) fn of_body(error: Unreadable, is_passed_over: bool) -> Self {
        if is_passed_over { Self::NotSaidToBeJson(error) } else { Self::Unreadable(error) }
    }
}

impl IntoResponse for BadRequest {
    fn into_response(self) -> Response {
        match self {
            Self::TooLarge => {
                let body = ErrorBody::message("The request body is larger than 10 MB");
                (StatusCode::PAYLOAD_TOO_LARGE, Json(body)).into_response()
            }
            Self::Late => {
                let body = ErrorBody::message("The request body did not come in time");
                (StatusCode::REQUEST_TIMEOUT, [(header::CONNECTION, "close")], Json(body)).into_response()
            }
            Self::NoRoom => {
                let body = ErrorBody::message("The server reads too many large requests; try again");
                (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "2")], Json(body)).into_response()
            }
            Self::Broken => {
                let body = ErrorBody::message("The request body ended early");
                (StatusCode::BAD_REQUEST, Json(body)).into_response()
            }
            Self::NoQueryTaken(names) => {
                let names: Vec<String> = names.into_iter().collect();
                let noun = if names.len() == 1 { "parameter" } else { "parameters" };
                let body = ErrorBody::message(format!("Unsupported query {noun}: {}", names.join(", ")));
                (StatusCode::BAD_REQUEST, Json(body)).into_response()
            }
            Self::Unreadable(Unreadable::Syntax(message)) => {
                let body = ErrorBody::message(format!("The request body is not JSON: {message}"));
                (StatusCode::BAD_REQUEST, Json(body)).into_response()
            }
            Self::Unreadable(Unreadable::Violations(violations)) => {
                (StatusCode::BAD_REQUEST, Json(ErrorBody::violations(&violations))).into_response()
            }
            Self::NotSaidToBeJson(Unreadable::Violations(violations)) => {
                let mut body = ErrorBody::violations(&violations);
                body.error.push_str(": the body was not read; send it with Content-Type: application/json");
                (StatusCode::BAD_REQUEST, Json(body)).into_response()
            }
            Self::NotSaidToBeJson(error) => Self::Unreadable(error).into_response(),
        }
    }
}
