//! Who has an issue: nobody, one agent or one person.

use crate::agent::AgentStatus;
use crate::caller::Actor;
use crate::patch::Field;
use crate::refusal::{Refusal, RefusalKind};
use crate::wakeup::ActorType;
use crate::{AgentId, OpaqueJson, UserId};

/// Who has an issue. That it is never two is the type's doing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Assignee {
    /// Nobody.
    #[default]
    Nobody,
    /// An agent.
    Agent(AgentId),
    /// A person.
    User(UserId),
}

impl Assignee {
    /// Reads the wire's two fields.
    ///
    /// # Errors
    /// If both have a value.
    pub fn of(agent: Option<AgentId>, user: Option<UserId>) -> Result<Self, AssigneeRefused> {
        match (agent, user) {
            (None, None) => Ok(Self::Nobody),
            (Some(agent), None) => Ok(Self::Agent(agent)),
            (None, Some(user)) => Ok(Self::User(user)),
            (Some(_), Some(_)) => Err(AssigneeRefused::Two),
        }
    }

    /// Returns who has the issue after a change of the two fields.
    ///
    /// # Errors
    /// If both would have a value: whoever hands over takes the other off in the same change.
    pub fn after(&self, agent: &Field<AgentId>, user: &Field<UserId>) -> Result<Self, AssigneeRefused> {
        let (mut agent_after, mut user_after) = (self.agent(), self.user().cloned());
        agent.apply_to(&mut agent_after);
        user.clone().apply_to(&mut user_after);
        Self::of(agent_after, user_after)
    }

    /// Returns the agent, if an agent has it.
    #[must_use]
    pub const fn agent(&self) -> Option<AgentId> {
        match self {
            Self::Agent(agent) => Some(*agent),
            Self::Nobody | Self::User(_) => None,
        }
    }

    /// Returns the person, if a person has it.
    #[must_use]
    pub const fn user(&self) -> Option<&UserId> {
        match self {
            Self::User(user) => Some(user),
            Self::Nobody | Self::Agent(_) => None,
        }
    }

    /// Returns whether nobody has it.
    #[must_use]
    pub const fn is_nobody(&self) -> bool {
        matches!(self, Self::Nobody)
    }
}

/// What is known of whoever is to get an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Candidate {
    /// Nobody of the company goes by that id.
    Unknown,
    /// An agent of the company that stands so.
    Agent(AgentStatus),
    /// A member of the company.
    Member,
}

/// Why an issue cannot be given to somebody.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AssigneeRefused {
    /// An agent and a person at once.
    #[error("an issue has one assignee at most")]
    Two,
    /// No such agent.
    #[error("no such agent in this company")]
    NoSuchAgent,
    /// No such person.
    #[error("the assignee is no member of this company")]
    NoSuchUser,
    /// The agent's standing does not let it work.
    #[error("an agent that is {status} is given no work")]
    NotAssignable {
        /// The agent.
        agent: AgentId,
        /// Where it stands.
        status: AgentStatus,
    },
}

impl Refusal for AssigneeRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::Two => RefusalKind::Unprocessable,
            Self::NoSuchAgent | Self::NoSuchUser => RefusalKind::NotFound,
            Self::NotAssignable { .. } => RefusalKind::Conflict,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        let Self::NotAssignable { agent, status } = self else { return None };
        let mut details = OpaqueJson::object();
        details.set("assigneeAgentId", agent);
        details.set("assigneeStatus", status);
        Some(details)
    }
}

/// Decides whether `actor` may give work to `assignee`. A person may line up work for a paused
/// agent; an agent may not, since nobody would notice that it lies there.
///
/// # Errors
/// If there is no such assignee, or its standing does not allow it.
pub fn check_assignable(
    assignee: &Assignee,
    candidate: Candidate,
    actor: &Actor,
) -> Result<(), AssigneeRefused> {
    match (assignee, candidate) {
        (Assignee::Nobody, _) | (Assignee::User(_), Candidate::Member) => Ok(()),
        (Assignee::User(_), Candidate::Unknown | Candidate::Agent(_)) => Err(AssigneeRefused::NoSuchUser),
        (Assignee::Agent(_), Candidate::Unknown | Candidate::Member) => Err(AssigneeRefused::NoSuchAgent),
        (Assignee::Agent(agent), Candidate::Agent(status)) => {
            let is_refused = match status {
                AgentStatus::Terminated | AgentStatus::PendingApproval => true,
                AgentStatus::Paused => actor.kind == ActorType::Agent,
                AgentStatus::Active | AgentStatus::Idle | AgentStatus::Running | AgentStatus::Error => false,
            };
            if is_refused { Err(AssigneeRefused::NotAssignable { agent: *agent, status }) } else { Ok(()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handing_over_takes_the_other_off() {
        let (ada, person) = (AgentId::random(), UserId::local_board());
        let now = Assignee::Agent(ada);
        let after = |agent, user| now.after(&agent, &user);
        assert_eq!(after(Field::Keep, Field::Set(person.clone())), Err(AssigneeRefused::Two));
        assert_eq!(after(Field::Clear, Field::Set(person.clone())), Ok(Assignee::User(person)));
        assert_eq!(after(Field::Clear, Field::Keep), Ok(Assignee::Nobody));
        assert_eq!(after(Field::Keep, Field::Clear), Ok(now.clone()));
    }

    #[test]
    fn only_a_person_gives_work_to_a_paused_agent() {
        let mut actor = Actor::system("test");
        let check = |actor: &Actor, status| {
            check_assignable(&Assignee::Agent(AgentId::random()), Candidate::Agent(status), actor).is_ok()
        };
        actor.kind = ActorType::User;
        assert!(check(&actor, AgentStatus::Paused) && !check(&actor, AgentStatus::Terminated));
        actor.kind = ActorType::Agent;
        assert!(check(&actor, AgentStatus::Error) && !check(&actor, AgentStatus::Paused));
    }
}
