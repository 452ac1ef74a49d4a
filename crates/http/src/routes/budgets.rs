//! Budgets: limits of what may be spent, and what happened at them.

use axum::extract::State;
use wireclip_domain::BudgetIncidentId;
use wireclip_domain::budget::BudgetMetric;
use wireclip_domain::money::MicroDollars;
use wireclip_services::budgets::{IncidentView, Overview, PolicyChange, PolicyView, Resolution};
use wireclip_services::records::{Agent, Company};
use wireclip_wire::agents::Agent as WireAgent;
use wireclip_wire::companies::Company as WireCompany;
use wireclip_wire::{budgets as wire, costs};

use super::{agents, companies};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, NeededBody};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{FromPath, PathParams};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(get_budget_overview))
        .add(Access::Manager, routes!(create_budget_policy))
        .add(Access::Manager, routes!(set_company_budget))
        .add(Access::Manager, routes!(set_agent_budget))
        .add(Access::Manager, routes!(resolve_budget_incident))
}

/// Show a company's limits, and what happened at them.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/budgets/overview",
    responses((status = 200, body = wire::BudgetOverview))
)]
async fn get_budget_overview(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::BudgetOverview>> {
    let Overview { policies, incidents, paused_agents, paused_projects, pending_approvals } =
        app.services.budgets.overview(&company).await?;
    Ok(Answer::ok(wire::BudgetOverview {
        company_id: company.id,
        policies: policies.into_iter().map(policy_written).collect(),
        active_incidents: incidents.into_iter().map(incident_written).collect(),
        paused_agent_count: paused_agents,
        paused_project_count: paused_projects,
        pending_approval_count: pending_approvals,
    }))
}

/// Set a limit.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/budgets/policies",
    request_body = wire::SetPolicyRequest,
    responses((status = 200, body = wire::BudgetPolicy))
)]
async fn create_budget_policy(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    NeededBody(body): NeededBody<wire::SetPolicyRequest>,
) -> ApiResult<Answer<wire::BudgetPolicy>> {
    let wished = PolicyChange {
        metric: body.metric.unwrap_or(BudgetMetric::BilledCents),
        window: body.window_kind,
        amount: MicroDollars::from_cents(body.amount),
        warn_percent: body.warn_percent,
        stops: body.hard_stop_enabled,
        notifies: body.notify_enabled,
        allows_unpriced: body.allow_unpriced,
    };
    let budgets = &app.services.budgets;
    let policy = budgets.set_policy(&company, body.scope_type, body.scope_id, wished).await?;
    Ok(Answer::ok(policy_written(policy.into_inner())))
}

/// Set what a company may spend in a month.
#[utoipa::path(
    patch,
    path = "/companies/{companyId}/budgets",
    request_body = wire::SetBudgetRequest,
    responses((status = 200, body = WireCompany))
)]
async fn set_company_budget(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::SetBudgetRequest>,
) -> ApiResult<Answer<WireCompany>> {
    let amount = MicroDollars::from_cents(body.budget_monthly_cents);
    app.services.budgets.set_of_company(&company, amount).await?.into_inner();
    let changed = app.services.companies.load(company.request(), company.id).await?;
    Ok(Answer::ok(companies::written(app.services.companies.view(&changed).await?)))
}

/// Set what an agent may spend in a month.
#[utoipa::path(
    patch,
    path = "/agents/{agentId}/budgets",
    request_body = wire::SetBudgetRequest,
    responses((status = 200, body = WireAgent))
)]
async fn set_agent_budget(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
    Body(body): Body<wire::SetBudgetRequest>,
) -> ApiResult<Answer<WireAgent>> {
    let amount = MicroDollars::from_cents(body.budget_monthly_cents);
    app.services.budgets.set_of_agent(&agent, amount).await?.into_inner();
    let changed = app.services.agents.load(agent.request(), &agent.id.to_string(), None).await?;
    Ok(Answer::ok(agents::written(app.services.agents.detail(&changed).await?.view)))
}

/// Deal with what happened at a limit.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/budget-incidents/{incidentId}/resolve",
    request_body = wire::ResolveIncidentRequest,
    responses((status = 200, body = wire::BudgetIncident))
)]
async fn resolve_budget_incident(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    path: PathParams,
    NeededBody(body): NeededBody<wire::ResolveIncidentRequest>,
) -> ApiResult<Answer<wire::BudgetIncident>> {
    let id: BudgetIncidentId = path.id("incidentId", "Budget incident not found")?;
    let resolution = Resolution {
        action: body.action,
        amount: body.amount.map(MicroDollars::from_cents),
        note: body.decision_note,
    };
    let incident = app.services.budgets.resolve(&company, id, resolution).await?;
    Ok(Answer::ok(incident_written(incident.into_inner())))
}

fn policy_written(view: PolicyView) -> wire::BudgetPolicy {
    let PolicyView { policy, scope_name, observed, status, paused, window } = view;
    let is_active = policy.amount_micros > MicroDollars::new(0);
    wire::BudgetPolicy {
        policy_id: policy.id,
        company_id: policy.company_id,
        scope_type: policy.scope_type,
        scope_id: policy.scope_id,
        scope_name,
        metric: policy.metric,
        window_kind: policy.window_kind,
        amount: policy.amount_micros.cents(),
        observed_amount: observed.cents(),
        remaining_amount: policy.amount_micros.minus(observed).max(MicroDollars::new(0)).cents(),
        utilization_percent: costs::Percent::of(observed, policy.amount_micros),
        warn_percent: policy.warn_percent,
        hard_stop_enabled: policy.hard_stop_enabled,
        notify_enabled: policy.notify_enabled,
        allow_unpriced: policy.allows_unpriced,
        is_active,
        status,
        paused: paused.is_some(),
        pause_reason: paused.flatten(),
        window_start: window.0,
        window_end: window.1,
    }
}

fn incident_written(view: IncidentView) -> wire::BudgetIncident {
    let IncidentView { incident, scope_name, approval_status } = view;
    wire::BudgetIncident {
        id: incident.id,
        company_id: incident.company_id,
        policy_id: incident.policy_id,
        scope_type: incident.scope_type,
        scope_id: incident.scope_id,
        scope_name,
        metric: incident.metric,
        window_kind: incident.window_kind,
        window_start: incident.window_start,
        window_end: incident.window_end,
        threshold_type: incident.threshold_type,
        amount_limit: incident.amount_limit_micros.cents(),
        amount_observed: incident.amount_observed_micros.cents(),
        is_unpriced: incident.is_unpriced,
        status: incident.status,
        approval_id: incident.approval_id,
        approval_status,
        resolved_at: incident.resolved_at,
        created_at: incident.created_at,
        updated_at: incident.updated_at,
    }
}
