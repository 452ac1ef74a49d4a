//! What can go wrong with a provider, by what it means for the caller.

use std::time::Duration;

/// What went wrong. Can be cloned, since all who wait for one answer get the same error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// The sandbox or template is not there (any more).
    #[error("{what} does not exist at the provider")]
    NotFound {
        /// What was looked for.
        what: String,
    },
    /// The provider does not do that in the state that the sandbox is in.
    #[error("the sandbox is {state}: {message}")]
    InvalidState {
        /// The state, in the provider's word; `unknown` if it did not say.
        state: String,
        /// What it said.
        message: String,
    },
    /// Something else is changing the sandbox right now.
    #[error("the sandbox is changing its state: {message}")]
    StateChanging {
        /// What the provider said.
        message: String,
    },
    /// The name or id is taken.
    #[error("the provider has that already: {message}")]
    Conflict {
        /// What the provider said.
        message: String,
    },
    /// The credential is wrong or was revoked.
    #[error("the provider does not accept the credential: {message}")]
    Unauthorized {
        /// What the provider said.
        message: String,
    },
    /// The account may not do that: a permission, a quota or a suspension.
    #[error("the provider does not allow it: {message}")]
    Forbidden {
        /// What the provider said.
        message: String,
    },
    /// Too many requests.
    #[error("the provider's rate limit is reached")]
    RateLimited {
        /// After what time to ask again, if the provider said so.
        retry_after: Option<Duration>,
    },
    /// The provider was not reached, or its proxy did not reach the sandbox; nothing was done.
    #[error("failed to {action}: {message}")]
    Unreachable {
        /// What was being done.
        action: &'static str,
        /// What happened.
        message: String,
    },
    /// The connection broke after the request was sent: it may have been carried out.
    #[error("failed to {action}, with unknown outcome: {message}")]
    Broken {
        /// What was being done.
        action: &'static str,
        /// What happened.
        message: String,
    },
    /// The limit was reached: the outcome is unknown.
    #[error("ran out of time to {action}")]
    Timeout {
        /// What was being done.
        action: &'static str,
    },
    /// The lease takes no more work: it is released, destroyed or on its way there.
    #[error("the lease is no longer active")]
    LeaseClosed,
    /// The provider answered with another sandbox than the one that was asked for.
    #[error("the provider answered with the sandbox {found} instead of {expected} (identity mismatch)")]
    IdentityMismatch {
        /// What was asked for.
        expected: String,
        /// What was answered.
        found: String,
    },
    /// The settings or the order cannot work; nothing was sent.
    #[error("{message}")]
    Refused {
        /// What is wrong.
        message: String,
    },
    /// The answer could not be understood.
    #[error("failed to {action}: the provider's answer cannot be read: {message}")]
    Malformed {
        /// What was being done.
        action: &'static str,
        /// Why not.
        message: String,
    },
    /// The provider failed.
    #[error("failed to {action}: the provider answered {status}: {message}")]
    Failed {
        /// What was being done.
        action: &'static str,
        /// The status of its answer; 0 if it was no HTTP answer.
        status: u16,
        /// What it said.
        message: String,
    },
    /// The command did not start inside the sandbox.
    #[error("the command did not start: {message}")]
    NotStarted {
        /// What the provider said.
        message: String,
    },
    /// The provider cannot do that at all.
    #[error("the provider does not support {what}")]
    Unsupported {
        /// What.
        what: &'static str,
    },
}

impl ProviderError {
    /// Returns whether the request may have been carried out all the same.
    #[must_use]
    pub fn is_outcome_unknown(&self) -> bool {
        match self {
            Self::Timeout { .. } | Self::Broken { .. } | Self::Malformed { .. } => true,
            Self::Failed { status, .. } => *status >= 500 || *status == 0,
            _ => false,
        }
    }

    /// Returns whether trying again later may help without anybody's doing.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::StateChanging { .. }
            | Self::RateLimited { .. }
            | Self::Unreachable { .. }
            | Self::Broken { .. }
            | Self::Timeout { .. } => true,
            Self::Failed { status, .. } => *status >= 500,
            _ => false,
        }
    }
}
