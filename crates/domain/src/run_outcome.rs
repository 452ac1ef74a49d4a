//! How a run ended, built from evidence in a fixed order: the agent's own word of success, our
//! own stop, the agent's own word of failure, the signal, the exit code.
//!
//! Success needs positive evidence, and an agent that reported success stays successful when its
//! lingering program is ended afterwards. What happens next reads only the [`FailureClass`].

#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::run::RunStatus;
use crate::run_error_code::RunErrorCode;
use crate::words;

/// What is known of the end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// What the agent itself reported as its result, if its program reports one.
    pub reported: Option<Reported>,
    /// Why we stopped it, if we did.
    pub stop: Option<Stop>,
    /// How its program ended.
    pub exit: Exit,
    /// Whether the exit code alone proves success; not for programs that report a result.
    pub exit_code_counts: bool,
}

/// What an agent reported as its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reported {
    /// Its work is done.
    Success,
    /// It failed.
    Failure(Failure),
}

/// A failure, as an adapter understands it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What happened, for people.
    pub message: String,
    /// What happened, in a word.
    pub code: RunErrorCode,
    /// The family that the adapter saw in it.
    pub family: Option<ErrorFamily>,
}

words! {
    /// Failures of a provider that may pass.
    pub enum ErrorFamily("error family") {
        TransientUpstream = "transient_upstream",
        ProviderQuota = "provider_quota",
    }
}

/// Why we stopped a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Somebody does not want it any more.
    Cancelled {
        /// In a word.
        code: RunErrorCode,
        /// For people.
        message: String,
    },
    /// It took longer than this.
    TimedOut(Duration),
    /// It gave way to a newer message or to a shutdown.
    Interrupted {
        /// For people.
        message: String,
    },
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// It never started.
    NotStarted(Failure),
    /// It exited with this code.
    Code(i32),
    /// A signal (such as `SIGKILL`) ended it.
    Signal(String),
    /// It is gone, and nobody saw how it ended.
    Lost,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// With positive evidence of success.
    Succeeded,
    /// It failed.
    Failed(Failure),
    /// It took longer than this.
    TimedOut(Duration),
    /// Somebody stopped it.
    Cancelled {
        /// In a word.
        code: RunErrorCode,
        /// For people.
        message: String,
    },
    /// It gave way.
    Interrupted {
        /// For people.
        message: String,
    },
}

words! {
    /// The kinds of failure that are dealt with differently.
    pub enum FailureClass("failure class") {
        /// The provider's quota is used up; it comes back at a known time, or in an hour.
        Quota = "quota",
        /// The provider was overloaded or had a passing failure.
        Overload = "overload",
        /// A workspace or a credential was in use.
        Busy = "busy",
        /// The limit of turns was met; the work goes on in another run.
        TurnLimit = "turn_limit",
        /// The process was lost.
        Lost = "lost",
        /// Settings, credentials or the model are wrong: only a person can mend it.
        Configuration = "configuration",
        /// The run could not be set up.
        Setup = "setup",
        /// The program failed.
        Crash = "crash",
    }
}

/// Which class a code belongs to; a code that is not listed is a crash.
const CLASSES: &[(RunErrorCode, FailureClass)] = &[
    (RunErrorCode::ProviderQuota, FailureClass::Quota),
    (RunErrorCode::ClaudeTransientUpstream, FailureClass::Overload),
    (RunErrorCode::CodexTransientUpstream, FailureClass::Overload),
    (RunErrorCode::CodexHarnessCrash, FailureClass::Overload),
    (RunErrorCode::WorkspaceBusy, FailureClass::Busy),
    (RunErrorCode::AiConnectionBusy, FailureClass::Busy),
    (RunErrorCode::MaxTurnsExhausted, FailureClass::TurnLimit),
    (RunErrorCode::ProcessLost, FailureClass::Lost),
    (RunErrorCode::WorkspaceValidationFailed, FailureClass::Configuration),
    (RunErrorCode::ConfigurationIncomplete, FailureClass::Configuration),
    (RunErrorCode::ModelNotFound, FailureClass::Configuration),
    (RunErrorCode::ClaudeAuthRequired, FailureClass::Configuration),
    (RunErrorCode::GeminiAuthRequired, FailureClass::Configuration),
    (RunErrorCode::KimiAuthRequired, FailureClass::Configuration),
    (RunErrorCode::AuthRequired, FailureClass::Configuration),
    (RunErrorCode::PermissionDenied, FailureClass::Configuration),
    (RunErrorCode::BillingRequired, FailureClass::Configuration),
    (RunErrorCode::SetupFailed, FailureClass::Setup),
];

/// The longest text of an agent's error; clients show it in a line.
const LONGEST_AGENT_ERROR: usize = 500;

impl Failure {
    /// Makes a failure of which only the code and the text are known.
    #[must_use]
    pub fn new(code: RunErrorCode, message: impl Into<String>) -> Self {
        Self { message: message.into(), code, family: None }
    }

