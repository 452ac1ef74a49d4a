//! Money that is no cost of a model.

use axum::extract::State;
use wireclip_domain::finance::FinanceDirection;
use wireclip_domain::money::MicroDollars;
use wireclip_services::costs::NewFinanceEvent;
use wireclip_services::records::{Company, PageLimit};
use wireclip_services::{ServiceError, ServiceResult};
use wireclip_wire::costs as wire;

use super::{span, written};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{By, FromPath, PathParams};

/// How many bookings are listed unless told, and at most.
const USUAL_LIMIT: u32 = 100;
const LARGEST_LIMIT: u32 = 500;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Manager, routes!(create_finance_event))
        .add(Access::AnyCaller, routes!(list_finance_events))
        .add(Access::AnyCaller, routes!(get_finance_summary))
        .add(Access::AnyCaller, routes!(list_finance_by_biller))
        .add(Access::AnyCaller, routes!(list_finance_by_kind))
}

/// Book money that is no cost of a model.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/finance-events",
    request_body = wire::CreateFinanceEventRequest,
    responses((status = 201, body = wire::FinanceEvent))
)]
async fn create_finance_event(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateFinanceEventRequest>,
) -> ApiResult<Answer<wire::FinanceEvent>> {
    let new = NewFinanceEvent {
        agent_id: body.agent_id,
        issue_id: body.issue_id,
        project_id: body.project_id,
        goal_id: body.goal_id,
        run_id: body.heartbeat_run_id,
        cost_event_id: body.cost_event_id,
        billing_code: body.billing_code,
        description: body.description,
        event_kind: body.event_kind,
        direction: body.direction.unwrap_or(FinanceDirection::Debit),
        biller: body.biller,
        provider: body.provider,
        execution_adapter_type: body.execution_adapter_type,
        pricing_tier: body.pricing_tier,
        region: body.region,
        model: body.model,
        quantity: body.quantity,
        unit: body.unit,
        amount: MicroDollars::from_cents(body.amount_cents),
        currency: body.currency.unwrap_or_else(|| "USD".to_owned()),
        estimated: body.estimated.unwrap_or(false),
        external_invoice_id: body.external_invoice_id,
        metadata: body.metadata_json,
        occurred_at: body.occurred_at,
    };
    let event = app.services.costs.book_finance(&company, new).await?;
    Ok(Answer::created(written::finance_event(event.into_inner())))
}

/// List bookings of money.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/finance-events",
    params(wire::ListFinanceEventsQuery),
    responses((status = 200, body = Vec<wire::FinanceEvent>))
)]
async fn list_finance_events(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::ListFinanceEventsQuery>,
) -> ApiResult<Answer<Vec<wire::FinanceEvent>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let limit = limit(query.limit.as_deref())?;
    let found = app.services.costs.finance_events(&request, company_id, span, limit).await?;
    Ok(Answer::ok(found.into_iter().map(written::finance_event).collect()))
}

fn limit(text: Option<&str>) -> ServiceResult<PageLimit<LARGEST_LIMIT>> {
    let Some(text) = text else { return Ok(PageLimit::at_most(USUAL_LIMIT)) };
    match text.parse() {
        Ok(limit @ 1..=LARGEST_LIMIT) => Ok(PageLimit::at_most(limit)),
        _ => Err(ServiceError::invalid("invalid 'limit' value")),
    }
}

/// Sum up bookings of money.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/finance-summary",
    params(wire::CostSpanQuery),
    responses((status = 200, body = wire::FinanceSummary))
)]
async fn get_finance_summary(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<wire::FinanceSummary>> {
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let sums = app.services.costs.finance_summary(&company, span).await?;
    Ok(Answer::ok(wire::FinanceSummary {
        company_id: company.id,
        debit_cents: sums.debit.cents(),
        credit_cents: sums.credit.cents(),
        net_cents: sums.net().cents(),
        estimated_debit_cents: sums.estimated_debit.cents(),
        event_count: sums.events,
    }))
}

/// Sum up bookings of money by biller.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/finance-by-biller",
    params(wire::CostSpanQuery),
    responses((status = 200, body = Vec<wire::FinanceByBiller>))
)]
async fn list_finance_by_biller(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<Vec<wire::FinanceByBiller>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let found = app.services.costs.finance_by_biller(&request, company_id, span).await?;
    Ok(Answer::ok(found.into_iter().map(written::finance_by_biller).collect()))
}

/// Sum up bookings of money by kind.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/finance-by-kind",
    params(wire::CostSpanQuery),
    responses((status = 200, body = Vec<wire::FinanceByKind>))
)]
async fn list_finance_by_kind(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::CostSpanQuery>,
) -> ApiResult<Answer<Vec<wire::FinanceByKind>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let found = app.services.costs.finance_by_kind(&request, company_id, span).await?;
    Ok(Answer::ok(found.iter().map(written::finance_by_kind).collect()))
}
