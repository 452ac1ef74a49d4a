//! Budgets: limits of what may be spent, and what happened at them.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::approval::ApprovalStatus;
use wireclip_domain::budget::{
    BudgetMetric, IncidentAction, IncidentStatus, PolicyStatus, ScopeType, ThresholdType, WindowKind,
};
use wireclip_domain::company::PauseReason;
use wireclip_domain::{ApprovalId, BudgetIncidentId, BudgetPolicyId, CompanyId, RowId, Timestamp};

use crate::costs::Percent;
use crate::fields::{Fields, FromFields};
use crate::kinds::{LONGEST_LISTED_TEXT, boolean, cents, id, int, text, word};

/// A request for a monthly budget.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SetBudgetRequest {
    /// How much may be spent in a month, in cents; zero for no limit.
    pub budget_monthly_cents: i64,
}

impl FromFields for SetBudgetRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let budget = fields.required("budgetMonthlyCents", cents());
        Some(Self { budget_monthly_cents: budget? })
    }
}

/// A request for a limit; the scope's own of the same kind is changed, if it has one.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SetPolicyRequest {
    /// What is limited.
    pub scope_type: ScopeType,
    /// Which one.
    pub scope_id: RowId,
    /// Which figure; what is owed unless told.
    pub metric: Option<BudgetMetric>,
    /// Over which stretch of time; a project's life, or a calendar month, unless told.
    pub window_kind: Option<WindowKind>,
    /// How much may be spent, in cents; zero for no limit.
    pub amount: i64,
    /// At how many percent of it people are warned; 80 unless told.
    pub warn_percent: Option<i64>,
    /// Whether work stops at it; it does unless told.
    pub hard_stop_enabled: Option<bool>,
    /// Whether people are told; they are unless told.
    pub notify_enabled: Option<bool>,
    /// Whether use without a price may go on under a limit that stops; it stops unless told.
    pub allow_unpriced: Option<bool>,
}

impl FromFields for SetPolicyRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let scope_type = fields.required("scopeType", word());
        let scope_id = fields.required("scopeId", id());
        let metric = fields.optional("metric", word());
        let window_kind = fields.optional("windowKind", word());
        let amount = fields.required("amount", cents());
        let warn_percent = fields.optional("warnPercent", int().min(1).max(99));
        let hard_stop_enabled = fields.optional("hardStopEnabled", boolean());
        let notify_enabled = fields.optional("notifyEnabled", boolean());
        let allow_unpriced = fields.optional("allowUnpriced", boolean());
        Some(Self {
            scope_type: scope_type?,
            scope_id: scope_id?,
            metric: metric?,
            window_kind: window_kind?,
            amount: amount?,
            warn_percent: warn_percent?,
            hard_stop_enabled: hard_stop_enabled?,
            notify_enabled: notify_enabled?,
            allow_unpriced: allow_unpriced?,
        })
    }
}

/// What somebody does about an incident.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ResolveIncidentRequest {
    /// What.
    pub action: IncidentAction,
    /// The new limit, in cents.
    pub amount: Option<i64>,
    /// Why.
    pub decision_note: Option<String>,
}

impl FromFields for ResolveIncidentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let action = fields.required("action", word());
        let amount = fields.nullable("amount", cents());
        let decision_note = fields.nullable("decisionNote", text().max(LONGEST_LISTED_TEXT));
        let (action, amount) = (action?, amount?.set());
        if action == IncidentAction::RaiseBudgetAndResume && amount.is_none() {
            fields.refuse("amount", "amount is required when raising a budget");
            return None;
        }
        Some(Self { action, amount, decision_note: decision_note?.set() })
    }
}

/// A limit, and how spending stands to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetPolicy {
    /// Its id.
    pub policy_id: BudgetPolicyId,
    /// The company.
    pub company_id: CompanyId,
    /// What is limited.
    pub scope_type: ScopeType,
    /// Which one.
    pub scope_id: RowId,
    /// How that is called.
    pub scope_name: String,
    /// Which figure.
    pub metric: BudgetMetric,
    /// Over which stretch of time.
    pub window_kind: WindowKind,
    /// How much may be spent, in cents; zero for no limit.
    pub amount: i64,
    /// What counts against it, in cents.
    pub observed_amount: i64,
    /// What is left, in cents.
    pub remaining_amount: i64,
    /// How much of it is spent.
    pub utilization_percent: Percent,
    /// At how many percent of it people are warned.
    pub warn_percent: i32,
    /// Whether work stops at it.
    pub hard_stop_enabled: bool,
    /// Whether people are told.
    pub notify_enabled: bool,
    /// Whether use without a price may go on under a limit that stops.
    pub allow_unpriced: bool,
    /// Whether there is a limit.
    pub is_active: bool,
    /// How spending stands to it.
    pub status: PolicyStatus,
    /// Whether its scope is paused.
    pub paused: bool,
    /// Why its scope is paused.
    pub pause_reason: Option<PauseReason>,
    /// When its window began.
    pub window_start: Timestamp,
    /// When its window ends.
    pub window_end: Timestamp,
}

/// What happened at a limit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetIncident {
    /// Its id.
    pub id: BudgetIncidentId,
    /// The company.
    pub company_id: CompanyId,
    /// The limit.
    pub policy_id: BudgetPolicyId,
    /// What is limited.
    pub scope_type: ScopeType,
    /// Which one.
    pub scope_id: RowId,
    /// How that is called.
    pub scope_name: String,
    /// Which figure.
    pub metric: BudgetMetric,
    /// Over which stretch of time.
    pub window_kind: WindowKind,
    /// When its window began.
    pub window_start: Timestamp,
    /// When its window ends.
    pub window_end: Timestamp,
    /// Which threshold was met.
    pub threshold_type: ThresholdType,
    /// The limit then, in cents.
    pub amount_limit: i64,
    /// What counted against it then, in cents.
    pub amount_observed: i64,
    /// Whether use without a price was the cause.
    pub is_unpriced: bool,
    /// What became of it.
    pub status: IncidentStatus,
    /// The approval that it asks for.
    pub approval_id: Option<ApprovalId>,
    /// Where that stands.
    pub approval_status: Option<ApprovalStatus>,
    /// When somebody dealt with it.
    pub resolved_at: Option<Timestamp>,
    /// When it happened.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A company's limits, and what happened at them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetOverview {
    /// The company.
    pub company_id: CompanyId,
    /// The limits, the last changed first.
    pub policies: Vec<BudgetPolicy>,
    /// What happened at them and nobody has dealt with, the newest first.
    pub active_incidents: Vec<BudgetIncident>,
    /// Agents that a budget paused.
    pub paused_agent_count: i64,
    /// Projects that a budget paused.
    pub paused_project_count: u64,
    /// Approvals of more that wait.
    pub pending_approval_count: u64,
}
