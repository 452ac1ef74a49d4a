//! Making, changing and deleting environments.

use axum::extract::State;
use wireclip_domain::environment::EnvironmentStatus;
use wireclip_domain::{CompanyId, OpaqueJson};
use wireclip_services::environments::{EnvironmentPatch, NewEnvironment};
use wireclip_services::records::Company;
use wireclip_services::records::Environment;
use wireclip_services::{Request, ServiceResult};
use wireclip_wire::environments as wire;

use super::super::custom_images::reconciliation_written;
use super::written::{radius_written, written};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(create_environment))
        .add(Access::Board, routes!(update_environment))
        .add(Access::Board, routes!(get_environment_delete_blast_radius))
        .add(Access::Board, routes!(delete_environment))
}

/// Make an environment.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/environments",
    request_body = wire::CreateEnvironmentRequest,
    responses((status = 201, body = wire::Environment))
)]
async fn create_environment(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateEnvironmentRequest>,
) -> ApiResult<Answer<wire::Environment>> {
    let wire::CreateEnvironmentRequest { name, description, driver, status, config, env_vars, metadata } =
        body;
    let new = NewEnvironment {
        name,
        description,
        driver,
        status: status.unwrap_or(EnvironmentStatus::Active),
        config: config.unwrap_or_else(OpaqueJson::object),
        env_vars: env_vars.unwrap_or_else(OpaqueJson::object),
        metadata,
    };
    let environment = app.services.environments.create(&company, new).await?;
    Ok(Answer::created(written(environment.into_inner())))
}

/// Change an environment.
#[utoipa::path(
    patch,
    path = "/environments/{environmentId}",
    request_body = wire::UpdateEnvironmentRequest,
    params(wire::CompanyQuery),
    responses((status = 200, body = wire::UpdatedEnvironment))
)]
async fn update_environment(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<wire::CompanyQuery>,
    Body(body): Body<wire::UpdateEnvironmentRequest>,
) -> ApiResult<Answer<wire::UpdatedEnvironment>> {
    let wire::UpdateEnvironmentRequest { name, description, driver, status, config, env_vars, metadata } =
        body;
    let patch = EnvironmentPatch { name, description, driver, status, config, env_vars, metadata };
    let company = company_of(&app, environment.request(), query).await?;
    let changed = app.services.environments.update(&environment, company, patch).await?.into_inner();
    Ok(Answer::ok(wire::UpdatedEnvironment {
        environment: written(changed.environment),
        custom_image_reconciliation: changed.custom_image.map(reconciliation_written),
    }))
}

/// Say what deleting an environment would do.
#[utoipa::path(
    get,
    path = "/environments/{environmentId}/delete-blast-radius",
    responses((status = 200, body = wire::BlastRadius))
)]
async fn get_environment_delete_blast_radius(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
) -> ApiResult<Answer<wire::BlastRadius>> {
    let radius = app.services.environments.blast_radius(&environment).await?;
    Ok(Answer::ok(radius_written(radius)))
}

/// Delete an environment.
#[utoipa::path(
    delete,
    path = "/environments/{environmentId}",
    params(wire::DeleteEnvironmentQuery),
    responses((status = 200, body = wire::RemovedEnvironment))
)]
async fn delete_environment(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<wire::DeleteEnvironmentQuery>,
) -> ApiResult<Answer<wire::RemovedEnvironment>> {
    let consent = query.destroy_reusable_sandbox_leases;
    let removed = app.services.environments.delete(&environment, consent).await?.into_inner();
    Ok(Answer::ok(wire::RemovedEnvironment {
        environment: written(removed.environment),
        destroyed_reusable_sandbox_lease_count: removed.destroyed_leases,
    }))
}

/// Finds the company in whose name something is done, if the query names one.
pub(in crate::routes) async fn company_of(
    app: &App,
    request: &Request,
    query: wire::CompanyQuery,
) -> ServiceResult<Option<CompanyId>> {
    let Some(id) = query.company_id else { return Ok(None) };
    let company = app.services.companies.load(request, id).await?;
    Ok(Some(company.id))
}
