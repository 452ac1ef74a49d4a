//! Custom images: setting a sandbox up, capturing it, and what becomes of the template. For those
//! who look after the instance.

mod terminal;
mod written;

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use secrecy::ExposeSecret as _;
use wireclip_domain::OpaqueJson;
use wireclip_services::custom_images::NewSession;
use wireclip_services::records::{CustomImageSession, Environment};
use wireclip_wire::custom_images as wire;
use wireclip_wire::environments::CompanyQuery;
use wireclip_wire::error::ErrorBody;

use super::environments::company_of;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(super) use written::reconciliation_written;
use written::{image_written, session_written, shown_written, template_written};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(get_custom_image_template))
        .add(Access::Board, routes!(delete_custom_image_template))
        .add(Access::Board, routes!(roll_back_custom_image_template))
        .add(Access::Board, routes!(relink_custom_image_template))
        .add(Access::Board, routes!(start_custom_image_setup))
        .add(Access::Board, routes!(get_custom_image_setup))
        .add(Access::Board, routes!(finish_custom_image_setup))
        .add(Access::Board, routes!(cancel_custom_image_setup))
        .add(Access::Board, routes!(create_custom_image_terminal_token))
        .merge(terminal::routes(app))
}

/// Say what there is of an environment's custom image.
#[utoipa::path(
    get,
    path = "/environments/{environmentId}/custom-image-template",
    params(CompanyQuery),
    responses((status = 200, body = wire::CustomImage))
)]
async fn get_custom_image_template(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<CompanyQuery>,
) -> ApiResult<Answer<wire::CustomImage>> {
    company_of(&app, environment.request(), query).await?;
    Ok(Answer::ok(image_written(app.services.custom_images.of(&environment).await?)))
}

/// Disable an environment's custom image.
#[utoipa::path(
    delete,
    path = "/environments/{environmentId}/custom-image-template",
    params(wire::DisableTemplateQuery),
    responses((status = 200, body = wire::CustomImageTemplate))
)]
async fn delete_custom_image_template(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<wire::DisableTemplateQuery>,
) -> ApiResult<Answer<wire::CustomImageTemplate>> {
    let named = CompanyQuery { company_id: query.company_id };
    let company = company_of(&app, environment.request(), named).await?;
    let deletes = query.delete_provider_template;
    let template = app.services.custom_images.disable(&environment, company, deletes).await?;
    Ok(Answer::ok(template_written(template)))
}

/// Bring the custom image before back.
#[utoipa::path(
    post,
    path = "/environments/{environmentId}/custom-image-template/rollback",
    request_body = wire::NothingRequest,
    params(CompanyQuery),
    responses((status = 200, body = wire::RolledBackTemplate))
)]
async fn roll_back_custom_image_template(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<CompanyQuery>,
    Body(_): Body<wire::NothingRequest>,
) -> ApiResult<Answer<wire::RolledBackTemplate>> {
    let company = company_of(&app, environment.request(), query).await?;
    let rolled_back = app.services.custom_images.roll_back(&environment, company).await?;
    Ok(Answer::ok(wire::RolledBackTemplate {
        active_template: template_written(rolled_back.active),
        superseded_template: template_written(rolled_back.superseded),
    }))
}

/// Let a custom image go on with the environment's settings as they are.
#[utoipa::path(
    post,
    path = "/environments/{environmentId}/custom-image-template/relink",
    request_body = wire::RelinkTemplateRequest,
    params(CompanyQuery),
    responses((status = 200, body = wire::CustomImageReconciliation))
)]
async fn relink_custom_image_template(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<CompanyQuery>,
    Body(body): Body<wire::RelinkTemplateRequest>,
) -> ApiResult<Answer<wire::CustomImageReconciliation>> {
    let company = company_of(&app, environment.request(), query).await?;
    let confirmed = body.confirm_boot_source_drift;
    let relinked = app.services.custom_images.relink(&environment, company, confirmed).await?;
    Ok(Answer::ok(reconciliation_written(relinked)))
}

