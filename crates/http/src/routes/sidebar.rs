//! The order in which a person sees companies, and the projects of each.

use axum::extract::State;
use wireclip_services::records::Company;
use wireclip_services::sidebar::Order;
use wireclip_wire::sidebar as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{By, FromPath};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Personal, routes!(get_company_order))
        .add(Access::Personal, routes!(update_company_order))
        .add(Access::Personal, routes!(get_project_order))
        .add(Access::Personal, routes!(update_project_order))
}

/// Get the order in which the caller sees companies.
#[utoipa::path(get, path = "/sidebar-preferences/me", responses((status = 200, body = wire::SidebarPreferences)))]
async fn get_company_order(
    State(app): State<App>,
    By(request): By,
) -> ApiResult<Answer<wire::SidebarPreferences>> {
    Ok(Answer::ok(written(app.services.sidebar.companies(&request).await?)))
}

/// Choose the order in which the caller sees companies.
#[utoipa::path(
    put,
    path = "/sidebar-preferences/me",
    request_body = wire::UpdateSidebarPreferencesRequest,
    responses((status = 200, body = wire::SidebarPreferences))
)]
async fn update_company_order(
    State(app): State<App>,
    By(request): By,
    Body(body): Body<wire::UpdateSidebarPreferencesRequest>,
) -> ApiResult<Answer<wire::SidebarPreferences>> {
    let order = app.services.sidebar.order_companies(&request, body.ordered_ids).await?;
    Ok(Answer::ok(written(order.into_inner())))
}

/// Get the order in which the caller sees a company's projects.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/sidebar-preferences/me",
    responses((status = 200, body = wire::SidebarPreferences))
)]
async fn get_project_order(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::SidebarPreferences>> {
    Ok(Answer::ok(written(app.services.sidebar.projects(&company).await?)))
}

/// Choose the order in which the caller sees a company's projects.
#[utoipa::path(
    put,
    path = "/companies/{companyId}/sidebar-preferences/me",
    request_body = wire::UpdateSidebarPreferencesRequest,
    responses((status = 200, body = wire::SidebarPreferences))
)]
async fn update_project_order(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::UpdateSidebarPreferencesRequest>,
) -> ApiResult<Answer<wire::SidebarPreferences>> {
    let order = app.services.sidebar.order_projects(&company, body.ordered_ids).await?;
    Ok(Answer::ok(written(order.into_inner())))
}

/// Spells an order.
pub(super) fn written(order: Order) -> wire::SidebarPreferences {
    wire::SidebarPreferences { ordered_ids: order.ids, updated_at: order.updated_at }
}
