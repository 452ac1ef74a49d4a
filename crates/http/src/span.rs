//! The span of a request: what every log line that is written on its behalf carries.
//!
//! **Invariant:** the path is the route's, with its parameters in braces, and the query is not
//! there at all: both may hold what only the caller should know.
//!
//! **Invariant:** whoever asks is answered: a panic is a fault of ours that the log tells, and
//! never a connection that ends without a word.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::{MatchedPath, Request as HttpRequest, State};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::FutureExt as _;
use tracing::field::Empty;
use tracing::{Instrument as _, Span};
use wireclip_domain::caller::Caller;

use crate::error::fault_of_ours;

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
    answered(next.run(request)).instrument(span).await
}

/// Answers whatever happens on the way. What requests share is safe to go on with: a transaction
/// that is dropped has not happened, and no lock is held while something else is asked.
pub(crate) async fn answered(answer: impl Future<Output = Response>) -> Response {
    AssertUnwindSafe(answer).catch_unwind().await.unwrap_or_else(|panic| {
        tracing::error!(panic = message_of(&*panic), "a request ended in a panic");
        fault_of_ours()
    })
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it says nothing")
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

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Mutex;

    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use axum::{http, middleware};
    use tower::ServiceExt as _;

    use super::*;

    static SAID: Mutex<Vec<u8>> = Mutex::new(Vec::new());

    struct Said;

    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            SAID.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_panic_is_answered_and_logged() {
        async fn fails() -> &'static str {
            panic!("the cup fell down")
        }
        let numbers = RequestNumbers::default();
        let router =
            Router::new().route("/cup", get(fails)).layer(middleware::from_fn_with_state(numbers, enter));
        let log = tracing_subscriber::fmt().with_ansi(false).with_writer(|| Said).finish();
        let guard = tracing::subscriber::set_default(log);
        let request = http::Request::get("/cup").body(Body::empty()).unwrap();
        let answer = router.oneshot(request).await.unwrap();
        drop(guard);

        assert_eq!(answer.status(), 500);
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        assert_eq!(&*body, br#"{"error":"Internal server error"}"#);
        let said = String::from_utf8(SAID.lock().unwrap().clone()).unwrap();
        assert!(said.contains("ERROR") && said.contains("the cup fell down"), "{said}");
        assert!(said.contains("request.method=GET"), "{said}");
    }
}
