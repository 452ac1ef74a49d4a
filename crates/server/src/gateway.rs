//! What answers before everything stands: the listener opens first, and `/api/health` says how
//! far the server has come.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;
use tower::ServiceExt;

const STARTING: &str =
    concat!(r#"{"status":"ok","phase":"starting","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);
const NOT_YET: &str = r#"{"error":"The server is starting; try again in a moment","code":"starting"}"#;

/// Returns the routes that pass on to the real ones, once those are there.
pub(crate) fn router(real: watch::Receiver<Option<Router>>) -> Router {
    Router::new().fallback(pass_on).with_state(real)
}

async fn pass_on(State(real): State<watch::Receiver<Option<Router>>>, request: Request) -> Response {
    let router = real.borrow().clone();
    match router {
        Some(router) => match router.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        },
        None if request.uri().path() == "/api/health" => json(StatusCode::OK, STARTING),
        None => {
            wireclip_http::take_unread(request.into_body()).await;
            json(StatusCode::SERVICE_UNAVAILABLE, NOT_YET)
        }
    }
}

fn json(status: StatusCode, body: &'static str) -> Response {
    (status, [("content-type", "application/json")], body).into_response()
}
