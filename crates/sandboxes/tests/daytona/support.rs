//! What the tests have in common: a service, a provider, a clock and leases.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;
use wireclip_domain::{
    AgentId, CompanyId, EnvironmentId, ExecutionWorkspaceId, OpaqueJson, RunId, Timestamp,
};
use wireclip_fake_daytona::{Builder, FakeDaytona, Route, routes};
use wireclip_ports::clock::Clock;
use wireclip_ports::sandbox::{
    AcquireFailure, AcquireOrder, AcquiredLease, CommandEnding, CreateAttempt, CreateJournal, Disposition,
    ExecuteOrder, Executed, JournalError, LeaseHold, LeasePurpose, LeaseScope, LeasedPlace, Observed,
    ProviderError, ProviderLeaseId, Receipt, ReleaseOrder, RemoteCommand, ResolvedSpec, ResumeAnswer,
    ResumeOrder, ReusableWorkspace, SandboxProvider, ShellProfile,
};
use wireclip_sandboxes::daytona::{DaytonaDefaults, DaytonaOptions, DaytonaProvider, Pacing};
use wireclip_sandboxes::handle_cache::CacheLimits;

pub(crate) const KEY: &str = "dtn_key-of-acme-that-nobody-may-see";
pub(crate) const OTHER_KEY: &str = "dtn_another-key-of-acme";
pub(crate) const LIMIT: Duration = Duration::from_secs(30);
pub(crate) const MINUTE: Duration = Duration::from_secs(60);

/// A clock that stands until it is moved.
#[derive(Debug, Clone)]
pub(crate) struct HandClock(Arc<AtomicI64>);

impl HandClock {
    fn new() -> Self {
        Self(Arc::new(AtomicI64::new(1_767_355_200_000)))
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.0.fetch_add(i64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }
}

#[async_trait]
impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix_millis(self.0.load(Ordering::SeqCst))
    }

    async fn sleep_until(&self, at: Timestamp) {
        assert!(at <= self.now(), "nothing sleeps by this clock");
    }
}

/// Remembers what was created, in order.
#[derive(Default)]
pub(crate) struct Journal {
    pub(crate) seen: Mutex<Vec<(CreateAttempt, ProviderLeaseId)>>,
    pub(crate) is_broken: bool,
}

#[async_trait]
impl CreateJournal for Journal {
    async fn observed(&self, attempt: CreateAttempt, id: &ProviderLeaseId) -> Result<(), JournalError> {
        if self.is_broken {
            return Err(JournalError("the disk is full".to_owned()));
        }
        self.seen.lock().unwrap().push((attempt, id.clone()));
        Ok(())
    }
}

