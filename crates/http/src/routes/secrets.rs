//! Secrets of companies. No route tells people a value; a run reads those of its agent.

mod of_runs;
mod written;

use axum::extract::State;
use wireclip_services::records::{Company, Secret};
use wireclip_services::secrets::{SecretPatch, SecretToMake};
use wireclip_wire::done::Done;
use wireclip_wire::secrets as wire;

use self::written::{accessed, listed, used, whole};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(list_secrets))
        .add(Access::Manager, routes!(create_secret))
        .add(Access::Manager, routes!(update_secret))
        .add(Access::Manager, routes!(rotate_secret))
        .add(Access::Manager, routes!(delete_secret))
        .add(Access::Board, routes!(get_secret_usage))
        .add(Access::Board, routes!(list_secret_access_events))
        .merge(of_runs::routes(app))
}

/// List a company's secrets, without their values.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/secrets",
    responses((status = 200, body = Vec<wire::CompanySecret>))
)]
async fn list_secrets(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<Vec<wire::CompanySecret>>> {
    let secrets = app.services.secrets.list(&company).await?;
    Ok(Answer::ok(secrets.into_iter().map(listed).collect()))
}

/// Make a secret.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/secrets",
    request_body = wire::CreateSecretRequest,
    responses((status = 201, body = wire::CompanySecret))
)]
async fn create_secret(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateSecretRequest>,
) -> ApiResult<Answer<wire::CompanySecret>> {
    let wire::CreateSecretRequest { name, key, description, value } = body;
    let new = SecretToMake { name, key, description, value: value.into() };
    let made = app.services.secrets.create(&company, new).await?;
    Ok(Answer::created(whole(made.into_inner())))
}

/// Change what is said of a secret, or whether it may be read.
#[utoipa::path(
    patch,
    path = "/secrets/{secretId}",
    request_body = wire::UpdateSecretRequest,
    responses((status = 200, body = wire::CompanySecret))
)]
async fn update_secret(
    State(app): State<App>,
    FromPath(secret): FromPath<Secret>,
    Body(body): Body<wire::UpdateSecretRequest>,
) -> ApiResult<Answer<wire::CompanySecret>> {
    let wire::UpdateSecretRequest { name, key, description, status } = body;
    let changed =
        app.services.secrets.update(&secret, SecretPatch { name, key, description, status }).await?;
    Ok(Answer::ok(whole(changed.into_inner())))
}

/// Give a secret another value. Runs that start from now on get it.
#[utoipa::path(
    post,
    path = "/secrets/{secretId}/rotate",
    request_body = wire::RotateSecretRequest,
    responses((status = 200, body = wire::CompanySecret))
)]
async fn rotate_secret(
    State(app): State<App>,
    FromPath(secret): FromPath<Secret>,
    Body(body): Body<wire::RotateSecretRequest>,
) -> ApiResult<Answer<wire::CompanySecret>> {
    let rotated = app.services.secrets.rotate(&secret, body.value.into()).await?;
    Ok(Answer::ok(whole(rotated.into_inner())))
}

/// Delete a secret with all its values.
#[utoipa::path(delete, path = "/secrets/{secretId}", responses((status = 200, body = Done)))]
async fn delete_secret(
    State(app): State<App>,
    FromPath(secret): FromPath<Secret>,
) -> ApiResult<Answer<Done>> {
    app.services.secrets.delete(&secret).await?.into_inner();
    Ok(Answer::ok(Done { ok: true }))
}

/// List what names a secret.
#[utoipa::path(get, path = "/secrets/{secretId}/usage", responses((status = 200, body = wire::SecretUsage)))]
async fn get_secret_usage(
    State(app): State<App>,
    FromPath(secret): FromPath<Secret>,
) -> ApiResult<Answer<wire::SecretUsage>> {
    let uses = app.services.secrets.uses(&secret).await?;
    let bindings = uses.into_iter().map(used).collect();
    Ok(Answer::ok(wire::SecretUsage { secret_id: secret.id, bindings }))
}

/// List the runs that asked for a secret, the newest first; 200 at most.
#[utoipa::path(
    get,
    path = "/secrets/{secretId}/access-events",
    responses((status = 200, body = Vec<wire::SecretAccessEvent>))
)]
async fn list_secret_access_events(
    State(app): State<App>,
    FromPath(secret): FromPath<Secret>,
) -> ApiResult<Answer<Vec<wire::SecretAccessEvent>>> {
    let accesses = app.services.secrets.accesses(&secret).await?;
    Ok(Answer::ok(accesses.into_iter().map(|access| accessed(access, &secret.provider)).collect()))
}
