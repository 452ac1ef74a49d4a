//! Who can unblock an issue that no other issue blocks, and what they have to do.

use serde::{Deserialize, Serialize};

use crate::caller::Actor;
use crate::refusal::{Refusal, RefusalKind};
use crate::wakeup::ActorType;
use crate::{AgentId, OpaqueJson, UserId};

/// What stands in an issue's way, and with whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnblockDescriptor {
    /// Who can do something about it.
    pub owner: UnblockOwner,
    /// What they have to do.
    pub action: String,
}

/// Who can unblock an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnblockOwner {
    /// Whoever is at the board.
    Board,
    /// An agent.
    Agent(AgentId),
    /// A person.
    User(UserId),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Named {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent_id: Option<AgentId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user_id: Option<UserId>,
}

const BOARD: &str = "board";

impl UnblockDescriptor {
    /// Writes the descriptor as it is stored and sent.
    #[must_use]
    pub fn to_json(&self) -> OpaqueJson {
        let owner = match &self.owner {
            UnblockOwner::Board => OpaqueJson::of(&BOARD),
            UnblockOwner::Agent(agent) => OpaqueJson::of(&Named { agent_id: Some(*agent), user_id: None }),
            UnblockOwner::User(user) => {
                OpaqueJson::of(&Named { agent_id: None, user_id: Some(user.clone()) })
            }
        };
        let mut json = OpaqueJson::object();
        json.set("owner", &owner);
        json.set("action", &self.action);
        json
    }

    /// Reads a descriptor; `None` if it is of another shape.
    #[must_use]
    pub fn from_json(json: &OpaqueJson) -> Option<Self> {
        let owner = json.get("owner")?;
        let owner = if owner.as_text() == Some(BOARD) {
            UnblockOwner::Board
        } else {
            match owner.parse().ok()? {
                Named { agent_id: Some(agent), user_id: None } => UnblockOwner::Agent(agent),
                Named { agent_id: None, user_id: Some(user) } => UnblockOwner::User(user),
                Named { .. } => return None,
            }
        };
        Some(Self { owner, action: json.text("action")?.to_owned() })
    }
}

/// Why a descriptor is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnblockRefused {
    /// The issue is not blocked, nor does it become so.
    #[error("only a blocked issue says who unblocks it")]
    NotBlocked,
    /// An agent names somebody else.
    #[error("an agent names only itself as who unblocks")]
    NotItself,
    /// No such agent in the company.
    #[error("who unblocks is no agent of this company")]
    NoSuchAgent,
    /// No such person in the company.
    #[error("who unblocks is no active member of this company")]
    NoSuchUser,
}

impl Refusal for UnblockRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotItself => RefusalKind::Forbidden,
            Self::NotBlocked | Self::NoSuchAgent | Self::NoSuchUser => RefusalKind::Unprocessable,
        }
    }
}

/// Decides whether `actor` may name this owner; `owner_exists` tells of an agent or person whether
/// they are of the company.
///
/// # Errors
/// If an agent names anybody but itself, or there is no such owner.
pub fn check_owner(owner: &UnblockOwner, owner_exists: bool, actor: &Actor) -> Result<(), UnblockRefused> {
    let is_itself = matches!(owner, UnblockOwner::Agent(agent) if actor.agent_id == Some(*agent));
    match owner {
        _ if actor.kind == ActorType::Agent && !is_itself => Err(UnblockRefused::NotItself),
        UnblockOwner::Agent(_) if !owner_exists => Err(UnblockRefused::NoSuchAgent),
        UnblockOwner::User(_) if !owner_exists => Err(UnblockRefused::NoSuchUser),
        UnblockOwner::Board | UnblockOwner::Agent(_) | UnblockOwner::User(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_descriptor_reads_as_it_is_written() {
        let agent = AgentId::random();
        for (owner, shown) in [
            (UnblockOwner::Board, json!("board")),
            (UnblockOwner::Agent(agent), json!({"agentId": agent})),
            (UnblockOwner::User(UserId::local_board()), json!({"userId": "local-board"})),
        ] {
            let descriptor = UnblockDescriptor { owner, action: "Sign".into() };
            let json = descriptor.to_json();
            assert_eq!(json, OpaqueJson::of(&json!({"owner": shown, "action": "Sign"})));
            assert_eq!(UnblockDescriptor::from_json(&json), Some(descriptor));
        }
        assert_eq!(UnblockDescriptor::from_json(&OpaqueJson::of(&json!({"owner": {}, "action": "x"}))), None);
    }
}
