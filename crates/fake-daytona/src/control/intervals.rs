//! Labels, and what happens by itself after how many minutes. None of these calls is activity,
//! but for the one that says so.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{MethodRouter, post, put};
use serde::{Deserialize, Serialize};

use super::By;
use crate::accounts::Permission;
use crate::answers::{Answer, Refusal};
use crate::clock::{self, Moment};
use crate::inputs::Input;
use crate::routes::{self, Route};
use crate::sandbox::{Sandbox, SandboxView};
use crate::shared::Shared;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::SET_LABELS, put(set_labels)),
        (routes::SET_AUTO_STOP, post(set_auto_stop)),
        (routes::SET_AUTO_PAUSE, post(set_auto_pause)),
        (routes::SET_AUTO_ARCHIVE, post(set_auto_archive)),
        (routes::SET_AUTO_DELETE, post(set_auto_delete)),
        (routes::SET_TTL, post(set_ttl)),
        (routes::LAST_ACTIVITY, post(note_activity)),
    ]
}

#[derive(Deserialize, Serialize)]
struct Labels {
    labels: BTreeMap<String, String>,
}

type MinutesPath = Path<(String, String)>;

/// Changes a sandbox that the caller may change.
fn change(
    shared: &Shared,
    by: &By,
    reference: &str,
    change: impl FnOnce(&mut Sandbox, Moment),
) -> Answer<Json<SandboxView>> {
    by.account.require(Permission::WriteSandboxes)?;
    let mut world = shared.world();
    let now = shared.now();
    let sandbox = world.find_mut(&by.account, reference)?;
    change(sandbox, now);
    sandbox.updated_at = now;
    Ok(Json(sandbox.view(&shared.toolbox_url())))
}

fn minutes(text: &str, lowest: i64) -> Answer<i64> {
    text.parse()
        .ok()
        .filter(|minutes| *minutes >= lowest)
        .ok_or_else(|| Refusal::bad_request(format!("'{text}' is no number of minutes")))
}

async fn set_labels(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(sandbox): Path<String>,
    Input(new): Input<Labels>,
) -> Answer<Json<Labels>> {
    drop(change(&shared, &by, &sandbox, |sandbox, _| sandbox.labels.clone_from(&new.labels))?);
    Ok(Json(new))
}

async fn set_auto_stop(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path((sandbox, text)): MinutesPath,
) -> Answer<Json<SandboxView>> {
    let minutes = minutes(&text, 0)?;
    change(&shared, &by, &sandbox, |sandbox, _| sandbox.intervals.stop = minutes)
}

async fn set_auto_pause(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path((sandbox, text)): MinutesPath,
) -> Answer<Json<SandboxView>> {
    let minutes = minutes(&text, 0)?;
    change(&shared, &by, &sandbox, |sandbox, _| sandbox.intervals.pause = minutes)
}

async fn set_auto_archive(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path((sandbox, text)): MinutesPath,
) -> Answer<Json<SandboxView>> {
    let minutes = minutes(&text, 0)?;
    change(&shared, &by, &sandbox, |sandbox, _| sandbox.intervals.archive = minutes)
}

async fn set_auto_delete(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path((sandbox, text)): MinutesPath,
) -> Answer<Json<SandboxView>> {
    let minutes = minutes(&text, i64::MIN)?;
    change(&shared, &by, &sandbox, |sandbox, _| sandbox.intervals.delete = minutes)
}

async fn set_ttl(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path((sandbox, text)): MinutesPath,
) -> Answer<Json<SandboxView>> {
    let minutes = minutes(&text, 0)?;
    change(&shared, &by, &sandbox, |sandbox, now| {
        sandbox.destroy_at = (minutes > 0).then(|| now + clock::minutes(minutes));
    })
}

async fn note_activity(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(sandbox): Path<String>,
) -> Answer<StatusCode> {
    drop(change(&shared, &by, &sandbox, |sandbox, now| sandbox.activity.written = now)?);
    Ok(StatusCode::CREATED)
}
