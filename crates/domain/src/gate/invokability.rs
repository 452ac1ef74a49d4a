//! Whether an agent may work at all: its own standing, and the chain of those it reports to.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::agent::AgentStatus;
use crate::ids::AgentId;
use crate::json::OpaqueJson;
use crate::refusal::{Refusal, RefusalKind};
use crate::words;

/// An agent as a link of a reporting chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainMember {
    /// The agent.
    pub id: AgentId,
    /// Its name.
    pub name: String,
    /// Its standing.
    pub status: AgentStatus,
    /// To whom it reports.
    pub reports_to: Option<AgentId>,
}

/// How a reporting chain ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainEnd {
    /// At an agent that reports to nobody.
    Root,
    /// At an agent whose manager is not there.
    Missing(AgentId),
    /// At an agent whose manager stands in the chain already.
    Cycle(AgentId),
}

/// An agent with all those above it. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportingChain {
    members: Vec<ChainMember>,
    end: ChainEnd,
}

words! {
    /// Why an agent may not be woken.
    pub enum NotInvokableReason("reason not to invoke an agent") {
        Missing = "missing",
        Paused = "paused",
        Terminated = "terminated",
        PendingApproval = "pending_approval",
        ManagerTerminated = "manager_terminated",
        ManagerMissing = "manager_missing",
        ReportingCycle = "reporting_cycle",
    }
}

impl NotInvokableReason {
    /// Returns whether not the agent but its reporting chain is at fault.
    #[must_use]
    pub const fn is_org_chain(self) -> bool {
        matches!(self, Self::ManagerTerminated | Self::ManagerMissing | Self::ReportingCycle)
    }

    /// Returns whether what the agent has in hand ends, too; a paused agent keeps its queue.
    #[must_use]
    pub const fn ends_runs(self) -> bool {
        matches!(self, Self::Missing | Self::Terminated) || self.is_org_chain()
    }
}

/// An agent may not be woken, with what the wire's conflict tells of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", guidance.as_deref().unwrap_or("Agent is not invokable in its current state"))]
pub struct NotInvokable {
    /// The agent.
    pub agent_id: AgentId,
    /// Its standing.
    pub status: AgentStatus,
    /// Why.
    pub reason: NotInvokableReason,
    /// How to mend the chain, if that is at fault.
    pub guidance: Option<String>,
}

impl Refusal for NotInvokable {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    /// Returns the wire's facts. Of a broken chain the wire tells in the message alone.
    fn details(&self) -> Option<OpaqueJson> {
        if self.reason.is_org_chain() {
            return None;
        }
        let mut details = OpaqueJson::object();
        details.set("status", &self.status);
        details.set("reason", &self.reason);
        details.set("invalidOrgChain", &self.reason.is_org_chain());
        details.set("agentId", &self.agent_id);
        details.set("agentStatus", &self.status);
        Some(details)
    }
}

words! {
    /// What is wrong with a reporting chain, as clients see it.
    pub enum ChainProblem("reporting chain problem") {
        TerminatedAncestor = "terminated_ancestor",
        MissingAncestor = "missing_ancestor",
        ReportingCycle = "reporting_cycle",
    }
}

impl ChainProblem {
    const fn not_invokable(self) -> NotInvokableReason {
        match self {
            Self::TerminatedAncestor => NotInvokableReason::ManagerTerminated,
            Self::MissingAncestor => NotInvokableReason::ManagerMissing,
            Self::ReportingCycle => NotInvokableReason::ReportingCycle,
        }
    }
}

/// An agent above another, as the wire names it beside its chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ancestor {
    /// The agent.
    pub id: AgentId,
    /// Its name.
    pub name: String,
    /// Its standing.
    pub status: AgentStatus,
}

/// What the wire's `orgChainHealth` says beside the chain itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrgChainHealth {
    /// What is wrong; `None` if the chain is healthy.
    pub problem: Option<ChainProblem>,
    /// The ancestors that are terminated, nearest first.
    pub invalid_ancestors: Vec<Ancestor>,
    /// The ancestors that are paused, nearest first.
    pub paused_ancestors: Vec<Ancestor>,
    /// How to mend it.
    pub repair_guidance: Option<String>,
    /// That nobody hears an escalation while a manager is paused.
    pub escalation_warning: Option<String>,
}

