//! A database, machines and a clock, on which engines come and go.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use wireclip_domain::agent::AgentRole;
use wireclip_domain::caller::{BoardCaller, Caller};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, NodeId, OpaqueJson, RunId};
use wireclip_engine::{Config, Engine, EngineCore, EngineHandle};
use wireclip_ports::sandbox::SandboxProviderSet;
use wireclip_services::agents::NewAgent;
use wireclip_services::companies::NewCompany;
use wireclip_services::wakeups::{ManualAnswer, ManualWake};
use wireclip_services::{Core, EventBus, Nudge, Request, RunTokens, ServerFacts, Services};
use wireclip_store::runs::Run;
use wireclip_store::{Scope, runs};

use crate::adapters::FakeAdapters;
use crate::clock::ManualClock;
use crate::commit_plan::CommitPlan;
use crate::database::{TestStore, databases};
use crate::hosts::FakeHosts;

/// How long a test waits for what must happen, in real time.
const LIMIT: Duration = Duration::from_secs(30);

/// How far time goes between two looks of a test that waits: a small part of a node's lease, so
/// that a server on a busy machine gets to renew it.
const STEP: Duration = Duration::from_millis(250);

/// A database with everything around it that outlives a server.
#[derive(Debug)]
pub struct World {
    /// What it runs on, for messages.
    pub database: &'static str,
    /// The time.
    pub clock: ManualClock,
    /// What the adapters do.
    pub adapters: FakeAdapters,
    /// Which commits go wrong; of worlds in memory only.
    pub commits: CommitPlan,
    store: TestStore,
    folder: TempDir,
}

/// A machine with a home folder, on which servers can be started one after the other.
#[derive(Debug, Clone)]
pub struct Machine {
    /// Its name in the database.
    pub node_id: NodeId,
    /// What runs there.
    pub hosts: Arc<FakeHosts>,
    home: PathBuf,
}

impl World {
    /// Makes a world on a fresh database of each kind.
    pub async fn on_each_database() -> Vec<Self> {
        databases().await.into_iter().map(Self::on).collect()
    }

    /// Makes a world on a fresh SQLite database.
    pub async fn new() -> Self {
        Self::on(crate::database::sqlite().await)
    }

    /// Makes a world on a fresh SQLite database that is kept in memory, and whose commits may go
    /// wrong.
    pub async fn in_memory() -> Self {
        let mut store = crate::database::sqlite_in_memory().await;
        let commits = CommitPlan::default();
        store.store = store.store.with_commit_faults(Arc::new(commits.clone()));
        Self { commits, ..Self::on_in(store, crate::database::folder_in_memory()) }
    }

    /// Waits until something is there, while time goes by, and returns it.
    ///
    /// # Panics
    /// If it does not come in time.
    pub async fn in_time<T>(&self, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
        eventually(what, async || {
            self.clock.advance(STEP);
            look().await
        })
        .await
    }

    fn on(store: TestStore) -> Self {
        Self::on_in(store, tempfile::tempdir().expect("a folder for the test"))
    }

    fn on_in(store: TestStore, folder: TempDir) -> Self {
        Self {
            database: store.name,
            clock: ManualClock::default(),
            adapters: FakeAdapters::default(),
            commits: CommitPlan::default(),
            store,
            folder,
        }
    }

    /// Makes a machine.
    #[must_use]
    pub fn machine(&self) -> Machine {
        let node_id = NodeId::random();
        Machine {
            node_id,
            hosts: Arc::new(FakeHosts::new(Arc::new(self.clock.clone()))),
            home: self.folder.path().join(node_id.to_string()),
        }
    }

    /// Builds the actions of a server on a machine.
    #[must_use]
    pub fn services(&self, machine: &Machine) -> Services {
        self.services_with(machine, Arc::new(wireclip_ports::sandbox::NoProviders))
    }

    /// Builds the actions of a server that has providers of sandboxes.
    #[must_use]
    pub fn services_with(&self, machine: &Machine, sandboxes: Arc<dyn SandboxProviderSet>) -> Services {
        Services::new(Core {
            store: self.store.store.clone(),
            clock: Arc::new(self.clock.clone()),
            bus: EventBus::default(),
            nudge: Nudge::default(),
            hosts: Arc::<FakeHosts>::clone(&machine.hosts),
            run_tokens: RunTokens::new(&"a secret for tests, and for nothing else".into(), "test")
                .expect("the secret is long enough"),
            facts: ServerFacts {
                node_id: machine.node_id,
                place: None,
                api_url: "http://127.0.0.1:3100".to_owned(),
                home: machine.home.clone(),
                version: "0.0.0-test",
            },
            adapters: Arc::new(wireclip_adapters::Adapters::built_in("wireclip".into())),
            test_place: wireclip_ports::adapter_catalog::TestPlace::default(),
            places: Arc::new(wireclip_sandboxes::PlaceProbe),
            sandboxes,
            sealer: crate::sealing::sealer(),
            files: Arc::new(crate::MemoryFiles::default()),
            carried: tokio_util::task::TaskTracker::new(),
        })
    }

