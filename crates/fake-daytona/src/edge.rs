//! What every request passes on its way in and out: journal, latency, rate limits, faults.

mod damage;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, MatchedPath, RawPathParams, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rand::Rng;

use crate::accounts::bearer;
use crate::answers::{self, Occasion, Refusal};
use crate::clock;
use crate::faults::Fault;
use crate::journal::{Entry, key_fingerprint};
use crate::limits::{Counter, Standing};
use crate::listener::Scissors;
use crate::options::Latency;
use crate::routes::Route;
use crate::shared::Shared;
use crate::toolbox::StreamCut;

/// Wraps all operations.
pub(crate) async fn edge(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(scissors): ConnectInfo<Scissors>,
    matched: MatchedPath,
    parameters: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    let route = Route::find(request.method().as_str(), matched.as_str());
    let sandbox = parameters.iter().find(|(name, _)| *name == "s").map(|(_, value)| value.to_owned());
    let number = note(&shared, route, sandbox.clone(), &request);
    let (method, uri) = (request.method().clone(), request.uri().clone());
    if let Some(pause) = latency(&shared) {
        tokio::time::sleep(pause).await;
    }
    let standing = route.map(|route| stand(&shared, route, &request)).unwrap_or_default();
    let faults = match route {
        Some(route) => shared.world().faults.take(route, sandbox.as_deref()),
        None => Vec::new(),
    };
    let is_dropped = faults.iter().any(|fault| matches!(fault, Fault::DropBefore | Fault::DropAfter));
    let mut response = if standing.is_exceeded {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many requests").into_response()
    } else {
        suffer(&scissors, &faults, request, next).await
    };
    for (name, value) in standing.headers.into_iter().filter_map(|(name, value)| Some((name?, value))) {
        response.headers_mut().entry(name).or_insert(value);
    }
    let timestamp = clock::iso(shared.now());
    let occasion = Occasion { method: method.as_str(), uri: &uri, timestamp: &timestamp };
    let response = answers::finish(response, &occasion);
    let response = damage::damage(response, &faults).await;
    if !is_dropped {
        shared.world().journal.note_answer(number, response.status().as_u16());
    }
    response
}

fn note(shared: &Shared, route: Option<Route>, sandbox: Option<String>, request: &Request) -> u64 {
    let entry = Entry {
        number: 0,
        time: clock::iso(shared.now()),
        since_start: shared.clock.real(),
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        template: "",
        sandbox,
        key: bearer(request.headers()).map(key_fingerprint),
        status: None,
        answered_before: None,
    };
    let number = shared.world().journal.note(route, entry);
    shared.arrivals.send_modify(|count| *count += 1);
    number
}

fn latency(shared: &Shared) -> Option<Duration> {
    match shared.options.latency? {
        Latency::Fixed(duration) => Some(duration),
        Latency::Random { from, to, .. } => Some(shared.world().random.random_range(from..=to.max(from))),
    }
}

/// Counts a request against its limits. The toolbox has none.
fn stand(shared: &Shared, route: Route, request: &Request) -> Standing {
    if route.is_toolbox() {
        return Standing::default();
    }
    let mut world = shared.world();
    let account = bearer(request.headers()).and_then(|key| world.accounts.find(key)).cloned();
    let counters = Counter::of(route, account.is_some());
    let who = account.map_or_else(String::new, |account| account.organisation);
    let standing = world.limits.count(&who, counters, &shared.options.limits, shared.clock.real());
    if shared.options.enforces_limits { standing } else { standing.forgiven() }
}

/// Lets the request through, unless and until a fault says otherwise.
async fn suffer(scissors: &Scissors, faults: &[Fault], mut request: Request, next: Next) -> Response {
    for fault in faults {
        match fault {
            Fault::Delay(pause) => tokio::time::sleep(*pause).await,
            Fault::Hold(hold) => hold.pass().await,
            Fault::Status { code, body, headers } => return status(*code, body, headers),
            Fault::DropBefore => return drop_connection(scissors),
            Fault::CutStream { after_bytes } => {
                let cut = StreamCut { after_bytes: *after_bytes, scissors: scissors.clone() };
                request.extensions_mut().insert(cut);
            }
            _ => {}
        }
    }
    let mut response = next.run(request).await;
    for fault in faults {
        match fault {
            Fault::HoldAnswer(hold) => hold.pass().await,
            Fault::DropAfter => return drop_connection(scissors),
            Fault::StatusAfter { code } => response = status(*code, "", &[]),
            _ => {}
        }
    }
    response
}

fn drop_connection(scissors: &Scissors) -> Response {
    scissors.cut();
    // Nobody gets this: the connection breaks when it is written.
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

fn status(code: u16, body: &str, headers: &[(String, String)]) -> Response {
    let code = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = if body.is_empty() {
        Refusal::new(code, "this fault was planted").into_response()
    } else {
        (code, [("content-type", "application/json")], body.to_owned()).into_response()
    };
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
