//! What an agent may do beyond its own work.

use serde::{Deserialize, Serialize};

use super::AgentRole;
use crate::words;

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
    /// Why an agent may give work to others, or that it may not.
    pub enum TaskAssignSource("task assignment source") {
        CeoRole = "ceo_role",
        AgentCreator = "agent_creator",
        ExplicitGrant = "explicit_grant",
        None = "none",
    }
}

impl TaskAssignSource {
    /// Returns whether the agent may give work to others.
    #[must_use]
    pub const fn may_assign(self) -> bool {
        !matches!(self, Self::None)
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
        TaskAssignSource::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpaqueJson;
    use serde_json::json;

    #[test]
    fn a_new_agent_may_hire_and_add_skills() {
        let shown = OpaqueJson::of(&AgentPermissions::default());
        assert_eq!(shown, OpaqueJson::of(&json!({"canCreateAgents": true, "canCreateSkills": true})));
    }
}
