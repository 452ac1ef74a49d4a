//! Bodies that nobody read.
//!
//! An answer may be ready before the request's body was read: the caller is nobody, the path leads
//! nowhere, the body is too large. A connection that is closed over unread bytes is reset, and the
//! client sees that instead of the answer; so the rest is taken, unkept, within limits.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{Stream, StreamExt};

/// How much of a body is taken that nobody reads, in bytes, and for how long, before its client is
/// cut off.
const MOST_TAKEN_BYTES: usize = 256 * 1024 * 1024;
const LONGEST: Duration = Duration::from_secs(30);

/// Takes what a handler leaves of a request's body before the answer goes out.
pub(crate) async fn take_leftover(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let waits_for_word = request.headers().contains_key(header::EXPECT);
    let (parts, body) = request.into_parts();
    let shared = Shared::new(body);
    let read = Body::from_stream(shared.clone());
    let response = next.run(Request::from_parts(parts, read)).await;
    // Who was waited for in vain is not waited for again; who waits to be told to send has sent nothing, and need not be told to.
    let is_given_up = response.status() == StatusCode::REQUEST_TIMEOUT;
    if let Some(rest) = shared.rest().filter(|rest| !is_given_up && (rest.is_begun || !waits_for_word)) {
        rest.take().await;
    }
    response
}

/// Takes a body that nobody reads.
pub async fn take_unread(body: Body) {
    if let Some(rest) = Shared::new(body).rest() {
        rest.take().await;
    }
}

/// A body that a handler reads, and whoever comes after it.
#[derive(Clone)]
struct Shared(Arc<Mutex<Option<Rest>>>);

/// What is left of a body.
struct Rest {
    pieces: BodyDataStream,
    is_begun: bool,
    taken_bytes: usize,
}

impl Shared {
    fn new(body: Body) -> Self {
        let rest = Rest { pieces: body.into_data_stream(), is_begun: false, taken_bytes: 0 };
        Self(Arc::new(Mutex::new(Some(rest))))
    }

    fn rest(&self) -> Option<Rest> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Stream for Shared {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut rest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(reading) = rest.as_mut() else { return Poll::Ready(None) };
        reading.is_begun = true;
        let polled = reading.pieces.poll_next_unpin(context);
        match &polled {
            Poll::Ready(Some(Ok(piece))) => reading.taken_bytes += piece.len(),
            Poll::Ready(Some(Err(_)) | None) => *rest = None,
            Poll::Pending => {}
        }
        polled
    }
}

impl Rest {
    async fn take(mut self) {
        let all = async {
            while let Some(Ok(piece)) = self.pieces.next().await {
                self.taken_bytes += piece.len();
                if self.taken_bytes > MOST_TAKEN_BYTES {
                    return;
                }
            }
        };
        // What is not over by then is cut off.
        drop(tokio::time::timeout(LONGEST, all).await);
    }
}
