//! Costs: what is reported of them, and what it sums up to.
//!
//! Amounts are whole cents, each rounded from what it is in micro-dollars, so a sum is rounded once.

mod finance;
mod reports;
mod series;

use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use wireclip_domain::cost::{BillingType, CostBasis, CostStatus, MOST_CENTS_OF_ENTRY, MOST_TOKENS_OF_ENTRY};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, CostEventId, GoalId, IssueId, ProjectId, RunId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::{Int, LONGEST_TITLE, Text, id, int, moment, text, word};

pub use finance::{
    CreateFinanceEventRequest, FinanceByBiller, FinanceByKind, FinanceEvent, FinanceSummary,
    ListFinanceEventsQuery,
};
pub use reports::{
    CostByAgent, CostByAgentModel, CostByBiller, CostByProject, CostByProvider, CostSpanQuery, CostSummary,
    IssueCostSummary, IssueCostSummaryQuery, PlanCosts, ProviderQuota, QuotaWindow, SummedCosts, WindowSpend,
};
pub use series::{CostPoint, CostSeries, CostSeriesQuery};

/// The longest name of a provider, a biller or a model, in UTF-16 units: names are parts of a key.
const LONGEST_NAME: usize = 200;

/// A share of a hundred, to the hundredth; whole ones are whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Percent {
    hundredths: i64,
}

impl Percent {
    /// Returns how much of a whole a part is; nothing of no whole.
    #[must_use]
    pub fn of(part: MicroDollars, whole: MicroDollars) -> Self {
        Self { hundredths: part.basis_points_of(whole) }
    }
}

impl Serialize for Percent {
    #[expect(clippy::cast_precision_loss, reason = "a share, told to the hundredth; no money")]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.hundredths % 100 == 0 {
            return serializer.serialize_i64(self.hundredths / 100);
        }
        serializer.serialize_f64(self.hundredths as f64 / 100.0)
    }
}

impl utoipa::PartialSchema for Percent {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::schema::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Number)
            .into()
    }
}

impl ToSchema for Percent {}

/// Returns the kind of names of providers, billers and models.
fn name() -> Text {
    text().min(1).max(LONGEST_NAME)
}

/// Returns the kind of the cents of one entry.
fn cents_of_entry() -> Int {
    int().min(0).max(MOST_CENTS_OF_ENTRY)
}

/// A cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostEvent {
    /// Its id.
    pub id: CostEventId,
    /// The company.
    pub company_id: CompanyId,
    /// The agent.
    pub agent_id: AgentId,
    /// The issue.
    pub issue_id: Option<IssueId>,
    /// The project.
    pub project_id: Option<ProjectId>,
    /// The goal.
    pub goal_id: Option<GoalId>,
    /// The run.
    pub heartbeat_run_id: Option<RunId>,
    /// What else it is booked on.
    pub billing_code: Option<String>,
    /// Whose model was used.
    pub provider: String,
    /// Who sends the bill.
    pub biller: String,
    /// How it is paid for.
    pub billing_type: BillingType,
    /// Whether it has a price.
    pub cost_status: CostStatus,
    /// Where what it costs comes from.
    pub cost_basis: CostBasis,
    /// The model.
    pub model: String,
    /// Tokens read, without the cached ones.
    pub input_tokens: i64,
    /// Tokens read from the provider's cache.
    pub cached_input_tokens: i64,
    /// Tokens written.
    pub output_tokens: i64,
    /// What is owed for it, in cents.
    pub cost_cents: i64,
    /// The same in millionths of a dollar.
    pub cost_micros: i64,
    /// What it would cost by the provider's list, in millionths of a dollar, if it is on one.
    pub estimate_micros: Option<i64>,
    /// When it was used.
    pub occurred_at: Timestamp,
    /// When it was booked.
    pub created_at: Timestamp,
}

/// A report of a cost.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateCostEventRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// The issue; that of the run unless told.
    pub issue_id: Option<IssueId>,
    /// The project; that of the issue unless told.
    pub project_id: Option<ProjectId>,
    /// The goal.
    pub goal_id: Option<GoalId>,
    /// The run; that in which the caller acts unless told.
    pub heartbeat_run_id: Option<RunId>,
    /// What else it is booked on.
    pub billing_code: Option<String>,
    /// Whose model was used.
    pub provider: String,
    /// Who sends the bill; the provider unless told.
    pub biller: Option<String>,
    /// How it is paid for; unknown unless told.
    pub billing_type: Option<BillingType>,
    /// Whether it has a price.
    pub cost_status: Option<CostStatus>,
    /// The model.
    pub model: String,
    /// Tokens read, without the cached ones.
    pub input_tokens: Option<i64>,
    /// Tokens read from the provider's cache.
    pub cached_input_tokens: Option<i64>,
    /// Tokens written.
    pub output_tokens: Option<i64>,
    /// What it cost, in cents; by the provider's list unless told.
    pub cost_cents: Option<i64>,
    /// What it cost, in millionths of a dollar: goes before `costCents`.
    pub cost_micros: Option<i64>,
    /// When it was used.
    pub occurred_at: Timestamp,
}

impl FromFields for CreateCostEventRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let tokens = || int().min(0).max(MOST_TOKENS_OF_ENTRY);
        let agent_id = fields.required("agentId", id());
        let issue_id = fields.nullable("issueId", id());
        let project_id = fields.nullable("projectId", id());
        let goal_id = fields.nullable("goalId", id());
        let heartbeat_run_id = fields.nullable("heartbeatRunId", id());
        let billing_code = fields.nullable("billingCode", text().max(LONGEST_TITLE));
        let provider = fields.required("provider", name());
        let biller = fields.optional("biller", name());
        let billing_type = fields.optional("billingType", word());
        let cost_status = fields.optional("costStatus", word());
        let model = fields.required("model", name());
        let input_tokens = fields.optional("inputTokens", tokens());
        let cached_input_tokens = fields.optional("cachedInputTokens", tokens());
        let output_tokens = fields.optional("outputTokens", tokens());
        let cost_cents = fields.optional("costCents", cents_of_entry());
        let most = MicroDollars::from_cents(MOST_CENTS_OF_ENTRY).micro_dollars();
        let cost_micros = fields.optional("costMicros", int().min(0).max(most));
        let occurred_at = fields.required("occurredAt", moment());
        Some(Self {
            agent_id: agent_id?,
            issue_id: issue_id?.set(),
            project_id: project_id?.set(),
            goal_id: goal_id?.set(),
            heartbeat_run_id: heartbeat_run_id?.set(),
            billing_code: billing_code?.set(),
            provider: provider?,
            biller: biller?,
            billing_type: billing_type?,
            cost_status: cost_status?,
            model: model?,
            input_tokens: input_tokens?,
            cached_input_tokens: cached_input_tokens?,
            output_tokens: output_tokens?,
            cost_cents: cost_cents?,
            cost_micros: cost_micros?,
            occurred_at: occurred_at?,
        })
    }
}
