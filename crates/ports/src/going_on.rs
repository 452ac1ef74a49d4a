//! Going on after something failed: a named act that leaves a word in the log.

/// Goes on without what failed.
pub trait LogAndContinue {
    /// Logs the failure, if it is one: `action` is what failed, as in "failed to …".
    fn log_and_continue(self, action: &str);
}

impl<T, E: std::error::Error + 'static> LogAndContinue for Result<T, E> {
    fn log_and_continue(self, action: &str) {
        if let Err(error) = self {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(error, "failed to {action}; going on without");
        }
    }
}
