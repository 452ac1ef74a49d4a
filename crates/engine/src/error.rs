//! What can go wrong with a step of the engine.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use wireclip_ports::adapter::PrepareError;
use wireclip_ports::host::HostError;
use wireclip_services::ServiceError;

/// The result of a step of the engine.
pub type EngineResult<T> = Result<T, EngineError>;

/// Why a step of the engine was not done. It is tried again at its next time.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// An action could not be carried out.
    #[error("failed to {action}")]
    Service {
        /// What was being done.
        action: &'static str,
        /// What went wrong.
        #[source]
        source: ServiceError,
    },
    /// The machine that runs agents failed.
    #[error("failed to {action}")]
    Host {
        /// What was being done.
        action: &'static str,
        /// What went wrong.
        #[source]
        source: HostError,
    },
    /// No adapter knows what to do.
    #[error("failed to {action}")]
    Adapter {
        /// What was being done.
        action: &'static str,
        /// What it says.
        #[source]
        source: PrepareError,
    },
    /// The step panicked, which is a bug; the panic's own report says where.
    #[error("failed to {action}: it panicked")]
    Panicked {
        /// What was being done.
        action: &'static str,
    },
    /// A folder could not be read or changed.
    #[error("failed to {action}")]
    Folder {
        /// What was being done.
        action: String,
        /// What went wrong.
        #[source]
        source: std::io::Error,
    },
}

impl EngineError {
    /// Returns whether the database could not be asked just now, so that the same may work later.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::Service { source, .. } if source.is_outage())
    }
}

/// Says what was being done when something failed.
pub(crate) trait While<T> {
    /// Says what was being done.
    fn while_doing(self, action: &'static str) -> EngineResult<T>;
}

impl<T> While<T> for Result<T, ServiceError> {
    fn while_doing(self, action: &'static str) -> EngineResult<T> {
        self.map_err(|source| EngineError::Service { action, source })
    }
}

impl<T> While<T> for Result<T, HostError> {
    fn while_doing(self, action: &'static str) -> EngineResult<T> {
        self.map_err(|source| EngineError::Host { action, source })
    }
}

/// Makes an error of a panic, so that whoever does one thing after the other goes on with the next.
pub(crate) fn unharmed<T>(
    action: &'static str,
    step: impl Future<Output = EngineResult<T>>,
) -> impl Future<Output = EngineResult<T>> {
    AssertUnwindSafe(step)
        .catch_unwind()
        .map(move |done| done.unwrap_or_else(|_| Err(EngineError::Panicked { action })))
}
