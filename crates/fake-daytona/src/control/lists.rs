//! Looking at sandboxes: one, or many.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{MethodRouter, get};
use serde::Serialize;

use super::By;
use crate::answers::{Answer, Refusal};
use crate::inputs::Pairs;
use crate::routes::{self, Route};
use crate::sandbox::SandboxView;
use crate::shared::{Shared, World};
use crate::states::{DesiredState, SandboxState};

const DEFAULT_LIMIT: usize = 100;
const LARGEST_LIMIT: usize = 200;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::LIST_SANDBOXES, get(search)),
        (routes::LIST_SANDBOXES_PAGINATED, get(pages)),
        (routes::GET_SANDBOX, get(show)),
    ]
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SearchResult {
    items: Vec<SandboxView>,
    next_cursor: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultPage {
    items: Vec<SandboxView>,
    total: usize,
    page: usize,
    total_pages: usize,
}

async fn show(
    State(shared): State<Arc<Shared>>,
    by: By,
    Path(sandbox): Path<String>,
) -> Answer<Json<SandboxView>> {
    let world = shared.world();
    Ok(Json(world.find(&by.account, &sandbox)?.view(&shared.toolbox_url())))
}

/// What a list is narrowed to.
struct Filter<'a> {
    id: Option<&'a str>,
    name: Option<&'a str>,
    labels: BTreeMap<String, String>,
    states: Vec<&'a str>,
    snapshots: Vec<&'a str>,
    with_errored_deleted: bool,
}

impl<'a> Filter<'a> {
    fn read(query: &'a Pairs) -> Answer<Self> {
        let labels = query.get("labels").filter(|text| !text.is_empty()).map(serde_json::from_str);
        let labels = labels
            .transpose()
            .map_err(|_| Refusal::bad_request("'labels' must be JSON of names and values"))?;
        let states = query.list("states");
        let is_word = |word: &&str| SandboxState::ALL.iter().any(|state| state.word() == *word);
        if !states.iter().all(is_word) {
            return Err(Refusal::bad_request("'states' names an unknown state"));
        }
        Ok(Self {
            id: query.get("id"),
            name: query.get("name"),
            labels: labels.unwrap_or_default(),
            states,
            snapshots: query.list("snapshots"),
            with_errored_deleted: query.is_true("includeErroredDeleted"),
        })
    }

    fn takes(&self, sandbox: &SandboxView) -> bool {
        let parts = sandbox.parts();
        let gone = parts.state.is_errored() && parts.desired == DesiredState::Destroyed;
        (!gone || self.with_errored_deleted)
            && self.id.is_none_or(|id| sandbox.id.starts_with(id))
            && self.name.is_none_or(|name| parts.name.starts_with(name))
            && self.labels.iter().all(|(name, value)| parts.labels.get(name) == Some(value))
            && (self.states.is_empty() || self.states.contains(&parts.state.word()))
            && (self.snapshots.is_empty()
                || parts.snapshot.is_some_and(|snapshot| self.snapshots.contains(&snapshot)))
    }
}

/// The caller's sandboxes as the database has them, oldest first.
fn own(shared: &Shared, world: &World, organisation: &str) -> Vec<SandboxView> {
    let mut own: Vec<_> =
        world.sandboxes.values().filter(|sandbox| sandbox.organisation == organisation).collect();
    own.sort_by_key(|sandbox| sandbox.number);
    own.into_iter().map(|sandbox| sandbox.view(&shared.toolbox_url())).collect()
}

/// The search may lag behind the database.
async fn search(State(shared): State<Arc<Shared>>, by: By, query: Pairs) -> Answer<Json<SearchResult>> {
    let filter = Filter::read(&query)?;
    let limit = query.number("limit", DEFAULT_LIMIT)?.min(LARGEST_LIMIT);
    let start: usize = match query.get("cursor") {
        None => 0,
        Some(cursor) => cursor
            .strip_prefix("from-")
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| Refusal::bad_request("'cursor' is none that was given out"))?,
    };
    let world = shared.world();
    let organisation = &by.account.organisation;
    let mut found = match &world.stale_search {
        None => own(&shared, &world, organisation),
        Some(stale) => {
            stale.iter().filter(|(owner, _)| owner == organisation).map(|(_, view)| view.clone()).collect()
        }
    };
    found.retain(|sandbox| filter.takes(sandbox));
    if query.get("order") == Some("desc") {
        found.reverse();
    }
    let total = found.len();
    let items: Vec<_> = found.into_iter().skip(start).take(limit).collect();
    let end = start + items.len();
    Ok(Json(SearchResult { items, next_cursor: (end < total).then(|| format!("from-{end}")) }))
}

async fn pages(State(shared): State<Arc<Shared>>, by: By, query: Pairs) -> Answer<Json<ResultPage>> {
    let filter = Filter::read(&query)?;
    if filter.states.contains(&SandboxState::Destroyed.word()) {
        return Err(Refusal::bad_request("destroyed sandboxes cannot be listed"));
    }
    let limit = query.number("limit", DEFAULT_LIMIT)?.min(LARGEST_LIMIT);
    let page = query.number("page", 1)?;
    let mut found = own(&shared, &shared.world(), &by.account.organisation);
    found.retain(|sandbox| filter.takes(sandbox));
    let total = found.len();
    let items = found.into_iter().skip((page - 1) * limit).take(limit).collect();
    Ok(Json(ResultPage { items, total, page, total_pages: total.div_ceil(limit) }))
}
