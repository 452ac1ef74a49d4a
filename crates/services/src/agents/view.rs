//! Agents as they may be shown: standing and chain computed, secrets hidden.

use std::collections::HashMap;

use wireclip_domain::AgentId;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AgentStatus;
use wireclip_domain::agent::permissions::{AgentPermissions, TaskAssignSource, task_assign_source};
use wireclip_domain::gate::{ChainMember, OrgChainHealth, ReportingChain};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::redaction::shown;
use wireclip_store::agent_links::AgentLink;
use wireclip_store::agents::Agent;

use crate::authority::permissions_of;
use crate::error::ServiceResult;

/// An agent as it may be shown.
#[derive(Debug, Clone)]
pub struct AgentView {
    /// The agent; its settings hold no secret, or nothing at all.
    pub agent: Agent,
    /// Its standing.
    pub status: AgentStatus,
    /// It and those above it, nearest first.
    pub chain: Vec<ChainMember>,
    /// How many those are; more than `chain` holds where a list names the nearest only.
    pub chain_length: usize,
    /// Whether those above it can work.
    pub health: OrgChainHealth,
    /// What it has spent this month.
    pub spent_monthly: MicroDollars,
}

/// How many of those above an agent a list names. The sum over a company where each reports to the
/// next would grow with the square of its size.
const NAMED_IN_LISTS: usize = 20;

impl AgentView {
    /// Adds what the agent has spent this month.
    pub(super) fn having_spent(self, spent_monthly: MicroDollars) -> Self {
        Self { spent_monthly, ..self }
    }

    /// Leaves out what only the agent's own page tells.
    pub(super) fn in_a_list(mut self) -> Self {
        self.chain.truncate(1 + NAMED_IN_LISTS);
        self.health.invalid_ancestors.truncate(NAMED_IN_LISTS);
        self.health.paused_ancestors.truncate(NAMED_IN_LISTS);
        self
    }
}

/// An agent with what its own page tells besides.
#[derive(Debug, Clone)]
pub struct AgentDetail {
    /// The agent.
    pub view: AgentView,
    /// Those above it, nearest first.
    pub above: Vec<AgentLink>,
    /// Its switches.
    pub permissions: AgentPermissions,
    /// From where it may give work to others.
    pub assign_source: TaskAssignSource,
}

/// Whether the settings of agents are shown at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settings {
    /// With secrets hidden.
    Shown,
    /// Not at all: the caller sees that there is such an agent.
    Withheld,
}

/// Agents by their id.
pub(super) type Links = HashMap<AgentId, AgentLink>;

pub(super) fn by_id(links: Vec<AgentLink>) -> Links {
    links.into_iter().map(|link| (link.id, link)).collect()
}

/// Makes a view; `links` has the agent and all above it, and what was spent is added by whoever
/// shows that.
pub(super) fn view(mut agent: Agent, links: &Links, settings: Settings) -> AgentView {
    let member = links.get(&agent.id).map_or_else(
        || {
            AgentLink {
                id: agent.id,
                company_id: agent.company_id,
                name: agent.name.clone(),
                role: agent.role,
                title: agent.title.clone(),
                state: agent.state,
                reports_to: agent.reports_to,
                has_error: agent.error_reason.is_some(),
                has_running_run: false,
            }
            .member()
        },
        AgentLink::member,
    );
    let status = member.status;
    let chain = ReportingChain::above(member, |id| links.get(&id).map(AgentLink::member));
    match settings {
        Settings::Shown => hide_secrets(&mut agent),
        Settings::Withheld => {
            agent.adapter_config = OpaqueJson::object();
            agent.runtime_config = OpaqueJson::object();
            agent.metadata = agent.metadata.map(|metadata| shown(&metadata));
        }
    }
    let health = chain.health();
    let chain = chain.into_members();
    let spent_monthly = MicroDollars::new(0);
    AgentView { agent, status, chain_length: chain.len(), chain, health, spent_monthly }
}

fn hide_secrets(agent: &mut Agent) {
    agent.adapter_config = shown(&agent.adapter_config);
    agent.runtime_config = shown(&agent.runtime_config);
    agent.metadata = agent.metadata.take().map(|metadata| shown(&metadata));
}

/// Adds what an agent's own page tells besides.
pub(super) fn detail(view: AgentView, links: &Links) -> ServiceResult<AgentDetail> {
    let permissions = permissions_of(&view.agent)?;
    let has_grant = wireclip_domain::agent::permissions::holds_assign_grant(permissions);
    let above = view.chain.iter().skip(1).filter_map(|member| links.get(&member.id).cloned());
    Ok(AgentDetail {
        above: above.collect(),
        assign_source: task_assign_source(view.agent.role, permissions, has_grant),
        permissions,
        view,
    })
}
