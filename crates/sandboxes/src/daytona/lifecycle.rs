//! The life of a leased sandbox: made, found again, ended.

mod acquire;
mod create;
mod release;
mod resume;
mod seek;

use std::sync::Arc;

use wireclip_domain::{OpaqueJson, Timestamp};
use wireclip_ports::random;
use wireclip_ports::sandbox::{
    AcquireFailure, AcquiredLease, CreatedTrace, LeaseHold, LeaseScope, Observed, ProviderError, RemotePath,
    RemoteShell, ResolvedSpec, SentinelRecord,
};

use super::client::{ExecuteRequest, SandboxView};
use super::config::Settings;
use super::deadline::Deadline;
use super::handle::SandboxHandle;
use super::provider::Access;
use super::script::{self, Survey};
use crate::handle_cache::Handle as _;

pub(super) use acquire::{acquire, probe};
pub(super) use create::{Creation, CreationSource, create, remove_created};
pub(super) use release::release;
pub(super) use resume::resume;
pub(super) use seek::{find_created, find_owned};

/// Makes the workspace's directory in a new sandbox, and finds out where it is and which shell
/// there is: one request.
pub(super) async fn survey(
    access: &Access,
    handle: &SandboxHandle,
    wanted_root: Option<&RemotePath>,
    deadline: Deadline,
) -> Result<(RemotePath, RemoteShell), ProviderError> {
    let id = random::name::<8>();
    let request = ExecuteRequest {
        command: script::survey(&id, wanted_root.map(RemotePath::as_str)),
        envs: std::collections::BTreeMap::new(),
        timeout: deadline.left().as_secs().max(1),
    };
    let answer = access.client.execute(&handle.toolbox, &request, deadline).await?;
    let survey = Survey::read(&answer.result, &id).filter(|_| answer.exit_code == 0);
    let Some(survey) = survey else {
        let said: String = answer.result.trim().chars().take(300).collect();
        return Err(ProviderError::NotStarted {
            message: format!("the workspace's directory could not be made: {said}"),
        });
    };
    let shell = if survey.has_bash { RemoteShell::Bash } else { RemoteShell::Sh };
    Ok((RemotePath::new(survey.root), shell))
}

/// What is said of a lease that is open.
pub(super) struct OpenLease<'a> {
    pub(super) access: &'a Access,
    pub(super) handle: &'a SandboxHandle,
    pub(super) root: RemotePath,
    pub(super) shell: RemoteShell,
    pub(super) sentinel: SentinelRecord,
    pub(super) verified_at: Timestamp,
    /// The state from which the lease was brought up; absent if it was just made.
    pub(super) resumed_from: Option<String>,
}

/// Says that what went on by itself panicked, so that nobody knows what is left.
pub(super) fn broke_off(action: &'static str) -> AcquireFailure {
    let error = ProviderError::Failed { action, status: 0, message: "the work broke off".to_owned() };
    AcquireFailure { error, left: CreatedTrace::Unknown }
}

impl OpenLease<'_> {
    /// Says what is said of a lease that was just made, and lets the cache know its sandbox.
    ///
    /// # Errors
    /// If another sandbox is known by its name.
    pub(super) fn describe_new(
        self,
        scope: LeaseScope,
        spec: &Arc<ResolvedSpec>,
    ) -> Result<AcquiredLease, ProviderError> {
        let (access, handle, verified_at) = (self.access, self.handle.clone(), self.verified_at);
        let lease = self.describe();
        let observed = Observed::default();
        let hold = LeaseHold { scope, id: lease.id.clone(), spec: Arc::clone(spec), observed };
        let key = access.clone().link(hold).key;
        access.core.cache.seed(&key, handle, verified_at)?;
        Ok(lease)
    }

    pub(super) fn describe(self) -> AcquiredLease {
        let metadata = self.metadata();
        let mut observed = Observed {
            root: Some(self.root),
            shell: self.shell,
            sentinel: Some(self.sentinel),
            ..Observed::default()
        };
        self.handle.observe(&mut observed, self.verified_at);
        AcquiredLease { id: self.handle.id().clone(), observed, metadata, expires_at: self.handle.expires_at }
    }

    fn metadata(&self) -> OpaqueJson {
        let Settings {
            api_url: _,
            target: _,
            snapshot,
            image,
            language: _,
            cpu,
            memory,
            disk,
            gpu,
            timeout_ms,
            liveness_timeout_ms: _,
            auto_stop_interval: _,
            auto_archive_interval: _,
            auto_delete_interval: _,
            reuse_lease,
            archive_on_release,
        } = &self.access.config.settings;
        let mut metadata = OpaqueJson::object();
        metadata.set("provider", &super::DRIVER);
        metadata.set("shellCommand", &self.shell.program());
        metadata.set("sandboxId", self.handle.id());
        metadata.set("sandboxName", &self.handle.name);
        metadata.set("sandboxState", &self.handle.state);
        metadata.set("image", image);
        metadata.set("snapshot", snapshot);
        // Of the sandbox: it is no setting, and never read as one.
        metadata.set("target", &self.handle.region);
        metadata.set("timeoutMs", timeout_ms);
        metadata.set("reuseLease", reuse_lease);
        if let Some(archive_on_release) = archive_on_release {
            metadata.set("archiveOnRelease", archive_on_release);
        }
        metadata.set("remoteCwd", &self.root);
        metadata.set("resumedLease", &self.resumed_from.is_some());
        if let Some(state) = &self.resumed_from {
            metadata.set("resumedFromState", state);
        }
        for (name, amount) in [("cpu", cpu), ("memory", memory), ("disk", disk), ("gpu", gpu)] {
            if let Some(amount) = amount {
                metadata.set(name, amount);
            }
        }
        metadata.set("workspaceSentinel", &self.sentinel);
        metadata
    }
}

/// Reads what a handle needs out of an answer about a sandbox that runs.
fn handle_of(access: &Access, view: &SandboxView) -> Result<SandboxHandle, ProviderError> {
    SandboxHandle::of(view, &access.config)
}
