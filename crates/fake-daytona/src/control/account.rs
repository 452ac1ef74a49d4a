//! What the service says of itself and of the caller's key.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::routing::{MethodRouter, get};
use serde::Serialize;

use super::By;
use super::ways_in::SSH_HOST;
use crate::accounts::Permission;
use crate::clock;
use crate::limits::WINDOW;
use crate::routes::{self, Route};
use crate::shared::Shared;
use crate::timers::LONGEST_ARCHIVE_MINUTES;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![(routes::CONFIG, get(config)), (routes::CURRENT_API_KEY, get(current_api_key))]
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Config {
    version: &'static str,
    proxy_toolbox_url: String,
    default_snapshot: String,
    ssh_gateway_command: String,
    max_auto_archive_interval: i64,
    rate_limit: RateLimitViews,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RateLimitViews {
    failed_auth: RateLimitView,
    authenticated: RateLimitView,
    sandbox_create: RateLimitView,
    sandbox_lifecycle: RateLimitView,
    sandbox_list: RateLimitView,
}

#[derive(Serialize)]
struct RateLimitView {
    /// Seconds.
    ttl: u64,
    limit: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApiKeyView {
    name: String,
    value: String,
    created_at: String,
    permissions: Vec<&'static str>,
    last_used_at: String,
    expires_at: Option<String>,
    user_id: String,
}

async fn config(State(shared): State<Arc<Shared>>) -> Json<Config> {
    let limits = shared.options.limits;
    let view = |limit| RateLimitView { ttl: WINDOW.as_secs(), limit };
    Json(Config {
        version: crate::SERVICE_VERSION,
        proxy_toolbox_url: shared.toolbox_url(),
        default_snapshot: shared.options.default_snapshot.clone(),
        ssh_gateway_command: format!("ssh {{{{TOKEN}}}}@{SSH_HOST}"),
        max_auto_archive_interval: LONGEST_ARCHIVE_MINUTES,
        rate_limit: RateLimitViews {
            failed_auth: view(limits.failed_auth),
            authenticated: view(limits.authenticated),
            sandbox_create: view(limits.sandbox_create),
            sandbox_lifecycle: view(limits.sandbox_lifecycle),
            sandbox_list: view(limits.authenticated),
        },
    })
}

async fn current_api_key(State(shared): State<Arc<Shared>>, by: By) -> Json<ApiKeyView> {
    let shown: String = by.key.chars().take(3).collect();
    Json(ApiKeyView {
        name: format!("key-of-{}", by.account.organisation),
        value: format!("{shown}********************"),
        created_at: clock::iso(by.account.created_at),
        permissions: by.account.permissions.iter().copied().map(Permission::word).collect(),
        last_used_at: clock::iso(shared.now()),
        expires_at: None,
        user_id: format!("user-of-{}", by.account.organisation),
    })
}
