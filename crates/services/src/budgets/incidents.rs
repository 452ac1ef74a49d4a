//! What happens at a threshold, and what becomes of it.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::approval::{ApprovalKind, Verdict};
use wireclip_domain::budget::{IncidentAction, IncidentStatus, ThresholdType};
use wireclip_domain::caller::Actor;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{BudgetIncidentId, OpaqueJson};
use wireclip_store::budgets::{self as store, BudgetIncident, BudgetPolicy};

use super::policies::{self, PolicyChange, scope_of};
use super::{metering, scopes};
use crate::approvals::{self, ToAsk, deciding};
use crate::change::{ActivityRecord, Change};
use crate::error::{ServiceError, ServiceResult};

/// What a person does about an incident.
#[derive(Debug, Clone)]
pub struct Resolution {
    /// What.
    pub action: IncidentAction,
    /// The new limit, where it is raised.
    pub amount: Option<MicroDollars>,
    /// Why.
    pub note: Option<String>,
}

/// The part of the system that acts at thresholds, on behalf of whoever spends.
fn budget_service(change: &Change<'_>) -> Actor {
    let responsible_user_id = change.actor().responsible_user_id.clone();
    Actor { responsible_user_id, ..Actor::system("budget_service") }
}

/// Does what follows from a threshold that is met: once for each limit and window while nobody has
/// dealt with it.
pub(super) async fn meet(
    change: &mut Change<'_>,
    policy: &BudgetPolicy,
    threshold: ThresholdType,
    observed: MicroDollars,
    is_unpriced: bool,
) -> ServiceResult<()> {
    let start = policy.window_kind.bounds(change.now()).0;
    let mut open = store::open_of_policy(&change.conn(), policy.id).await?;
    // What is open of a month that is over says nothing about this one; the window's end deals with it.
    open.retain(|incident| incident.window_start == start);
    if open.iter().any(|incident| incident.threshold_type == ThresholdType::Hard) {
        // Work is stopped; somebody may have let it go on by hand.
        return scopes::pause(change, policy.company_id, scope_of(policy)).await;
    }
    let was_warned =
        store::has_met(&change.conn(), policy.id, start, ThresholdType::Soft, policy.amount_micros).await?;
    let is_blind = is_unpriced && observed < policy.amount_micros;
    if !was_warned && !is_blind {
        let status = match threshold {
            ThresholdType::Soft => IncidentStatus::Open,
            // It is dealt with by the harder one.
            ThresholdType::Hard => IncidentStatus::Resolved,
        };
        let warning = incident(change, policy, (ThresholdType::Soft, status), observed, false);
        store::insert_incident(&change.conn(), &warning).await?;
        tell(change, &warning, Action::BudgetSoftThresholdCrossed);
    }
    if threshold == ThresholdType::Soft {
        return Ok(());
    }
    for warning in open {
        end(change, &warning, IncidentStatus::Resolved).await?;
    }
    let at = (ThresholdType::Hard, IncidentStatus::Open);
    let mut stop = incident(change, policy, at, observed, is_unpriced);
    let asked = ToAsk {
        company_id: policy.company_id,
        kind: ApprovalKind::BudgetOverrideRequired,
        payload: payload(change, policy, &stop).await?,
        agent_id: None,
        by: Actor::system("budget_service"),
    };
    stop.approval_id = Some(approvals::open(change, asked).await?.id);
    store::insert_incident(&change.conn(), &stop).await?;
    tell(change, &stop, Action::BudgetHardThresholdCrossed);
    scopes::pause(change, policy.company_id, scope_of(policy)).await
}

fn incident(
    change: &Change<'_>,
    policy: &BudgetPolicy,
    (threshold_type, status): (ThresholdType, IncidentStatus),
    observed: MicroDollars,
    is_unpriced: bool,
) -> BudgetIncident {
    let (window_start, window_end) = policy.window_kind.bounds(change.now());
    BudgetIncident {
        id: BudgetIncidentId::random(),
        company_id: policy.company_id,
        policy_id: policy.id,
        scope_type: policy.scope_type,
        scope_id: policy.scope_id,
        metric: policy.metric,
        window_kind: policy.window_kind,
        window_start,
        window_end,
        threshold_type,
        amount_limit_micros: policy.amount_micros,
        amount_observed_micros: observed,
        is_unpriced,
        status,
        approval_id: None,
        resolved_at: (status != IncidentStatus::Open).then(|| change.now()),
        created_at: change.now(),
        updated_at: change.now(),
    }
}

