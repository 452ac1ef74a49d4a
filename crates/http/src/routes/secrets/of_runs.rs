//! Secrets as the run of an agent reads them.

use axum::extract::State;
use secrecy::ExposeSecret as _;
use wireclip_services::secrets::ReadableSecret;
use wireclip_wire::error::ErrorBody;
use wireclip_wire::secrets as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{By, PathParams};

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_own_secrets))
        .add(Access::AnyCaller, routes!(read_own_secret))
}

/// List the secrets that the calling run may read.
#[utoipa::path(get, path = "/agents/me/secrets", responses((status = 200, body = wire::ReadableSecrets)))]
async fn list_own_secrets(
    State(app): State<App>,
    By(request): By,
) -> ApiResult<Answer<wire::ReadableSecrets>> {
    let secrets = app.services.secrets.readable(&request).await?;
    Ok(Answer::ok(wire::ReadableSecrets { secrets: secrets.into_iter().map(written).collect() }).not_stored())
}

/// Read a secret's value, as the run that calls was given it.
#[utoipa::path(
    post,
    path = "/agents/me/secrets/{key}/value",
    responses((status = 200, body = wire::SecretValue))
)]
async fn read_own_secret(
    State(app): State<App>,
    By(request): By,
    params: PathParams,
) -> ApiResult<Answer<wire::SecretValue>> {
    let read = app.services.secrets.read_value(&request, params.text("key")).await?.into_inner();
    let body = wire::SecretValue {
        secret_id: read.secret.id,
        key: read.secret.key,
        version: read.version,
        value: read.value.expose_secret().to_owned(),
    };
    let afterwards = ErrorBody::message(
        "The value was given with the first answer, which is kept nowhere: ask with a new Idempotency-Key",
    );
    Ok(Answer::ok(body).not_stored().shown_once(afterwards))
}

fn written(ReadableSecret { secret, config_paths }: ReadableSecret) -> wire::ReadableSecret {
    wire::ReadableSecret {
        id: secret.id,
        key: secret.key,
        name: secret.name,
        description: secret.description,
        status: secret.status,
        latest_version: secret.latest_version,
        config_paths,
    }
}
