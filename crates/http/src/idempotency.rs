//! Requests that are carried out once, however often they are sent.
//!
//! A POST with an `Idempotency-Key` takes the key in the transaction of its change. When it comes
//! again, the stored answer is given; when its change is still going on, or its answer was lost
//! with a server, it is a 409 that says so, and nothing is done twice.

use axum::body::{Body, to_bytes};
use axum::extract::Request as HttpRequest;
use axum::http::uri::PathAndQuery;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use wireclip_services::{IdempotencyKey, KnownAnswer, Request};

use crate::answer::ShownOnce;
use crate::app::App;
use crate::body::read_bytes;
use crate::error::ApiError;

pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Passes a request on to its handler, once.
pub(crate) async fn run(app: &App, mut service: Request, mut request: HttpRequest, next: Next) -> Response {
    let key = request.headers().get(IDEMPOTENCY_KEY).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let Some(key) = key.filter(|key| !key.is_empty() && request.method() == Method::POST) else {
        request.extensions_mut().insert(service);
        return next.run(request).await;
    };
    let (parts, body) = request.into_parts();
    let bytes = match read_bytes(body).await {
        Ok(bytes) => bytes,
        Err(bad) => return bad.into_response(),
    };
    let key = IdempotencyKey {
        caller: service.caller.name(),
        route: format!("{} {}", parts.method, parts.uri.path_and_query().map_or("", PathAndQuery::as_str)),
        key,
        request_digest: hex::encode(Sha256::digest(&*bytes)),
    };
    match app.services.idempotency.look_up(&key).await {
        Err(error) => return ApiError(error).into_response(),
        Ok(Some(KnownAnswer { status, body })) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            return (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        }
        Ok(None) => {}
    }
    service.idempotency = Some(key.clone());
    let mut request = HttpRequest::from_parts(parts, Body::from(bytes.into_bytes()));
    request.extensions_mut().insert(service);
    keep_answer(app, &key, next.run(request).await).await
}

/// Stores a successful answer, so that it can be given again.
async fn keep_answer(app: &App, key: &IdempotencyKey, response: Response) -> Response {
    if !response.status().is_success() {
        return response;
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
    if let Err(error) = app.services.idempotency.keep(key, status.as_u16(), &text).await {
        // The change is made and the client gets its answer; only a repetition would miss it.
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "could not keep an answer for its repetition"
        );
    }
    Response::from_parts(parts, Body::from(bytes))
}
