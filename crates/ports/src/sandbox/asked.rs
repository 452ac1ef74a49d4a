//! Failures of providers as people read them: who was asked, where, and for what.

use super::{ProviderError, ResolvedSpec, SandboxProvider};

/// A provider that is asked for something under an environment's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked(String);

impl Asked {
    /// Names a provider and where it is asked. Holds no secret.
    #[must_use]
    pub fn of(provider: &dyn SandboxProvider, spec: &ResolvedSpec) -> Self {
        let name = provider.describe().display_name;
        Self(match provider.address(spec) {
            Some(address) => format!("{name} at {address}"),
            None => name.to_owned(),
        })
    }

    /// Tells what a provider says of itself.
    #[must_use]
    pub fn told(&self, what: &str) -> String {
        format!("{}: {what}", self.0)
    }

    /// Tells what came of asking: `to` says what for, as in `make a place`.
    #[must_use]
    pub fn failed(&self, to: &str, error: &ProviderError) -> String {
        format!("{} was asked to {to}: {error}", self.0)
    }
}
