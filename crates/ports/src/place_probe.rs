//! The port of trying out places that are no sandboxes: this machine, and others by SSH.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::SecretString;
use wireclip_domain::OpaqueJson;
use wireclip_domain::environment::config::SshSettings;

/// Looks whether a place can be worked in.
#[async_trait]
pub trait PlaceProber: fmt::Debug + Send + Sync {
    /// Looks at this machine.
    async fn probe_local(&self) -> PlaceReport;

    /// Looks at a machine by SSH, for no longer than the limit. Every failure is a report.
    async fn probe_ssh(
        &self,
        settings: &SshSettings,
        private_key: Option<&SecretString>,
        limit: Duration,
    ) -> PlaceReport;
}

/// What was found. Holds no secret.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceReport {
    /// Whether work can be done there.
    pub is_ok: bool,
    /// What was found, in a sentence.
    pub summary: String,
    /// More about it.
    pub details: OpaqueJson,
}
