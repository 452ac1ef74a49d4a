//! What happens when a month is over: a new one has begun, in which nothing is spent yet.
//!
//! The gate asks the sums of the moment anyway; what a limit paused is a stored state, which somebody
//! has to take back.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::budget::IncidentStatus;
use wireclip_domain::caller::Actor;
use wireclip_store::budgets::{self as store, BudgetIncident};
use wireclip_store::counters::Within;
use wireclip_store::{PageLimit, Scope};

use super::policies::scope_of_incident;
use super::{Budgets, incidents, scopes};
use crate::approvals::deciding;
use crate::change::ActivityRecord;
use crate::error::ServiceResult;

impl Budgets {
    /// Lists the incidents with which nobody has dealt and whose window is over, the first ended
    /// first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn over(&self, limit: u32) -> ServiceResult<Vec<BudgetIncident>> {
        let (now, limit) = (self.core.clock.now(), PageLimit::at_most(limit));
        Ok(store::over(&self.core.store.read(), now, limit).await?)
    }

    /// Ends such an incident, and lets its scope work again unless another limit stops it. Returns
    /// whether there was anything to do.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end_window(&self, found: BudgetIncident) -> ServiceResult<bool> {
        let within = Within::Company(found.company_id);
        let mut change = self.core.begin_within(within, Actor::system("budget_service")).await?;
        let in_company = Scope::company(found.company_id);
        let incident = store::incident(&change.conn(), &in_company, found.id).await?;
        let Some(incident) = incident.filter(|incident| {
            incident.status == IncidentStatus::Open && incident.window_end <= change.now()
        }) else {
            return Ok(false);
        };
        let ended = incidents::end(&change, &incident, IncidentStatus::Resolved).await?;
        if let Some(id) = ended.approval_id {
            // Nobody has to decide any more about a month that is over.
            deciding::cancel(&mut change, id).await?;
        }
        let mut details = OpaqueJson::object();
        details.set("action", &"window_ended");
        details.set("scopeId", &ended.scope_id);
        details.set("scopeType", &ended.scope_type);
        let (kind, action) = (EntityType::BudgetIncident, Action::BudgetIncidentResolved);
        change.record(ended.company_id, ActivityRecord::about(kind, ended.id, action, details));
        scopes::resume(&mut change, ended.company_id, scope_of_incident(&ended)).await?;
        Ok(change.commit(true).await?.into_inner())
    }
}
