//! The toolbox: what the daemon inside a sandbox answers, behind the proxy that checks who asks.

mod execute;
mod files;
pub(crate) mod pty;
mod pty_calls;
pub(crate) mod session;
mod session_calls;
mod session_log;
mod sockets;
mod transfer;

pub(crate) use sockets::StreamCut;
pub(crate) use transfer::BOUNDARY;

use std::sync::Arc;

use axum::extract::{RawPathParams, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;

use crate::accounts::bearer;
use crate::answers::{Answer, Refusal};
use crate::machine::Machine;
use crate::routes::{self, Route};
use crate::shared::{Shared, World};
use crate::states::SandboxState;
use crate::timers::report;

/// The operations of the toolbox.
pub(crate) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    let mut operations = files::operations();
    operations.extend(transfer::operations());
    operations.push((routes::EXECUTE, axum::routing::post(execute::execute)));
    operations.extend(session_calls::operations());
    operations.extend(pty_calls::operations());
    operations
}

/// A request that is inside the toolbox; counts as activity for as long as it lives.
#[derive(Debug)]
pub(crate) struct OpenRequest {
    shared: Arc<Shared>,
    sandbox: String,
    number: u64,
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        if let Some(sandbox) = self.shared.world().sandboxes.get_mut(&self.sandbox) {
            sandbox.activity.open.remove(&self.number);
        }
    }
}

/// What a handler of the toolbox works with. Clones keep the request open.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    pub(crate) machine: Arc<Machine>,
    /// `None` if the caller asked not to be counted.
    _request: Option<Arc<OpenRequest>>,
}

/// The proxy: lets a request through to the machine of the sandbox, and drops it when the
/// machine stops in the middle.
pub(crate) async fn proxy(
    State(shared): State<Arc<Shared>>,
    parameters: RawPathParams,
    mut request: Request,
    next: Next,
) -> Response {
    let sandbox = parameters.iter().find(|(name, _)| *name == "s").map_or("", |(_, value)| value).to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let visit = match open(&shared, &sandbox, request.headers(), &query) {
        Ok(visit) => visit,
        Err(refusal) => return refusal.into_response(),
    };
    let off = visit.machine.off.clone();
    request.extensions_mut().insert(visit);
    tokio::select! {
        biased;
        response = next.run(request) => response,
        () = off.cancelled() => {
            Refusal::new(StatusCode::BAD_GATEWAY, "the proxy lost the sandbox").into_response()
        }
    }
}

fn open(shared: &Arc<Shared>, id: &str, headers: &HeaderMap, query: &str) -> Answer<Visit> {
    let mut world = shared.world();
    check_caller(&world, id, headers, query)?;
    let number = world.number();
    let sandbox = world.sandboxes.get_mut(id).expect("its caller was checked");
    let Some(machine) = sandbox.machine.clone() else {
        return Err(not_running(sandbox.state));
    };
    if headers.get("x-daytona-skip-last-activity-update").is_some_and(|value| value == "true") {
        return Ok(Visit { machine, _request: None });
    }
    let now = shared.now();
    report(&mut sandbox.activity, now, shared.options.has_flush_race);
    sandbox.activity.open.insert(number, now);
    let request = OpenRequest { shared: Arc::clone(shared), sandbox: id.to_owned(), number };
    Ok(Visit { machine, _request: Some(Arc::new(request)) })
}

/// A key of the sandbox's organisation opens it, and so does the sandbox's own token.
fn check_caller(world: &World, id: &str, headers: &HeaderMap, query: &str) -> Answer<()> {
    let gone = || Refusal::not_found(format!("sandbox {id} not found"));
    let header = headers.get("x-daytona-preview-token").and_then(|value| value.to_str().ok());
    let in_query = form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "DAYTONA_SANDBOX_AUTH_KEY")
        .map(|(_, value)| value.into_owned());
    let sandbox = world.sandboxes.get(id);
    if let Some(token) = header.map(str::to_owned).or(in_query) {
        let opens = sandbox.is_some_and(|sandbox| sandbox.auth_token == token);
        return if opens { Ok(()) } else { Err(unauthenticated()) };
    }
    let account = bearer(headers).and_then(|key| world.accounts.find(key)).ok_or_else(unauthenticated)?;
    let sandbox = sandbox.ok_or_else(gone)?;
    if sandbox.organisation == account.organisation { Ok(()) } else { Err(gone()) }
}

fn unauthenticated() -> Refusal {
    // Wire: clients know this beginning.
    Refusal::new(StatusCode::UNAUTHORIZED, "authentication failed: no valid key or token")
}

fn not_running(state: SandboxState) -> Refusal {
    match state {
        SandboxState::Stopping | SandboxState::Destroying | SandboxState::Archiving => {
            Refusal::new(StatusCode::BAD_GATEWAY, "the proxy cannot reach the sandbox")
        }
        // Wire: clients know these words.
        _ => Refusal::bad_request(
            "bad request: failed to resolve container IP: no IP address found. Is the Sandbox started?",
        ),
    }
}
