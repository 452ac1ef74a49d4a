//! The calls about snapshots.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{MethodRouter, delete, get};
use serde::Serialize;

use super::By;
use crate::accounts::Permission;
use crate::answers::{Answer, Refusal};
use crate::inputs::Pairs;
use crate::routes::{self, Route};
use crate::shared::{Shared, World};
use crate::snapshots::{Snapshot, SnapshotView};

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::LIST_SNAPSHOTS, get(list)),
        (routes::GET_SNAPSHOT, get(show)),
        (routes::DELETE_SNAPSHOT, delete(remove)),
    ]
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SnapshotPage {
    items: Vec<SnapshotView>,
    total: usize,
    page: usize,
    total_pages: usize,
}

fn find<'a>(world: &'a World, by: &By, reference: &str) -> Answer<&'a Snapshot> {
    let is_own = |snapshot: &&Snapshot| snapshot.is_for(&by.account.organisation);
    let by_id = world.snapshots.get(reference).filter(is_own);
    by_id
        .or_else(|| world.snapshots.values().filter(is_own).find(|snapshot| snapshot.name == reference))
        .ok_or_else(|| Refusal::not_found(format!("snapshot {reference} not found")))
}

async fn show(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(reference): Path<String>,
) -> Answer<Json<SnapshotView>> {
    Ok(Json(find(&shared.world(), &by, &reference)?.view()))
}

async fn list(State(shared): State<Arc<Shared>>, by: By, query: Pairs) -> Answer<Json<SnapshotPage>> {
    let (limit, page) = (query.number("limit", 100)?, query.number("page", 1)?);
    let world = shared.world();
    let mut found: Vec<_> = world
        .snapshots
        .values()
        .filter(|snapshot| snapshot.is_for(&by.account.organisation))
        .filter(|snapshot| query.get("name").is_none_or(|name| snapshot.name.contains(name)))
        .collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    let total = found.len();
    let items = found.into_iter().skip((page - 1) * limit).take(limit).map(Snapshot::view).collect();
    Ok(Json(SnapshotPage { items, total, page, total_pages: total.div_ceil(limit) }))
}

async fn remove(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(reference): Path<String>,
) -> Answer<StatusCode> {
    by.account.require(Permission::DeleteSnapshots)?;
    let mut world = shared.world();
    let snapshot = find(&world, &by, &reference)?;
    if snapshot.organisation.is_none() {
        return Err(Refusal::forbidden("this snapshot belongs to everybody"));
    }
    let id = snapshot.id.clone();
    if let Some(tree) = world.snapshots.remove(&id).and_then(|snapshot| snapshot.tree) {
        // What stays is removed with the fake.
        drop(std::fs::remove_dir_all(tree));
    }
    Ok(StatusCode::OK)
}
