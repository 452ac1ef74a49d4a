//! Making a sandbox.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::routing::{MethodRouter, post};
use serde::Deserialize;

use super::By;
use crate::accounts::Permission;
use crate::answers::{Answer, Refusal};
use crate::clock::{self, Moment};
use crate::inputs::Input;
use crate::routes::{self, Route};
use crate::sandbox::{Activity, BuildView, Intervals, Resources, Sandbox, SandboxView};
use crate::shared::{Shared, World, new_id, new_token};
use crate::snapshots::{Snapshot, copy_tree};
use crate::states::{DesiredState, SandboxState};
use crate::transitions::{BUILD, CREATE};

/// Where sandboxes may be.
const REGIONS: [&str; 2] = ["us", "eu"];
const DEFAULT_AUTO_STOP_MINUTES: i64 = 15;
const DEFAULT_AUTO_ARCHIVE_MINUTES: i64 = 7 * 24 * 60;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![(routes::CREATE_SANDBOX, post(create))]
}

/// What a sandbox is asked to be. What is not named here is accepted and has no effect.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CreateBody {
    name: Option<String>,
    snapshot: Option<String>,
    user: Option<String>,
    env: Option<BTreeMap<String, String>>,
    labels: Option<BTreeMap<String, String>>,
    public: Option<bool>,
    network_block_all: Option<bool>,
    target: Option<String>,
    cpu: Option<f64>,
    gpu: Option<f64>,
    memory: Option<f64>,
    disk: Option<f64>,
    auto_stop_interval: Option<i64>,
    auto_pause_interval: Option<i64>,
    auto_archive_interval: Option<i64>,
    auto_delete_interval: Option<i64>,
    ttl_minutes: Option<i64>,
    build_info: Option<BuildBody>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BuildBody {
    dockerfile_content: Option<String>,
    context_hashes: Option<Vec<String>>,
}

async fn create(
    State(shared): State<Arc<Shared>>,
    by: By,
    Input(body): Input<CreateBody>,
) -> Answer<Json<SandboxView>> {
    by.account.require(Permission::WriteSandboxes)?;
    let mut world = shared.world();
    let organisation = by.account.organisation;
    check_room(&shared, &world, &organisation)?;
    check_intervals(&body)?;
    let snapshot = find_snapshot(&shared, &world, &organisation, &body)?.cloned();
    if let Some(name) = &body.name {
        check_name(&world, &organisation, name)?;
    }
    let number = world.number();
    let sandbox = make(&shared, organisation, number, body, snapshot.as_ref())?;
    if let Some(tree) = snapshot.and_then(|snapshot| snapshot.tree) {
        copy_tree(&tree, &sandbox.root())
            .map_err(|error| Refusal::bad_request(format!("the snapshot cannot be used: {error}")))?;
    }
    let (id, plan) = (sandbox.id.clone(), if sandbox.build.is_some() { BUILD } else { CREATE });
    world.sandboxes.insert(id.clone(), sandbox);
    Ok(Json(shared.begin(&mut world, &id, plan, None)))
}

fn check_room(shared: &Shared, world: &World, organisation: &str) -> Answer<()> {
    let Some(quota) = shared.options.quota else { return Ok(()) };
    let own = world.sandboxes.values().filter(|sandbox| sandbox.organisation == organisation).count();
    if own < quota {
        Ok(())
    } else {
        Err(Refusal::forbidden(format!("the quota of {quota} sandboxes is used up")))
    }
}

fn check_intervals(body: &CreateBody) -> Answer<()> {
    let intervals = [body.auto_stop_interval, body.auto_pause_interval, body.auto_archive_interval];
    if intervals.into_iter().flatten().chain(body.ttl_minutes).any(|minutes| minutes < 0) {
        return Err(Refusal::bad_request("an interval must not be negative"));
    }
    Ok(())
}

