//! Ways into a sandbox: ssh, the toolbox's address, previews of its ports.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{MethodRouter, delete, get};
use serde::Serialize;

use super::By;
use crate::accounts::Permission;
use crate::answers::{Answer, Refusal};
use crate::clock;
use crate::inputs::Pairs;
use crate::routes::{self, Route};
use crate::sandbox::{SandboxView, SshAccess};
use crate::shared::{Shared, new_id, new_token};

/// Where the fake's ssh commands lead: nowhere.
pub(crate) const SSH_HOST: &str = "ssh.fake-daytona.invalid";
const DEFAULT_SSH_MINUTES: usize = 60;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::CREATE_SSH_ACCESS, axum::routing::post(create_ssh_access)),
        (routes::DELETE_SSH_ACCESS, delete(delete_ssh_access)),
        (routes::TOOLBOX_PROXY_URL, get(toolbox_proxy_url)),
        (routes::PREVIEW_URL, get(preview_url)),
    ]
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SshAccessView {
    id: String,
    sandbox_id: String,
    token: String,
    expires_at: String,
    created_at: String,
    updated_at: String,
    ssh_command: String,
}

#[derive(Serialize)]
struct Address {
    url: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Preview {
    sandbox_id: String,
    url: String,
    token: String,
}

/// Gives out a new token; the one before it is void.
async fn create_ssh_access(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(sandbox): Path<String>,
    query: Pairs,
) -> Answer<Json<SshAccessView>> {
    by.account.require(Permission::WriteSandboxes)?;
    let minutes = u64::try_from(query.number("expiresInMinutes", DEFAULT_SSH_MINUTES)?).unwrap_or(u64::MAX);
    let mut world = shared.world();
    let now = shared.now();
    let sandbox = world.find_mut(&by.account, &sandbox)?;
    let access = SshAccess {
        id: new_id(),
        token: new_token(),
        created_at: now,
        expires_at: clock::after(now, Duration::from_secs(minutes.saturating_mul(60))),
    };
    sandbox.ssh = Some(access.clone());
    Ok(Json(SshAccessView {
        id: access.id,
        sandbox_id: sandbox.id.clone(),
        ssh_command: format!("ssh {}@{SSH_HOST}", access.token),
        token: access.token,
        expires_at: clock::iso(access.expires_at),
        created_at: clock::iso(access.created_at),
        updated_at: clock::iso(access.created_at),
    }))
}

async fn delete_ssh_access(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(sandbox): Path<String>,
    query: Pairs,
) -> Answer<Json<SandboxView>> {
    by.account.require(Permission::WriteSandboxes)?;
    let mut world = shared.world();
    let sandbox = world.find_mut(&by.account, &sandbox)?;
    match query.get("token") {
        Some(token) if sandbox.ssh.as_ref().is_some_and(|access| access.token != token) => {
            return Err(Refusal::not_found("there is no such ssh access"));
        }
        _ => sandbox.ssh = None,
    }
    Ok(Json(sandbox.view(&shared.toolbox_url())))
}

async fn toolbox_proxy_url(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(sandbox): Path<String>,
) -> Answer<Json<Address>> {
    shared.world().find(&by.account, &sandbox)?;
    Ok(Json(Address { url: shared.toolbox_url() }))
}

async fn preview_url(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path((sandbox, port)): Path<(String, u16)>,
) -> Answer<Json<Preview>> {
    let world = shared.world();
    let sandbox = world.find(&by.account, &sandbox)?;
    Ok(Json(Preview {
        sandbox_id: sandbox.id.clone(),
        url: format!("https://{port}-{}.fake-daytona.invalid", sandbox.id),
        token: sandbox.auth_token.clone(),
    }))
}
