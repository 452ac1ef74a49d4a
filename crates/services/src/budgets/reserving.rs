//! What the gate must know of money: whether a scope's is spent, and what a run may reserve.

use wireclip_domain::budget::{
    BudgetMetric, BudgetScope, LEAST_CEILING, NoRoom, PolicyStatus, Room, ScopeType, reserve,
};
use wireclip_domain::company::PauseReason;
use wireclip_domain::gate::BudgetBlock;
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{ProjectId, RunId, Timestamp};
use wireclip_store::agents::Agent;
use wireclip_store::budgets::{self as store, BudgetPolicy, Reservation};
use wireclip_store::runs::Run;
use wireclip_store::{Conn, Scope, agent_runtime_states, projects};

use super::metering;
use super::policies::{limit_of, scope_of};
use crate::change::Change;
use crate::error::ServiceResult;

/// Says whether money is spent for the agent's work, on a project's issue if on one's: in the
/// company, by the agent itself, for the project. The sums are asked, whatever is paused.
pub(crate) async fn block(
    conn: &Conn<'_>,
    agent: &Agent,
    project_id: Option<ProjectId>,
    now: Timestamp,
) -> ServiceResult<Option<BudgetBlock>> {
    let mut spent = Vec::new();
    for policy in stopping(conn, agent, project_id).await? {
        let sum = metering::spent(conn, &policy, now).await?;
        if limit_of(&policy).status(sum) == PolicyStatus::HardStop {
            spent.push(scope_of(&policy));
        }
    }
    let is_spent = |kind: ScopeType| spent.iter().find(|scope| scope.kind == kind).copied();
    let own = BudgetScope::agent(agent.id);
    if let Some(scope) = is_spent(ScopeType::Company) {
        return Ok(Some(BudgetBlock(scope)));
    }
    if agent.pause_reason == Some(PauseReason::Budget) {
        return Ok(Some(BudgetBlock(own)));
    }
    if let Some(scope) = is_spent(ScopeType::Agent).or_else(|| is_spent(ScopeType::Project)) {
        return Ok(Some(BudgetBlock(scope)));
    }
    let Some(id) = project_id else { return Ok(None) };
    let project = projects::get(conn, &Scope::company(agent.company_id), id).await?;
    let is_paused = project.is_some_and(|project| project.pause_reason == Some(PauseReason::Budget));
    Ok(is_paused.then_some(BudgetBlock(BudgetScope::project(id))))
}

/// Returns the limits that stop the agent's work.
async fn stopping(
    conn: &Conn<'_>,
    agent: &Agent,
    project_id: Option<ProjectId>,
) -> ServiceResult<Vec<BudgetPolicy>> {
    let scopes: Vec<_> = [
        Some(BudgetScope::company(agent.company_id)),
        Some(BudgetScope::agent(agent.id)),
        project_id.map(BudgetScope::project),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut policies = store::policies_of(conn, agent.company_id, &scopes).await?;
    policies.retain(|policy| limit_of(policy).stops && limit_of(policy).is_active());
    Ok(policies)
}

/// Says how much a run may reserve if it starts now; nothing where no limit asks for it.
pub(crate) async fn room_for(
    conn: &Conn<'_>,
    agent: &Agent,
    project_id: Option<ProjectId>,
    run_id: RunId,
    now: Timestamp,
) -> ServiceResult<Result<Option<MicroDollars>, NoRoom>> {
    let policies = stopping(conn, agent, project_id).await?;
    if policies.is_empty() {
        return Ok(Ok(None));
    }
    let reserved = store::reserved_in(conn, agent.company_id).await?;
    let mut rooms = Vec::new();
    for policy in &policies {
        let scope = scope_of(policy);
        rooms.push(Room {
            scope,
            limit: policy.amount_micros,
            spent: metering::spent(conn, policy, now).await?,
            reserved: match policy.metric {
                BudgetMetric::BilledCents | BudgetMetric::ListPriceCents => reserved.of(scope, run_id),
            },
        });
    }
    Ok(reserve(ceiling(conn, agent).await?, &rooms).map(Some))
}

/// What a run of the agent costs at most: what its settings say, or what its dearest run did.
async fn ceiling(conn: &Conn<'_>, agent: &Agent) -> ServiceResult<MicroDollars> {
    if let Some(limit) = HeartbeatPolicy::of(&agent.runtime_config).max_run_cost {
        return Ok(limit.max(LEAST_CEILING));
    }
    let state = agent_runtime_states::get(conn, agent.id).await?;
    Ok(state.map_or(LEAST_CEILING, |state| state.dearest_run_micros.max(LEAST_CEILING)))
}

/// Stores what a run that starts reserves.
pub(crate) async fn take(
    change: &Change<'_>,
    run: &Run,
    project_id: Option<ProjectId>,
    amount: MicroDollars,
) -> ServiceResult<()> {
    let reservation = Reservation {
        run_id: run.id,
        company_id: run.company_id,
        agent_id: run.agent_id,
        project_id,
        reserved_micros: amount,
        used_micros: MicroDollars::new(0),
    };
    Ok(store::reserve(&change.conn(), &reservation).await?)
}
