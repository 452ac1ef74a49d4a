//! What the tests are made of: a machine, leases on it, the processes there.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use wireclip_domain::{AgentId, CompanyId, EnvironmentId, ExecutionWorkspaceId, OpaqueJson, RunId};
use wireclip_ports::sandbox::{
    AcquireFailure, AcquireOrder, AcquiredLease, CreateAttempt, CreateJournal, Disposition, JournalError,
    LeaseHold, LeasePurpose, LeaseScope, LeasedPlace, ProviderError, ProviderLeaseId, Receipt, ReleaseOrder,
    RemoteCommand, ResolvedSpec, ReusableWorkspace, SandboxProvider as _, ShellProfile,
};
use wireclip_sandboxes::SshProvider;
use wireclip_sshd_for_tests::Sshd;

const LIMIT: Duration = Duration::from_secs(60);

/// A machine, as an environment describes it.
pub(crate) struct Machine {
    pub(crate) sshd: Sshd,
    pub(crate) scope: LeaseScope,
    pub(crate) known_hosts: String,
    workspace: ExecutionWorkspaceId,
}

/// A journal that nobody reads.
struct Forgetful;

#[async_trait]
impl CreateJournal for Forgetful {
    async fn observed(&self, _: CreateAttempt, _: &ProviderLeaseId) -> Result<(), JournalError> {
        Ok(())
    }
}

/// A place, with where it is.
pub(crate) struct At {
    place: Arc<dyn LeasedPlace>,
    root: String,
}

impl At {
    pub(crate) fn root(&self) -> &str {
        &self.root
    }

    pub(crate) fn within(&self, path: &str) -> String {
        format!("{}/{path}", self.root)
    }
}

impl Deref for At {
    type Target = dyn LeasedPlace;

    fn deref(&self) -> &Self::Target {
        self.place.as_ref()
    }
}

impl Machine {
    pub(crate) fn start() -> Option<Self> {
        let sshd = Sshd::start()?;
        let scope = LeaseScope { company_id: CompanyId::random(), environment_id: EnvironmentId::random() };
        let known_hosts = sshd.known_hosts();
        Some(Self { sshd, scope, known_hosts, workspace: ExecutionWorkspaceId::random() })
    }

    pub(crate) fn spec(&self) -> Arc<ResolvedSpec> {
        let mut settings = OpaqueJson::object();
        settings.set("host", &"127.0.0.1");
        settings.set("port", &self.sshd.port());
        settings.set("username", &self.sshd.username());
        settings.set("remoteWorkspacePath", &self.sshd.work());
        settings.set("knownHosts", &self.known_hosts);
        let secrets = BTreeMap::from([("privateKeySecretRef".to_owned(), self.sshd.private_key().into())]);
        Arc::new(ResolvedSpec { settings, secrets })
    }

    pub(crate) async fn acquire(&self) -> Result<AcquiredLease, AcquireFailure> {
        self.acquire_by(CreateAttempt::random()).await
    }

    pub(crate) async fn acquire_as_attempt(&self) -> (CreateAttempt, AcquiredLease) {
        let attempt = CreateAttempt::random();
        (attempt, self.acquire_by(attempt).await.unwrap())
    }

    async fn acquire_by(&self, attempt: CreateAttempt) -> Result<AcquiredLease, AcquireFailure> {
        let order = AcquireOrder {
            scope: self.scope,
            spec: self.spec(),
            purpose: LeasePurpose::Run,
            run_id: Some(RunId::random()),
            reuse: Some(ReusableWorkspace {
                agent_id: AgentId::random(),
                execution_workspace_id: self.workspace,
                adapter_type: "process".to_owned(),
            }),
            wanted_root: None,
            expires_at: None,
            attempt,
            journal: Arc::new(Forgetful),
        };
        SshProvider.acquire(order, LIMIT).await
    }

    pub(crate) fn hold(&self, lease: &AcquiredLease) -> LeaseHold {
        LeaseHold {
            scope: self.scope,
            id: lease.id.clone(),
            spec: self.spec(),
            observed: lease.observed.clone(),
        }
    }

    pub(crate) async fn release(
        &self,
        lease: &AcquiredLease,
        disposition: Disposition,
    ) -> Result<Receipt, ProviderError> {
        let order = ReleaseOrder { lease: self.hold(lease), disposition, drain: Duration::ZERO };
        SshProvider.release(order, LIMIT).await
    }

    pub(crate) async fn place(&self) -> At {
        let lease = self.acquire().await.unwrap_or_else(|error| panic!("{error}: {}", self.sshd.log()));
        let place = SshProvider.open(&self.hold(&lease)).unwrap();
        At { place, root: lease.observed.root.unwrap().as_str().to_owned() }
    }

    pub(crate) fn folder_of(&self, lease: &AcquiredLease) -> PathBuf {
        lease.observed.root.as_ref().unwrap().as_str().into()
    }
}

pub(crate) fn command(program: &str, arguments: &[&str]) -> RemoteCommand {
    RemoteCommand {
        program: program.to_owned(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        directory: None,
        environment: BTreeMap::new(),
        profile: ShellProfile::Login,
    }
}

/// Lists the living processes that sleep for so many seconds.
pub(crate) fn all_of(mark: &str) -> Vec<u32> {
    let wanted = format!("sleep\0{mark}\0");
    let ids = std::fs::read_dir("/proc").unwrap().flatten();
    let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|id| std::fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|line| line == wanted.as_bytes()))
        .collect()
}

/// Waits until something is so.
pub(crate) async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let give_up_at = Instant::now() + LIMIT;
    while !is_so() {
        assert!(Instant::now() < give_up_at, "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
