//! A machine in the world, and the server that lives on it until it dies.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use wireclip_domain::RunId;
use wireclip_engine::{Config, EngineCore};
use wireclip_services::Services;
use wireclip_store::CommitFault;
use wireclip_testkit::{Api, CommitPlan, FakeAdapters, Machine, Pasture, World};

/// A machine, which outlives its servers, as the programs of its runs do.
pub(crate) struct Node {
    pub(crate) machine: Machine,
    /// The server that lives on it, if one does.
    pub(crate) server: Option<Server>,
}

/// A server until it dies, which is to drop it.
pub(crate) struct Server {
    pub(crate) services: Services,
    pub(crate) core: Arc<EngineCore>,
    pub(crate) api: Api,
    carried: Vec<Carried>,
}

struct Carried {
    run_id: RunId,
    task: Pin<Box<dyn Future<Output = ()>>>,
}

/// A fault of a step: the commit after so many others goes wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) after: usize,
    pub(crate) times: usize,
    pub(crate) fault: CommitFault,
}

/// How far something came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Came<T> {
    /// To its end.
    Through(T),
    /// To where it waits for the machine or the clock.
    ToRest,
    /// To the commit in which its server died.
    ToItsDeath,
}

impl Node {
    pub(crate) fn new(world: &World) -> Self {
        Self { machine: world.machine(), server: None }
    }

    /// Starts a server, in the place of whatever lived there.
    pub(crate) fn start(&mut self, world: &World, pasture: &Pasture) {
        self.server = None;
        self.server = Some(Server::start(world, &self.machine, pasture));
    }
}

impl Server {
    fn start(world: &World, machine: &Machine, pasture: &Pasture) -> Self {
        const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 86_400);
        let services = world.services_with(machine, pasture.set());
        // What is removed in time is no hole in the story.
        let config = Config { keep_events: FOR_EVER, ..Config::default() };
        let adapters: FakeAdapters = world.adapters.clone();
        let core = EngineCore::stepped(config, services.clone(), Arc::new(adapters));
        let api = Api::over(services.clone());
        Self { services, core, api, carried: Vec::new() }
    }

    /// Takes up what the engine wants carried.
    pub(crate) fn take_up(&mut self) {
        for task in self.core.take_runs() {
            let run_id = task.run_id();
            let core = Arc::clone(&self.core);
            self.carried.push(Carried { run_id, task: Box::pin(task.carry(core)) });
        }
    }

    pub(crate) fn carried(&self) -> Vec<RunId> {
        self.carried.iter().map(|carried| carried.run_id).collect()
    }

    /// Goes on with a run until it waits for the machine or the clock, or dies.
    pub(crate) async fn carry_on(&mut self, run_id: RunId, machine: &Machine, world: &World) -> Came<()> {
        let Some(index) = self.carried.iter().position(|carried| carried.run_id == run_id) else {
            return Came::Through(());
        };
        let came = until_rest(self.carried[index].task.as_mut(), machine, world).await;
        if came == Came::Through(()) {
            drop(self.carried.remove(index));
        }
        came
    }
}

/// Does something, until it waits for the machine or the clock, or until its server dies.
pub(crate) async fn until_rest<T>(
    mut what: Pin<&mut (impl Future<Output = T> + ?Sized)>,
    machine: &Machine,
    world: &World,
) -> Came<T> {
    let waits = || world.clock.waits() + machine.hosts.waits();
    poll_fn(|context| {
        let before = waits();
        match what.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Came::Through(done)),
            Poll::Pending if world.commits.is_dead() => Poll::Ready(Came::ToItsDeath),
            Poll::Pending if waits() > before => Poll::Ready(Came::ToRest),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// Does something, until its end or until its server dies in a commit.
pub(crate) async fn until_death<T>(what: impl Future<Output = T>, commits: &CommitPlan) -> Came<T> {
    let mut what = std::pin::pin!(what);
    poll_fn(|context| match what.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Came::Through(done)),
        Poll::Pending if commits.is_dead() => Poll::Ready(Came::ToItsDeath),
        Poll::Pending => Poll::Pending,
    })
    .await
}