/// Have a sandbox made to be set up, and be let in.
#[utoipa::path(
    post,
    path = "/environments/{environmentId}/custom-image-setup-sessions",
    request_body = wire::StartSetupRequest,
    params(CompanyQuery),
    responses((status = 201, body = wire::ShownSetupSession))
)]
async fn start_custom_image_setup(
    State(app): State<App>,
    FromPath(environment): FromPath<Environment>,
    Query(query): Query<CompanyQuery>,
    Body(body): Body<wire::StartSetupRequest>,
) -> ApiResult<Answer<wire::ShownSetupSession>> {
    let company = company_of(&app, environment.request(), query).await?;
    let new = NewSession { template_id: body.template_id, time: Duration::from_secs(body.ttl_seconds) };
    let shown = app.services.custom_images.start(&environment, company, new).await?;
    let afterwards = ErrorBody {
        error: "The request was carried out, and the way into the sandbox was shown with its answer, which \
                is kept nowhere: read the session for it"
            .to_owned(),
        code: Some("connection_shown_once".to_owned()),
        details: Some(OpaqueJson::of(&BTreeMap::from([("sessionId", shown.session.id)]))),
    };
    Ok(Answer::created(shown_written(shown)).shown_once(afterwards))
}

/// Look at a session, with the way into its sandbox.
#[utoipa::path(
    get,
    path = "/environment-custom-image-setup-sessions/{sessionId}",
    responses((status = 200, body = wire::ShownSetupSession))
)]
async fn get_custom_image_setup(
    State(app): State<App>,
    FromPath(session): FromPath<CustomImageSession>,
) -> ApiResult<Answer<wire::ShownSetupSession>> {
    Ok(Answer::ok(shown_written(app.services.custom_images.look(&session).await?)))
}

/// Capture a session's sandbox.
#[utoipa::path(
    post,
    path = "/environment-custom-image-setup-sessions/{sessionId}/finish",
    request_body = wire::FinishSetupRequest,
    responses((status = 200, body = wire::FinishedSetupSession))
)]
async fn finish_custom_image_setup(
    State(app): State<App>,
    FromPath(session): FromPath<CustomImageSession>,
    Body(body): Body<wire::FinishSetupRequest>,
) -> ApiResult<Answer<wire::FinishedSetupSession>> {
    let finished = app.services.custom_images.finish(&session, body.metadata).await?;
    Ok(Answer::ok(wire::FinishedSetupSession {
        session: session_written(finished.session),
        template: template_written(finished.template),
    }))
}

/// Give a session up.
#[utoipa::path(
    post,
    path = "/environment-custom-image-setup-sessions/{sessionId}/cancel",
    request_body = wire::CancelSetupRequest,
    responses((status = 200, body = wire::CustomImageSetupSession))
)]
async fn cancel_custom_image_setup(
    State(app): State<App>,
    FromPath(session): FromPath<CustomImageSession>,
    Body(body): Body<wire::CancelSetupRequest>,
) -> ApiResult<Answer<wire::CustomImageSetupSession>> {
    let cancelled = app.services.custom_images.cancel(&session, body.reason.as_deref()).await?;
    Ok(Answer::ok(session_written(cancelled)))
}

/// Make a token that opens terminals of a session's sandbox.
#[utoipa::path(
    post,
    path = "/environment-custom-image-setup-sessions/{sessionId}/terminal-session-token",
    request_body = wire::NothingRequest,
    responses((status = 201, body = wire::TerminalSessionToken))
)]
async fn create_custom_image_terminal_token(
    State(app): State<App>,
    FromPath(session): FromPath<CustomImageSession>,
    Body(_): Body<wire::NothingRequest>,
) -> ApiResult<Answer<wire::TerminalSessionToken>> {
    let pass = app.services.custom_images.make_pass(&session).await?;
    let afterwards = ErrorBody {
        error: "The request was carried out, and the token was shown with its answer, which is kept \
                nowhere: make another with a new Idempotency-Key"
            .to_owned(),
        code: Some("token_shown_once".to_owned()),
        details: None,
    };
    let answer = Answer::created(wire::TerminalSessionToken {
        id: pass.id,
        token: pass.token.expose_secret().to_owned(),
        expires_at: pass.expires_at,
        setup_session_id: pass.session_id,
        environment_id: pass.environment_id,
        connection_type: "ssh",
        websocket_path: format!(
            "/api/environment-custom-image-setup-sessions/{}/terminal/ws",
            pass.session_id
        ),
    });
    Ok(answer.shown_once(afterwards))
}
