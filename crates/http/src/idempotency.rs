//! Requests that are carried out once, however often they are sent.
//!
//! A POST, PATCH or PUT with an `Idempotency-Key` takes the key in the transaction of its change,
//! before anything else. When it comes again, the stored answer is given; when its change is still
//! going on, or its answer was lost with a server, it is a 409 that says so, and nothing is done
//! twice.
//!
//! **Invariant:** such a request goes on when its client hangs up: that its answer did not arrive
//! is why it will come again.

use std::collections::BTreeMap;

use axum::body::{Body, to_bytes};
use axum::extract::Request as HttpRequest;
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tracing::Instrument as _;
use wireclip_services::{IdempotencyKey, KeptAnswer, Request, ServiceError};

use crate::answer::{Ignored, OURS, ShownOnce, X_IGNORED};
use crate::app::App;
use crate::body::read_bytes;
use crate::error::{ApiError, fault_of_ours};
use crate::span::answered;

pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// The longest key, in characters.
const LONGEST_KEY: usize = 255;
/// The longest path with its query that is kept as it is, in bytes.
const LONGEST_ROUTE: usize = 500;

/// Passes a request on to its handler, once.
pub(crate) async fn run(app: &App, mut service: Request, mut request: HttpRequest, next: Next) -> Response {
    let key = match key_of(&request) {
        Ok(Some(key)) => key,
        Ok(None) => {
            request.extensions_mut().insert(service);
            return next.run(request).await;
        }
        Err(refused) => return ApiError(refused).into_response(),
    };
    let (parts, body) = request.into_parts();
    let bytes = match read_bytes(body).await {
        Ok(bytes) => bytes,
        Err(bad) => return bad.into_response(),
    };
    let key = IdempotencyKey {
        caller: service.caller.name(),
        route: route_of(&parts),
        key,
        request_digest: hex::encode(Sha256::digest(&*bytes)),
    };
    if let Some(known) = known_answer(app, &key).await {
        return known;
    }
    service.idempotency = Some(key.clone());
    let mut request = HttpRequest::from_parts(parts, Body::from(bytes.into_bytes()));
    request.extensions_mut().insert(service);
    let work = {
        let app = app.clone();
        let ignored = request.extensions().get::<Ignored>().cloned().unwrap_or_default();
        async move { keep_answer(&app, &key, &ignored, next.run(request).await).await }
    };
    match &app.unowned {
        // A connection takes what it awaits along with it.
        Some(unowned) => {
            let work = unowned.spawn(answered(work).in_current_span());
            work.await.unwrap_or_else(|_| fault_of_ours())
        }
        None => work.await,
    }
}

/// Returns the key of a request that is to be carried out once.
fn key_of(request: &HttpRequest) -> Result<Option<String>, ServiceError> {
    let changes = [Method::POST, Method::PATCH, Method::PUT].contains(request.method());
    let Some(value) = request.headers().get(IDEMPOTENCY_KEY).filter(|_| changes) else {
        return Ok(None);
    };
    // A key that were left out would have the request carried out twice without a word.
    let key = value.to_str().ok().filter(|key| key.len() <= LONGEST_KEY).ok_or_else(|| {
        ServiceError::invalid(format!("Idempotency-Key: expected at most {LONGEST_KEY} ASCII characters"))
    })?;
    Ok(Some(key.to_owned()).filter(|key| !key.is_empty()))
}

/// Names a route with its query, in a text that an index holds.
fn route_of(parts: &Parts) -> String {
    let path = parts.uri.path_and_query().map_or("", PathAndQuery::as_str);
    if path.len() <= LONGEST_ROUTE {
        return format!("{} {path}", parts.method);
    }
    format!("{} {}", parts.method, hex::encode(Sha256::digest(path)))
}

/// Returns what a request that was carried out, or is being carried out, is told when it comes
/// again.
async fn known_answer(app: &App, key: &IdempotencyKey) -> Option<Response> {
    match app.services.idempotency.look_up(key).await {
        Ok(None) => None,
        Ok(Some(kept)) => Some(given_again(kept)),
        Err(error) => Some(ApiError(error).into_response()),
    }
}

fn given_again(kept: KeptAnswer) -> Response {
    let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::OK);
    let mut answer = (status, [(header::CONTENT_TYPE, "application/json")], kept.body).into_response();
    for (name, value) in kept.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            answer.headers_mut().insert(name, value);
        }
    }
    answer
}

/// Stores a successful answer, so that it can be given again.
async fn keep_answer(app: &App, key: &IdempotencyKey, ignored: &Ignored, response: Response) -> Response {
    if !response.status().is_success() {
        // What refused it may be what it itself has changed meanwhile, when it came the first time.
        return known_answer(app, key).await.unwrap_or(response);
    }
    let (parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let (status, text) = match parts.extensions.get::<ShownOnce>() {
        // A secret is not kept for a repetition, which is told what became of it.
        Some(ShownOnce(afterwards)) => {
            (StatusCode::CONFLICT, serde_json::to_string(afterwards).expect("an error body is JSON").into())
        }
        None => (parts.status, String::from_utf8_lossy(&bytes)),
    };
    let mut headers: BTreeMap<_, _> = parts
        .headers
        .iter()
        .filter(|(name, _)| name.as_str().starts_with(OURS))
        .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
        .collect();
    headers.extend(ignored.told().map(|names| (X_IGNORED.to_owned(), names)));
    let answer = KeptAnswer { status: status.as_u16(), body: text.into_owned(), headers };
    if let Err(error) = app.services.idempotency.keep(key, &answer).await {
        // The change is made and the client gets its answer; only a repetition would miss it.
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "could not keep an answer for its repetition"
        );
    }
    Response::from_parts(parts, Body::from(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_cannot_be_kept_is_refused_rather_than_passed_over() {
        let with = |method: Method, key: &[u8]| {
            let request = HttpRequest::builder().method(method).header(IDEMPOTENCY_KEY, key);
            key_of(&request.body(Body::empty()).unwrap())
        };
        assert_eq!(with(Method::POST, b"k").unwrap().as_deref(), Some("k"));
        assert_eq!(with(Method::POST, b"").unwrap(), None);
        assert_eq!(with(Method::PATCH, b"k").unwrap().as_deref(), Some("k"));
        // What is deleted is not there the second time: that is answer enough.
        assert_eq!(with(Method::DELETE, b"k").unwrap(), None);
        assert_eq!(with(Method::GET, b"k").unwrap(), None);
        for key in ["clé".as_bytes(), "k".repeat(LONGEST_KEY + 1).as_bytes()] {
            assert!(with(Method::POST, key).is_err(), "{key:?}");
        }
    }
}
