//! What an agent may do beyond its own work.

use serde::{Deserialize, Serialize};

use uuid::Uuid;

use super::AgentRole;
use crate::words;
use crate::{AgentId, RowId};

/// The stored switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentPermissions {
    /// Whether the agent may hire.
    pub can_create_agents: bool,
    /// Whether the agent may add skills.
    pub can_create_skills: bool,
    /// Whether the agent was told that it may give work to others; a new one was told nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_assign_tasks: Option<bool>,
}

impl Default for AgentPermissions {
    fn default() -> Self {
        Self { can_create_agents: true, can_create_skills: true, can_assign_tasks: None }
    }
}

words! {
    /// Why an agent may give work to others.
    pub enum TaskAssignSource("task assignment source") {
        CeoRole = "ceo_role",
        AgentCreator = "agent_creator",
        ExplicitGrant = "explicit_grant",
        SimpleDefault = "simple_default",
    }
}

impl TaskAssignSource {
    /// Returns whether the agent may give work to others.
    #[must_use]
    pub const fn may_assign(self) -> bool {
        match self {
            // Wire: whoever was told nothing, or even no, may still give work to others; what a
            // company forbids is a policy of its own.
            Self::CeoRole | Self::AgentCreator | Self::ExplicitGrant | Self::SimpleDefault => true,
        }
    }
}

/// Says whether an agent may give work to others, and from where it has the right.
#[must_use]
pub const fn task_assign_source(
    role: AgentRole,
    permissions: AgentPermissions,
    has_grant: bool,
) -> TaskAssignSource {
    if matches!(role, AgentRole::Ceo) {
        TaskAssignSource::CeoRole
    } else if permissions.can_create_agents {
        TaskAssignSource::AgentCreator
    } else if has_grant || matches!(permissions.can_assign_tasks, Some(true)) {
        TaskAssignSource::ExplicitGrant
    } else {
        TaskAssignSource::SimpleDefault
    }
}

/// Returns whether an agent holds the grant to give work to others: every new agent is granted it,
/// and keeps it until it is told otherwise.
#[must_use]
pub const fn holds_assign_grant(permissions: AgentPermissions) -> bool {
    !matches!(permissions.can_assign_tasks, Some(false))
}

/// Returns the id by which clients know an agent's membership in its company. Every agent has
/// exactly one, so that no row of its own is needed: the id follows from the agent's.
#[must_use]
pub fn membership_id(agent: AgentId) -> RowId {
    derived(agent, 0x6d65_6d62)
}

/// Returns the id by which clients know an agent's grant to give work to others.
#[must_use]
pub fn assign_grant_id(agent: AgentId) -> RowId {
    derived(agent, 0x6772_6e74)
}

/// Makes another UUID of the same version: only the last bits differ.
fn derived(agent: AgentId, mark: u128) -> RowId {
    RowId::from_uuid(Uuid::from_u128(agent.as_uuid().as_u128() ^ mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpaqueJson;
    use serde_json::json;

    #[test]
    fn ids_that_follow_from_an_agents_are_ids_of_their_own() {
        let agent = AgentId::random();
        let (membership, grant) = (membership_id(agent), assign_grant_id(agent));
        assert!(membership != grant && membership.as_uuid() != agent.as_uuid());
        assert_eq!(membership.as_uuid().get_version_num(), 4);
    }

    #[test]
    fn a_new_agent_may_hire_and_add_skills() {
        let shown = OpaqueJson::of(&AgentPermissions::default());
        assert_eq!(shown, OpaqueJson::of(&json!({"canCreateAgents": true, "canCreateSkills": true})));
    }
}
