//! One sandbox as the service keeps it, and as it shows it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use crate::clock::{self, Moment};
use crate::machine::Machine;
use crate::states::{DesiredState, SandboxState};
use crate::transitions::Situation;

/// Everything that is known of a sandbox.
#[derive(Debug)]
pub(crate) struct Sandbox {
    pub(crate) id: String,
    pub(crate) number: u64,
    pub(crate) organisation: String,
    pub(crate) name: String,
    pub(crate) user: String,
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) public: bool,
    pub(crate) network_block_all: bool,
    pub(crate) target: String,
    pub(crate) resources: Resources,
    pub(crate) snapshot: Option<String>,
    pub(crate) build: Option<BuildView>,
    pub(crate) intervals: Intervals,
    pub(crate) destroy_at: Option<Moment>,
    pub(crate) state: SandboxState,
    pub(crate) desired: DesiredState,
    pub(crate) error: Option<Failure>,
    pub(crate) created_at: Moment,
    pub(crate) updated_at: Moment,
    pub(crate) activity: Activity,
    /// The states that a change has still to pass, the next one first.
    pub(crate) change: Option<Change>,
    pub(crate) ssh: Option<SshAccess>,
    /// Opens the toolbox without an API key; renewed at every start.
    pub(crate) auth_token: String,
    /// What runs in it; only while something may.
    pub(crate) machine: Option<Arc<Machine>>,
    /// The folder of all that belongs to it on this computer.
    pub(crate) folder: PathBuf,
}

/// Cores and GiB.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resources {
    pub(crate) cpu: f64,
    pub(crate) gpu: f64,
    pub(crate) memory: f64,
    pub(crate) disk: f64,
}

/// Minutes until something happens by itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Intervals {
    /// 0 = never.
    pub(crate) stop: i64,
    /// 0 = never.
    pub(crate) pause: i64,
    /// 0 = the longest that there is.
    pub(crate) archive: i64,
    /// Negative = never, 0 = when it stops.
    pub(crate) delete: i64,
}

/// Why a sandbox is in an error state, or shall get there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The wire's `errorReason`.
    pub reason: String,
    /// Whether `recover` can help.
    pub is_recoverable: bool,
}

/// When a sandbox was last used, as far as the service knows.
#[derive(Debug)]
pub(crate) struct Activity {
    /// What the timers and callers see.
    pub(crate) written: Moment,
    /// Reported by the proxy, and not written yet.
    pub(crate) buffered: Option<Moment>,
    /// When the proxy last reported anything.
    pub(crate) reported: Option<Moment>,
    /// Open toolbox requests, each with the time of its last report.
    pub(crate) open: BTreeMap<u64, Moment>,
}

/// A change that is being worked on.
#[derive(Debug)]
pub(crate) struct Change {
    /// Tells a late settlement of an older change apart.
    pub(crate) number: u64,
    pub(crate) steps: Vec<SandboxState>,
    /// When the next step is due on the fake's clock; never while it is held.
    pub(crate) due: Option<Moment>,
    /// The snapshot that is being taken.
    pub(crate) snapshot: Option<String>,
}

/// A way in by ssh.
#[derive(Debug, Clone)]
pub(crate) struct SshAccess {
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) created_at: Moment,
    pub(crate) expires_at: Moment,
}

impl Sandbox {
    pub(crate) fn situation(&self) -> Situation {
        Situation {
            state: self.state,
            desired: self.desired,
            is_pending: self.change.is_some(),
            is_recoverable: self.error.as_ref().is_some_and(|error| error.is_recoverable),
            is_ephemeral: self.intervals.delete == 0,
        }
    }

    /// The folder that stands for `/` in it.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.join("root")
    }

    /// Enters `state`. That counts as activity.
    pub(crate) fn enter(&mut self, state: SandboxState, now: Moment) {
        self.state = state;
        self.updated_at = now;
        self.activity.written = now;
        self.activity.buffered = None;
    }

    pub(crate) fn view(&self, toolbox_url: &str) -> SandboxView {
        SandboxView {
            id: self.id.clone(),
            organization_id: self.organisation.clone(),
            name: self.name.clone(),
            user: self.user.clone(),
            env: self.env.clone(),
            labels: self.labels.clone(),
            public: self.public,
            network_block_all: self.network_block_all,
            target: self.target.clone(),
            cpu: self.resources.cpu,
            gpu: self.resources.gpu,
            memory: self.resources.memory,
            disk: self.resources.disk,
            toolbox_proxy_url: toolbox_url.to_owned(),
            state: self.state,
            desired_state: self.desired,
            error_reason: self.error.as_ref().map(|error| error.reason.clone()),
            recoverable: self.error.as_ref().map(|error| error.is_recoverable),
            snapshot: self.snapshot.clone(),
            auto_stop_interval: self.intervals.stop,
            auto_pause_interval: self.intervals.pause,
            auto_archive_interval: self.intervals.archive,
            auto_delete_interval: self.intervals.delete,
            auto_destroy_at: self.destroy_at.map(clock::iso),
            created_at: clock::iso(self.created_at),
            updated_at: clock::iso(self.updated_at),
            last_activity_at: clock::iso(self.activity.written),
            build_info: self.build.clone(),
            volumes: [],
            sandbox_class: "container",
            runner_id: "fake-runner",
            daemon_version: crate::SERVICE_VERSION,
        }
    }
}

/// A sandbox as callers see it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SandboxView {
    pub(crate) id: String,
    organization_id: String,
    name: String,
    user: String,
    env: BTreeMap<String, String>,
    labels: BTreeMap<String, String>,
    public: bool,
    network_block_all: bool,
    target: String,
    cpu: f64,
    gpu: f64,
    memory: f64,
    disk: f64,
    toolbox_proxy_url: String,
    pub(crate) state: SandboxState,
    desired_state: DesiredState,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recoverable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot: Option<String>,
    auto_stop_interval: i64,
    auto_pause_interval: i64,
    auto_archive_interval: i64,
    auto_delete_interval: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    auto_destroy_at: Option<String>,
    created_at: String,
    updated_at: String,
    last_activity_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    build_info: Option<BuildView>,
    volumes: [String; 0],
    sandbox_class: &'static str,
    runner_id: &'static str,
    daemon_version: &'static str,
}

/// What lists are narrowed by.
pub(crate) struct ViewParts<'a> {
    pub(crate) name: &'a str,
    pub(crate) labels: &'a BTreeMap<String, String>,
    pub(crate) state: SandboxState,
    pub(crate) desired: DesiredState,
    pub(crate) snapshot: Option<&'a str>,
}

impl SandboxView {
    pub(crate) fn parts(&self) -> ViewParts<'_> {
        ViewParts {
            name: &self.name,
            labels: &self.labels,
            state: self.state,
            desired: self.desired_state,
            snapshot: self.snapshot.as_deref(),
        }
    }
}

/// What a sandbox's image is built from.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BuildView {
    pub(crate) dockerfile_content: String,
    pub(crate) context_hashes: Vec<String>,
    pub(crate) created_at: String,
    pub(crate) updated_at: String,
    pub(crate) snapshot_ref: String,
}
