//! Setting limits: the one way to them.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::budget::{BudgetMetric, BudgetScope, Limit, ScopeType, ThresholdType, WindowKind};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, BudgetPolicyId, CompanyId, OpaqueJson, ProjectId};
use wireclip_store::budgets::{self as store, BudgetIncident, BudgetPolicy};
use wireclip_store::{agents, companies};

use super::{incidents, metering, scopes};
use crate::change::{ActivityRecord, Change};
use crate::error::{Missing, OrMissing as _, ServiceResult};

/// At how many hundredths of a limit people are warned unless it says so.
const USUAL_WARNING: i64 = 80;

/// A limit as somebody wants it; what is not said stays as it is, or is as usual.
#[derive(Debug, Clone, Copy)]
pub struct PolicyChange {
    /// Which figure it limits.
    pub metric: BudgetMetric,
    /// Over which stretch of time.
    pub window: Option<WindowKind>,
    /// How much may be spent; nothing is no limit.
    pub amount: MicroDollars,
    /// At how many hundredths of it people are warned.
    pub warn_percent: Option<i64>,
    /// Whether work stops at it.
    pub stops: Option<bool>,
    /// Whether people are told.
    pub notifies: Option<bool>,
    /// Whether use without a price may go on under it.
    pub allows_unpriced: Option<bool>,
}

impl PolicyChange {
    /// Changes how much may be spent in a month, and nothing else.
    pub(crate) const fn monthly(amount: MicroDollars) -> Self {
        Self {
            metric: BudgetMetric::BilledCents,
            window: Some(WindowKind::CalendarMonthUtc),
            amount,
            warn_percent: None,
            stops: None,
            notifies: None,
            allows_unpriced: None,
        }
    }
}

/// What a policy says, as the rules read it.
pub(super) fn limit_of(policy: &BudgetPolicy) -> Limit {
    Limit {
        amount: policy.amount_micros,
        warn_percent: i64::from(policy.warn_percent),
        stops: policy.hard_stop_enabled,
        allows_unpriced: policy.allows_unpriced,
    }
}

/// Whose limit a policy is.
pub(super) fn scope_of(policy: &BudgetPolicy) -> BudgetScope {
    BudgetScope { kind: policy.scope_type, id: policy.scope_id }
}

/// Whose limit was met.
pub(super) fn scope_of_incident(incident: &BudgetIncident) -> BudgetScope {
    BudgetScope { kind: incident.scope_type, id: incident.scope_id }
}

/// Sets a limit, and lets go on or stops what it makes a difference to. The caller holds the
/// company's counters.
pub(crate) async fn set(
    change: &mut Change<'_>,
    company_id: CompanyId,
    scope: BudgetScope,
    wished: PolicyChange,
) -> ServiceResult<BudgetPolicy> {
    let policy = store_policy(change, company_id, scope, wished).await?;
    if policy.metric == BudgetMetric::BilledCents && policy.window_kind == WindowKind::CalendarMonthUtc {
        mirror(change, company_id, scope, policy.amount_micros).await?;
    }
    let mut details = OpaqueJson::object();
    details.set("amount", &policy.amount_micros.cents());
    details.set("scopeId", &policy.scope_id);
    details.set("scopeType", &policy.scope_type);
    details.set("windowKind", &policy.window_kind);
    let (kind, action) = (EntityType::BudgetPolicy, Action::BudgetPolicyUpserted);
    change.record(company_id, ActivityRecord::about(kind, policy.id, action, details));
    let spent = metering::spent(&change.conn(), &policy, change.now()).await?;
    incidents::settle_all(change, &policy, spent, None).await?;
    let met = limit_of(&policy).met_by(spent, false);
    if let Some(threshold) = met {
        incidents::meet(change, &policy, threshold, spent, false).await?;
    }
    if met != Some(ThresholdType::Hard) {
        scopes::resume(change, company_id, scope).await?;
    }
    Ok(policy)
}

