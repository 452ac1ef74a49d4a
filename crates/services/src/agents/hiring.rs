//! Hiring: agents that somebody proposes, and what the board's word makes of them.
//!
//! **Invariant:** an agent that waits for the board is there to be looked at and does nothing; only a
//! decision of its approval moves it, and what it becomes then is what was proposed last.

use sha2::{Digest as _, Sha256};
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::agent::name::url_key;
use wireclip_domain::agent::settings::{
    AdapterChange, decide_agents_settings, new_runtime_settings, settings_after,
};
use wireclip_domain::agent::standing::{AgentOperation, decide};
use wireclip_domain::agent::{AgentRole, AgentState, AgentStatus};
use wireclip_domain::approval::ApprovalKind;
use wireclip_domain::approval::hire::HireProposal;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::patch::Field;
use wireclip_domain::redaction::shown;
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson};
use wireclip_store::agents::{self, Agent};
use wireclip_store::approvals::Approval;
use wireclip_store::companies::Company;

use super::creation::{
    adapter_type, approves_first, free_name, limit_new, require_manager, require_may_hire, require_offered,
};
use super::lifecycle::{activity, move_to, standing_of, tell_status};
use super::soundness::{check_adapter_settings, check_runtime_settings};
use super::update::Source;
use super::{AgentView, Agents, NewAgent, lock};
use crate::approvals::{self, ToAsk};
use crate::change::{ActivityRecord, Change, Committed};
use crate::environments::require_choice;
use crate::error::{OrRefuse as _, ServiceResult};
use crate::request::{Request, Scoped};

/// A hire that somebody wishes.
#[derive(Debug, Clone)]
pub struct NewHire {
    /// Who is to be hired.
    pub agent: NewAgent,
    /// The issues that are the reason.
    pub source_issue_ids: Vec<IssueId>,
}

/// What became of the wish.
#[derive(Debug, Clone)]
pub struct Hired {
    /// The agent: at work at once, or waiting for the board.
    pub agent: AgentView,
    /// What the board has to decide, if it wants to be asked.
    pub approval: Option<Approval>,
}

