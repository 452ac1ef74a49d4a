//! Budgets: limits of what may be spent, and what they do.
//!
//! **Invariant:** `policies::set` is the one way to a limit, and asks the gate anew: whatever was
//! stopped by a limit that is not met any more goes on in the same transaction, and the reverse.

mod incidents;
pub(crate) mod metering;
mod overview;
pub(crate) mod policies;
pub(crate) mod reserving;
mod scopes;
mod window_ends;

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::budget::{BudgetScope, ScopeType};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::policy::Right;
use wireclip_domain::{AgentId, BudgetIncidentId, CompanyId, ProjectId, RowId};
use wireclip_store::agents::Agent;
use wireclip_store::budgets as store;
use wireclip_store::companies::Company;
use wireclip_store::{agents, companies, projects};

use crate::authority::{self, About};
use crate::change::{ActivityRecord, Committed};
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult};
use crate::request::Scoped;

pub use incidents::Resolution;
pub use overview::{IncidentView, Overview, PolicyView};
pub use policies::PolicyChange;

/// Actions on budgets.
#[derive(Debug, Clone)]
pub struct Budgets {
    core: Arc<Core>,
}

impl Budgets {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Shows a company's limits and what happened at them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn overview(&self, company: &Scoped<Company>) -> ServiceResult<Overview> {
        overview::of(&self.core.store.read(), company.id, self.core.clock.now()).await
    }

    /// Sets a limit; a scope that has one of this kind gets this one instead.
    ///
    /// # Errors
    /// `Forbidden` for agents; `NotFound` without the scope; `Unprocessable` if that is another
    /// company's.
    pub async fn set_policy(
        &self,
        company: &Scoped<Company>,
        kind: ScopeType,
        id: RowId,
        wished: PolicyChange,
    ) -> ServiceResult<Committed<PolicyView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About::company(company.id);
        authority::require(&change.conn(), company.caller(), Right::BudgetWrite, about).await?;
        let (conn, scope) = (change.conn(), company.request().scope());
        let owner = match kind {
            ScopeType::Company => {
                let id = CompanyId::from_uuid(id.as_uuid());
                companies::get(&conn, &scope, id).await?.or_missing(Missing::Company)?.id
            }
            ScopeType::Agent => {
                let id = AgentId::from_uuid(id.as_uuid());
                agents::get(&conn, &scope, id).await?.or_missing(Missing::Agent)?.company_id
            }
            ScopeType::Project => {
                let id = ProjectId::from_uuid(id.as_uuid());
                projects::get(&conn, &scope, id).await?.or_missing(Missing::Project)?.company_id
            }
        };
        if owner != company.id {
            return Err(ServiceError::unprocessable("Budget scope does not belong to company"));
        }
        let policy = policies::set(&mut change, company.id, BudgetScope { kind, id }, wished).await?;
        let view = overview::policy(&change.conn(), &policy, change.now()).await?;
        change.commit(view).await
    }

    /// Sets what a company may spend in a month; zero is no limit.
    ///
    /// # Errors
    /// `Forbidden` for agents.
    pub async fn set_of_company(
        &self,
        company: &Scoped<Company>,
        amount: MicroDollars,
    ) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About::company(company.id);
        authority::require(&change.conn(), company.caller(), Right::BudgetWrite, about).await?;
        let details = policies::told_amount(amount);
        let action = Action::CompanyBudgetUpdated;
        change.record(company.id, ActivityRecord::about(EntityType::Company, company.id, action, details));
        policies::set_monthly(&mut change, company.id, BudgetScope::company(company.id), amount).await?;
        change.commit(()).await
    }

    /// Sets what an agent may spend in a month; zero is no limit.
    ///
    /// # Errors
    /// `Forbidden` for agents.
    pub async fn set_of_agent(
        &self,
        agent: &Scoped<Agent>,
        amount: MicroDollars,
    ) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        authority::require(&change.conn(), agent.caller(), Right::BudgetWrite, About::agent(agent)).await?;
        let (details, action) = (policies::told_amount(amount), Action::AgentBudgetUpdated);
        change.record(agent.company_id, ActivityRecord::about(EntityType::Agent, agent.id, action, details));
        policies::set_monthly(&mut change, agent.company_id, BudgetScope::agent(agent.id), amount).await?;
        change.commit(()).await
    }

    /// Deals with an incident: raises its limit and lets work go on, or leaves the scope paused.
    ///
    /// # Errors
    /// `Forbidden` for agents; `NotFound` if the company has no such incident; `Conflict` if
    /// somebody has dealt with it; `Unprocessable` for a limit that is met already.
    pub async fn resolve(
        &self,
        company: &Scoped<Company>,
        id: BudgetIncidentId,
        resolution: Resolution,
    ) -> ServiceResult<Committed<IncidentView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About::company(company.id);
        authority::require(&change.conn(), company.caller(), Right::BudgetWrite, about).await?;
        let scope = wireclip_store::Scope::company(company.id);
        let incident = store::incident(&change.conn(), &scope, id).await?;
        let incident = incident.ok_or_else(|| ServiceError::not_found("Budget incident not found"))?;
        let incident = incidents::resolve(&mut change, incident, resolution).await?;
        let view = overview::incident(&change.conn(), incident).await?;
        change.commit(view).await
    }
}
