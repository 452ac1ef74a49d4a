//! Adapters. All that this server knows are built in: none can be installed, removed or loaded
//! again, and the answers say so.

use axum::extract::State;
use wireclip_domain::OpaqueJson;
use wireclip_services::ServiceError;
use wireclip_services::adapters::OfferedAdapter;
use wireclip_services::records::Company;
use wireclip_wire::adapters as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, NeededBody, Query};
use crate::error::{ApiError, ApiResult};
use crate::route::routes;
use crate::scoped::{By, FromPath, PathParams};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(list_adapters))
        .add(Access::Board, routes!(install_adapter))
        .add(Access::Board, routes!(get_adapter))
        .add(Access::Board, routes!(update_adapter))
        .add(Access::Board, routes!(delete_adapter))
        .add(Access::Board, routes!(get_adapter_form))
        .add(Access::Board, routes!(reload_adapter))
        .add(Access::Board, routes!(reinstall_adapter))
        .add(Access::Board, routes!(get_adapter_ui_parser))
        .add(Access::AnyCaller, routes!(list_adapter_models))
        .add(Access::AnyCaller, routes!(detect_adapter_model))
        .add(Access::AnyCaller, routes!(test_adapter_environment))
}

/// List the adapter types.
#[utoipa::path(get, path = "/adapters", responses((status = 200, body = Vec<wire::Adapter>)))]
async fn list_adapters(State(app): State<App>) -> ApiResult<Answer<Vec<wire::Adapter>>> {
    let adapters = app.services.adapters.list().await?;
    Ok(Answer::ok(adapters.into_iter().map(written).collect()))
}

/// Get an adapter type.
#[utoipa::path(get, path = "/adapters/{adapterType}", responses((status = 200, body = wire::Adapter)))]
async fn get_adapter(State(app): State<App>, path: PathParams) -> ApiResult<Answer<wire::Adapter>> {
    Ok(Answer::ok(written(app.services.adapters.get(path.text("adapterType")).await?)))
}

/// Get the form of an adapter's settings.
#[utoipa::path(
    get,
    path = "/adapters/{adapterType}/config-schema",
    responses((status = 200, body = wire::AdapterForm))
)]
async fn get_adapter_form(State(app): State<App>, path: PathParams) -> ApiResult<Answer<wire::AdapterForm>> {
    let adapter = app.services.adapters.get(path.text("adapterType")).await?;
    match adapter.facts.form {
        Some(fields) => Ok(Answer::ok(wire::AdapterForm { fields: OpaqueJson::of(&fields) })),
        None => Err(ServiceError::not_found("This adapter has no form of its settings").into()),
    }
}

/// Switch an adapter type on or off.
#[utoipa::path(
    patch,
    path = "/adapters/{adapterType}",
    request_body = wire::UpdateAdapterRequest,
    responses((status = 200, body = wire::UpdateAdapterResponse))
)]
async fn update_adapter(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Body(body): Body<wire::UpdateAdapterRequest>,
) -> ApiResult<Answer<wire::UpdateAdapterResponse>> {
    let Some(disabled) = body.disabled else {
        return Err(ServiceError::invalid("The body must say whether the adapter is disabled").into());
    };
    let word = path.text("adapterType");
    let switched = app.services.adapters.set_disabled(&request, word, disabled).await?.into_inner();
    Ok(Answer::ok(wire::UpdateAdapterResponse {
        adapter_type: switched.adapter_type,
        disabled: switched.is_disabled,
        changed: switched.has_changed,
    }))
}

/// Refuse to install an adapter.
#[utoipa::path(
    post,
    path = "/adapters/install",
    request_body = wire::InstallAdapterRequest,
    responses((status = 400), (status = 422))
)]
async fn install_adapter(Body(body): Body<wire::InstallAdapterRequest>) -> ApiError {
    ApiError(match body.package_name {
        Some(name) if !name.trim().is_empty() => {
            ServiceError::unprocessable("Adapters from packages are not built yet")
        }
        _ => ServiceError::invalid("packageName must name a package"),
    })
}

