//! One life of a server: its actions, its engine, the runs that it carries.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use wireclip_domain::RunId;
use wireclip_engine::{Config, EngineCore};
use wireclip_services::Services;
use wireclip_testkit::{Api, FakeAdapters, Machine, World};

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

/// How far something came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Came<T> {
    /// To its end.
    Through(T),
    /// To where it waits for the machine or the clock.
    ToRest,
    /// To the wait at which it was to be cut off.
    ToTheCut,
}

impl Server {
    pub(crate) fn start(world: &World, machine: &Machine) -> Self {
        const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 86_400);
        let services = world.services(machine);
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

    /// Goes on with a run until it waits for the machine or the clock, or for the cut.
    pub(crate) async fn carry_on(
        &mut self,
        run_id: RunId,
        machine: &Machine,
        world: &World,
        cut: Option<usize>,
    ) -> Came<()> {
        let Some(index) = self.carried.iter().position(|carried| carried.run_id == run_id) else {
            return Came::Through(());
        };
        let task = &mut self.carried[index].task;
        let waits = || world.clock.waits() + machine.hosts.waits();
        let mut left = cut;
        let came = poll_fn(|context| {
            let before = waits();
            if task.as_mut().poll(context).is_ready() {
                return Poll::Ready(Came::Through(()));
            }
            if waits() > before {
                return Poll::Ready(Came::ToRest);
            }
            cut_here(&mut left)
        })
        .await;
        if came == Came::Through(()) {
            drop(self.carried.remove(index));
        }
        came
    }
}

/// Does something, up to so many waits for the database.
pub(crate) async fn up_to<T>(what: impl Future<Output = T>, cut: Option<usize>) -> Came<T> {
    let mut what = std::pin::pin!(what);
    let mut left = cut;
    poll_fn(|context| match what.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Came::Through(done)),
        Poll::Pending => cut_here(&mut left),
    })
    .await
}

fn cut_here<T>(left: &mut Option<usize>) -> Poll<Came<T>> {
    match left {
        Some(0) => Poll::Ready(Came::ToTheCut),
        Some(left) => {
            *left -= 1;
            Poll::Pending
        }
        None => Poll::Pending,
    }
}
