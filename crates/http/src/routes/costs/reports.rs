//! Reports of costs.

use axum::extract::State;
use wireclip_services::records::{Company, Issue};
use wireclip_wire::costs as wire;

use super::{span, written};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{NoQuery, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{By, FromPath, PathParams};

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(get_cost_summary))
        .add(Access::AnyCaller, routes!(list_costs_by_agent))
        .add(Access::AnyCaller, routes!(list_costs_by_agent_model))
        .add(Access::AnyCaller, routes!(list_costs_by_provider))
        .add(Access::AnyCaller, routes!(list_costs_by_biller))
        .add(Access::AnyCaller, routes!(list_costs_by_project))
        .add(Access::AnyCaller, routes!(get_window_spend))
        .add(Access::AnyCaller, routes!(list_quota_windows))
        .add(Access::AnyCaller, routes!(get_issue_cost_summary))
}

/// Sum up what a company spent.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/summary",
    params(wire::CostSpanQuery),
    responses((status = 200, body = wire::CostSummary))
)]
async fn get_cost_summary(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<wire::CostSummary>> {
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let summary = app.services.costs.summary(&company, span).await?;
    Ok(Answer::ok(wire::CostSummary {
        company_id: company.id,
        spend_cents: summary.sums.cash.cents(),
        budget_cents: summary.budget_monthly.cents(),
        utilization_percent: wire::Percent::of(summary.sums.cash, summary.budget_monthly),
        estimate_cents: summary.sums.estimate.cents(),
        event_count: summary.sums.events,
        unpriced_event_count: summary.sums.unpriced_events,
    }))
}

/// Sum up what each agent cost.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/by-agent",
    params(wire::CostSpanQuery),
    responses((status = 200, body = Vec<wire::CostByAgent>))
)]
async fn list_costs_by_agent(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<Vec<wire::CostByAgent>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let found = app.services.costs.by_agent(&request, company_id, span).await?;
    Ok(Answer::ok(found.into_iter().map(written::by_agent).collect()))
}

/// Sum up what each agent cost with each model.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/by-agent-model",
    params(wire::CostSpanQuery),
    responses((status = 200, body = Vec<wire::CostByAgentModel>))
)]
async fn list_costs_by_agent_model(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<Vec<wire::CostByAgentModel>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let found = app.services.costs.by_agent_model(&request, company_id, span).await?;
    Ok(Answer::ok(found.into_iter().map(written::by_agent_model).collect()))
}

/// Sum up what each provider's models cost.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/by-provider",
    params(wire::CostSpanQuery),
    responses((status = 200, body = Vec<wire::CostByProvider>))
)]
async fn list_costs_by_provider(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<Vec<wire::CostByProvider>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let found = app.services.costs.by_provider(&request, company_id, span).await?;
    Ok(Answer::ok(found.into_iter().map(written::by_provider).collect()))
}

/// Sum up what is owed to whom.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/by-biller",
    params(wire::CostSpanQuery),
    responses((status = 200, body = Vec<wire::CostByBiller>))
)]
async fn list_costs_by_biller(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<Vec<wire::CostByBiller>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let found = app.services.costs.by_biller(&request, company_id, span).await?;
    Ok(Answer::ok(found.into_iter().map(written::by_biller).collect()))
}

/// Sum up what each project cost.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/by-project",
    params(wire::CostSpanQuery),
    responses((status = 200, body = Vec<wire::CostByProject>))
)]
async fn list_costs_by_project(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<Vec<wire::CostByProject>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let found = app.services.costs.by_project(&request, company_id, span).await?;
    Ok(Answer::ok(found.into_iter().map(written::by_project).collect()))
}

/// Sum up what was spent in the last hours and days.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/window-spend",
    responses((status = 200, body = Vec<wire::WindowSpend>))
)]
async fn get_window_spend(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    _: NoQuery,
) -> ApiResult<Answer<Vec<wire::WindowSpend>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let found = app.services.costs.window_spend(&request, company_id).await?;
    Ok(Answer::ok(found.into_iter().map(written::window).collect()))
}

/// Tell how much of providers' plans is used.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/quota-windows",
    responses((status = 200, body = Vec<wire::ProviderQuota>))
)]
async fn list_quota_windows(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    _: NoQuery,
) -> ApiResult<Answer<Vec<wire::ProviderQuota>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let found = app.services.costs.quota_windows(&request, company_id).await?;
    let told = found.into_iter().map(|quota| wire::ProviderQuota {
        provider: quota.provider,
        ok: true,
        windows: Vec::new(),
    });
    Ok(Answer::ok(told.collect()))
}

/// Sum up what an issue and all below it cost.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/cost-summary",
    params(wire::IssueCostSummaryQuery),
    responses((status = 200, body = wire::IssueCostSummary))
)]
async fn get_issue_cost_summary(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Query(query): Query<wire::IssueCostSummaryQuery>,
) -> ApiResult<Answer<wire::IssueCostSummary>> {
    let with_root = !query.exclude_root.unwrap_or(false);
    let of = app.services.costs.of_issue(&issue, with_root).await?;
    Ok(Answer::ok(wire::IssueCostSummary {
        issue_id: issue.id,
        issue_count: of.issues,
        include_descendants: true,
        costs: written::summed(&of.sums),
        run_count: of.runs,
        runtime_ms: of.runtime_millis,
    }))
}