impl Agents {
    /// Hires an agent. Where the board wants to be asked first, the agent waits for its decision.
    ///
    /// # Errors
    /// `Forbidden` if the caller may not hire, or hires with settings that only people may set;
    /// `Unprocessable` for an adapter, manager or environment that will not do; `NotFound` without the
    /// manager or an issue.
    pub async fn hire(&self, company: &Scoped<Company>, wish: NewHire) -> ServiceResult<Committed<Hired>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        require_may_hire(&change.conn(), company.caller(), company.id, wish.agent.role).await?;
        let waits = approves_first(&change.conn(), company.id).await?;
        let state = if waits { AgentState::PendingApproval } else { AgentState::Active };
        let agent = self.make(&change, company.request(), company.id, wish.agent, state).await?;
        let issues = approvals::link_all(&mut change, company.id, &wish.source_issue_ids).await?;
        let approval = if waits { Some(ask(&change, &agent).await?) } else { None };
        let mut details = OpaqueJson::object();
        details.set("name", &agent.name);
        details.set("role", &agent.role);
        details.set("issueIds", &issues.iter().map(|issue| issue.id).collect::<Vec<_>>());
        details.set("approvalId", &approval.as_ref().map(|approval| approval.id));
        details.set("desiredSkills", &None::<Vec<String>>);
        details.set("hireFingerprint", &fingerprint(&agent));
        details.set("requiresApproval", &waits);
        change.record(agent.company_id, activity(&agent, Action::AgentHireCreated, Some(details)));
        if !waits {
            limit_new(&mut change, &agent).await?;
        }
        if let Some(approval) = &approval {
            tell_asked(&mut change, approval, agent.id);
            approvals::keep_links(&mut change, approval, &issues).await?;
        }
        let agent = self.changed(&change.conn(), agent).await?;
        let approval = approval.map(|mut approval| {
            approval.payload = shown(&approval.payload);
            approval
        });
        change.commit(Hired { agent, approval }).await
    }

    /// Goes on only if a proposal can be carried out, and whoever proposes it may. What the last
    /// proposal said already is not judged anew.
    pub(crate) async fn check_proposal(
        &self,
        change: &Change<'_>,
        request: &Request,
        company_id: CompanyId,
        proposal: &HireProposal,
        before: Option<&Approval>,
    ) -> ServiceResult<()> {
        let conn = change.conn();
        let last = before.map_or_else(OpaqueJson::object, |before| before.payload.clone());
        let candidate = before.and_then(|before| before.agent_id);
        if candidate.is_none() {
            proposal.name_of_new().or_refuse()?;
        }
        let is_new_role = proposal.role.is_some_and(|role| last.text("role") != Some(role.as_str()));
        let role = proposal.role.filter(|_| is_new_role).unwrap_or(AgentRole::General);
        require_may_hire(&conn, &request.caller, company_id, role).await?;
        let standing = match candidate {
            Some(id) => Some(lock(&conn, id).await?),
            None => None,
        };
        let adapter = match (&proposal.adapter_type, &standing) {
            (None, Some(agent)) => agent.adapter_type,
            (word, _) => adapter_type(word.as_deref())?,
        };
        require_offered(&conn, adapter).await?;
        if let Some(settings) = &proposal.adapter_config {
            if request.caller.as_agent().is_some() {
                let known = last.get("adapterConfig").unwrap_or_default();
                decide_agents_settings(&beside(settings, &known)).or_refuse()?;
            }
            self.check_prompt(adapter, settings)?;
            check_adapter_settings(&*self.core.adapters, adapter, settings, settings)?;
        }
        proposal.runtime_config.as_ref().map_or(Ok(()), check_runtime_settings)?;
        require_choice(&conn, proposal.default_environment_id.as_set().copied()).await?;
        if let Field::Set(manager) = proposal.reports_to {
            let id = candidate.unwrap_or_else(AgentId::random);
            require_manager(&conn, &request.scope(), id, company_id, manager).await?;
        }
        Ok(())
    }

    /// Hires as the board has approved: lets the agent work that waits, as it was proposed last, or
    /// makes the one that was proposed. Returns who it is.
    pub(crate) async fn employ(
        &self,
        change: &mut Change<'_>,
        request: &Request,
        approval: &Approval,
    ) -> ServiceResult<AgentId> {
        let proposal = HireProposal::read(&approval.payload).or_refuse()?;
        let mut details = OpaqueJson::object();
        details.set("approvalId", &approval.id);
        let Some(id) = approval.agent_id else {
            let new = of_proposal(proposal)?;
            let state = AgentState::Active;
            let agent = self.make(change, request, approval.company_id, new, state).await?;
            details.set("name", &agent.name);
            details.set("role", &agent.role);
            change.record(agent.company_id, activity(&agent, Action::AgentCreated, Some(details)));
            limit_new(change, &agent).await?;
            return Ok(agent.id);
        };
        let before = lock(&change.conn(), id).await?;
        let decided =
            decide(AgentOperation::Approve, standing_of(&change.conn(), &before).await?).or_refuse()?;
        let mut proposed = before.clone();
        self.lay_over(change, request, &mut proposed, proposal).await?;
        self.store(change, &before, proposed.clone(), Source::PATCH).await?;
        let mut employed = proposed.clone();
        move_to(change, &mut employed, decided, AgentOperation::Approve).await?;
        employed.updated_at = change.now();
        agents::update(&change.conn(), &proposed, &employed).await?;
        change.record(employed.company_id, activity(&employed, Action::AgentApproved, Some(details)));
        if employed.budget_monthly_micros == before.budget_monthly_micros {
            limit_new(change, &employed).await?;
        }
        let view = self.changed(&change.conn(), employed).await?;
        tell_status(change, &view, AgentStatus::PendingApproval);
        Ok(id)
    }

    /// Ends the agent that the board does not want. One that is gone already stays so.
    pub(crate) async fn turn_down(&self, change: &mut Change<'_>, id: AgentId) -> ServiceResult<()> {
        let before = lock(&change.conn(), id).await?;
        if before.state != AgentState::PendingApproval {
            return Ok(());
        }
        let standing = standing_of(&change.conn(), &before).await?;
        let decided = decide(AgentOperation::Terminate, standing).or_refuse()?;
        let mut after = before.clone();
        let details = move_to(change, &mut after, decided, AgentOperation::Terminate).await?;
        after.updated_at = change.now();
        agents::update(&change.conn(), &before, &after).await?;
        change.record(after.company_id, activity(&after, Action::AgentTerminated, details));
        let view = self.changed(&change.conn(), after).await?;
        tell_status(change, &view, standing.status());
        Ok(())
    }

    /// Makes of an agent that waits what was proposed last.
    async fn lay_over(
        &self,
        change: &Change<'_>,
        request: &Request,
        agent: &mut Agent,
        proposal: HireProposal,
    ) -> ServiceResult<()> {
        // Taken apart by name, so that a new field cannot be forgotten.
        let HireProposal {
            agent_id: _,
            name,
            role,
            title,
            icon,
            reports_to,
            capabilities,
            adapter_type: adapter_word,
            adapter_config,
            runtime_config,
            default_environment_id,
            budget_monthly,
            metadata,
        } = proposal;
        let conn = change.conn();
        if let Some(name) = name.filter(|name| *name != agent.name) {
            agent.name = free_name(&conn, agent.company_id, &name, Some(&agent.url_key)).await?;
            agent.url_key = url_key(&agent.name, agent.id);
        }
        if adapter_word.is_some() || adapter_config.is_some() {
            let adapter =
                adapter_word.as_deref().map_or(Ok(agent.adapter_type), |word| adapter_type(Some(word)))?;
            let wish = AdapterChange { adapter, settings: adapter_config, replaces: true };
            let settings = settings_after(agent.adapter_type, &agent.adapter_config, &wish).or_refuse()?;
            agent.adapter_config = self.core.adapters.facts(adapter).with_defaults(&settings);
            agent.adapter_type = adapter;
        }
        if let Some(settings) = runtime_config {
            agent.runtime_config = new_runtime_settings(Some(&settings));
        }
        Field::from(role).apply_to_required(&mut agent.role);
        title.apply_to(&mut agent.title);
        icon.apply_to(&mut agent.icon);
        capabilities.apply_to(&mut agent.capabilities);
        default_environment_id.apply_to(&mut agent.default_environment_id);
        Field::from(budget_monthly).apply_to_required(&mut agent.budget_monthly_micros);
        // Wire: an agent without any is proposed with an empty object.
        let says_nothing = agent.metadata.is_none() && metadata.as_set() == Some(&OpaqueJson::object());
        if !says_nothing {
            metadata.apply_to(&mut agent.metadata);
        }
        let manager_before = agent.reports_to;
        reports_to.apply_to(&mut agent.reports_to);
        match agent.reports_to {
            Some(manager) if manager_before != Some(manager) => {
                require_manager(&conn, &request.scope(), agent.id, agent.company_id, manager).await
            }
            _ => Ok(()),
        }
    }
}

