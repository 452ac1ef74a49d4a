//! Where an agent stands, and what may be done with it there.
//!
//! ```text
//! pending_approval ──approve──▶ active ◀──resume── paused
//!        │                        └────pause────────▲ │
//!        └───────────terminate──▶ terminated ◀────────┘
//! ```
//! Invariant: a terminated agent never comes back. `running` and `error` are no states: they
//! follow from the agent's runs and its last failure.

use super::{AgentState, AgentStatus};
use crate::company::PauseReason;
use crate::refusal::{Refusal, RefusalKind};
use crate::words;
use crate::{AgentId, OpaqueJson};

/// What is known of an agent's standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// What is stored.
    pub state: AgentState,
    /// Whether a run of the agent is running.
    pub has_running_run: bool,
    /// Whether the agent's last failure has not been cleared.
    pub has_error: bool,
}

impl Standing {
    /// Returns the standing as clients see it.
    #[must_use]
    pub const fn status(self) -> AgentStatus {
        match self.state {
            AgentState::PendingApproval => AgentStatus::PendingApproval,
            AgentState::Paused => AgentStatus::Paused,
            AgentState::Terminated => AgentStatus::Terminated,
            AgentState::Active if self.has_running_run => AgentStatus::Running,
            AgentState::Active if self.has_error => AgentStatus::Error,
            AgentState::Active => AgentStatus::Idle,
        }
    }
}

words! {
    /// What can be done with an agent.
    pub enum AgentOperation("agent operation") {
        Approve = "approve",
        Pause = "pause",
        Resume = "resume",
        ClearError = "clear_error",
        Terminate = "terminate",
        CreateKey = "create_key",
        Configure = "configure",
        ChangePermissions = "change_permissions",
    }
}

/// An operation that an agent's standing does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cannot {} an agent that is {status}", operation.as_str().replace('_', " "))]
pub struct OperationRefused {
    /// What was asked for.
    pub operation: AgentOperation,
    /// Where the agent stands.
    pub status: AgentStatus,
}

impl Refusal for OperationRefused {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }
}

/// Settings that were to be changed while the board has still to decide about them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the settings of an agent that waits for its approval stay as they were proposed")]
pub struct SettingsFrozen {
    /// The agent.
    pub agent: AgentId,
    /// What was to be changed.
    pub fields: Vec<&'static str>,
}

impl SettingsFrozen {
    const CODE: &str = "pending_approval_agent_config_frozen";
}

impl Refusal for SettingsFrozen {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn code(&self) -> Option<&'static str> {
        Some(Self::CODE)
    }

    fn details(&self) -> Option<OpaqueJson> {
        let mut details = OpaqueJson::object();
        details.set("code", &Self::CODE);
        details.set("agentId", &self.agent);
        details.set("fields", &self.fields);
        Some(details)
    }
}

/// What an allowed operation does to the stored state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateChange {
    /// Nothing: it stands there already, or the operation is about something else.
    Keep,
    /// The agent halts for this reason; its runs and wake-ups are cancelled.
    Pause(PauseReason),
    /// The agent works again.
    Activate,
    /// The last failure is forgotten.
    ForgetError,
    /// The agent ends: keys are revoked, runs and wake-ups cancelled.
    Terminate,
}

/// Decides an operation. The same function answers "may I?" and "do it".
///
/// # Errors
/// If the agent's standing does not allow the operation.
pub const fn decide(operation: AgentOperation, standing: Standing) -> Result<StateChange, OperationRefused> {
    use AgentOperation as Op;
    use AgentState::{Active, Paused, PendingApproval, Terminated};
    let refused = Err(OperationRefused { operation, status: standing.status() });
    match (operation, standing.state) {
        (Op::Approve, PendingApproval) => Ok(StateChange::Activate),
        (Op::Approve, Active | Paused | Terminated) => refused,

        (Op::Pause, Active | Paused) => Ok(StateChange::Pause(PauseReason::Manual)),
        // A pause would hide that the approval is missing, and the resume after it would pass it by.
        (Op::Pause, PendingApproval | Terminated) => refused,

        (Op::Resume, Paused) => Ok(StateChange::Activate),
        (Op::Resume, Active) => Ok(StateChange::Keep),
        (Op::Resume, PendingApproval | Terminated) => refused,

        (Op::ClearError, Active) if standing.has_error && !standing.has_running_run => {
            Ok(StateChange::ForgetError)
        }
        (Op::ClearError, _) => refused,

        (Op::Terminate, Terminated) => Ok(StateChange::Keep),
        (Op::Terminate, Active | Paused | PendingApproval) => Ok(StateChange::Terminate),

        (Op::CreateKey, Active | Paused) => Ok(StateChange::Keep),
        (Op::CreateKey, PendingApproval | Terminated) => refused,

        (Op::Configure | Op::ChangePermissions, Active | Paused | Terminated) => Ok(StateChange::Keep),
        (Op::Configure | Op::ChangePermissions, PendingApproval) => refused,
    }
}

/// Says which operation it is to write a status by hand; writing what the server alone may say
/// (`running`, `error`, `pending_approval`) is none.
#[must_use]
pub const fn operation_for_status(wished: AgentStatus) -> Option<AgentOperation> {
    match wished {
        AgentStatus::Active | AgentStatus::Idle => Some(AgentOperation::Resume),
        AgentStatus::Paused => Some(AgentOperation::Pause),
        AgentStatus::Terminated => Some(AgentOperation::Terminate),
        AgentStatus::Running | AgentStatus::Error | AgentStatus::PendingApproval => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    fn standing(state: AgentState) -> Standing {
        Standing { state, has_running_run: false, has_error: false }
    }

    #[test]
    fn a_running_run_shows_only_in_an_active_agent() {
        let busy = |state| Standing { state, has_running_run: true, has_error: true }.status();
        assert_eq!(busy(AgentState::Active), AgentStatus::Running);
        assert_eq!(busy(AgentState::Paused), AgentStatus::Paused);
        let failed = Standing { has_error: true, ..standing(AgentState::Active) };
        assert_eq!(failed.status(), AgentStatus::Error);
        assert_eq!(standing(AgentState::Active).status(), AgentStatus::Idle);
    }

    #[test]
    fn each_state_allows_its_own_operations() {
        let words = |state| {
            let all = AgentOperation::ALL.iter().copied();
            let allowed = all.filter(|operation| decide(*operation, standing(state)).is_ok());
            allowed.map(AgentOperation::as_str).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            words(AgentState::Active),
            "pause resume terminate create_key configure change_permissions"
        );
        assert_eq!(
            words(AgentState::Paused),
            "pause resume terminate create_key configure change_permissions"
        );
        assert_eq!(words(AgentState::PendingApproval), "approve terminate");
        assert_eq!(words(AgentState::Terminated), "terminate configure change_permissions");
    }

    #[test]
    fn an_error_is_cleared_once() {
        let failed = Standing { has_error: true, ..standing(AgentState::Active) };
        assert_eq!(decide(AgentOperation::ClearError, failed), Ok(StateChange::ForgetError));
        assert!(decide(AgentOperation::ClearError, standing(AgentState::Active)).is_err());
    }

    #[test]
    fn no_operation_brings_a_terminated_agent_back() {
        for &operation in AgentOperation::ALL {
            let decided = decide(operation, standing(AgentState::Terminated));
            assert!(matches!(decided, Ok(StateChange::Keep) | Err(_)), "{operation}");
        }
    }
}