/// A service, a provider and its clocks.
pub(crate) struct World {
    pub(crate) fake: FakeDaytona,
    pub(crate) provider: DaytonaProvider,
    pub(crate) clock: HandClock,
    pub(crate) timing: HandClock,
    pub(crate) scope: LeaseScope,
    pub(crate) journal: Arc<Journal>,
    tasks: TaskTracker,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(|fake| fake).await
    }

    pub(crate) async fn with(build: impl FnOnce(Builder) -> Builder) -> Self {
        let fake = build(FakeDaytona::builder().key(KEY, "acme")).start().await.unwrap();
        let (clock, timing) = (HandClock::new(), HandClock::new());
        let scope = LeaseScope { company_id: CompanyId::random(), environment_id: EnvironmentId::random() };
        let provider = provider(&clock, &timing, Some(CacheLimits::default()));
        let journal = Arc::default();
        Self { fake, provider, clock, timing, scope, journal, tasks: TaskTracker::new() }
    }

    /// Moves the provider's clock and the service's.
    pub(crate) fn advance(&self, by: Duration) {
        self.clock.advance(by);
        self.fake.advance(by);
    }

    /// Another provider, as another process has it.
    pub(crate) fn another_process(&self) -> DaytonaProvider {
        provider(&self.clock, &self.timing, Some(CacheLimits::default()))
    }

    pub(crate) fn spec_with(&self, key: Option<&str>, more: &Value) -> Arc<ResolvedSpec> {
        let mut settings = OpaqueJson::of(&json!({"apiUrl": self.fake.api_url()}));
        settings = settings.merged_with(&OpaqueJson::of(more));
        let secrets: BTreeMap<_, _> =
            key.map(|key| ("apiKey".to_owned(), key.to_owned().into())).into_iter().collect();
        Arc::new(ResolvedSpec { settings, secrets })
    }

    pub(crate) fn spec(&self) -> Arc<ResolvedSpec> {
        self.spec_with(Some(KEY), &json!({}))
    }

    pub(crate) fn order(&self, spec: Arc<ResolvedSpec>) -> AcquireOrder {
        AcquireOrder {
            scope: self.scope,
            spec,
            purpose: LeasePurpose::Run,
            run_id: Some(RunId::random()),
            reuse: None,
            wanted_root: None,
            expires_at: None,
            attempt: CreateAttempt::random(),
            journal: Arc::clone(&self.journal) as Arc<dyn CreateJournal>,
        }
    }

    pub(crate) async fn try_acquire(&self, order: AcquireOrder) -> Result<LeaseHold, AcquireFailure> {
        let (scope, spec) = (order.scope, Arc::clone(&order.spec));
        let lease = self.provider.acquire(order, LIMIT).await?;
        Ok(hold(scope, spec, &lease))
    }

    /// Acquires a lease and forgets the requests that it took.
    pub(crate) async fn acquire(&self) -> LeaseHold {
        self.acquire_with(&json!({})).await
    }

    pub(crate) async fn acquire_with(&self, more: &Value) -> LeaseHold {
        let lease = self.try_acquire(self.order(self.spec_with(Some(KEY), more))).await.unwrap();
        self.fake.clear_journal();
        lease
    }

    /// Acquires a lease that is bound to a workspace.
    pub(crate) async fn acquire_reusable(&self) -> LeaseHold {
        let reuse = ReusableWorkspace {
            agent_id: AgentId::random(),
            execution_workspace_id: ExecutionWorkspaceId::random(),
            adapter_type: "process".to_owned(),
        };
        let spec = self.spec_with(Some(KEY), &json!({"reuseLease": true}));
        let order = AcquireOrder { reuse: Some(reuse), ..self.order(spec) };
        let lease = self.try_acquire(order).await.unwrap();
        self.fake.clear_journal();
        lease
    }

    /// The same lease as a process has it that saw nothing of it.
    pub(crate) fn unseen(lease: &LeaseHold) -> LeaseHold {
        let observed = Observed { address: None, state: None, verified_at: None, ..lease.observed.clone() };
        LeaseHold { observed, ..lease.clone() }
    }

    pub(crate) fn place(&self, lease: &LeaseHold) -> Arc<dyn LeasedPlace> {
        self.provider.open(lease).unwrap()
    }

    /// Runs a shell text in a lease.
    pub(crate) async fn sh(&self, lease: &LeaseHold, text: &str) -> Result<Executed, ProviderError> {
        self.place(lease).execute(shell(text)).await
    }

    /// Runs a command that does nothing.
    pub(crate) async fn ok(&self, lease: &LeaseHold) {
        let executed = self.sh(lease, ":").await.unwrap();
        assert_eq!(executed.ending, CommandEnding::Exited(0));
    }

    /// Runs a shell text beside the test.
    pub(crate) fn sh_beside(
        &self,
        lease: &LeaseHold,
        text: &str,
    ) -> JoinHandle<Result<Executed, ProviderError>> {
        let (place, order) = (self.place(lease), shell(text));
        self.spawn(async move { place.execute(order).await })
    }

    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.tasks.spawn(work)
    }

    pub(crate) async fn release(
        &self,
        lease: &LeaseHold,
        disposition: Disposition,
    ) -> Result<Receipt, ProviderError> {
        self.provider.release(release(lease, disposition), LIMIT).await
    }

    pub(crate) fn release_beside(
        &self,
        lease: &LeaseHold,
        disposition: Disposition,
    ) -> JoinHandle<Result<Receipt, ProviderError>> {
        let (provider, order) = (self.provider.clone(), release(lease, disposition));
        self.spawn(async move { provider.release(order, LIMIT).await })
    }

    pub(crate) async fn resume(&self, lease: &LeaseHold) -> Result<ResumeAnswer, ProviderError> {
        self.provider.resume(ResumeOrder { lease: lease.clone() }, LIMIT).await
    }

    pub(crate) async fn resumed(&self, lease: &LeaseHold) -> LeaseHold {
        match self.resume(lease).await.unwrap() {
            ResumeAnswer::Resumed(resumed) => hold(lease.scope, Arc::clone(&lease.spec), &resumed),
            gone @ ResumeAnswer::Gone { .. } => panic!("not resumed: {gone:?}"),
        }
    }

    pub(crate) fn count(&self, route: Route) -> u64 {
        self.fake.count(route)
    }

    pub(crate) fn gets(&self) -> u64 {
        self.count(routes::GET_SANDBOX)
    }

    pub(crate) fn executions(&self) -> u64 {
        self.count(routes::EXECUTE)
    }

    /// Where a path of a lease's workspace is on this computer.
    pub(crate) fn path(&self, lease: &LeaseHold, below: &str) -> PathBuf {
        PathBuf::from(lease.observed.root.as_ref().unwrap().as_str()).join(below)
    }

    /// Waits until so many activities are inside a lease.
    pub(crate) async fn inside(&self, lease: &LeaseHold, count: usize) {
        until("activities are inside", || self.provider.activities(lease).unwrap() == count).await;
    }
}

fn provider(clock: &HandClock, timing: &HandClock, cache: Option<CacheLimits>) -> DaytonaProvider {
    DaytonaProvider::new(DaytonaOptions {
        defaults: DaytonaDefaults::default(),
        clock: Arc::new(clock.clone()),
        timing: Arc::new(timing.clone()),
        pacing: Pacing {
            first: Duration::from_millis(5),
            steady_for: Duration::from_secs(5),
            longest: Duration::from_millis(50),
        },
        cache,
    })
}

pub(crate) fn hold(scope: LeaseScope, spec: Arc<ResolvedSpec>, lease: &AcquiredLease) -> LeaseHold {
    LeaseHold { scope, id: lease.id.clone(), spec, observed: lease.observed.clone() }
}

pub(crate) fn release(lease: &LeaseHold, disposition: Disposition) -> ReleaseOrder {
    ReleaseOrder { lease: lease.clone(), disposition, drain: LIMIT }
}

pub(crate) fn command(program: &str, arguments: &[&str]) -> RemoteCommand {
    RemoteCommand {
        program: program.to_owned(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        directory: None,
        environment: BTreeMap::new(),
        profile: ShellProfile::Bare,
    }
}

pub(crate) fn shell(text: &str) -> ExecuteOrder {
    ExecuteOrder {
        command: command("sh", &["-c", text]),
        stdin: Vec::new(),
        time_limit: None,
        output_limit_bytes: 1024 * 1024,
    }
}

/// Waits for a condition, but not for ever.
pub(crate) async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let waited = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    assert!(tokio::time::timeout(LIMIT, waited).await.is_ok(), "it never came to this: {what}");
}

/// Looks whether work is still going on after others had every chance to end it.
pub(crate) async fn is_pending<T>(work: &JoinHandle<T>) -> bool {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
    tokio::time::sleep(Duration::from_millis(30)).await;
    !work.is_finished()
}
