//! Companies.

use std::collections::BTreeMap;

use axum::extract::State;
use wireclip_domain::CompanyId;
use wireclip_domain::money::MicroDollars;
use wireclip_services::companies::{CompanyPatch, CompanyView, NewCompany};
use wireclip_services::records::{Company, CompanyMember};
use wireclip_services::{Scoped, ServiceError};
use wireclip_wire::companies as wire;
use wireclip_wire::done::Done;

use super::members;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::{ApiError, ApiResult};
use crate::route::routes;
use crate::scoped::{By, FromPath};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(list_companies))
        .add(Access::Board, routes!(create_company))
        .add(Access::Board, routes!(get_company_stats))
        .add(Access::AnyCaller, routes!(list_issues_without_company))
        .add(Access::AnyCaller, routes!(get_company))
        .add(Access::Manager, routes!(update_company))
        .add(Access::Manager, routes!(delete_company))
        .add(Access::Manager, routes!(archive_company))
        .add(Access::AnyCaller, routes!(update_company_branding))
}

/// List the companies within reach.
#[utoipa::path(get, path = "/companies", params(wire::ListCompaniesQuery), responses((status = 200, body = Vec<wire::Company>)))]
async fn list_companies(
    State(app): State<App>,
    By(request): By,
    Query(query): Query<wire::ListCompaniesQuery>,
) -> ApiResult<Answer<Vec<wire::Company>>> {
    if query.scope.as_deref().is_some_and(|scope| scope != "accessible") {
        let message = "scope must be a single accessible value when provided";
        return Err(ApiError(ServiceError::invalid(message)));
    }
    let companies = app.services.companies.list(&request, query.scope.is_some()).await?;
    Ok(Answer::ok(companies.into_iter().map(written).collect()))
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
    let new = NewCompany {
        name: body.name,
        description: body.description,
        budget_monthly: MicroDollars::from_cents(body.budget_monthly_cents),
        default_responsible_user_id: body.default_responsible_user_id,
    };
    let company = app.services.companies.create(&request, new).await?;
    Ok(Answer::created(written(company.into_inner())))
}

/// Tell how much each company has.
#[utoipa::path(
    get,
    path = "/companies/stats",
    responses((status = 200, body = BTreeMap<String, wire::CompanyStats>))
)]
async fn get_company_stats(
    State(app): State<App>,
    By(request): By,
) -> ApiResult<Answer<BTreeMap<CompanyId, wire::CompanyStats>>> {
    let sizes = app.services.companies.sizes(&request).await?;
    let stats = |(company_id, size): (CompanyId, wireclip_services::records::CompanySize)| {
        (company_id, wire::CompanyStats { agent_count: size.agents, issue_count: size.issues })
    };
    Ok(Answer::ok(sizes.into_iter().map(stats).collect()))
}

/// Tell a client that lost its company where issues are.
#[utoipa::path(get, path = "/companies/issues", responses((status = 400, body = wireclip_wire::error::ErrorBody)))]
async fn list_issues_without_company() -> ApiError {
    let message = "Missing companyId in path. Use /api/companies/{companyId}/issues.";
    ApiError(ServiceError::invalid(message))
}

/// Get a company.
#[utoipa::path(get, path = "/companies/{companyId}", responses((status = 200, body = wire::Company)))]
async fn get_company(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::Company>> {
    Ok(Answer::ok(written(app.services.companies.view(&company).await?)))
}

/// Change a company.
#[utoipa::path(
    patch,
    path = "/companies/{companyId}",
    request_body = wire::UpdateCompanyRequest,
    responses((status = 200, body = wire::Company))
)]
async fn update_company(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::UpdateCompanyRequest>,
) -> ApiResult<Answer<wire::Company>> {
    let patch = CompanyPatch {
        name: body.name,
        description: body.description,
        status: body.status,
        budget_monthly: body.budget_monthly_cents.map(MicroDollars::from_cents),
        default_responsible_user_id: body.default_responsible_user_id,
        require_board_approval_for_new_agents: body.require_board_approval_for_new_agents,
        interaction_resolver_governance: body.interaction_resolver_governance,
        feedback_data_sharing_enabled: body.feedback_data_sharing_enabled,
        logo_asset_id: body.logo_asset_id,
        details: body.named,
    };
    let company = app.services.companies.update(&company, patch).await?;
    Ok(Answer::stopped(company.map(written)))
}

