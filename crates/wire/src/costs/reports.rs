//! Reports of costs.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::agent::AgentStatus;
use wireclip_domain::cost::BillingType;
use wireclip_domain::{AgentId, CompanyId, IssueId, ProjectId, Timestamp};

use super::Percent;
use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, text};

/// Over which stretch of time is summed up; both ends belong to it.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct CostSpanQuery {
    /// The first moment; a date is its midnight, by UTC.
    pub from: Option<String>,
    /// The last moment; a date is its midnight, by UTC.
    pub to: Option<String>,
}

impl FromFields for CostSpanQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let from = fields.optional("from", text());
        let to = fields.optional("to", text());
        Some(Self { from: from?, to: to? })
    }
}

/// What the costs of an issue are summed up with.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct IssueCostSummaryQuery {
    /// Whether the issue itself is left out, and only what is below it told.
    pub exclude_root: Option<bool>,
}

impl FromFields for IssueCostSummaryQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let exclude_root = fields.optional("excludeRoot", boolean());
        Some(Self { exclude_root: exclude_root? })
    }
}

/// Sums of costs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SummedCosts {
    /// What is owed, in cents.
    pub cost_cents: i64,
    /// The same in millionths of a dollar.
    pub cost_micros: i64,
    /// What it would be by the list, in cents; what is on no list is left out.
    pub estimate_cents: i64,
    /// How many entries have no price.
    pub unpriced_event_count: i64,
    /// Tokens read, without the cached ones.
    pub input_tokens: i64,
    /// Tokens read from caches.
    pub cached_input_tokens: i64,
    /// Tokens written.
    pub output_tokens: i64,
}

/// What belongs to plans, and how many runs there were.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanCosts {
    /// Runs that were billed by use. A run counts when it first reports.
    pub api_run_count: i64,
    /// Runs that belong to plans.
    pub subscription_run_count: i64,
    /// Tokens of plans read from caches.
    pub subscription_cached_input_tokens: i64,
    /// Tokens of plans read, without the cached ones.
    pub subscription_input_tokens: i64,
    /// Tokens of plans written.
    pub subscription_output_tokens: i64,
}

/// What a company spent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostSummary {
    /// The company.
    pub company_id: CompanyId,
    /// What it spent, in cents.
    pub spend_cents: i64,
    /// What it may spend in a month, in cents; zero for no limit.
    pub budget_cents: i64,
    /// How much of the budget that is.
    pub utilization_percent: Percent,
    /// What was used would cost so much by the list, in cents; what is on no list is left out.
    pub estimate_cents: i64,
    /// How many entries there are.
    pub event_count: i64,
    /// How many entries have no price.
    pub unpriced_event_count: i64,
}

/// What an agent cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostByAgent {
    /// The agent.
    pub agent_id: AgentId,
    /// Its name, if it is still there.
    pub agent_name: Option<String>,
    /// Where it stands, if it is still there.
    pub agent_status: Option<AgentStatus>,
    /// The sums.
    #[serde(flatten)]
    pub costs: SummedCosts,
    /// What of it belongs to plans.
    #[serde(flatten)]
    pub plans: PlanCosts,
}

/// What an agent cost with a model.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostByAgentModel {
    /// The agent.
    pub agent_id: AgentId,
    /// Its name, if it is still there.
    pub agent_name: Option<String>,
    /// Whose model it is.
    pub provider: String,
    /// Who sends the bill.
    pub biller: String,
    /// How it is paid for.
    pub billing_type: BillingType,
    /// The model.
    pub model: String,
    /// The sums.
    #[serde(flatten)]
    pub costs: SummedCosts,
}

/// What a provider's model cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostByProvider {
    /// Whose model it is.
    pub provider: String,
    /// Who sends the bill.
    pub biller: String,
    /// How it is paid for.
    pub billing_type: BillingType,
    /// The model.
    pub model: String,
    /// The sums.
    #[serde(flatten)]
    pub costs: SummedCosts,
    /// What of it belongs to plans.
    #[serde(flatten)]
    pub plans: PlanCosts,
}

/// What is owed to whom.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostByBiller {
    /// Who sends the bill.
    pub biller: String,
    /// The sums.
    #[serde(flatten)]
    pub costs: SummedCosts,
    /// What of it belongs to plans.
    #[serde(flatten)]
    pub plans: PlanCosts,
    /// How many providers' models are billed so.
    pub provider_count: i64,
    /// How many models.
    pub model_count: i64,
}

/// What a project cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostByProject {
    /// The project.
    pub project_id: ProjectId,
    /// Its name, if it is still there.
    pub project_name: Option<String>,
    /// The sums.
    #[serde(flatten)]
    pub costs: SummedCosts,
}

/// What was spent with a provider in the last hours or days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowSpend {
    /// The provider.
    pub provider: String,
    /// Who sends the bill; `mixed` if several do.
    pub biller: String,
    /// The window's name.
    pub window: &'static str,
    /// How long it is.
    pub window_hours: u32,
    /// The sums.
    #[serde(flatten)]
    pub costs: SummedCosts,
}

/// What an issue and all below it cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueCostSummary {
    /// The issue.
    pub issue_id: IssueId,
    /// How many issues are summed up.
    pub issue_count: i64,
    /// Whether what is below the issue is told.
    pub include_descendants: bool,
    /// The sums.
    #[serde(flatten)]
    pub costs: SummedCosts,
    /// How many runs have started for them.
    pub run_count: i64,
    /// How long these ran, in milliseconds, as far as they have ended.
    pub runtime_ms: i64,
}

/// How much of a provider's plan is used.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderQuota {
    /// The provider.
    pub provider: String,
    /// Whether it could be asked.
    pub ok: bool,
    /// The plan's windows.
    pub windows: Vec<QuotaWindow>,
}

/// A window of a provider's plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotaWindow {
    /// Its name.
    pub label: String,
    /// How much of it is used.
    pub used_percent: Option<i64>,
    /// When it begins anew.
    pub resets_at: Option<Timestamp>,
}