impl OrgChainHealth {
    /// Returns the wire's word for the whole.
    #[must_use]
    pub const fn status(&self) -> &'static str {
        if self.problem.is_some() { "invalid_org_chain" } else { "healthy" }
    }

    /// Returns the wire's word for the reason.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self.problem {
            Some(problem) => problem.as_str(),
            None => "healthy",
        }
    }
}

impl ReportingChain {
    /// Follows the managers upwards from an agent. `find` looks within the agent's company.
    #[must_use]
    pub fn above(agent: ChainMember, find: impl Fn(AgentId) -> Option<ChainMember>) -> Self {
        let mut next = agent.reports_to;
        let mut passed = HashSet::from([agent.id]);
        let mut members = vec![agent];
        let end = loop {
            let Some(manager_id) = next else { break ChainEnd::Root };
            if !passed.insert(manager_id) {
                break ChainEnd::Cycle(manager_id);
            }
            let Some(manager) = find(manager_id) else { break ChainEnd::Missing(manager_id) };
            next = manager.reports_to;
            members.push(manager);
        };
        Self { members, end }
    }

    /// Returns the agent and all those above it, nearest first.
    #[must_use]
    pub fn members(&self) -> &[ChainMember] {
        &self.members
    }

    /// Returns the agent and all those above it, nearest first.
    #[must_use]
    pub fn into_members(self) -> Vec<ChainMember> {
        self.members
    }

    /// Returns how the chain ends.
    #[must_use]
    pub fn end(&self) -> ChainEnd {
        self.end
    }

    /// Decides whether the agent may be woken.
    ///
    /// # Errors
    /// With the reason: its own standing first, then its chain.
    pub fn check_invokable(&self) -> Result<(), NotInvokable> {
        let agent = self.agent();
        let own = match agent.status {
            AgentStatus::Active | AgentStatus::Idle | AgentStatus::Running | AgentStatus::Error => None,
            AgentStatus::Paused => Some(NotInvokableReason::Paused),
            AgentStatus::PendingApproval => Some(NotInvokableReason::PendingApproval),
            AgentStatus::Terminated => Some(NotInvokableReason::Terminated),
        };
        let of_chain = || self.problem().map(ChainProblem::not_invokable);
        let Some(reason) = own.or_else(of_chain) else { return Ok(()) };
        let guidance = if reason.is_org_chain() { self.repair_guidance() } else { None };
        Err(NotInvokable { agent_id: agent.id, status: agent.status, reason, guidance })
    }

    /// Returns what the wire tells of the chain.
    #[must_use]
    pub fn health(&self) -> OrgChainHealth {
        let paused_ancestors = self.ancestors(AgentStatus::Paused);
        let escalation_warning = paused_ancestors.first().map(|manager| {
            format!("{} is paused: what is escalated to it waits until it is resumed.", manager.name)
        });
        OrgChainHealth {
            problem: self.problem(),
            invalid_ancestors: self.ancestors(AgentStatus::Terminated),
            paused_ancestors,
            repair_guidance: self.repair_guidance(),
            escalation_warning,
        }
    }

    fn agent(&self) -> &ChainMember {
        self.members.first().expect("a chain holds at least its agent")
    }

    fn ancestors(&self, status: AgentStatus) -> Vec<Ancestor> {
        let above = self.members.iter().skip(1).filter(|member| member.status == status);
        let name = |member: &ChainMember| Ancestor { id: member.id, name: member.name.clone(), status };
        above.map(name).collect()
    }

    fn problem(&self) -> Option<ChainProblem> {
        if self.members.iter().skip(1).any(|member| member.status == AgentStatus::Terminated) {
            return Some(ChainProblem::TerminatedAncestor);
        }
        match self.end {
            ChainEnd::Root => None,
            ChainEnd::Missing(_) => Some(ChainProblem::MissingAncestor),
            ChainEnd::Cycle(_) => Some(ChainProblem::ReportingCycle),
        }
    }

    fn repair_guidance(&self) -> Option<String> {
        let name = &self.agent().name;
        let fault = match self.problem()? {
            ChainProblem::TerminatedAncestor => {
                let terminated = self.ancestors(AgentStatus::Terminated);
                format!("{}, who is terminated", terminated.first().map_or("somebody", |first| &first.name))
            }
            ChainProblem::MissingAncestor => "a manager that does not exist".to_owned(),
            ChainProblem::ReportingCycle => "itself, by way of its managers".to_owned(),
        };
        Some(format!(
            "{name} reports to {fault}. Let {name}, or the one nearest to the fault, report to a manager who \
             can work, or pause or terminate it, before work is assigned or runs are started."
        ))
    }
}
