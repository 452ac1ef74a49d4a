//! Writing answers.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::Request as HttpRequest;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use wireclip_domain::RunId;
use wireclip_services::stops::Stopped;
use wireclip_wire::error::ErrorBody;

use crate::body::{names_of_query, prefers};
use crate::error::BadRequest;

/// An answer with a status and a JSON body.
#[derive(Debug)]
pub(crate) struct Answer<T> {
    status: StatusCode,
    body: T,
    shown_once: Option<ShownOnce>,
    headers: HeaderMap,
}

/// Marks an answer that holds a secret: it is kept nowhere, and whoever repeats its request gets
/// this refusal instead.
#[derive(Debug, Clone)]
pub(crate) struct ShownOnce(pub(crate) ErrorBody);

impl<T: Serialize> Answer<T> {
    /// 200.
    pub(crate) fn ok(body: T) -> Self {
        Self { status: StatusCode::OK, body, shown_once: None, headers: HeaderMap::new() }
    }

    /// 201.
    pub(crate) fn created(body: T) -> Self {
        Self { status: StatusCode::CREATED, body, shown_once: None, headers: HeaderMap::new() }
    }

    /// 202.
    pub(crate) fn accepted(body: T) -> Self {
        Self { status: StatusCode::ACCEPTED, body, shown_once: None, headers: HeaderMap::new() }
    }

    /// 200 for what was stopped; names the runs that go on although they were waited for.
    pub(crate) fn stopped(stopped: Stopped<T>) -> Self {
        let named: Vec<_> = stopped.still_running.iter().take(MAX_RUNS_TOLD).map(RunId::to_string).collect();
        let names = (!named.is_empty()).then(|| named.join(", "));
        Self::ok(stopped.value).with("x-wireclip-still-running", names)
    }

    /// The same with 201.
    pub(crate) fn into_created(self) -> Self {
        Self { status: StatusCode::CREATED, ..self }
    }

    /// Says behind which thing a list goes on that ends early.
    pub(crate) fn continued_after(self, last: Option<impl Display>) -> Self {
        self.with("x-wireclip-continue-after", last.map(|last| last.to_string()))
    }

    /// Says in a word why nothing starts on what was changed.
    pub(crate) fn waits(self, reason: Option<String>) -> Self {
        self.with("x-wireclip-waits", reason)
    }

    /// Forbids everybody on the way to keep the answer.
    pub(crate) fn not_stored(self) -> Self {
        self.with("cache-control", Some("no-store".to_owned()))
    }

    fn with(mut self, name: &'static str, value: Option<String>) -> Self {
        if let Some(Ok(value)) = value.map(HeaderValue::try_from) {
            self.headers.insert(name, value);
        }
        self
    }

    /// Says that the body must not be kept, and what a repetition of the request is told.
    pub(crate) fn shown_once(mut self, afterwards: ErrorBody) -> Self {
        self.shown_once = Some(ShownOnce(afterwards));
        self
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if let Some(shown_once) = self.shown_once {
            response.extensions_mut().insert(shown_once);
        }
        response.headers_mut().extend(self.headers);
        response
    }
}

/// How many runs are named that go on.
const MAX_RUNS_TOLD: usize = 50;

/// What the names of our own headers begin with.
pub(crate) const OURS: &str = "x-wireclip-";

/// The header that tells which names of a request had no effect.
pub(crate) const X_IGNORED: &str = "x-wireclip-ignored";

/// The names of a request that nobody asked for, on their way to the answer's header.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ignored {
    names: Arc<Mutex<Vec<String>>>,
    has_read_query: Arc<AtomicBool>,
}

impl Ignored {
    pub(crate) fn note(&self, names: Vec<String>) {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).extend(names);
    }

    /// Says that somebody looks at the query, and tells what of it is not asked for.
    pub(crate) fn note_query_is_read(&self) {
        self.has_read_query.store(true, Ordering::Relaxed);
    }

    /// Returns what the header tells of them so far.
    pub(crate) fn told(&self) -> Option<String> {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        (!names.is_empty()).then(|| listed(&names))
    }
}

/// Adds the charset to JSON answers, as existing clients are used to, and forbids browsers to take any
/// answer for something else than it says it is.
pub(crate) async fn say_kind(mut response: Response) -> Response {
    const JSON: HeaderValue = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if response.headers().get(header::CONTENT_TYPE) == Some(&JSON) {
        let named = HeaderValue::from_static("application/json; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, named);
    }
    response
}

/// How many characters of ignored names are told.
const MAX_TOLD: usize = 1000;

/// Lists names as a header can hold them: characters outside ASCII are escaped, and a list
/// that grows too long ends in dots.
fn listed(names: &[String]) -> String {
    let mut listed = String::new();
    for name in names {
        let separator = if listed.is_empty() { "" } else { ", " };
        let name = name.escape_default().to_string();
        let is_full = listed.len() + separator.len() + name.len() > MAX_TOLD;
        listed.push_str(separator);
        listed.push_str(if is_full { "..." } else { &name });
        if is_full {
            break;
        }
    }
    listed
}

/// Tells in `X-Wireclip-Ignored` which names of a request had no effect.
pub(crate) async fn tell_ignored(mut request: HttpRequest, next: Next) -> Response {
    let ignored = Ignored::default();
    request.extensions_mut().insert(ignored.clone());
    let query = names_of_query(request.uri().query().unwrap_or_default());
    let is_strict = request.method() == Method::GET && prefers(request.headers(), "handling=strict");
    let mut response = next.run(request).await;
    if response.status().is_success() && !query.is_empty() && !ignored.has_read_query.load(Ordering::Relaxed)
    {
        // A question may be refused after it was answered: nothing has changed.
        if is_strict {
            return BadRequest::NoQueryTaken(query).into_response();
        }
        ignored.note(query.into_iter().collect());
    }
    if let Some(names) = ignored.told() {
        // An answer that is given again tells already what its first request's body had.
        let before = response.headers().get(X_IGNORED).and_then(|names| names.to_str().ok());
        let names = before.map_or_else(|| names.clone(), |before| format!("{before}, {names}"));
        if let Ok(value) = HeaderValue::try_from(names) {
            response.headers_mut().insert(X_IGNORED, value);
        }
    }
    response
}