/// Returns the snapshot to create from; none if an image is built.
fn find_snapshot<'a>(
    shared: &Shared,
    world: &'a World,
    organisation: &str,
    body: &CreateBody,
) -> Answer<Option<&'a Snapshot>> {
    if body.build_info.is_some() {
        if body.snapshot.is_some() {
            return Err(Refusal::bad_request("a snapshot and build information exclude each other"));
        }
        return Ok(None);
    }
    if [body.cpu, body.gpu, body.memory, body.disk].iter().any(Option::is_some) {
        return Err(Refusal::bad_request("resources cannot be given together with a snapshot"));
    }
    let name = body.snapshot.as_ref().unwrap_or(&shared.options.default_snapshot);
    world
        .snapshots
        .values()
        .find(|snapshot| snapshot.is_for(organisation) && (snapshot.name == *name || snapshot.id == *name))
        .filter(|snapshot| snapshot.is_active)
        .map(Some)
        .ok_or_else(|| Refusal::bad_request(format!("snapshot {name} is not found or not active")))
}

fn check_name(world: &World, organisation: &str, name: &str) -> Answer<()> {
    let is_taken = |sandbox: &Sandbox| sandbox.organisation == organisation && sandbox.name == name;
    if world.sandboxes.values().any(is_taken) {
        return Err(Refusal::conflict(format!("a sandbox with the name {name} exists already")));
    }
    Ok(())
}

fn make(
    shared: &Shared,
    organisation: String,
    number: u64,
    body: CreateBody,
    snapshot: Option<&Snapshot>,
) -> Answer<Sandbox> {
    let target = body.target.unwrap_or_else(|| REGIONS[0].to_owned());
    if !REGIONS.contains(&target.as_str()) {
        return Err(Refusal::bad_request(format!("region {target} is not available")));
    }
    let (id, now) = (new_id(), shared.now());
    Ok(Sandbox {
        number,
        organisation,
        name: body.name.unwrap_or_else(|| id.clone()),
        user: body.user.unwrap_or_else(|| "daytona".to_owned()),
        env: body.env.unwrap_or_default(),
        labels: body.labels.unwrap_or_default(),
        public: body.public.unwrap_or(false),
        network_block_all: body.network_block_all.unwrap_or(false),
        target,
        resources: Resources {
            cpu: body.cpu.unwrap_or(1.0),
            gpu: body.gpu.unwrap_or(0.0),
            memory: body.memory.unwrap_or(1.0),
            disk: body.disk.unwrap_or(3.0),
        },
        snapshot: snapshot.map(|snapshot| snapshot.name.clone()),
        build: body.build_info.map(|build| build_view(build, now)),
        intervals: Intervals {
            stop: body.auto_stop_interval.unwrap_or(DEFAULT_AUTO_STOP_MINUTES),
            pause: body.auto_pause_interval.unwrap_or(0),
            archive: body.auto_archive_interval.unwrap_or(DEFAULT_AUTO_ARCHIVE_MINUTES),
            delete: body.auto_delete_interval.unwrap_or(-1),
        },
        destroy_at: body.ttl_minutes.filter(|minutes| *minutes > 0).map(|ttl| now + clock::minutes(ttl)),
        state: SandboxState::Unknown,
        desired: DesiredState::Started,
        error: None,
        created_at: now,
        updated_at: now,
        activity: Activity { written: now, buffered: None, reported: None, open: BTreeMap::new() },
        change: None,
        ssh: None,
        auth_token: new_token(),
        machine: None,
        folder: shared.sandbox_folder(&id),
        id,
    })
}

fn build_view(build: BuildBody, now: Moment) -> BuildView {
    BuildView {
        dockerfile_content: build.dockerfile_content.unwrap_or_default(),
        context_hashes: build.context_hashes.unwrap_or_default(),
        created_at: clock::iso(now),
        updated_at: clock::iso(now),
        snapshot_ref: format!("daytona-{}", new_id()),
    }
}
