//! The span of a request: what every log line that is written on its behalf carries.
//!
//! **Invariant:** the path is the route's, with its parameters in braces, and the query is not
//! there at all: both may hold what only the caller should know.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::{MatchedPath, Request as HttpRequest, State};
use axum::middleware::Next;
use axum::response::Response;
use tracing::field::Empty;
use tracing::{Instrument as _, Span};
use wireclip_domain::caller::Caller;

/// Numbers the requests of a server, from its start on.
#[derive(Debug, Clone, Default)]
pub(crate) struct RequestNumbers(Arc<AtomicU64>);

/// Puts everything that a request leads to into a span of its own.
pub(crate) async fn enter(
    State(numbers): State<RequestNumbers>,
    request: HttpRequest,
    next: Next,
) -> Response {
    let span = tracing::info_span!(
        "request",
        request.id = numbers.0.fetch_add(1, Ordering::Relaxed) + 1,
        request.method = %request.method(),
        request.path = Empty,
        caller.kind = Empty,
    );
    next.run(request).instrument(span).await
}

/// Adds to the span which route a request has come to.
pub(crate) fn record_route(request: &HttpRequest) {
    if let Some(path) = request.extensions().get::<MatchedPath>() {
        Span::current().record("request.path", path.as_str());
    }
}

/// Adds to the span who the caller turned out to be.
pub(crate) fn record_caller(caller: &Caller) {
    let kind = match caller {
        Caller::Board(_) => "board",
        Caller::Agent(_) => "agent",
    };
    Span::current().record("caller.kind", kind);
}
