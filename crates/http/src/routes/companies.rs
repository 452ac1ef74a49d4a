//! Companies.

use axum::extract::State;
use utoipa_axum::routes;
use wireclip_services::companies::NewCompany;
use wireclip_store::companies::Company;
use wireclip_wire::companies as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::scoped::{By, Found};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::Board, routes!(create_company)).add(Access::Anyone, routes!(get_company))
}

/// Make a company.
#[utoipa::path(
    post,
    path = "/companies",
    request_body = wire::CreateCompanyRequest,
    responses((status = 201, body = wire::Company))
)]
async fn create_company(
    State(app): State<App>,
    By(request): By,
    Body(body): Body<wire::CreateCompanyRequest>,
) -> ApiResult<Answer<wire::Company>> {
    let new = NewCompany { name: body.name, description: body.description };
    let company = app.services.companies.create(&request, new).await?;
    Ok(Answer::created(written(company.into_inner(), 0)))
}

/// Get a company.
#[utoipa::path(get, path = "/companies/{companyId}", responses((status = 200, body = wire::Company)))]
async fn get_company(Found(company): Found<Company>) -> ApiResult<Answer<wire::Company>> {
    Ok(Answer::ok(written(company.into_inner(), 0)))
}

fn written(company: Company, issue_counter: i64) -> wire::Company {
    wire::Company {
        id: company.id,
        name: company.name,
        description: company.description,
        status: company.status,
        issue_prefix: company.issue_prefix,
        issue_counter,
        created_at: company.created_at,
        updated_at: company.updated_at,
    }
}
