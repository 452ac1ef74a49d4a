//! Money that is no cost of a model.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::finance::{FinanceDirection, FinanceEventKind, FinanceUnit};
use wireclip_domain::{
    AgentId, CompanyId, CostEventId, FinanceEventId, GoalId, IssueId, OpaqueJson, ProjectId, RunId, Timestamp,
};

use super::{cents_of_entry, name};
use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields};
use crate::kinds::{LONGEST_LISTED_TEXT, boolean, id, int, moment, record, text, word};

/// A booking.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceEvent {
    /// Its id.
    pub id: FinanceEventId,
    /// The company.
    pub company_id: CompanyId,
    /// The agent.
    pub agent_id: Option<AgentId>,
    /// The issue.
    pub issue_id: Option<IssueId>,
    /// The project.
    pub project_id: Option<ProjectId>,
    /// The goal.
    pub goal_id: Option<GoalId>,
    /// The run.
    pub heartbeat_run_id: Option<RunId>,
    /// The cost that it is about.
    pub cost_event_id: Option<CostEventId>,
    /// What else it is booked on.
    pub billing_code: Option<String>,
    /// More about it.
    pub description: Option<String>,
    /// What it is for.
    pub event_kind: FinanceEventKind,
    /// Whether it goes or comes.
    pub direction: FinanceDirection,
    /// Who sends the bill.
    pub biller: String,
    /// Whose model was used.
    pub provider: Option<String>,
    /// The adapter that used it.
    pub execution_adapter_type: Option<String>,
    /// The provider's tier.
    pub pricing_tier: Option<String>,
    /// Where.
    pub region: Option<String>,
    /// Which model.
    pub model: Option<String>,
    /// How much of it.
    pub quantity: Option<i64>,
    /// What the quantity counts.
    pub unit: Option<FinanceUnit>,
    /// How much money, in cents.
    pub amount_cents: i64,
    /// Of which currency.
    pub currency: String,
    /// Whether it is an estimate.
    pub estimated: bool,
    /// The bill's own number.
    pub external_invoice_id: Option<String>,
    /// What others keep with it.
    pub metadata_json: Option<OpaqueJson>,
    /// When it was.
    pub occurred_at: Timestamp,
    /// When it was booked.
    pub created_at: Timestamp,
}

/// A booking to make.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateFinanceEventRequest {
    /// The agent.
    pub agent_id: Option<AgentId>,
    /// The issue.
    pub issue_id: Option<IssueId>,
    /// The project.
    pub project_id: Option<ProjectId>,
    /// The goal.
    pub goal_id: Option<GoalId>,
    /// The run.
    pub heartbeat_run_id: Option<RunId>,
    /// The cost that it is about.
    pub cost_event_id: Option<CostEventId>,
    /// What else it is booked on.
    pub billing_code: Option<String>,
    /// More about it.
    pub description: Option<String>,
    /// What it is for.
    pub event_kind: FinanceEventKind,
    /// Whether it goes or comes; it goes unless told.
    pub direction: Option<FinanceDirection>,
    /// Who sends the bill.
    pub biller: String,
    /// Whose model was used.
    pub provider: Option<String>,
    /// The adapter that used it.
    pub execution_adapter_type: Option<String>,
    /// The provider's tier.
    pub pricing_tier: Option<String>,
    /// Where.
    pub region: Option<String>,
    /// Which model.
    pub model: Option<String>,
    /// How much of it.
    pub quantity: Option<i64>,
    /// What the quantity counts.
    pub unit: Option<FinanceUnit>,
    /// How much money, in cents.
    pub amount_cents: i64,
    /// Of which currency, by its three letters; dollars unless told.
    pub currency: Option<String>,
    /// Whether it is an estimate.
    pub estimated: Option<bool>,
    /// The bill's own number.
    pub external_invoice_id: Option<String>,
    /// What others keep with it.
    pub metadata_json: Option<OpaqueJson>,
    /// When it was.
    pub occurred_at: Timestamp,
}

