//! Holding each entry of the ledger against every limit that it counts for.

use wireclip_domain::budget::{BudgetMetric, BudgetScope};
use wireclip_domain::cost::CostStatus;
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{RunId, Timestamp};
use wireclip_store::budgets::{self as store, BudgetPolicy, Reservation};
use wireclip_store::costs::{CostEvent, spent};
use wireclip_store::{Conn, Scope, agents};

use super::incidents;
use super::policies::{limit_of, scope_of};
use crate::change::Change;
use crate::error::ServiceResult;
use crate::stops::{self, StopOrder};

/// Returns what counts against a policy in the window in which a moment lies.
pub(super) async fn spent(
    conn: &Conn<'_>,
    policy: &BudgetPolicy,
    now: Timestamp,
) -> ServiceResult<MicroDollars> {
    let stretch = policy.window_kind.stretch();
    let spent = spent::of_scope(conn, policy.scope_type, policy.scope_id, stretch, now).await?;
    Ok(match policy.metric {
        BudgetMetric::BilledCents => spent.cash,
        BudgetMetric::ListPriceCents => spent.estimate,
    })
}

/// Holds an entry that was just booked against the limits of its company, its agent and its
/// project. What it stops is stopped in this transaction.
pub(crate) async fn meter(change: &mut Change<'_>, event: &CostEvent) -> ServiceResult<()> {
    if let Some(run_id) = event.run_id {
        meter_run(change, run_id, event).await?;
    }
    let scopes: Vec<BudgetScope> = [
        Some(BudgetScope::company(event.company_id)),
        Some(BudgetScope::agent(event.agent_id)),
        event.project_id.map(BudgetScope::project),
    ]
    .into_iter()
    .flatten()
    .collect();
    let is_unpriced = event.cost_status == CostStatus::Unpriced;
    for policy in store::policies_of(&change.conn(), event.company_id, &scopes).await? {
        let (start, end) = policy.window_kind.bounds(change.now());
        // What belongs to another month says nothing about this one's.
        if event.occurred_at < start || event.occurred_at >= end {
            continue;
        }
        let spent = spent(&change.conn(), &policy, change.now()).await?;
        // Use that a plan covers has no list price to be missed unless that is what is limited.
        let is_blind = match policy.metric {
            BudgetMetric::BilledCents => is_unpriced,
            BudgetMetric::ListPriceCents => event.estimate_micros.is_none(),
        };
        if let Some(threshold) = limit_of(&policy).met_by(spent, is_blind) {
            tracing::debug!(scope = ?scope_of(&policy), %threshold, "a threshold of a budget is met");
            incidents::meet(change, &policy, threshold, spent, is_blind).await?;
        }
    }
    Ok(())
}

/// Takes an entry from what its run has reserved, and stops the run at a limit of its own.
async fn meter_run(change: &mut Change<'_>, run_id: RunId, event: &CostEvent) -> ServiceResult<()> {
    let Some(before) = store::reservation(&change.conn(), run_id).await? else { return Ok(()) };
    let used_micros = before.used_micros.plus(event.cash_micros);
    let after = Reservation { used_micros, ..before.clone() };
    store::update_reservation(&change.conn(), &before, &after).await?;
    let scope = Scope::company(event.company_id);
    let Some(agent) = agents::get(&change.conn(), &scope, event.agent_id).await? else { return Ok(()) };
    let limit = HeartbeatPolicy::of(&agent.runtime_config).max_run_cost;
    if limit.is_some_and(|limit| used_micros >= limit) {
        let message = "The run has cost as much as one may".to_owned();
        let order = StopOrder { code: RunErrorCode::BudgetBlocked, message };
        stops::stop_run(change, run_id, &order).await?;
    }
    Ok(())
}
