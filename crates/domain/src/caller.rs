//! Who makes a request, proven; and whom a change is booked on.

use crate::ids::{AgentId, AgentKeyId, BoardKeyId, CompanyId, RunId, SessionId, UserId};
use crate::membership::Seat;
use crate::wakeup::ActorType;

/// A proven caller. Whoever could not prove to be one is not a lesser caller but none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// A person at the board.
    Board(BoardCaller),
    /// An agent of a company.
    Agent(AgentCaller),
}

/// A person at the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardCaller {
    /// The person.
    pub user_id: UserId,
    /// What the person may see.
    pub reach: BoardReach,
    /// Whether the person looks after the whole instance. That alone opens no company.
    pub is_instance_admin: bool,
    /// How the person proved who they are.
    pub proof: BoardProof,
}

/// How a person proved who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardProof {
    /// By being at this machine, in local mode.
    Local,
    /// By being signed in.
    Session(SessionId),
    /// With one of their keys for scripts.
    Key(BoardKeyId),
}

impl BoardCaller {
    /// Returns the implicit person of local mode.
    #[must_use]
    pub fn local() -> Self {
        Self {
            user_id: UserId::local_board(),
            reach: BoardReach::Instance,
            is_instance_admin: true,
            proof: BoardProof::Local,
        }
    }

    /// Returns what the person is in a company, if they belong to it.
    #[must_use]
    pub fn seat(&self, company_id: CompanyId) -> Option<&Seat> {
        match &self.reach {
            BoardReach::Instance => None,
            BoardReach::Companies(seats) => seats.iter().find(|seat| seat.company_id == company_id),
        }
    }
}

/// The companies that a person may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardReach {
    /// All of them: the implicit person of local mode.
    Instance,
    /// Those in which the person is a member, and what they are there.
    Companies(Vec<Seat>),
}

impl BoardReach {
    /// Returns whether there is anything that the person may see.
    #[must_use]
    pub fn is_somewhere(&self) -> bool {
        match self {
            Self::Instance => true,
            Self::Companies(companies) => !companies.is_empty(),
        }
    }
}

/// An agent that calls with a key or from within a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentCaller {
    /// The agent.
    pub agent_id: AgentId,
    /// The agent's company, beyond which it sees nothing.
    pub company_id: CompanyId,
    /// How the agent proved itself.
    pub proof: AgentProof,
    /// The run in which the agent acts, proven: that of its token, or one that it named and that is
    /// a running one of its own.
    pub run_id: Option<RunId>,
    /// The run in which the agent says that it acts, whosever that is.
    pub named_run: Option<RunId>,
    /// The person on whose behalf the agent acts.
    pub responsible_user_id: Option<UserId>,
}

/// How an agent proved itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentProof {
    /// With one of its API keys.
    Key(AgentKeyId),
    /// With the token of a run that is alive.
    RunToken,
}

/// Whom a change is booked on: a caller, or the system when it acts by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The kind of actor.
    pub kind: ActorType,
    /// The person's, agent's or subsystem's name.
    pub id: String,
    /// The agent, if it is one.
    pub agent_id: Option<AgentId>,
    /// The run that caused the change, if one did and that is proven.
    pub run_id: Option<RunId>,
    /// The run that an agent named, whosever that is: for refusals alone, which tell whoever named
    /// none from whoever named one that is not theirs. Nothing is booked on it.
    pub named_run: Option<RunId>,
    /// The person on whose behalf the change is made.
    pub responsible_user_id: Option<UserId>,
}

impl Actor {
    /// Returns the system, acting through one of its parts (such as `heartbeat_scheduler`).
    #[must_use]
    pub fn system(part: &str) -> Self {
        Self {
            kind: ActorType::System,
            id: part.to_owned(),
            agent_id: None,
            run_id: None,
            named_run: None,
            responsible_user_id: None,
        }
    }

    /// Returns the person, if a person acts.
    #[must_use]
    pub fn user_id(&self) -> Option<UserId> {
        (self.kind == ActorType::User).then(|| UserId::new(self.id.clone()))
    }
}

impl Caller {
    /// Returns a name that no other caller has.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Board(board) => format!("user:{}", board.user_id),
            Self::Agent(agent) => format!("agent:{}", agent.agent_id),
        }
    }

    /// Returns whom this caller's changes are booked on.
    #[must_use]
    pub fn actor(&self) -> Actor {
        match self {
            Self::Board(board) => Actor {
                kind: ActorType::User,
                id: board.user_id.as_str().to_owned(),
                agent_id: None,
                run_id: None,
                named_run: None,
                responsible_user_id: Some(board.user_id.clone()),
            },
            Self::Agent(agent) => Actor {
                kind: ActorType::Agent,
                id: agent.agent_id.to_string(),
                agent_id: Some(agent.agent_id),
                run_id: agent.run_id,
                named_run: agent.named_run,
                responsible_user_id: agent.responsible_user_id.clone(),
            },
        }
    }

    /// Returns whether the caller may see anything of this company.
    #[must_use]
    pub fn reaches(&self, company_id: CompanyId) -> bool {
        match self {
            Self::Board(BoardCaller { reach: BoardReach::Instance, .. }) => true,
            Self::Board(person) => person.seat(company_id).is_some(),
            Self::Agent(agent) => agent.company_id == company_id,
        }
    }

    /// Returns whether the caller looks after the whole instance.
    #[must_use]
    pub fn is_instance_admin(&self) -> bool {
        matches!(self, Self::Board(BoardCaller { is_instance_admin: true, .. }))
    }

    /// Returns the person, if the caller is one.
    #[must_use]
    pub fn as_board(&self) -> Option<&BoardCaller> {
        match self {
            Self::Board(board) => Some(board),
            Self::Agent(_) => None,
        }
    }

    /// Returns the agent, if the caller is one.
    #[must_use]
    pub fn as_agent(&self) -> Option<&AgentCaller> {
        match self {
            Self::Agent(agent) => Some(agent),
            Self::Board(_) => None,
        }
    }
}
