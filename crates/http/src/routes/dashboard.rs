//! What a company looks like from above.

use axum::extract::State;
use wireclip_services::dashboard::{RunDay, Summary};
use wireclip_services::records::Company;
use wireclip_wire::costs::Percent;
use wireclip_wire::dashboard as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::AnyCaller, routes!(get_dashboard))
}

/// Sum a company up.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/dashboard",
    responses((status = 200, body = wire::Dashboard))
)]
async fn get_dashboard(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::Dashboard>> {
    let summary = app.services.dashboard.summary(&company).await?;
    Ok(Answer::ok(written(&company, summary)))
}

fn written(company: &Company, summary: Summary) -> wire::Dashboard {
    let Summary {
        agents,
        issues,
        spent_monthly,
        budget_monthly,
        pending_approvals,
        pending_budget_approvals,
        open_incidents,
        agents_paused_by_budget,
        projects_paused_by_budget,
        days,
    } = summary;
    wire::Dashboard {
        company_id: company.id,
        agents: wire::DashboardAgents {
            active: agents.active,
            running: agents.running,
            paused: agents.paused,
            error: agents.error,
        },
        tasks: wire::DashboardTasks {
            open: issues.open,
            in_progress: issues.in_progress,
            blocked: issues.blocked,
            done: issues.done,
        },
        costs: wire::DashboardCosts {
            month_spend_cents: spent_monthly.cents(),
            month_budget_cents: budget_monthly.cents(),
            month_utilization_percent: Percent::of(spent_monthly, budget_monthly),
        },
        pending_approvals,
        budgets: wire::DashboardBudgets {
            active_incidents: open_incidents,
            pending_approvals: pending_budget_approvals,
            paused_agents: agents_paused_by_budget,
            paused_projects: projects_paused_by_budget,
        },
        run_activity: days.into_iter().map(day_written).collect(),
    }
}

fn day_written(day: RunDay) -> wire::DashboardRunDay {
    wire::DashboardRunDay {
        date: day.date,
        succeeded: day.succeeded,
        failed: day.failed,
        recovered: day.recovered,
        other: day.other,
        total: day.total,
        failed_by_error_code: day.failed_by_error_code,
    }
}
