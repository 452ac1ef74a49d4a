//! The organisation.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use wireclip_services::agents::OrgNode;
use wireclip_services::records::Company;
use wireclip_wire::agents as wire;

use super::org_drawing;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(get_organisation))
        .add(Access::AnyCaller, routes!(draw_organisation))
}

/// Draw who reports to whom.
#[utoipa::path(get, path = "/companies/{companyId}/org.svg", responses((status = 200, body = String)))]
async fn draw_organisation(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Response> {
    let roots = app.services.agents.organisation(&company).await?;
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, org_drawing::svg(&roots)).into_response())
}

/// Get who reports to whom.
#[utoipa::path(get, path = "/companies/{companyId}/org", responses((status = 200, body = Vec<wire::OrgNode>)))]
async fn get_organisation(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<Vec<wire::OrgNode>>> {
    let roots = app.services.agents.organisation(&company).await?;
    Ok(Answer::ok(roots.into_iter().map(written).collect()))
}

fn written(node: OrgNode) -> wire::OrgNode {
    wire::OrgNode {
        id: node.agent.id,
        status: node.agent.status(),
        name: node.agent.name,
        role: node.agent.role,
        reports: node.reports.into_iter().map(written).collect(),
    }
}