impl FromFields for CreateFinanceEventRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let agent_id = fields.nullable("agentId", id());
        let issue_id = fields.nullable("issueId", id());
        let project_id = fields.nullable("projectId", id());
        let goal_id = fields.nullable("goalId", id());
        let heartbeat_run_id = fields.nullable("heartbeatRunId", id());
        let cost_event_id = fields.nullable("costEventId", id());
        let billing_code = fields.nullable("billingCode", text().max(LONGEST_LISTED_TEXT));
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let event_kind = fields.required("eventKind", word());
        let direction = fields.optional("direction", word());
        let biller = fields.required("biller", name());
        let provider = fields.nullable("provider", name());
        let execution_adapter_type = fields.nullable("executionAdapterType", name());
        let pricing_tier = fields.nullable("pricingTier", name());
        let region = fields.nullable("region", name());
        let model = fields.nullable("model", name());
        let quantity = fields.nullable("quantity", int().min(0));
        let unit = fields.nullable("unit", word());
        let amount_cents = fields.required("amountCents", cents_of_entry());
        let currency = currency(fields);
        let estimated = fields.optional("estimated", boolean());
        let external_invoice_id = fields.nullable("externalInvoiceId", text().max(LONGEST_LISTED_TEXT));
        let metadata_json = fields.nullable("metadataJson", record());
        let occurred_at = fields.required("occurredAt", moment());
        Some(Self {
            agent_id: agent_id?.set(),
            issue_id: issue_id?.set(),
            project_id: project_id?.set(),
            goal_id: goal_id?.set(),
            heartbeat_run_id: heartbeat_run_id?.set(),
            cost_event_id: cost_event_id?.set(),
            billing_code: billing_code?.set(),
            description: description?.set(),
            event_kind: event_kind?,
            direction: direction?,
            biller: biller?,
            provider: provider?.set(),
            execution_adapter_type: execution_adapter_type?.set(),
            pricing_tier: pricing_tier?.set(),
            region: region?.set(),
            model: model?.set(),
            quantity: quantity?.set(),
            unit: unit?.set(),
            amount_cents: amount_cents?,
            currency: currency?,
            estimated: estimated?,
            external_invoice_id: external_invoice_id?.set(),
            metadata_json: metadata_json?.set(),
            occurred_at: occurred_at?,
        })
    }
}

/// Reads the three letters of a currency.
fn currency(fields: &mut Fields<'_>) -> Option<Option<String>> {
    const LETTERS: i64 = 3;
    let read = fields.optional("currency", text())?;
    let Some(currency) = read else { return Some(None) };
    let length = i64::try_from(currency.encode_utf16().count()).unwrap_or(i64::MAX);
    let message = |size: &str| format!("Too {size}: expected string to have exactly {LETTERS} characters");
    match length.cmp(&LETTERS) {
        std::cmp::Ordering::Equal => Some(Some(currency.to_uppercase())),
        std::cmp::Ordering::Greater => {
            let rule = BrokenRule::TooBigExactly {
                origin: "string",
                maximum: LETTERS,
                inclusive: true,
                exact: true,
            };
            fields.violate("currency", rule, message("big"));
            None
        }
        std::cmp::Ordering::Less => {
            let rule = BrokenRule::TooSmallExactly {
                origin: "string",
                minimum: LETTERS,
                inclusive: true,
                exact: true,
            };
            fields.violate("currency", rule, message("small"));
            None
        }
    }
}

/// Which bookings are listed.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListFinanceEventsQuery {
    /// The first moment; a date is its midnight, by UTC.
    pub from: Option<String>,
    /// The last moment; a date is its midnight, by UTC.
    pub to: Option<String>,
    /// How many, from 1 to 500; 100 unless told.
    pub limit: Option<String>,
}

impl FromFields for ListFinanceEventsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let from = fields.optional("from", text());
        let to = fields.optional("to", text());
        let limit = fields.optional("limit", text());
        Some(Self { from: from?, to: to?, limit: limit? })
    }
}

/// Sums of bookings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceSummary {
    /// The company.
    pub company_id: CompanyId,
    /// What went, in cents.
    pub debit_cents: i64,
    /// What came, in cents.
    pub credit_cents: i64,
    /// What went and did not come back, in cents.
    pub net_cents: i64,
    /// What of that which went is an estimate, in cents.
    pub estimated_debit_cents: i64,
    /// How many bookings there are.
    pub event_count: i64,
}

/// Sums of the bookings of a biller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceByBiller {
    /// Who sends the bill.
    pub biller: String,
    /// What went, in cents.
    pub debit_cents: i64,
    /// What came, in cents.
    pub credit_cents: i64,
    /// What of that which went is an estimate, in cents.
    pub estimated_debit_cents: i64,
    /// How many bookings there are.
    pub event_count: i64,
    /// How many kinds of them.
    pub kind_count: i64,
    /// What went and did not come back, in cents.
    pub net_cents: i64,
}

/// Sums of the bookings of a kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceByKind {
    /// What they were for.
    pub event_kind: FinanceEventKind,
    /// What went, in cents.
    pub debit_cents: i64,
    /// What came, in cents.
    pub credit_cents: i64,
    /// What of that which went is an estimate, in cents.
    pub estimated_debit_cents: i64,
    /// How many bookings there are.
    pub event_count: i64,
    /// How many billers.
    pub biller_count: i64,
    /// What went and did not come back, in cents.
    pub net_cents: i64,
}
