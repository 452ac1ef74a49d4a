//! That money is counted right, and a limit holds.

use wireclip_domain::budget::{BudgetScope, ScopeType, Stretch};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{CompanyId, RowId};
use wireclip_schema::runs::Model as Run;

use super::{Moment, ensure};
use crate::play::Held;

/// Every sum is that of the ledger.
pub(super) fn sums_are_the_ledgers(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for sum in now.spent.iter().filter(|sum| sum.stretch == Stretch::Lifetime) {
        let is_of = |scope: BudgetScope| scope.kind == sum.scope_type && scope.id == sum.scope_id;
        let entries = now.costs.iter().filter(|event| match sum.scope_type {
            ScopeType::Company => is_of(BudgetScope::company(event.company_id)),
            ScopeType::Agent => is_of(BudgetScope::agent(event.agent_id)),
            ScopeType::Project => event.project_id.is_some_and(|id| is_of(BudgetScope::project(id))),
        });
        let all = entries.fold(MicroDollars::new(0), |all, event| all.plus(event.cash_micros));
        ensure(all == sum.cash_micros, || {
            format!(
                "{} {} has spent {all:?}, and its sum is {:?}",
                sum.scope_type, sum.scope_id, sum.cash_micros
            )
        })?;
    }
    Ok(())
}

/// What a run reserved goes with it.
pub(super) fn reservations_belong_to_running_runs(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for reservation in &now.reservations {
        let run = now.runs.get(&reservation.run_id);
        let is_running = run.is_some_and(|run| run.status == RunStatus::Running);
        ensure(is_running, || format!("{} reserves and does not run", now.run_name(reservation.run_id)))?;
    }
    Ok(())
}

/// Where a budget is spent, everything that runs is asked to stop: nothing starts, and nobody
/// reports more than what was under way.
pub(super) fn nothing_goes_on_at_a_spent_budget(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for policy in now.policies.iter().filter(|policy| policy.hard_stop_enabled) {
        let is_its = |id: RowId| policy.scope_id == id;
        let spent = now.spent.iter().find(|sum| {
            sum.scope_type == policy.scope_type && is_its(sum.scope_id) && sum.stretch == Stretch::Lifetime
        });
        let spent = spent.map_or(MicroDollars::new(0), |sum| sum.cash_micros);
        if policy.amount_micros == MicroDollars::new(0) || spent < policy.amount_micros {
            continue;
        }
        let is_in_scope = |run: &&Run| match policy.scope_type {
            ScopeType::Company => policy.scope_id == company_row(run.company_id),
            ScopeType::Agent => BudgetScope::agent(run.agent_id).id == policy.scope_id,
            ScopeType::Project => false,
        };
        let running = now.runs.values().filter(|run| run.status == RunStatus::Running);
        for run in running.filter(is_in_scope) {
            ensure(run.stop_requested_at.is_some(), || {
                format!(
                    "{} goes on although the budget of its {} is spent",
                    now.run_name(run.id),
                    policy.scope_type
                )
            })?;
        }
    }
    Ok(())
}

fn company_row(id: CompanyId) -> RowId {
    BudgetScope::company(id).id
}
