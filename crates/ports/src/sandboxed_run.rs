//! What the server and the program of a sandboxed run tell each other.
//!
//! A run that executes elsewhere has a program here: the server's own, in the mode
//! [`RUN_IN_LEASE_MODE`]. It moves the workspace in, runs the agent's command in the lease, and
//! moves the workspace out. Under its run host it outlives the server like every run's program.
//! Its order comes on standard input, where no process list shows it; its report is a file in the
//! run's scratch folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use wireclip_domain::OpaqueJson;
use wireclip_domain::environment::EnvironmentErrorCode;

use crate::sandbox::{ArrivalLimits, LeaseHold, LeaseScope, Observed, ProviderLeaseId, ResolvedSpec};

/// The argument by which the server's executable is started to run a command in a lease.
pub const RUN_IN_LEASE_MODE: &str = "run-in-lease";

/// The file of the [`SandboxedRunReport`], in the run's scratch folder.
const REPORT_FILE: &str = "run-in-lease.json";

/// What to run, and where. Cannot be printed: settings and variables hold secrets.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SandboxedRunOrder {
    /// The provider's key.
    pub provider: String,
    /// The lease.
    pub lease: LeaseOrder,
    /// Whether the place was in use before, and may hold an older workspace.
    pub is_used_place: bool,
    /// The command, as the place knows it.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The variables that it has beside those of the place.
    pub environment: BTreeMap<String, String>,
    /// What it reads on standard input.
    pub stdin: Vec<u8>,
    /// The folder that is moved in and out: absolute.
    pub workspace: PathBuf,
    /// The run's scratch folder: absolute.
    pub scratch: PathBuf,
    /// What the workspace may be when it comes back.
    #[serde(default)]
    pub limits: ArrivalLimits,
    /// How long the command may take to end after a soft signal, in milliseconds.
    pub grace_millis: u64,
    /// How the command reaches the API.
    pub api: ApiOrder,
}

/// The way to the API: this machine's side has the run's token, the command has another.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApiOrder {
    /// The base of the API as this machine reaches it, without `/api`.
    pub url: String,
    /// The token by which the agent proves to be in this run.
    pub run_token: String,
    /// What the command has in its place. It opens nothing but the bridge of this run.
    pub bridge_token: String,
}

/// A lease, with the settings by which its place is reached.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaseOrder {
    scope: LeaseScope,
    id: ProviderLeaseId,
    settings: OpaqueJson,
    secrets: BTreeMap<String, String>,
    observed: Observed,
}

impl From<&LeaseHold> for LeaseOrder {
    fn from(hold: &LeaseHold) -> Self {
        let value = |(key, value): (&String, &SecretString)| (key.clone(), value.expose_secret().to_owned());
        Self {
            scope: hold.scope,
            id: hold.id.clone(),
            settings: hold.spec.settings.clone(),
            secrets: hold.spec.secrets.iter().map(value).collect(),
            observed: hold.observed.clone(),
        }
    }
}

impl From<LeaseOrder> for LeaseHold {
    fn from(order: LeaseOrder) -> Self {
        let LeaseOrder { scope, id, settings, secrets, observed } = order;
        let secrets = secrets.into_iter().map(|(key, value)| (key, SecretString::from(value))).collect();
        Self { scope, id, spec: Arc::new(ResolvedSpec { settings, secrets }), observed }
    }
}

impl SandboxedRunOrder {
    /// Returns how long the command may take to end after a soft signal.
    #[must_use]
    pub const fn grace(&self) -> Duration {
        Duration::from_millis(self.grace_millis)
    }
}

/// What came of a sandboxed run beside its command's exit code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SandboxedRunReport {
    /// Whether everything that the workspace holds there is here as well. A place of which this is
    /// not known is never removed.
    pub work_is_here: bool,
    /// What was in the way, if something was; the command's exit code tells nothing then.
    pub failure: Option<SandboxedRunFailure>,
    /// What its command took, if it was started.
    #[serde(default)]
    pub execution: Option<ExecutionFacts>,
}

/// What the command of a sandboxed run took, as its result tells it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionFacts {
    /// From its start to its end; absent if it was not seen to end.
    pub duration_ms: Option<u64>,
    /// Getting hold of its sandbox; about zero if that was known.
    pub get_duration_ms: Option<u64>,
    /// Whether the sandbox was known.
    pub cache_hit: Option<bool>,
    /// What the provider counted in the run's program, which keeps handles of its own.
    pub counters: Option<OpaqueJson>,
}

/// What was in the way of a sandboxed run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SandboxedRunFailure {
    /// In a word.
    pub code: EnvironmentErrorCode,
    /// For people.
    pub message: String,
}

/// Returns where the report of a run is.
#[must_use]
pub fn report_path(scratch: &Path) -> PathBuf {
    scratch.join(REPORT_FILE)
}

#[cfg(test)]
mod tests {
    use wireclip_domain::{CompanyId, EnvironmentId};

    use super::*;

    #[test]
    fn a_lease_is_the_same_behind_the_pipe() {
        let mut settings = OpaqueJson::object();
        settings.set("apiUrl", &"http://127.0.0.1:1");
        let spec = ResolvedSpec {
            settings: settings.clone(),
            secrets: BTreeMap::from([("apiKey".to_owned(), SecretString::from("opens it"))]),
        };
        let scope = LeaseScope { company_id: CompanyId::random(), environment_id: EnvironmentId::random() };
        let observed = Observed { state: Some("started".to_owned()), ..Observed::default() };
        let hold = LeaseHold { scope, id: ProviderLeaseId::new("box"), spec: Arc::new(spec), observed };
        let piped = OpaqueJson::of(&LeaseOrder::from(&hold));
        let read: LeaseHold = piped.parse::<LeaseOrder>().unwrap().into();
        assert_eq!((read.scope, &read.id, &read.observed), (scope, &hold.id, &hold.observed));
        assert_eq!(read.spec.settings, settings);
        assert_eq!(read.spec.secrets["apiKey"].expose_secret(), "opens it");
    }
}
