//! Secrets of companies. No route tells a value.

use axum::extract::State;
use utoipa_axum::routes;
use wireclip_services::records::Company;
use wireclip_services::secrets::SecretView;
use wireclip_wire::secrets as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::Board, routes!(list_secrets))
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
    Ok(Answer::ok(secrets.into_iter().map(written).collect()))
}

fn written(SecretView { secret, reference_count }: SecretView) -> wire::CompanySecret {
    wire::CompanySecret {
        id: secret.id,
        company_id: secret.company_id,
        scope: "company",
        owner_user_id: None,
        user_secret_definition_id: None,
        key: secret.key,
        name: secret.name,
        provider: secret.provider,
        status: secret.status,
        managed_mode: "paperclip_managed",
        external_ref: None,
        provider_config_id: None,
        provider_metadata: None,
        latest_version: secret.latest_version,
        description: secret.description,
        last_resolved_at: secret.last_resolved_at,
        last_rotated_at: secret.last_rotated_at,
        deleted_at: secret.deleted_at,
        created_by_agent_id: secret.created_by_agent_id,
        created_by_user_id: secret.created_by_user_id,
        created_at: secret.created_at,
        updated_at: secret.updated_at,
        reference_count,
    }
}