/// Refuse to remove an adapter.
#[utoipa::path(delete, path = "/adapters/{adapterType}", responses((status = 403), (status = 404)))]
async fn delete_adapter(State(app): State<App>, path: PathParams) -> ApiError {
    refused(&app, &path, || ServiceError::forbidden("An adapter that is built in cannot be removed")).await
}

/// Refuse to load an adapter again.
#[utoipa::path(
    post,
    path = "/adapters/{adapterType}/reload",
    responses((status = 400), (status = 404))
)]
async fn reload_adapter(State(app): State<App>, path: PathParams) -> ApiError {
    refused(&app, &path, || ServiceError::invalid("An adapter that is built in cannot be loaded again")).await
}

/// Refuse to install an adapter again.
#[utoipa::path(
    post,
    path = "/adapters/{adapterType}/reinstall",
    responses((status = 400), (status = 404))
)]
async fn reinstall_adapter(State(app): State<App>, path: PathParams) -> ApiError {
    refused(&app, &path, || ServiceError::invalid("An adapter that is built in cannot be installed again"))
        .await
}

/// Say that an adapter brings no parser for the board.
#[utoipa::path(get, path = "/adapters/{adapterType}/ui-parser.js", responses((status = 404)))]
async fn get_adapter_ui_parser(State(app): State<App>, path: PathParams) -> ApiError {
    refused(&app, &path, || ServiceError::not_found("This adapter brings no parser for the board")).await
}

/// List the models that a company's agents of a type can choose from.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/adapters/{adapterType}/models",
    params(wire::ListModelsQuery),
    responses((status = 200, body = Vec<wire::AdapterModel>))
)]
async fn list_adapter_models(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    path: PathParams,
    Query(query): Query<wire::ListModelsQuery>,
) -> ApiResult<Answer<Vec<wire::AdapterModel>>> {
    let models = app.services.adapters.models(&company, path.text("adapterType"))?;
    app.services.environments.require_tried_here(query.environment_id).await?;
    let written = models.iter().map(|model| wire::AdapterModel { id: model.id, label: model.label });
    Ok(Answer::ok(written.collect()))
}

/// Say which model is set up on this machine for a type: none that this server knows of.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/adapters/{adapterType}/detect-model",
    responses((status = 200, body = Option<wire::AdapterModel>))
)]
async fn detect_adapter_model(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    path: PathParams,
) -> ApiResult<Answer<Option<wire::AdapterModel>>> {
    app.services.adapters.models(&company, path.text("adapterType"))?;
    Ok(Answer::ok(None))
}

/// Try the settings of an adapter.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/adapters/{adapterType}/test-environment",
    request_body = wire::TestEnvironmentRequest,
    responses((status = 200, body = wire::TestEnvironmentResponse))
)]
async fn test_adapter_environment(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    path: PathParams,
    NeededBody(body): NeededBody<wire::TestEnvironmentRequest>,
) -> ApiResult<Answer<wire::TestEnvironmentResponse>> {
    app.services.environments.require_tried_here(body.environment_id).await?;
    let settings = body.adapter_config.unwrap_or_else(OpaqueJson::object);
    let word = path.text("adapterType");
    let test = app.services.adapters.test_environment(&company, word, &settings).await?;
    Ok(Answer::ok(wire::TestEnvironmentResponse {
        adapter_type: test.adapter_type,
        status: test.status,
        checks: OpaqueJson::of(&test.checks),
        tested_at: test.tested_at,
    }))
}

/// Refuses what cannot be done with an adapter, if there is one of that name.
async fn refused(app: &App, path: &PathParams, refusal: impl FnOnce() -> ServiceError) -> ApiError {
    let known = app.services.adapters.get(path.text("adapterType")).await;
    ApiError(known.map_or_else(|error| error, |_| refusal()))
}

/// Spells an adapter type.
pub(super) fn written(adapter: OfferedAdapter) -> wire::Adapter {
    let OfferedAdapter { facts, is_disabled } = adapter;
    wire::Adapter {
        adapter_type: facts.adapter_type,
        label: facts.label.to_owned(),
        source: "builtin",
        models_count: facts.models.len(),
        loaded: facts.can_run,
        disabled: is_disabled,
        capabilities: OpaqueJson::of(&facts.capabilities),
        override_paused: false,
    }
}
