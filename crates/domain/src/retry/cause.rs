//! Why an issue was handed to a person, and what the person is to do.

use crate::gate::SkipReason;
use crate::run_error_code::RunErrorCode;

/// Why an issue was handed to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Its agent ended its runs well, but did not say how the issue goes on.
    MissingDisposition,
    /// Its agent never comes back.
    AgentEnded,
    /// Agents woke each other, or one went on and on, without end.
    Loop(SkipReason),
    /// Its agent says that it cannot go on, and that no other issue is in the way.
    BlockedByItsAgent,
    /// A person stopped the run.
    Stopped,
    /// The last run failed so, and there is no attempt left.
    Failed(Option<RunErrorCode>),
}

/// The wire's words for kinds of recovery actions.
const KIND_MISSING_DISPOSITION: &str = "missing_disposition";
const KIND_STRANDED: &str = "stranded_assigned_issue";

impl Cause {
    /// Returns the wire's word for the kind of the recovery action.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::MissingDisposition => KIND_MISSING_DISPOSITION,
            Self::AgentEnded | Self::BlockedByItsAgent | Self::Loop(_) | Self::Stopped | Self::Failed(_) => {
                KIND_STRANDED
            }
        }
    }

    /// Returns the cause in a word.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::MissingDisposition => "successful_run_missing_disposition",
            Self::AgentEnded => RunErrorCode::AgentNotInvokable.as_str(),
            Self::Loop(reason) => reason.as_str(),
            Self::BlockedByItsAgent => "blocked_by_its_agent",
            Self::Stopped => RunErrorCode::Cancelled.as_str(),
            Self::Failed(Some(code)) => code.as_str(),
            Self::Failed(None) => KIND_STRANDED,
        }
    }

    /// Returns what a person is to do.
    #[must_use]
    pub const fn next_action(&self) -> &'static str {
        match self {
            Self::MissingDisposition => {
                "The agent ended its runs well and left the issue open, without a word on how it goes on. \
                 Decide it: PATCH /api/issues/{id} with the status todo wakes the agent again, done or \
                 in_review ends it, another assignee hands it on."
            }
            Self::AgentEnded => {
                "The agent does not come back: PATCH /api/issues/{id} with another assignee and the status todo."
            }
            Self::BlockedByItsAgent => {
                "The agent cannot go on: unblockDescriptor and its last comment say what it needs. \
                 PATCH /api/issues/{id} with the status todo wakes it again."
            }
            Self::Loop(_) => {
                "Runs woke each other again and again, so that the chain was cut. Look at what they did; \
                 PATCH /api/issues/{id} with the status todo goes on."
            }
            Self::Stopped => {
                "The run was stopped by hand: PATCH /api/issues/{id} with the status todo starts another."
            }
            Self::Failed(_) => {
                "Nothing goes on by itself: mend the error that the evidence names, then \
                 PATCH /api/issues/{id} with the status todo, or with another assignee."
            }
        }
    }
}
