//! Making agents.

use std::collections::HashMap;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::agent::name::{slug, unique_name, url_key};
use wireclip_domain::agent::permissions::AgentPermissions;
use wireclip_domain::agent::reporting::decide_manager;
use wireclip_domain::agent::settings::{decide_agents_settings, new_runtime_settings};
use wireclip_domain::agent::{AdapterType, AgentRole, AgentState};
use wireclip_domain::budget::BudgetScope;
use wireclip_domain::caller::Caller;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::policy::Right;
use wireclip_domain::secret::spelled_out;
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RowId};
use wireclip_store::agents::{self, Agent};
use wireclip_store::companies::{self, Company};
use wireclip_store::{Conn, Scope, agent_links, disabled_adapters};

use super::soundness::{check_adapter_settings, check_runtime_settings};
use super::{AgentView, Agents};
use crate::authority::{self, About};
use crate::budgets::policies;
use crate::change::{ActivityRecord, Change, Committed};
use crate::environments::require_choice;
use crate::error::{
    Missing, OrMissing as _, OrRefuse as _, Refusal, RefusalKind, ServiceError, ServiceResult,
};
use crate::hidden_values::restored;
use crate::request::{Request, Scoped};
use crate::secrets::of_agents;

/// An agent to make.
#[derive(Debug, Clone)]
pub struct NewAgent {
    /// The wished name; a number is added to it if its key is taken.
    pub name: String,
    /// What it is hired as.
    pub role: AgentRole,
    /// Its title.
    pub title: Option<String>,
    /// Its icon.
    pub icon: Option<String>,
    /// To whom it reports.
    pub reports_to: Option<AgentId>,
    /// What it can do, for people and colleagues.
    pub capabilities: Option<String>,
    /// The word of its adapter; `process` if none is named.
    pub adapter_type: Option<String>,
    /// The settings for the adapter.
    pub adapter_config: OpaqueJson,
    /// The settings that are no adapter's.
    pub runtime_config: Option<OpaqueJson>,
    /// Where its runs execute by default.
    pub default_environment_id: Option<RowId>,
    /// How much it may spend in a month; zero is no limit.
    pub budget_monthly: MicroDollars,
    /// What others keep with it.
    pub metadata: Option<OpaqueJson>,
}

impl Agents {
    /// Makes an agent.
    ///
    /// # Errors
    /// `Forbidden` if the caller may not hire, or hires with settings that only people may set;
    /// `Conflict` if the company approves new agents first; else as [`Agents::hire`].
    pub async fn create(
        &self,
        company: &Scoped<Company>,
        new: NewAgent,
    ) -> ServiceResult<Committed<AgentView>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        require_may_hire(&change.conn(), company.caller(), company.id, new.role).await?;
        if approves_first(&change.conn(), company.id).await? {
            return Err(ServiceError::conflict(
                "This company approves new agents first: request the hire instead",
            ));
        }
        let agent = self.make(&change, company.request(), company.id, new, AgentState::Active).await?;
        change.record(agent.company_id, created(&agent));
        limit_new(&mut change, &agent).await?;
        let view = self.changed(&change.conn(), agent).await?;
        change.commit(view).await
    }

    /// Makes the row of an agent that its maker may make.
    pub(super) async fn make(
        &self,
        change: &Change<'_>,
        request: &Request,
        company_id: CompanyId,
        new: NewAgent,
        state: AgentState,
    ) -> ServiceResult<Agent> {
        let conn = change.conn();
        let adapter_type = adapter_type(new.adapter_type.as_deref())?;
        require_offered(&conn, adapter_type).await?;
        let adapter_config = self.new_settings(&request.caller, adapter_type, &new.adapter_config)?;
        new.runtime_config.as_ref().map_or(Ok(()), check_runtime_settings)?;
        let runtime_config = new.runtime_config.map(|settings| restored(&settings, None)).transpose()?;
        require_choice(&conn, new.default_environment_id).await?;
        let id = AgentId::random();
        if let Some(manager) = new.reports_to {
            require_manager(&conn, &request.scope(), id, company_id, manager).await?;
        }
        let name = free_name(&conn, company_id, &new.name, None).await?;
        let agent = Agent {
            id,
            company_id,
            url_key: url_key(&name, id),
            name,
            role: new.role,
            title: new.title,
            icon: new.icon,
            state,
            reports_to: new.reports_to,
            capabilities: new.capabilities,
            adapter_type,
            adapter_config,
            runtime_config: new_runtime_settings(runtime_config.as_ref()),
            default_environment_id: new.default_environment_id,
            budget_monthly_micros: new.budget_monthly,
            pause_reason: None,
            paused_at: None,
            error_reason: None,
            permissions: OpaqueJson::of(&AgentPermissions::default()),
            metadata: new.metadata.map(|metadata| restored(&metadata, None)).transpose()?,
            last_heartbeat_at: None,
            next_beat_at: None,
            created_at: change.now(),
            updated_at: change.now(),
        };
        agents::insert(&conn, &agent).await?;
        of_agents::bind(change, &request.scope(), None, &agent).await?;
        Ok(agent)
    }

    /// Returns the settings of a new agent, if its maker may set them.
    pub(super) fn new_settings(
        &self,
        caller: &Caller,
        adapter_type: AdapterType,
        sent: &OpaqueJson,
    ) -> ServiceResult<OpaqueJson> {
        if caller.as_agent().is_some() {
            decide_agents_settings(sent).or_refuse()?;
        }
        self.check_prompt(adapter_type, sent)?;
        let settings = self.core.adapters.facts(adapter_type).with_defaults(&restored(sent, None)?);
        check_adapter_settings(&*self.core.adapters, adapter_type, &settings, sent)?;
        Ok(spelled_out(settings))
    }

    /// Goes on only if new settings do not tell in a prompt what belongs into instruction files.
    pub(super) fn check_prompt(&self, adapter_type: AdapterType, sent: &OpaqueJson) -> ServiceResult<()> {
        let facts = self.core.adapters.facts(adapter_type);
        let has_prompt = ["promptTemplate", "bootstrapPromptTemplate"]
            .iter()
            .any(|key| sent.text(key).is_some_and(|prompt| !prompt.trim().is_empty()));
        if facts.capabilities.supports_instructions_bundle && has_prompt {
            return Err(ServiceError::unprocessable(
                "Agents of this adapter are told what to do in instruction files, not in a prompt template",
            ));
        }
        Ok(())
    }
}