    /// Starts an engine on a machine. Dropping the handle is a server that is killed.
    #[must_use]
    pub fn start(&self, machine: &Machine) -> EngineHandle {
        self.start_over(self.services(machine))
    }

    /// Starts an engine over a server's actions.
    #[must_use]
    pub fn start_over(&self, services: Services) -> EngineHandle {
        Engine::start(Config::default(), services, Arc::new(self.adapters.clone()))
    }

    /// Builds an engine that is stepped by the test.
    #[must_use]
    pub fn stepped(&self, machine: &Machine) -> Arc<EngineCore> {
        EngineCore::stepped(Config::default(), self.services(machine), Arc::new(self.adapters.clone()))
    }

    /// Makes a company.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn company(&self, services: &Services) -> CompanyId {
        let new = NewCompany {
            name: "Acme".to_owned(),
            description: None,
            budget_monthly: MicroDollars::from_cents(0),
            default_responsible_user_id: wireclip_domain::patch::Field::Keep,
        };
        let made = services.companies.create(&person(), new).await.expect("a company");
        made.into_inner().company.id
    }

    /// Hires an agent.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn agent(&self, services: &Services, company_id: CompanyId, name: &str) -> AgentId {
        let company = services.companies.load(&person(), company_id).await.expect("the company");
        let mut settings = OpaqueJson::object();
        settings.set("command", &"true");
        let new = NewAgent {
            name: name.to_owned(),
            role: AgentRole::Engineer,
            title: None,
            icon: None,
            reports_to: None,
            capabilities: None,
            adapter_type: None,
            adapter_config: settings,
            runtime_config: None,
            default_environment_id: None,
            budget_monthly: MicroDollars::from_cents(0),
            metadata: None,
        };
        services.agents.create(&company, new).await.expect("an agent").into_inner().agent.id
    }

    /// Asks an agent to work and returns the queued run.
    ///
    /// # Panics
    /// If the wish is refused.
    pub async fn invoke(&self, services: &Services, agent_id: AgentId) -> RunId {
        let agent = services.agents.load(&person(), &agent_id.to_string(), None).await.expect("the agent");
        let answer = services.wakeups.wake(&agent, ManualWake::invoke()).await.expect("a run");
        match answer.into_inner() {
            ManualAnswer::Run(run) => run.id,
            ManualAnswer::NoRun(no_run) => panic!("no run: {no_run:?}"),
        }
    }

    /// Reads a run.
    ///
    /// # Panics
    /// If it is not there.
    pub async fn run(&self, run_id: RunId) -> Run {
        let found = runs::get(&self.store.store.read(), &Scope::everything(), run_id).await;
        found.expect("the database answers").expect("the run is there")
    }

    /// Returns the file of the database.
    ///
    /// # Panics
    /// If it is a server.
    #[must_use]
    pub fn file(&self) -> &std::path::Path {
        self.store.file.as_deref().expect("a database with a file")
    }

    /// Returns the database.
    #[must_use]
    pub fn store(&self) -> &wireclip_store::Store {
        &self.store.store
    }

    /// Waits until a run has ended, and returns it.
    ///
    /// # Panics
    /// If it does not end in time.
    pub async fn ended(&self, run_id: RunId) -> Run {
        eventually(&format!("run {run_id} ends on {}", self.database), async || {
            Some(self.run(run_id).await).filter(|run| run.status.is_terminal())
        })
        .await
    }
}

/// Waits until something is there, and returns it.
///
/// # Panics
/// If it does not come in time.
#[expect(clippy::disallowed_methods, reason = "a test gives up in real time")]
pub async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    const LOOK_AGAIN: Duration = Duration::from_millis(5);
    let give_up_at = tokio::time::Instant::now() + LIMIT;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(tokio::time::Instant::now() < give_up_at, "it never happened: {what}");
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// A request of the local person.
#[must_use]
pub fn person() -> Request {
    Request::of(Caller::Board(BoardCaller::local()))
}