/// Remove a company with everything in it.
#[utoipa::path(delete, path = "/companies/{companyId}", responses((status = 200, body = Done)))]
async fn delete_company(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<Done>> {
    if !app.settings.mode.allows_company_deletion() {
        return Err(ApiError(ServiceError::forbidden("Company deletion is disabled")));
    }
    app.services.companies.delete(&company).await?.into_inner();
    Ok(Answer::ok(Done { ok: true }))
}

/// Put a company away, and wait until its runs have ended.
#[utoipa::path(post, path = "/companies/{companyId}/archive", responses((status = 200, body = wire::Company)))]
async fn archive_company(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::Company>> {
    let company = app.services.companies.archive(&company).await?;
    Ok(Answer::stopped(company.map(written)))
}

/// Change how a company looks.
#[utoipa::path(
    patch,
    path = "/companies/{companyId}/branding",
    request_body = wire::UpdateCompanyBrandingRequest,
    responses((status = 200, body = wire::Company))
)]
async fn update_company_branding(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::UpdateCompanyBrandingRequest>,
) -> ApiResult<Answer<wire::Company>> {
    let patch = CompanyPatch {
        name: body.name,
        description: body.description,
        logo_asset_id: body.logo_asset_id,
        details: body.named,
        ..CompanyPatch::default()
    };
    let company = app.services.companies.brand(&company, patch).await?;
    Ok(Answer::ok(written(company.into_inner())))
}

/// Spells who belongs to a company, and what the caller may do about it.
pub(super) fn members_written(
    company: &Scoped<Company>,
    members: Vec<CompanyMember>,
) -> wire::CompanyMembers {
    let access = members::access_of(company);
    wire::CompanyMembers { members: members.into_iter().map(member_written).collect(), access }
}

/// Spells a company.
pub(super) fn written(CompanyView { company, issue_counter, spent_monthly }: CompanyView) -> wire::Company {
    wire::Company {
        id: company.id,
        name: company.name,
        description: company.description,
        status: company.status,
        pause_reason: company.pause_reason,
        paused_at: company.paused_at,
        issue_prefix: company.issue_prefix,
        issue_counter,
        budget_monthly_cents: company.budget_monthly_micros.cents(),
        spent_monthly_cents: spent_monthly.cents(),
        default_responsible_user_id: company.default_responsible_user_id,
        require_board_approval_for_new_agents: company.require_board_approval_for_new_agents,
        interaction_resolver_governance: company.interaction_resolver_governance,
        feedback_data_sharing_enabled: company.feedback_data_sharing_enabled,
        feedback_data_sharing_consent_at: company.feedback_data_sharing_consent_at,
        feedback_data_sharing_consent_by_user_id: company.feedback_data_sharing_consent_by_user_id,
        feedback_data_sharing_terms_version: company.feedback_data_sharing_terms_version,
        logo_url: company.logo_asset_id.map(|id| format!("/api/assets/{id}/content")),
        logo_asset_id: company.logo_asset_id,
        created_at: company.created_at,
        updated_at: company.updated_at,
    }
}

fn member_written(member: CompanyMember) -> wire::CompanyMember {
    wire::CompanyMember {
        id: member.id,
        company_id: member.company_id,
        principal_type: member.principal_type,
        principal_id: member.principal_id,
        status: member.status,
        membership_role: member.membership_role,
        created_at: member.created_at,
        updated_at: member.updated_at,
    }
}