/// Sets the limit with which an agent begins to work, if it has one.
pub(super) async fn limit_new(change: &mut Change<'_>, agent: &Agent) -> ServiceResult<()> {
    if agent.budget_monthly_micros > MicroDollars::new(0) {
        let (scope, amount) = (BudgetScope::agent(agent.id), agent.budget_monthly_micros);
        policies::set_monthly(change, agent.company_id, scope, amount).await?;
    }
    Ok(())
}

/// Goes on only if the adapter is offered to new agents.
pub(super) async fn require_offered(conn: &Conn<'_>, adapter_type: AdapterType) -> ServiceResult<()> {
    if !disabled_adapters::list(conn).await?.contains(&adapter_type) {
        return Ok(());
    }
    let message = format!("The adapter {adapter_type} is switched off: no agent is given to it");
    Err(Refusal::new(RefusalKind::Unprocessable, message).with_code("adapter_disabled").into())
}

/// Reads the word of an adapter.
pub(super) fn adapter_type(word: Option<&str>) -> ServiceResult<AdapterType> {
    let Some(word) = word else { return Ok(AdapterType::Process) };
    word.parse().map_err(|_| ServiceError::unprocessable(format!("Unknown adapter type: {word}")))
}

/// Goes on only if `agent` may report to `manager`; the caller holds the company's counters.
pub(super) async fn require_manager(
    conn: &Conn<'_>,
    scope: &Scope,
    agent: AgentId,
    company: CompanyId,
    manager: AgentId,
) -> ServiceResult<()> {
    let manager_company = agents::get(conn, scope, manager).await?.map(|manager| manager.company_id);
    let managers: HashMap<AgentId, AgentId> = agent_links::above(conn, manager)
        .await?
        .into_iter()
        .filter_map(|link| Some((link.id, link.reports_to?)))
        .collect();
    decide_manager(agent, company, manager, manager_company, &managers).or_refuse()
}

/// Goes on only if the caller may hire somebody as this.
pub(super) async fn require_may_hire(
    conn: &Conn<'_>,
    caller: &Caller,
    company_id: CompanyId,
    role: AgentRole,
) -> ServiceResult<()> {
    let about = About::company(company_id);
    authority::require(conn, caller, Right::AgentCreate, about).await?;
    if role == AgentRole::Ceo {
        authority::require(conn, caller, Right::AgentCreateChief, about).await?;
    }
    Ok(())
}

/// Returns whether the company's board wants to be asked about new agents. Read under the company's
/// lock: what was loaded before it may have changed meanwhile.
pub(super) async fn approves_first(conn: &Conn<'_>, company_id: CompanyId) -> ServiceResult<bool> {
    let company = companies::get(conn, &Scope::company(company_id), company_id).await?;
    Ok(company.or_missing(Missing::Company)?.require_board_approval_for_new_agents)
}

/// Returns a name of which the key is free, or is that of whoever is to bear it.
pub(super) async fn free_name(
    conn: &Conn<'_>,
    company_id: CompanyId,
    wished: &str,
    own_key: Option<&str>,
) -> ServiceResult<String> {
    let Some(key) = slug(wished) else { return Ok(wished.to_owned()) };
    let taken = agents::keys_starting_with(conn, company_id, &key).await?;
    Ok(unique_name(wished, |key| Some(key) != own_key && taken.contains(key)))
}

fn created(agent: &Agent) -> ActivityRecord {
    let mut details = OpaqueJson::object();
    details.set("name", &agent.name);
    details.set("role", &agent.role);
    details.set("desiredSkills", &None::<Vec<String>>);
    ActivityRecord::about(EntityType::Agent, agent.id, Action::AgentCreated, details)
}
