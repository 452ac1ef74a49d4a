//! The service's objects, as far as they are looked at.

use std::collections::BTreeMap;

use secrecy::SecretString;
use serde::{Deserialize, Deserializer};

/// A sandbox as the service shows it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::daytona) struct SandboxView {
    pub(in crate::daytona) id: String,
    #[serde(default)]
    pub(in crate::daytona) name: Option<String>,
    #[serde(default)]
    pub(in crate::daytona) labels: Option<BTreeMap<String, String>>,
    #[serde(default)]
    pub(in crate::daytona) state: Option<String>,
    #[serde(default)]
    pub(in crate::daytona) desired_state: Option<String>,
    #[serde(default)]
    pub(in crate::daytona) error_reason: Option<String>,
    #[serde(default)]
    pub(in crate::daytona) recoverable: Option<bool>,
    #[serde(default)]
    pub(in crate::daytona) target: Option<String>,
    #[serde(default)]
    pub(in crate::daytona) toolbox_proxy_url: Option<String>,
    #[serde(default)]
    pub(in crate::daytona) auto_stop_interval: Option<f64>,
    #[serde(default)]
    pub(in crate::daytona) auto_destroy_at: Option<String>,
    #[serde(default)]
    pub(in crate::daytona) created_at: Option<String>,
}

/// What a sandbox's state means for us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::daytona) enum SandboxPhase {
    /// It runs.
    Started,
    /// It can be started.
    Resting,
    /// It is on its way to running, or to somewhere from where it can be started.
    Changing,
    /// It failed.
    Errored,
    /// It is gone, or on its way without return.
    Gone,
    /// A word that we do not know.
    Unknown,
}

impl SandboxPhase {
    /// Reads the service's word.
    pub(in crate::daytona) fn of(state: Option<&str>) -> Self {
        match state.unwrap_or("unknown") {
            "started" => Self::Started,
            "stopped" | "archived" | "archiving" | "paused" => Self::Resting,
            "creating" | "restoring" | "starting" | "stopping" | "pending_build" | "building_snapshot"
            | "pulling_snapshot" | "resizing" | "snapshotting" | "forking" | "pausing" | "resuming" => {
                Self::Changing
            }
            "error" | "build_failed" => Self::Errored,
            "destroyed" | "destroying" => Self::Gone,
            _ => Self::Unknown,
        }
    }
}

impl SandboxView {
    pub(in crate::daytona) fn phase(&self) -> SandboxPhase {
        SandboxPhase::of(self.state.as_deref())
    }

    pub(in crate::daytona) fn state(&self) -> &str {
        self.state.as_deref().unwrap_or("unknown")
    }

    /// Returns whether the sandbox is gone or will be, whatever its state says at the moment.
    pub(in crate::daytona) fn is_leaving(&self) -> bool {
        self.phase() == SandboxPhase::Gone || self.desired_state.as_deref() == Some("destroyed")
    }

    /// Returns what a label says.
    pub(in crate::daytona) fn label(&self, name: &str) -> Option<&str> {
        self.labels.as_ref()?.get(name).map(String::as_str)
    }
}

/// A page of a list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::daytona) struct SandboxPage {
    pub(in crate::daytona) items: Vec<SandboxView>,
    #[serde(default)]
    pub(in crate::daytona) next_cursor: Option<String>,
}

/// A way into a sandbox. Not printable.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::daytona) struct SshAccess {
    #[serde(deserialize_with = "secret")]
    pub(in crate::daytona) token: SecretString,
    #[serde(default)]
    pub(in crate::daytona) expires_at: Option<String>,
    #[serde(default, deserialize_with = "optional_secret")]
    pub(in crate::daytona) ssh_command: Option<SecretString>,
}

fn secret<'de, D: Deserializer<'de>>(from: D) -> Result<SecretString, D::Error> {
    String::deserialize(from).map(SecretString::from)
}

fn optional_secret<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SecretString>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(SecretString::from))
}

/// A snapshot, as far as it is looked at.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::daytona) struct SnapshotView {
    pub(in crate::daytona) id: String,
    #[serde(default)]
    pub(in crate::daytona) state: Option<String>,
    #[serde(default)]
    pub(in crate::daytona) error_reason: Option<String>,
}
