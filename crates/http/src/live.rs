//! The live feed: a company's events over a socket.

mod message;
mod socket;

pub use socket::Patience;

use axum::extract::{RawQuery, State, WebSocketUpgrade};
use axum::response::Response;
use wireclip_services::ServiceError;
use wireclip_services::records::Company;

use self::socket::Listener;
use crate::access::{Access, Routes};
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

/// The most that a listener may send in one message, in bytes: it has nothing to say.
const LARGEST_FROM_CLIENT: usize = 64 * 1024;

/// What is held for a listener that says little and hears much, in bytes.
const READ_BUFFER_BYTES: usize = 2 * 1024;
const WRITE_BUFFER_BYTES: usize = 8 * 1024;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::Listener, routes!(listen))
}

/// Listen to a company's events over a WebSocket; `?after=<seq>` goes on behind that event, and with
/// `?heartbeat=1` a message tells now and then that the line is alive.
#[utoipa::path(get, path = "/companies/{companyId}/events/ws", responses((status = 101)))]
async fn listen(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    let parameter = |name| query.as_deref().and_then(|query| parameter(query, name));
    let after = parameter("after");
    let after = match after.map(|after| after.parse::<i64>()) {
        None => None,
        Some(Ok(after)) if after >= 0 => Some(after),
        // From now on would be a guess, and whoever lost events by it would never know.
        Some(_) => {
            return Err(ServiceError::invalid("after: expected the number of the last event heard").into());
        }
    };
    // Opened before the answer, so that a listener who was let in hears everything from there on.
    let feed = app.services.live_feeds.open(&company, after).await?;
    let listener = Listener {
        authentication: app.services.authentication.clone(),
        caller: company.caller().clone(),
        patience: app.settings.listeners,
        wants_heartbeat: parameter("heartbeat").is_some_and(|value| value == "1"),
    };
    let upgrade = upgrade
        .max_message_size(LARGEST_FROM_CLIENT)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES);
    Ok(upgrade.on_upgrade(move |socket| socket::serve(socket, feed, listener)))
}

/// Returns the first value of that name in a query string.
pub(crate) fn parameter(query: &str, name: &str) -> Option<String> {
    form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}