/// What the board is told of that it is asked for.
async fn payload(
    change: &Change<'_>,
    policy: &BudgetPolicy,
    incident: &BudgetIncident,
) -> ServiceResult<OpaqueJson> {
    let guidance = if incident.is_unpriced {
        "Something was used whose price is not known, and a limit of money cannot hold it. Raise the budget and \
         resume the scope, let use without a price go on under this budget, or keep the scope paused."
    } else {
        "Raise the budget and resume the scope, or keep the scope paused."
    };
    let mut payload = OpaqueJson::object();
    payload.set("metric", &policy.metric);
    payload.set("scopeId", &policy.scope_id);
    payload.set("guidance", &guidance);
    payload.set("policyId", &policy.id);
    payload.set("scopeName", &scopes::look(&change.conn(), policy.company_id, scope_of(policy)).await?.name);
    payload.set("scopeType", &policy.scope_type);
    payload.set("windowEnd", &incident.window_end);
    payload.set("windowKind", &policy.window_kind);
    payload.set("warnPercent", &policy.warn_percent);
    payload.set("windowStart", &incident.window_start);
    payload.set("budgetAmount", &policy.amount_micros.cents());
    payload.set("thresholdType", &incident.threshold_type);
    payload.set("observedAmount", &incident.amount_observed_micros.cents());
    Ok(payload)
}

fn tell(change: &mut Change<'_>, incident: &BudgetIncident, action: Action) {
    let mut details = OpaqueJson::object();
    details.set("scopeId", &incident.scope_id);
    details.set("scopeType", &incident.scope_type);
    if let Some(approval_id) = incident.approval_id {
        details.set("approvalId", &approval_id);
    }
    details.set("amountLimit", &incident.amount_limit_micros.cents());
    details.set("amountObserved", &incident.amount_observed_micros.cents());
    let record = ActivityRecord::about(EntityType::BudgetIncident, incident.id, action, details);
    let actor = budget_service(change);
    change.record_as(incident.company_id, actor, record);
}

pub(super) async fn end(
    change: &Change<'_>,
    before: &BudgetIncident,
    status: IncidentStatus,
) -> ServiceResult<BudgetIncident> {
    let now = change.now();
    let after = BudgetIncident { status, resolved_at: Some(now), updated_at: now, ..before.clone() };
    store::update_incident(&change.conn(), before, &after).await?;
    Ok(after)
}

/// Settles what is open about a policy whose limit is not met any more, or is another one; what
/// the board was asked for is granted by that.
pub(super) async fn settle_all(
    change: &mut Change<'_>,
    policy: &BudgetPolicy,
    spent: MicroDollars,
    note: Option<&str>,
) -> ServiceResult<()> {
    let is_free = policy.amount_micros == MicroDollars::new(0) || spent < policy.amount_micros;
    for incident in store::open_of_policy(&change.conn(), policy.id).await? {
        // A warning was of the old limit; a stop is dealt with only by room for more.
        if is_free || incident.threshold_type == ThresholdType::Soft {
            end(change, &incident, IncidentStatus::Resolved).await?;
            if let Some(id) = incident.approval_id {
                deciding::settle(change, id, Verdict::Approve, note.map(str::to_owned)).await?;
            }
        }
    }
    Ok(())
}

/// Deals with an incident as a person wants it.
pub(super) async fn resolve(
    change: &mut Change<'_>,
    incident: BudgetIncident,
    resolution: Resolution,
) -> ServiceResult<BudgetIncident> {
    if incident.status != IncidentStatus::Open {
        return Err(ServiceError::conflict("Somebody has dealt with this budget incident before"));
    }
    let policy = store::policy(&change.conn(), incident.policy_id).await?;
    let policy = policy.ok_or_else(|| ServiceError::not_found("Budget policy not found"))?;
    let after = match (resolution.action, resolution.amount) {
        (IncidentAction::KeepPaused, _) => {
            let after = end(change, &incident, IncidentStatus::Dismissed).await?;
            if let Some(id) = incident.approval_id {
                deciding::settle(change, id, Verdict::Reject, resolution.note.clone()).await?;
            }
            after
        }
        (IncidentAction::RaiseBudgetAndResume, amount) => {
            let amount = amount.unwrap_or(policy.amount_micros);
            let spent = metering::spent(&change.conn(), &policy, change.now()).await?;
            if amount <= spent {
                return Err(ServiceError::unprocessable("New budget must exceed current observed spend"));
            }
            // With the person's note; what is left open is settled by the new limit.
            let raised = BudgetPolicy { amount_micros: amount, ..policy.clone() };
            settle_all(change, &raised, spent, resolution.note.as_deref()).await?;
            let wished = PolicyChange {
                metric: policy.metric,
                window: Some(policy.window_kind),
                amount,
                warn_percent: None,
                stops: None,
                notifies: None,
                allows_unpriced: None,
            };
            policies::set(change, policy.company_id, scope_of(&policy), wished).await?;
            let scope = wireclip_store::Scope::company(incident.company_id);
            store::incident(&change.conn(), &scope, incident.id).await?.unwrap_or(incident)
        }
    };
    let mut details = OpaqueJson::object();
    details.set("action", &resolution.action);
    let amount = resolution.amount.filter(|_| resolution.action == IncidentAction::RaiseBudgetAndResume);
    details.set("amount", &amount.map(MicroDollars::cents));
    details.set("scopeId", &after.scope_id);
    details.set("scopeType", &after.scope_type);
    let (kind, action) = (EntityType::BudgetIncident, Action::BudgetIncidentResolved);
    change.record(after.company_id, ActivityRecord::about(kind, after.id, action, details));
    Ok(after)
}
