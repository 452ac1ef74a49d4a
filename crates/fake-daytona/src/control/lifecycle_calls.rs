//! Start, stop, archive, recover, snapshot, delete.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{MethodRouter, delete, post};
use serde::Deserialize;

use super::By;
use crate::accounts::Permission;
use crate::answers::{Answer, Refusal};
use crate::inputs::{Input, Pairs};
use crate::routes::{self, Route};
use crate::sandbox::{Sandbox, SandboxView};
use crate::shared::{Shared, World};
use crate::transitions::{Call, decide};

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::DELETE_SANDBOX, delete(remove)),
        (routes::START_SANDBOX, post(start)),
        (routes::STOP_SANDBOX, post(stop)),
        (routes::RECOVER_SANDBOX, post(recover)),
        (routes::ARCHIVE_SANDBOX, post(archive)),
        (routes::SNAPSHOT_SANDBOX, post(snapshot)),
        (routes::PAUSE_SANDBOX, post(other_class)),
        (routes::FORK_SANDBOX, post(other_class)),
        (routes::RESIZE_SANDBOX, post(other_class)),
    ]
}

type Called = Answer<Json<SandboxView>>;

#[derive(Deserialize)]
struct NewSnapshot {
    name: String,
}

/// Decides and begins; the lock is held over both, so that of two calls one comes first.
fn call(shared: &Arc<Shared>, by: &By, reference: &str, call: Call) -> Called {
    let needed = match call {
        Call::Delete => Permission::DeleteSandboxes,
        _ => Permission::WriteSandboxes,
    };
    by.account.require(needed)?;
    let mut world = shared.world();
    let sandbox = match call {
        Call::Delete => find_wreck_too(&world, by, reference)?,
        _ => world.find(&by.account, reference)?,
    };
    let (id, plan) = (sandbox.id.clone(), decide(call, sandbox.situation())?);
    Ok(Json(shared.begin(&mut world, &id, plan, None)))
}

/// What failed on its way out is not seen any more, but can be deleted once more.
fn find_wreck_too<'a>(world: &'a World, by: &By, reference: &str) -> Answer<&'a Sandbox> {
    let wreck = world
        .sandboxes
        .get(reference)
        .filter(|sandbox| sandbox.organisation == by.account.organisation && sandbox.state.is_errored());
    wreck.map_or_else(|| world.find(&by.account, reference), Ok)
}

async fn start(State(shared): State<Arc<Shared>>, by: By, Path(sandbox): Path<String>) -> Called {
    call(&shared, &by, &sandbox, Call::Start)
}

async fn stop(State(shared): State<Arc<Shared>>, by: By, Path(sandbox): Path<String>) -> Called {
    call(&shared, &by, &sandbox, Call::Stop)
}

async fn archive(State(shared): State<Arc<Shared>>, by: By, Path(sandbox): Path<String>) -> Called {
    call(&shared, &by, &sandbox, Call::Archive)
}

async fn remove(State(shared): State<Arc<Shared>>, by: By, Path(sandbox): Path<String>) -> Called {
    call(&shared, &by, &sandbox, Call::Delete)
}

async fn recover(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(sandbox): Path<String>,
    query: Pairs,
) -> Called {
    call(&shared, &by, &sandbox, Call::Recover { skip_start: query.is_true("skipStart") })
}

async fn snapshot(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(sandbox): Path<String>,
    Input(new): Input<NewSnapshot>,
) -> Called {
    by.account.require(Permission::WriteSandboxes)?;
    by.account.require(Permission::WriteSnapshots)?;
    if new.name.trim().is_empty() {
        return Err(Refusal::bad_request("the snapshot needs a name"));
    }
    let mut world = shared.world();
    let sandbox = world.find(&by.account, &sandbox)?;
    let (id, plan) = (sandbox.id.clone(), decide(Call::Snapshot, sandbox.situation())?);
    let is_taken = world
        .snapshots
        .values()
        .any(|other| other.is_for(&by.account.organisation) && other.name == new.name);
    if is_taken {
        return Err(Refusal::conflict(format!("a snapshot with the name {} exists already", new.name)));
    }
    Ok(Json(shared.begin(&mut world, &id, plan, Some(new.name))))
}

/// Sandboxes of the fake are containers, which cannot do this.
async fn other_class(State(shared): State<Arc<Shared>>, by: By, Path(sandbox): Path<String>) -> Called {
    shared.world().find(&by.account, &sandbox)?;
    Err(Refusal::bad_request("sandboxes of the class 'container' do not support this"))
}
