//! Labels.

use axum::extract::State;
use wireclip_services::labels::NewLabel;
use wireclip_services::records::{Company, Label};
use wireclip_wire::labels as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_labels))
        .add(Access::AnyCaller, routes!(create_label))
        .add(Access::AnyCaller, routes!(delete_label))
}

/// List a company's labels.
#[utoipa::path(get, path = "/companies/{companyId}/labels", responses((status = 200, body = Vec<wire::Label>)))]
async fn list_labels(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<Vec<wire::Label>>> {
    let labels = app.services.labels.list(&company).await?;
    Ok(Answer::ok(labels.into_iter().map(written).collect()))
}

/// Make a label.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/labels",
    request_body = wire::CreateLabelRequest,
    responses((status = 201, body = wire::Label))
)]
async fn create_label(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateLabelRequest>,
) -> ApiResult<Answer<wire::Label>> {
    let new = NewLabel { name: body.name, color: body.color };
    let label = app.services.labels.create(&company, new).await?;
    Ok(Answer::created(written(label.into_inner())))
}

/// Delete a label, also from the issues that have it.
#[utoipa::path(delete, path = "/labels/{labelId}", responses((status = 200, body = wire::Label)))]
async fn delete_label(
    State(app): State<App>,
    FromPath(label): FromPath<Label>,
) -> ApiResult<Answer<wire::Label>> {
    let gone = app.services.labels.delete(&label).await?;
    Ok(Answer::ok(written(gone.into_inner())))
}

/// Spells a label.
pub(super) fn written(label: Label) -> wire::Label {
    wire::Label {
        id: label.id,
        company_id: label.company_id,
        name: label.name,
        color: label.color,
        created_at: label.created_at,
        updated_at: label.updated_at,
    }
}
