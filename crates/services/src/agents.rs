//! Agents: finding them, and what is shown of them.
//!
//! What is done with an agent has a module for each idea below.

mod configuration;
mod creation;
mod hiring;
mod inbox;
mod keys;
mod lifecycle;
mod organisation;
mod revisions;
mod sessions;
mod soundness;
mod switches;
mod update;
mod view;

use std::sync::Arc;

use wireclip_domain::agent::name::AgentRef;
use wireclip_domain::budget::Stretch;
use wireclip_domain::caller::Caller;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::policy::Right;
use wireclip_domain::{AgentId, CompanyId};
use wireclip_store::agents::{self, Agent};
use wireclip_store::costs::spent;
use wireclip_store::{Conn, PageLimit, agent_links};

use crate::authority::{self, About};
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

pub use creation::NewAgent;
pub use hiring::{Hired, NewHire};
pub use inbox::InboxItem;
pub use keys::FreshKey;
pub use organisation::OrgNode;
pub use sessions::{RuntimeState, SessionReset};
pub use switches::Switches;
pub use update::AgentPatch;
pub use view::{AgentDetail, AgentView};

pub(crate) use lifecycle::standing_of;

use view::Settings;

/// Actions on agents.
#[derive(Debug, Clone)]
pub struct Agents {
    core: Arc<Core>,
}

impl Agents {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds an agent within the caller's reach: by its id, or by the key of its name within
    /// `company` (an agent that calls means its own). The key of a terminated agent names nobody.
    ///
    /// # Errors
    /// `NotFound` if there is none; `Forbidden` for an agent that names another company;
    /// `Unprocessable` for a key without a company.
    pub async fn load(
        &self,
        request: &Request,
        name: &str,
        company: Option<CompanyId>,
    ) -> ServiceResult<Scoped<Agent>> {
        let conn = self.core.store.read();
        let agent = match (AgentRef::parse(name), &request.caller) {
            (None, _) | (Some(AgentRef::Caller), Caller::Board(_)) => None,
            (Some(AgentRef::Caller), Caller::Agent(caller)) => {
                agents::get(&conn, &request.scope(), caller.agent_id).await?
            }
            (Some(AgentRef::Id(id)), _) => agents::get(&conn, &request.scope(), id).await?,
            (Some(AgentRef::Key(key)), caller) => {
                let company = company_of_key(caller, company)?;
                agents::find_by_key(&conn, &request.scope(), company, &key).await?
            }
        };
        agent.map(|agent| request.found(agent)).ok_or_else(no_such_agent)
    }

    /// Finds the agent that calls.
    ///
    /// # Errors
    /// `Unauthenticated` if the caller is no agent.
    pub async fn load_own(&self, request: &Request) -> ServiceResult<Scoped<Agent>> {
        self.load(request, "me", None).await
    }

    /// Lists a company's living agents, oldest first, each with the nearest of those above it. To
    /// agents, settings are not shown.
    ///
    /// A company that is not there has no agents, as clients know it.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn list(&self, request: &Request, company_id: CompanyId) -> ServiceResult<Vec<AgentView>> {
        let conn = self.core.store.read();
        request.require_company(company_id)?;
        let about = About::company(company_id);
        let shows = authority::allows(&conn, &request.caller, Right::AgentReadConfiguration, about).await?;
        let settings = if shows { Settings::Shown } else { Settings::Withheld };
        let listed = agents::list(&conn, &request.scope(), company_id, PageLimit::MAX).await?;
        let links = view::by_id(agent_links::of_company(&conn, company_id).await?);
        let spent = spent::of_agents_in_month(&conn, company_id, self.core.clock.now()).await?;
        let shown = |agent: Agent| {
            let spent = spent.get(&agent.id).copied().unwrap_or(MicroDollars::new(0));
            view::view(agent, &links, settings).having_spent(spent).in_a_list()
        };
        Ok(listed.into_iter().map(shown).collect())
    }

    /// Shows an agent with its chain of command and its rights. To a colleague without a
    /// permission, settings are not shown.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn detail(&self, agent: &Scoped<Agent>) -> ServiceResult<AgentDetail> {
        let conn = self.core.store.read();
        let about = About::agent(agent);
        let shows = authority::allows(&conn, agent.caller(), Right::AgentReadSettings, about).await?;
        let settings = if shows { Settings::Shown } else { Settings::Withheld };
        let links = view::by_id(agent_links::above(&conn, agent.id).await?);
        let spent = self.spent_monthly(&conn, agent.id).await?;
        view::detail(view::view((**agent).clone(), &links, settings).having_spent(spent), &links)
    }

    /// Returns an agent as the answer to a change of it.
    async fn changed(&self, conn: &Conn<'_>, agent: Agent) -> ServiceResult<AgentView> {
        let links = view::by_id(agent_links::above(conn, agent.id).await?);
        let spent = self.spent_monthly(conn, agent.id).await?;
        Ok(view::view(agent, &links, Settings::Shown).having_spent(spent))
    }

    async fn spent_monthly(&self, conn: &Conn<'_>, id: AgentId) -> ServiceResult<MicroDollars> {
        Ok(spent::of_agent(conn, id, Stretch::Month, self.core.clock.now()).await?)
    }
}

fn company_of_key(caller: &Caller, company: Option<CompanyId>) -> ServiceResult<CompanyId> {
    match (caller, company) {
        (Caller::Agent(caller), Some(company)) if company != caller.company_id => Err(another_company()),
        (Caller::Agent(caller), _) => Ok(caller.company_id),
        (Caller::Board(_), Some(company)) => Ok(company),
        (Caller::Board(_), None) => {
            Err(ServiceError::unprocessable("An agent's short name needs the query parameter companyId"))
        }
    }
}

fn another_company() -> ServiceError {
    ServiceError::forbidden("Agent key cannot access another company")
}

fn no_such_agent() -> ServiceError {
    ServiceError::not_found("Agent not found")
}

/// Reads an agent anew for a change of it.
async fn lock(conn: &Conn<'_>, id: AgentId) -> ServiceResult<Agent> {
    agents::lock(conn, id).await?.ok_or_else(no_such_agent)
}
