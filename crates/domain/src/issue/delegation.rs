//! Work that is handed down and must not come back up.

use crate::caller::Actor;
use crate::issue::Assignee;
use crate::issue::wake::is_own_doing;
use crate::refusal::{Refusal, RefusalKind};
use crate::wakeup::ActorType;
use crate::{AgentId, IssueId, OpaqueJson};

/// An issue above the one in question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ancestor {
    /// The issue.
    pub issue_id: IssueId,
    /// Its identifier.
    pub identifier: String,
    /// The agent that made it, if an agent did.
    pub created_by_agent: Option<AgentId>,
    /// Whether it is neither done nor cancelled.
    pub is_open: bool,
}

/// An agent would hand work back to the agent from which it came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{identifier} above was made by the agent that would get this work back")]
pub struct DelegationCycle {
    /// The issue above that the assignee made.
    pub ancestor_issue_id: IssueId,
    /// Its identifier.
    pub identifier: String,
    /// The agent that would get the work.
    pub assignee: AgentId,
}

impl DelegationCycle {
    const CODE: &str = "delegation_cycle";
}

impl Refusal for DelegationCycle {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn code(&self) -> Option<&'static str> {
        Some(Self::CODE)
    }

    fn details(&self) -> Option<OpaqueJson> {
        let mut details = OpaqueJson::object();
        details.set("code", &Self::CODE);
        details.set("ancestorIssueId", &self.ancestor_issue_id);
        details.set("assigneeAgentId", &self.assignee);
        Some(details)
    }
}

/// Decides whether `actor` may give an issue below `ancestors` (nearest first) to `assignee`. An
/// agent may keep work for itself; people may give it to anybody.
///
/// # Errors
/// If an agent hands work to the maker of an open issue above.
pub fn check_delegation(
    assignee: &Assignee,
    actor: &Actor,
    ancestors: &[Ancestor],
) -> Result<(), DelegationCycle> {
    let Some(agent) = assignee.agent().filter(|_| actor.kind == ActorType::Agent) else { return Ok(()) };
    if is_own_doing(agent, actor) {
        return Ok(());
    }
    match ancestors.iter().find(|above| above.is_open && above.created_by_agent == Some(agent)) {
        Some(above) => Err(DelegationCycle {
            ancestor_issue_id: above.issue_id,
            identifier: above.identifier.clone(),
            assignee: agent,
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn work_is_not_handed_back_to_whom_it_came_from() {
        let [ada, bob] = [AgentId::random(), AgentId::random()];
        let agent = |id| Actor { kind: ActorType::Agent, agent_id: Some(id), ..Actor::system("x") };
        let above = |is_open| {
            let issue_id = IssueId::random();
            [Ancestor { issue_id, identifier: "ABC-3".into(), created_by_agent: Some(ada), is_open }]
        };
        let chain = above(true);
        let refused = check_delegation(&Assignee::Agent(ada), &agent(bob), &chain).unwrap_err();
        let details = json!({
            "code": "delegation_cycle", "ancestorIssueId": chain[0].issue_id, "assigneeAgentId": ada,
        });
        assert_eq!(refused.details(), Some(OpaqueJson::of(&details)));
        for (assignee, actor, chain) in [
            (Assignee::Nobody, agent(bob), above(true)),
            (Assignee::Agent(ada), agent(ada), above(true)),
            (Assignee::Agent(ada), agent(bob), above(false)),
            (Assignee::Agent(ada), Actor { kind: ActorType::User, ..Actor::system("x") }, above(true)),
        ] {
            assert_eq!(check_delegation(&assignee, &actor, &chain), Ok(()));
        }
    }
}
