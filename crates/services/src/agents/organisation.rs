//! The organisation: a forest of the living agents.

use std::collections::{BTreeMap, BTreeSet};

use wireclip_domain::AgentId;
use wireclip_domain::agent::AgentState;
use wireclip_store::agent_links::{self, AgentLink};
use wireclip_store::companies::Company;

use super::Agents;
use crate::error::ServiceResult;
use crate::request::Scoped;

/// An agent with those who report to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrgNode {
    /// The agent.
    pub agent: AgentLink,
    /// Those who report to it.
    pub reports: Vec<OrgNode>,
}

impl Agents {
    /// Shows who reports to whom among a company's living agents. Those whose manager is gone or
    /// terminated stand at the top.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn organisation(&self, company: &Scoped<Company>) -> ServiceResult<Vec<OrgNode>> {
        let links = agent_links::of_company(&self.core.store.read(), company.id).await?;
        Ok(forest(links))
    }
}

fn forest(links: Vec<AgentLink>) -> Vec<OrgNode> {
    let living: Vec<AgentLink> =
        links.into_iter().filter(|link| link.state != AgentState::Terminated).collect();
    let ids: BTreeSet<AgentId> = living.iter().map(|link| link.id).collect();
    let mut below: BTreeMap<Option<AgentId>, Vec<AgentLink>> = BTreeMap::new();
    for link in living {
        let manager = link.reports_to.filter(|manager| ids.contains(manager));
        below.entry(manager).or_default().push(link);
    }
    grow(None, &mut below)
}

/// Takes those below a manager out of the map. Each is taken once, so lines that go in a circle
/// (which no change can make) end the walk rather than go on for ever.
fn grow(manager: Option<AgentId>, below: &mut BTreeMap<Option<AgentId>, Vec<AgentLink>>) -> Vec<OrgNode> {
    let reports = below.remove(&manager).unwrap_or_default();
    reports
        .into_iter()
        .map(|agent| {
            let reports = grow(Some(agent.id), below);
            OrgNode { agent, reports }
        })
        .collect()
}