/// Sets how much a company or an agent may spend in a month. Where nothing was ever limited,
/// no limit is nothing new.
pub(crate) async fn set_monthly(
    change: &mut Change<'_>,
    company_id: CompanyId,
    scope: BudgetScope,
    amount: MicroDollars,
) -> ServiceResult<()> {
    // On the heap: most changes of agents and companies set no limit.
    Box::pin(set(change, company_id, scope, PolicyChange::monthly(amount))).await?;
    Ok(())
}

/// What the log tells of a monthly limit.
pub(crate) fn told_amount(amount: MicroDollars) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("budgetMonthlyCents", &amount.cents());
    details
}

async fn store_policy(
    change: &Change<'_>,
    company_id: CompanyId,
    scope: BudgetScope,
    wished: PolicyChange,
) -> ServiceResult<BudgetPolicy> {
    let conn = change.conn();
    let by = change.actor().user_id();
    let window = wished.window.unwrap_or_else(|| WindowKind::usual_of(scope.kind));
    let before = store::policy_of(&conn, company_id, scope, wished.metric, window).await?;
    let percent = |percent: i64| i32::try_from(percent).unwrap_or(i32::MAX);
    let Some(before) = before else {
        let id = scope.id.as_uuid();
        let policy = BudgetPolicy {
            id: BudgetPolicyId::random(),
            company_id,
            scope_type: scope.kind,
            scope_id: scope.id,
            agent_id: (scope.kind == ScopeType::Agent).then(|| AgentId::from_uuid(id)),
            project_id: (scope.kind == ScopeType::Project).then(|| ProjectId::from_uuid(id)),
            metric: wished.metric,
            window_kind: window,
            amount_micros: wished.amount,
            warn_percent: percent(wished.warn_percent.unwrap_or(USUAL_WARNING)),
            hard_stop_enabled: wished.stops.unwrap_or(true),
            notify_enabled: wished.notifies.unwrap_or(true),
            allows_unpriced: wished.allows_unpriced.unwrap_or(false),
            created_by_user_id: by.clone(),
            updated_by_user_id: by,
            created_at: change.now(),
            updated_at: change.now(),
        };
        store::insert_policy(&conn, &policy).await?;
        return Ok(policy);
    };
    let after = BudgetPolicy {
        amount_micros: wished.amount,
        warn_percent: wished.warn_percent.map_or(before.warn_percent, percent),
        hard_stop_enabled: wished.stops.unwrap_or(before.hard_stop_enabled),
        notify_enabled: wished.notifies.unwrap_or(before.notify_enabled),
        allows_unpriced: wished.allows_unpriced.unwrap_or(before.allows_unpriced),
        updated_by_user_id: by.or_else(|| before.updated_by_user_id.clone()),
        updated_at: change.now(),
        ..before.clone()
    };
    store::update_policy(&conn, &before, &after).await?;
    Ok(after)
}

/// Keeps the monthly limit that companies and agents show the same as their policy's.
async fn mirror(
    change: &Change<'_>,
    company_id: CompanyId,
    scope: BudgetScope,
    amount: MicroDollars,
) -> ServiceResult<()> {
    let conn = change.conn();
    match scope.kind {
        ScopeType::Company => {
            let before = companies::lock(&conn, company_id).await?.or_missing(Missing::Company)?;
            let mut after = before.clone();
            after.budget_monthly_micros = amount;
            if after != before {
                after.updated_at = change.now();
            }
            companies::update(&conn, &before, &after).await?;
        }
        ScopeType::Agent => {
            let id = AgentId::from_uuid(scope.id.as_uuid());
            let before = agents::lock(&conn, id).await?.or_missing(Missing::Agent)?;
            let mut after = before.clone();
            after.budget_monthly_micros = amount;
            if after != before {
                after.updated_at = change.now();
            }
            agents::update(&conn, &before, &after).await?;
        }
        ScopeType::Project => {}
    }
    Ok(())
}