/// Asks the board about an agent that waits.
async fn ask(change: &Change<'_>, agent: &Agent) -> ServiceResult<Approval> {
    let by = change.actor().clone();
    let mut settings = OpaqueJson::object();
    settings.set("adapterType", &agent.adapter_type);
    settings.set("adapterConfig", &agent.adapter_config);
    settings.set("runtimeConfig", &agent.runtime_config);
    settings.set("desiredSkills", &None::<Vec<String>>);
    let mut payload = settings.clone();
    payload.set("agentId", &agent.id);
    payload.set("name", &agent.name);
    payload.set("role", &agent.role);
    payload.set("title", &agent.title);
    payload.set("icon", &agent.icon);
    payload.set("reportsTo", &agent.reports_to);
    payload.set("capabilities", &agent.capabilities);
    payload.set("budgetMonthlyCents", &agent.budget_monthly_micros.cents());
    payload.set("metadata", &agent.metadata.clone().unwrap_or_else(OpaqueJson::object));
    payload.set("requestedByAgentId", &by.agent_id);
    payload.set("requestedConfigurationSnapshot", &settings);
    if agent.default_environment_id.is_some() {
        payload.set("defaultEnvironmentId", &agent.default_environment_id);
    }
    let asked = ToAsk {
        company_id: agent.company_id,
        kind: ApprovalKind::HireAgent,
        payload,
        agent_id: Some(agent.id),
        by,
    };
    approvals::open(change, asked).await
}

fn tell_asked(change: &mut Change<'_>, approval: &Approval, agent_id: AgentId) {
    let mut details = OpaqueJson::object();
    details.set("type", &approval.kind);
    details.set("linkedAgentId", &agent_id);
    let record = ActivityRecord::about(EntityType::Approval, approval.id, Action::ApprovalCreated, details);
    change.record(approval.company_id, record);
}

/// Makes the wish for an agent of a proposal that names none.
fn of_proposal(proposal: HireProposal) -> ServiceResult<NewAgent> {
    Ok(NewAgent {
        name: proposal.name_of_new().or_refuse()?.to_owned(),
        role: proposal.role.unwrap_or(AgentRole::General),
        title: proposal.title.set(),
        icon: proposal.icon.set(),
        reports_to: proposal.reports_to.set(),
        capabilities: proposal.capabilities.set(),
        adapter_type: proposal.adapter_type,
        adapter_config: proposal.adapter_config.unwrap_or_else(OpaqueJson::object),
        runtime_config: proposal.runtime_config,
        default_environment_id: proposal.default_environment_id.set(),
        budget_monthly: proposal.budget_monthly.unwrap_or(MicroDollars::new(0)),
        metadata: proposal.metadata.set(),
    })
}

/// Returns the members of settings that are not the same in others.
fn beside(settings: &OpaqueJson, known: &OpaqueJson) -> OpaqueJson {
    let mut differing = OpaqueJson::object();
    for (name, value) in settings.members().filter(|(name, value)| known.get(name).as_ref() != Some(value)) {
        differing.set(name, &value);
    }
    differing
}

/// Names what was asked for, so that the same wish is recognised in the log. It is made of what may
/// be shown: a digest of a secret would be something to guess it by.
fn fingerprint(agent: &Agent) -> String {
    let wish = (
        agent.role,
        &agent.title,
        agent.reports_to,
        &agent.capabilities,
        agent.adapter_type,
        shown(&agent.adapter_config),
        shown(&agent.runtime_config),
        agent.budget_monthly_micros,
    );
    hex::encode(Sha256::digest(OpaqueJson::of(&wish).to_string()))
}
