//! What a company looks like from above.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::CompanyId;

use crate::costs::Percent;

/// What a company looks like from above.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    /// The company.
    pub company_id: CompanyId,
    /// Its agents by how they stand.
    pub agents: DashboardAgents,
    /// Its issues by how they stand.
    pub tasks: DashboardTasks,
    /// What it spends.
    pub costs: DashboardCosts,
    /// Approvals that wait for the board.
    pub pending_approvals: u64,
    /// What its budgets did.
    pub budgets: DashboardBudgets,
    /// Its runs by day, the oldest day first.
    pub run_activity: Vec<DashboardRunDay>,
}

/// How many agents stand where.
#[derive(Debug, Serialize, ToSchema)]
pub struct DashboardAgents {
    /// Those that could work.
    pub active: i64,
    /// Those that work.
    pub running: i64,
    /// Those that are paused.
    pub paused: i64,
    /// Those whose last failure has not been cleared.
    pub error: i64,
}

/// How many issues stand where.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardTasks {
    /// Those that are neither done nor cancelled.
    pub open: i64,
    /// Those that are worked on.
    pub in_progress: i64,
    /// Those that wait for something.
    pub blocked: i64,
    /// Those that are done.
    pub done: i64,
}

/// What a company spends.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardCosts {
    /// What it has spent this month, in cents.
    pub month_spend_cents: i64,
    /// What it may spend in a month, in cents; zero for no limit.
    pub month_budget_cents: i64,
    /// How much of the budget that is.
    pub month_utilization_percent: Percent,
}

/// What a company's budgets did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardBudgets {
    /// Limits that were met and not dealt with.
    pub active_incidents: u64,
    /// Approvals of more that wait for the board.
    pub pending_approvals: u64,
    /// Agents that a budget paused.
    pub paused_agents: i64,
    /// Projects that a budget paused.
    pub paused_projects: u64,
}

/// The runs of one day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardRunDay {
    /// The day in UTC, as `2026-01-02`.
    pub date: String,
    /// Runs that succeeded.
    pub succeeded: i64,
    /// Runs that failed, and that nothing made up for.
    pub failed: i64,
    /// Runs that failed, and another made up for them.
    pub recovered: i64,
    /// Runs that were cancelled, or go on.
    pub other: i64,
    /// All runs.
    pub total: i64,
    /// What went wrong in those that failed.
    pub failed_by_error_code: BTreeMap<String, i64>,
}
