//! Puts the operations together and listens.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

use crate::accounts::{Account, Permission};
use crate::answers::{self, Occasion, Refusal};
use crate::clock;
use crate::edge::edge;
use crate::journal::Entry;
use crate::listener::{CuttableListener, Scissors};
use crate::options::Options;
use crate::routes::Route;
use crate::shared::Shared;
use crate::{control, toolbox};

/// How often a running clock is looked at.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) async fn start(options: Options) -> io::Result<Arc<Shared>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let below = options.files_below.clone().unwrap_or_else(std::env::temp_dir);
    // Without links on the way, so that paths that are resolved inside compare equal.
    let folder = tempfile::Builder::new().prefix("fake-daytona-").tempdir_in(below.canonicalize()?)?;
    let shared = Arc::new(Shared::new(options, listener.local_addr()?, folder));
    for (key, organisation) in shared.options.keys.clone() {
        add_key(&shared, &key, &organisation, &Permission::ALL);
    }
    serve(Arc::clone(&shared), CuttableListener(listener));
    if shared.options.has_running_clock {
        let timed = Arc::clone(&shared);
        shared.spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                timed.catch_up();
            }
        });
    }
    Ok(shared)
}

pub(crate) fn add_key(shared: &Shared, key: &str, organisation: &str, permissions: &[Permission]) {
    let account = Account {
        organisation: organisation.to_owned(),
        permissions: permissions.iter().copied().collect(),
        created_at: shared.now(),
    };
    shared.world().accounts.add(key, account);
}

#[expect(clippy::disallowed_methods, reason = "the fake has no tracker; its tasks end with its token")]
fn serve(shared: Arc<Shared>, listener: CuttableListener) {
    let off = shared.off.clone();
    let service = router(shared).into_make_service_with_connect_info::<Scissors>();
    let server = axum::serve(listener, service).with_graceful_shutdown(off.cancelled_owned());
    tokio::spawn(async move {
        // It has nobody to tell; whoever asks finds the port closed.
        drop(server.await);
    });
}

fn router(shared: Arc<Shared>) -> Router {
    let toolbox =
        routes(toolbox::operations()).layer(from_fn_with_state(Arc::clone(&shared), toolbox::proxy));
    routes(control::operations())
        .merge(toolbox)
        .layer(from_fn_with_state(Arc::clone(&shared), edge))
        .route("/fake/journal", get(journal))
        .route("/fake/advance", post(advance))
        .fallback(nothing_here)
        .layer(DefaultBodyLimit::disable())
        .with_state(shared)
}

fn routes(operations: Vec<(Route, MethodRouter<Arc<Shared>>)>) -> Router<Arc<Shared>> {
    operations
        .into_iter()
        .fold(Router::new(), |router, (route, handler)| router.route(&route.path(), handler))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JournalView {
    counts: std::collections::BTreeMap<String, u64>,
    requests: Vec<Entry>,
}

#[derive(Deserialize)]
struct AdvanceBy {
    minutes: u64,
}

#[derive(Serialize)]
struct TimeView {
    time: String,
}

async fn journal(State(shared): State<Arc<Shared>>) -> Json<JournalView> {
    let world = shared.world();
    Json(JournalView { counts: world.journal.counts(), requests: world.journal.entries() })
}

async fn advance(State(shared): State<Arc<Shared>>, Query(by): Query<AdvanceBy>) -> Json<TimeView> {
    shared.advance(Duration::from_secs(by.minutes.saturating_mul(60)));
    Json(TimeView { time: clock::iso(shared.now()) })
}

async fn nothing_here(
    State(shared): State<Arc<Shared>>,
    method: axum::http::Method,
    uri: Uri,
) -> axum::response::Response {
    let timestamp = clock::iso(shared.now());
    let refusal = Refusal::new(StatusCode::NOT_FOUND, format!("Cannot {method} {}", uri.path()));
    let response = axum::response::IntoResponse::into_response(refusal);
    answers::finish(response, &Occasion { method: method.as_str(), uri: &uri, timestamp: &timestamp })
}
