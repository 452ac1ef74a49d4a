//! Pausing what a limit stops, and letting it go on. Only what a budget paused goes on by a budget:
//! what a person closed stays closed.

use wireclip_domain::agent::AgentState;
use wireclip_domain::budget::{BudgetScope, PolicyStatus, ScopeType};
use wireclip_domain::company::{CompanyStatus, PauseReason};
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{AgentId, CompanyId, ProjectId, Timestamp};
use wireclip_store::budgets::{self as store, BudgetIncident};
use wireclip_store::{Conn, Scope, agents, companies, projects};

use super::metering;
use super::policies::limit_of;
use crate::change::Change;
use crate::core::Wanted;
use crate::error::ServiceResult;
use crate::standings;
use crate::stops::{self, StopOrder};

/// Stops the work of a scope and keeps more from starting. The gate is closed first.
pub(super) async fn pause(
    change: &mut Change<'_>,
    company_id: CompanyId,
    scope: BudgetScope,
) -> ServiceResult<()> {
    let message = format!("The budget of the {} is spent", scope.kind);
    let order = StopOrder { code: RunErrorCode::BudgetBlocked, message };
    let now = change.now();
    match scope.kind {
        ScopeType::Agent => {
            let id = AgentId::from_uuid(scope.id.as_uuid());
            let Some(before) = agents::lock(&change.conn(), id).await? else { return Ok(()) };
            if before.state == AgentState::Active {
                let mut after = before.clone();
                after.state = AgentState::Paused;
                (after.pause_reason, after.paused_at) = (Some(PauseReason::Budget), Some(now));
                after.updated_at = now;
                agents::update(&change.conn(), &before, &after).await?;
                standings::tell(change, &after, None).await?;
            }
            stops::stop_agent(change, id, &order).await
        }
        ScopeType::Project => {
            let id = ProjectId::from_uuid(scope.id.as_uuid());
            let Some(before) = projects::lock(&change.conn(), id).await? else { return Ok(()) };
            if before.paused_at.is_none() {
                let mut after = before.clone();
                (after.pause_reason, after.paused_at) = (Some(PauseReason::Budget), Some(now));
                after.updated_at = now;
                projects::update(&change.conn(), &before, &after).await?;
            }
            stops::stop_project(change, id, &order).await
        }
        ScopeType::Company => {
            let Some(before) = companies::lock(&change.conn(), company_id).await? else { return Ok(()) };
            if before.status == CompanyStatus::Active {
                let mut after = before.clone();
                after.status = CompanyStatus::Paused;
                (after.pause_reason, after.paused_at) = (Some(PauseReason::Budget), Some(now));
                after.updated_at = now;
                companies::update(&change.conn(), &before, &after).await?;
            }
            stops::stop_company(change, company_id, &order).await.map(drop)
        }
    }
}

/// Lets a scope work again that a budget paused, if none of its limits stops it any more.
pub(super) async fn resume(
    change: &mut Change<'_>,
    company_id: CompanyId,
    scope: BudgetScope,
) -> ServiceResult<()> {
    if is_stopped(&change.conn(), company_id, scope, change.now()).await? {
        return Ok(());
    }
    let now = change.now();
    match scope.kind {
        ScopeType::Agent => {
            let id = AgentId::from_uuid(scope.id.as_uuid());
            let Some(before) = agents::lock(&change.conn(), id).await? else { return Ok(()) };
            if before.state != AgentState::Paused || before.pause_reason != Some(PauseReason::Budget) {
                return Ok(());
            }
            let mut after = before.clone();
            after.state = AgentState::Active;
            (after.pause_reason, after.paused_at, after.updated_at) = (None, None, now);
            agents::update(&change.conn(), &before, &after).await?;
            standings::tell(change, &after, None).await?;
        }
        ScopeType::Project => {
            let id = ProjectId::from_uuid(scope.id.as_uuid());
            let Some(before) = projects::lock(&change.conn(), id).await? else { return Ok(()) };
            if before.pause_reason != Some(PauseReason::Budget) {
                return Ok(());
            }
            let mut after = before.clone();
            (after.pause_reason, after.paused_at, after.updated_at) = (None, None, now);
            projects::update(&change.conn(), &before, &after).await?;
        }
        ScopeType::Company => {
            let Some(before) = companies::lock(&change.conn(), company_id).await? else { return Ok(()) };
            if before.status != CompanyStatus::Paused || before.pause_reason != Some(PauseReason::Budget) {
                return Ok(());
            }
            let mut after = before.clone();
            after.status = CompanyStatus::Active;
            (after.pause_reason, after.paused_at, after.updated_at) = (None, None, now);
            companies::update(&change.conn(), &before, &after).await?;
        }
    }
    // The gate has another answer now, for what waits as well.
    change.wake_engine(Wanted::STARTS);
    Ok(())
}

/// Says whether one of a scope's limits stops it at a moment.
async fn is_stopped(
    conn: &Conn<'_>,
    company_id: CompanyId,
    scope: BudgetScope,
    now: Timestamp,
) -> ServiceResult<bool> {
    for policy in store::policies_of(conn, company_id, &[scope]).await? {
        let limit = limit_of(&policy);
        let spent = metering::spent(conn, &policy, now).await?;
        if limit.stops && limit.status(spent) == PolicyStatus::HardStop {
            return Ok(true);
        }
        // Use without a price stops whatever the sums say, until somebody deals with it.
        let open = store::open_of_policy(conn, policy.id).await?;
        let is_blind = |incident: &BudgetIncident| incident.is_unpriced && incident.window_end > now;
        if open.iter().any(is_blind) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A scope as people see it.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    /// How it is called; what is gone has no name.
    pub(super) name: String,
    /// Why it is paused, if it is.
    pub(super) paused: Option<Option<PauseReason>>,
}

/// Looks at a scope.
pub(super) async fn look(conn: &Conn<'_>, company_id: CompanyId, scope: BudgetScope) -> ServiceResult<Seen> {
    let within = Scope::company(company_id);
    let id = scope.id.as_uuid();
    let seen = match scope.kind {
        ScopeType::Company => companies::get(conn, &within, company_id).await?.map(|company| Seen {
            paused: (company.status == CompanyStatus::Paused).then_some(company.pause_reason),
            name: company.name,
        }),
        ScopeType::Agent => agents::get(conn, &within, AgentId::from_uuid(id)).await?.map(|agent| Seen {
            paused: agent.paused_at.is_some().then_some(agent.pause_reason),
            name: agent.name,
        }),
        ScopeType::Project => projects::get(conn, &within, ProjectId::from_uuid(id)).await?.map(|project| {
            Seen { paused: project.paused_at.is_some().then_some(project.pause_reason), name: project.name }
        }),
    };
    Ok(seen.unwrap_or_default())
}
