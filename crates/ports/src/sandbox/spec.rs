//! Three views of an environment, in three types: what the operator set, what a call works with,
//! and what the provider said. They never mix: a fact that was observed is not a setting.

use std::collections::BTreeMap;
use std::fmt;

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use wireclip_domain::{OpaqueJson, Timestamp};

/// An environment's settings as the operator set them; secrets are references, or texts that were
/// just pasted.
#[derive(Clone, PartialEq)]
pub struct ConfiguredSpec {
    /// The settings.
    pub settings: OpaqueJson,
    /// The keys that hold something, a reference or a text, which need not be looked at.
    pub present_secrets: Vec<String>,
}

impl fmt::Debug for ConfiguredSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConfiguredSpec")
            .field("present_secrets", &self.present_secrets)
            .finish_non_exhaustive()
    }
}

/// Settings with their secrets, for the time of a call. Cannot be printed; the secrets are wiped
/// when it is dropped.
#[derive(Clone)]
pub struct ResolvedSpec {
    /// The settings, without the secret ones.
    pub settings: OpaqueJson,
    /// The secret ones.
    pub secrets: BTreeMap<String, SecretString>,
}

/// What is wrong with settings, and what they are in their normal form.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConfigVerdict {
    /// Everything that is wrong.
    pub errors: Vec<String>,
    /// What works but is probably not meant.
    pub warnings: Vec<String>,
    /// The settings with every field, secrets left out; absent if something is wrong.
    pub normalized: Option<OpaqueJson>,
}

impl ConfigVerdict {
    /// Returns whether the settings can work.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.errors.is_empty()
    }
}

/// A path inside a sandbox: never one of this machine's.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RemotePath(String);

impl RemotePath {
    /// Takes a path as the provider or an order has it.
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// Returns the path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path of something below this one.
    #[must_use]
    pub fn join(&self, below: &str) -> Self {
        Self(format!("{}/{}", self.0.trim_end_matches('/'), below.trim_start_matches('/')))
    }
}

impl fmt::Display for RemotePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The shell that a sandbox has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemoteShell {
    /// `bash`.
    Bash,
    /// `sh`, which is everywhere.
    #[default]
    Sh,
}

impl RemoteShell {
    /// Returns the program's name.
    #[must_use]
    pub const fn program(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Sh => "sh",
        }
    }
}

/// What the provider said about a leased sandbox: kept with the lease, handed from process to
/// process, never used as a setting. Holds no secret.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Observed {
    /// The sandbox's name at the provider.
    pub name: Option<String>,
    /// Its state when it was last looked at, in the provider's word.
    pub state: Option<String>,
    /// Where the service inside it is reached, if it has an address of its own.
    pub address: Option<String>,
    /// The region in which it is.
    pub region: Option<String>,
    /// After how many idle minutes the provider stops it; never, if 0.
    pub auto_stop_minutes: Option<u32>,
    /// When it was last known to run.
    pub verified_at: Option<Timestamp>,
    /// The directory to which all paths are confined.
    pub root: Option<RemotePath>,
    /// Its shell.
    pub shell: RemoteShell,
    /// What proves that it is a certain workspace.
    pub sentinel: Option<SentinelRecord>,
}

/// What proves that a resumed sandbox is the workspace that it is taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SentinelRecord {
    /// The file that holds the proof.
    pub path: RemotePath,
    /// What the file must say. It is a digest with a random part; knowing it opens nothing.
    pub token: Option<String>,
    /// What came of the last look or write.
    pub result: SentinelResult,
}

/// What came of looking for the proof, or of writing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentinelResult {
    /// It was written.
    Written,
    /// The lease is not for reuse: there is none.
    Skipped,
    /// It is there and right.
    Matched,
    /// It is not there.
    Missing,
    /// It is another workspace's, or cannot be read.
    Mismatch,
}
