//! What the whole instance is set to, as far as it is built.

use axum::extract::State;
use wireclip_services::environments::InstanceChoices;
use wireclip_wire::instance_settings as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::By;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(get_instance_settings))
        .add(Access::Board, routes!(update_instance_settings))
}

/// Get what the whole instance is set to.
#[utoipa::path(get, path = "/instance/settings", responses((status = 200, body = wire::InstanceSettings)))]
async fn get_instance_settings(
    State(app): State<App>,
    By(request): By,
) -> ApiResult<Answer<wire::InstanceSettings>> {
    Ok(Answer::ok(written(app.services.environments.instance_choices(&request).await?)))
}

/// Set something for the whole instance.
#[utoipa::path(
    patch,
    path = "/instance/settings",
    request_body = wire::UpdateInstanceSettingsRequest,
    responses((status = 200, body = wire::InstanceSettings))
)]
async fn update_instance_settings(
    State(app): State<App>,
    By(request): By,
    Body(body): Body<wire::UpdateInstanceSettingsRequest>,
) -> ApiResult<Answer<wire::InstanceSettings>> {
    let wished = body.default_environment_id;
    let chosen = app.services.environments.choose_default(&request, wished).await?;
    Ok(Answer::ok(written(chosen.into_inner())))
}

fn written(choices: InstanceChoices) -> wire::InstanceSettings {
    wire::InstanceSettings {
        default_environment_id: choices.default_environment_id,
        created_at: choices.set.map(|(first, _)| first),
        updated_at: choices.set.map(|(_, last)| last),
    }
}