    /// Returns the kind of failure. The adapter's family wins over the code, since it saw more.
    #[must_use]
    pub fn class(&self) -> FailureClass {
        match self.family {
            Some(ErrorFamily::ProviderQuota) => FailureClass::Quota,
            Some(ErrorFamily::TransientUpstream) => FailureClass::Overload,
            None => CLASSES.iter().find(|row| row.0 == self.code).map_or(FailureClass::Crash, |row| row.1),
        }
    }
}

impl Outcome {
    /// Reads the outcome out of the evidence.
    #[must_use]
    pub fn of(evidence: Evidence) -> Self {
        match (evidence.reported, evidence.stop) {
            (Some(Reported::Success), _) => Self::Succeeded,
            // What an agent says while we end it is a consequence of that.
            (_, Some(stop)) => Self::stopped(stop),
            (Some(Reported::Failure(failure)), None) => Self::Failed(failure),
            (None, None) => Self::exited(evidence.exit, evidence.exit_code_counts),
        }
    }

    fn stopped(stop: Stop) -> Self {
        match stop {
            Stop::Cancelled { code, message } => Self::Cancelled { code, message },
            Stop::TimedOut(limit) => Self::TimedOut(limit),
            Stop::Interrupted { message } => Self::Interrupted { message },
        }
    }

    fn exited(exit: Exit, exit_code_counts: bool) -> Self {
        let failed = |message: String| Self::Failed(Failure::new(RunErrorCode::AdapterFailed, message));
        match exit {
            Exit::NotStarted(failure) => Self::Failed(failure),
            Exit::Code(0) if exit_code_counts => Self::Succeeded,
            Exit::Code(0) => failed("Process ended without reporting a result".to_owned()),
            Exit::Code(code) => failed(format!("Process exited with code {code}")),
            Exit::Signal(signal) => failed(format!("Process was ended by {signal}")),
            Exit::Lost => {
                let message = "Process is gone, and nobody saw how it ended";
                Self::Failed(Failure::new(RunErrorCode::ProcessLost, message))
            }
        }
    }

    /// Returns where the run stands now.
    #[must_use]
    pub fn status(&self) -> RunStatus {
        match self {
            Self::Succeeded => RunStatus::Succeeded,
            Self::Failed(_) => RunStatus::Failed,
            Self::TimedOut(_) => RunStatus::TimedOut,
            Self::Cancelled { .. } => RunStatus::Cancelled,
            Self::Interrupted { .. } => RunStatus::Interrupted,
        }
    }

    /// Returns why, in a word; nothing for success.
    #[must_use]
    pub fn error_code(&self) -> Option<&RunErrorCode> {
        match self {
            Self::Succeeded | Self::Interrupted { .. } => None,
            Self::Failed(failure) => Some(&failure.code),
            Self::TimedOut(_) => Some(&RunErrorCode::Timeout),
            Self::Cancelled { code, .. } => Some(code),
        }
    }

    /// Returns why, for people; nothing for success.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        match self {
            Self::Succeeded => None,
            Self::Failed(failure) => Some(failure.message.clone()),
            Self::TimedOut(limit) => Some(format!("Timed out after {}s", limit.as_secs_f64())),
            Self::Cancelled { message, .. } | Self::Interrupted { message } => Some(message.clone()),
        }
    }

    /// Returns the wire's `resultJson.stopReason`.
    #[must_use]
    pub fn stop_reason(&self) -> &str {
        match self {
            Self::Succeeded => "completed",
            Self::Failed(failure) => failure.code.as_str(),
            Self::TimedOut(_) => "timeout",
            Self::Cancelled { .. } => "cancelled",
            Self::Interrupted { .. } => "interrupted",
        }
    }

    /// Returns the exit code and the signal that the run's record shows. Of a run that somebody
    /// stopped it shows neither: they tell of our stop, not of the agent.
    #[must_use]
    pub fn shown_exit<'a>(&self, exit: &'a Exit) -> (Option<i32>, Option<&'a str>) {
        match (self, exit) {
            (Self::Cancelled { .. } | Self::Interrupted { .. }, _) => (None, None),
            (_, Exit::Code(code)) => (Some(*code), None),
            (_, Exit::Signal(signal)) => (None, Some(signal)),
            (_, Exit::NotStarted(_) | Exit::Lost) => (None, None),
        }
    }

    /// Returns the error in which the run leaves its agent, if it leaves it in one. A failure that is being tried again is none yet.
    #[must_use]
    pub fn agent_error(&self, is_retry_planned: bool) -> Option<String> {
        let is_agents_fault = match self {
            Self::Succeeded | Self::Cancelled { .. } | Self::Interrupted { .. } => false,
            Self::TimedOut(_) => true,
            Self::Failed(failure) => failure.code.is_agents_fault(),
        };
        let error = self.error().filter(|_| is_agents_fault && !is_retry_planned)?;
        Some(error.chars().take(LONGEST_AGENT_ERROR).collect())
    }
}
