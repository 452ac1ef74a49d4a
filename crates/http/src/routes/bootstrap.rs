//! What the pages of a company need before they show anything.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use wireclip_services::bootstrap::Bootstrap;
use wireclip_services::records::Company;
use wireclip_services::{Scoped, ServiceError};
use wireclip_wire::bootstrap as wire;

use super::{
    adapters, agents, companies, goals, health, inbox, labels, memberships, projects, runs, sidebar,
};
use crate::access::{Access, Routes};
use crate::app::App;
use crate::body::NoQuery;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::Opened;
use crate::tagged;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::Board, routes!(get_ui_bootstrap))
}

/// Get what the pages of a company need before they show anything. Each part is what its own
/// address answers. The company may be named by its issue prefix as well.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/ui-bootstrap",
    responses((status = 200, body = wire::UiBootstrap), (status = 304))
)]
async fn get_ui_bootstrap(
    State(app): State<App>,
    Opened(company): Opened,
    headers: HeaderMap,
    _: NoQuery,
) -> ApiResult<Response> {
    let read = app.services.bootstraps.read(&company).await?;
    // Not kept from one request to the next: how the server is stands in no row.
    let body = serde_json::to_vec(&written(&app, &company, read))
        .map_err(|error| ServiceError::internal("write what pages need", error))?;
    let tag = tagged::tag("ui-bootstrap", &body);
    Ok(tagged::give(body.into(), &tag, &headers))
}

fn written(app: &App, company: &Scoped<Company>, read: Bootstrap) -> wire::UiBootstrap {
    wire::UiBootstrap {
        seq: read.position,
        health: health::of(app),
        user_id: read.user_id,
        allowed: read.allowed,
        company: companies::written(read.company),
        companies: read.companies.into_iter().map(companies::written).collect(),
        company_order: sidebar::written(read.company_order),
        sidebar_preferences: sidebar::written(read.project_order),
        badges: inbox::badges_written(read.badges),
        memberships: memberships::all_written(&read.memberships),
        members: companies::members_written(company, read.members),
        agents: read.agents.into_iter().map(agents::written).collect(),
        projects: read.projects.into_iter().map(projects::listed).collect(),
        goals: read.goals.into_iter().map(goals::written).collect(),
        labels: read.labels.into_iter().map(labels::written).collect(),
        live_runs: read.live_runs.into_iter().map(runs::named).collect(),
        adapters: read.adapters.into_iter().map(adapters::written).collect(),
    }
}
