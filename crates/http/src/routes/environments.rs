//! Environments: what there is, trying it, and what companies hold of it. They are people's alone;
//! settings are for those who look after the instance.

mod changing;
mod written;

use axum::extract::State;
use wireclip_domain::OpaqueJson;
use wireclip_services::environments::UnsavedEnvironment;
use wireclip_services::records::Company;
use wireclip_services::records::Environment;
use wireclip_services::records::EnvironmentFilter;
use wireclip_services::records::EnvironmentLease;
use wireclip_wire::environments as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(super) use changing::company_of;
use written::{capabilities_written, lease_written, probe_written, secret_written, written};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(list_environments))
        .add(Access::Board, routes!(get_environment_capabilities))
        .add(Access::Board, routes!(probe_environment_config))
        .add(Access::Board, routes!(get_environment))
        .add(Access::Board, routes!(list_environment_leases))
        .add(Access::Board, routes!(get_environment_lease))
        .add(Access::Board, routes!(let_environment_lease_go))
        .add(Access::Board, routes!(list_environment_secret_refs))
        .add(Access::Board, routes!(probe_environment))
        .merge(changing::routes(app))
}

/// List environments.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/environments",
    params(wire::ListEnvironmentsQuery),
    responses((status = 200, body = Vec<wire::Environment>))
)]
async fn list_environments(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::ListEnvironmentsQuery>,
) -> ApiResult<Answer<Vec<wire::Environment>>> {
    let filter = EnvironmentFilter { status: query.status, driver: query.driver };
    let environments = app.services.environments.list(company.request(), filter).await?;
    Ok(Answer::ok(environments.into_iter().map(written).collect()))
}

/// Say what can be done where.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/environments/capabilities",
    responses((status = 200, body = wire::EnvironmentCapabilities))
)]
async fn get_environment_capabilities(
    State(app): State<App>,
    _: FromPath<Company>,
) -> ApiResult<Answer<wire::EnvironmentCapabilities>> {
    Ok(Answer::ok(capabilities_written(app.services.environments.capabilities())))
}

/// Try settings before they are saved.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/environments/probe-config",
    request_body = wire::ProbeConfigRequest,
    responses((status = 200, body = wire::EnvironmentProbe))
)]
async fn probe_environment_config(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::ProbeConfigRequest>,
) -> ApiResult<Answer<wire::EnvironmentProbe>> {
    let config = body.config.unwrap_or_else(OpaqueJson::object);
    let unsaved = UnsavedEnvironment { driver: body.driver, config };
    let result = app.services.environments.probe_unsaved(&company, unsaved).await?;
    Ok(Answer::ok(probe_written(result.into_inner())))
}

/// Get an environment.
#[utoipa::path(get, path = "/environments/{environmentId}", responses((status = 200, body = wire::Environment)))]
async fn get_environment(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
) -> ApiResult<Answer<wire::Environment>> {
    let request = environment.request().clone();
    Ok(Answer::ok(written(app.services.environments.view(&request, environment.into_inner()))))
}

/// List what companies hold of an environment.
#[utoipa::path(
    get,
    path = "/environments/{environmentId}/leases",
    params(wire::ListLeasesQuery),
    responses((status = 200, body = Vec<wire::EnvironmentLease>))
)]
async fn list_environment_leases(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<wire::ListLeasesQuery>,
) -> ApiResult<Answer<Vec<wire::EnvironmentLease>>> {
    let leases = app.services.environments.leases(&environment, query.status).await?;
    Ok(Answer::ok(leases.into_iter().map(lease_written).collect()))
}

/// Get what a company holds of an environment.
#[utoipa::path(
    get,
    path = "/environment-leases/{leaseId}",
    responses((status = 200, body = wire::EnvironmentLease))
)]
async fn get_environment_lease(
    FromPath(lease): FromPath<EnvironmentLease>,
) -> ApiResult<Answer<wire::EnvironmentLease>> {
    Ok(Answer::ok(lease_written(lease.into_inner())))
}

/// Let go of a place that nobody works in, with what is in it. Ours.
#[utoipa::path(
    post,
    path = "/environment-leases/{leaseId}/let-go",
    responses((status = 200, body = wire::EnvironmentLease))
)]
async fn let_environment_lease_go(
    State(app): State<App>,
    FromPath(lease): FromPath<EnvironmentLease>,
) -> ApiResult<Answer<wire::EnvironmentLease>> {
    Ok(Answer::ok(lease_written(app.services.leases.let_go(&lease).await?)))
}

/// List the secrets that an environment's settings name.
#[utoipa::path(
    get,
    path = "/environments/{environmentId}/secret-refs",
    responses((status = 200, body = wire::EnvironmentSecretRefs))
)]
async fn list_environment_secret_refs(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
) -> ApiResult<Answer<wire::EnvironmentSecretRefs>> {
    let secrets = app.services.environments.secrets(&environment).await?;
    Ok(Answer::ok(wire::EnvironmentSecretRefs { refs: secrets.into_iter().map(secret_written).collect() }))
}

/// Try an environment.
#[utoipa::path(
    post,
    path = "/environments/{environmentId}/probe",
    params(wire::CompanyQuery),
    responses((status = 200, body = wire::EnvironmentProbe))
)]
async fn probe_environment(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<wire::CompanyQuery>,
) -> ApiResult<Answer<wire::EnvironmentProbe>> {
    let company = changing::company_of(&app, environment.request(), query).await?;
    let result = app.services.environments.probe(&environment, company).await?;
    Ok(Answer::ok(probe_written(result.into_inner())))
}
