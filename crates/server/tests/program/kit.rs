//! What the tests of the program are made of: a place to start it in, a server, its callers.

mod api;
mod company;
mod database;
mod place;
mod postgres;
mod processes;
mod raw;
mod server;
mod socket;

use std::time::{Duration, Instant};

pub(crate) use api::Api;
pub(crate) use company::{Company, runs_are_over};
pub(crate) use database::Database;
pub(crate) use place::{Finished, Place};
pub(crate) use postgres::Postgres;
pub(crate) use processes::{kill, kill_all, live_with, memory_kib, process_is_alive};
pub(crate) use raw::Raw;
pub(crate) use server::Server;
pub(crate) use socket::LiveFeed;

/// How long a condition may take to come true, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);
/// How often a condition is looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Waits until there is something, and returns it.
///
/// # Panics
/// If there is nothing within the limit.
pub(crate) async fn until<T>(what: &str, look: impl AsyncFnMut() -> Option<T>) -> T {
    until_within(PATIENCE, what, look).await
}

/// Like [`until`], with another limit.
///
/// # Panics
/// If there is nothing within the limit.
pub(crate) async fn until_within<T>(
    limit: Duration,
    what: &str,
    mut look: impl AsyncFnMut() -> Option<T>,
) -> T {
    let give_up_at = Instant::now() + limit;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(Instant::now() < give_up_at, "waited in vain until {what}");
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// Returns a number that a variable of the environment sets, or what holds without it.
#[expect(clippy::disallowed_methods, reason = "how long the long tests are is set from outside")]
pub(crate) fn amount(variable: &str, default: usize) -> usize {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}
