//! What all of the engine shares, and the engine step by step.

use std::sync::Arc;

use tokio::sync::{Notify, Semaphore, watch};
use wireclip_domain::{IssueId, Timestamp, TreeHoldId, WakeupId};
use wireclip_ports::adapter::AdapterSet;
use wireclip_ports::clock::Clock;
use wireclip_ports::held::Held;
use wireclip_ports::host::RunHosts;
use wireclip_services::Services;
use wireclip_services::runs::HostingNode;

use crate::config::Config;
use crate::cursor::Cursor;
use crate::error::EngineResult;
use crate::in_flight::InFlight;
use crate::reconcile::{self, Report};
use crate::run_task::RunTask;
use crate::status::{EngineStatus, ReconcilerStatus};
use crate::tracker::Tracker;

/// The engine without its loops: what they do is here, one method for each step.
pub struct EngineCore {
    pub(crate) config: Config,
    pub(crate) services: Services,
    pub(crate) adapters: Arc<dyn AdapterSet>,
    pub(crate) in_flight: InFlight,
    /// Bounds how many programs are started at the same time.
    pub(crate) starts: Semaphore,
    pub(crate) mode: watch::Sender<Mode>,
    /// Makes the loops of this engine look at once.
    pub(crate) signals: Signals,
    pub(crate) tracker: Tracker,
    node: Held<Node>,
    statuses: Held<Vec<ReconcilerStatus>>,
    /// Where the sweeps over issues go on.
    pub(crate) stranded: Cursor<IssueId>,
    pub(crate) deferred: Cursor<IssueId>,
    pub(crate) holds: Cursor<TreeHoldId>,
    pub(crate) refused: Cursor<WakeupId>,
    /// Where runs go that are to be carried: to tasks, or to whoever steps the engine.
    stepped: Option<Held<Vec<RunTask>>>,
}

/// What the engine takes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Everything.
    Working,
    /// Nothing new; what runs goes on.
    Draining,
}

/// Makes loops look at once; one that came before the wait counts.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    pub(crate) starts: Notify,
    pub(crate) stops: Notify,
    /// The reconcilers that run in line.
    pub(crate) in_line: Notify,
    pub(crate) lease: Notify,
    pub(crate) places: Notify,
    /// Nobody wakes whoever looks for strays: it takes its time.
    pub(crate) strays: Notify,
    /// Wakes the reconciler of sandboxes that are set up.
    pub(crate) custom_images: Notify,
}

#[derive(Debug, Default)]
struct Node {
    host: Option<HostingNode>,
    is_scheduler: bool,
}

impl EngineCore {
    /// Builds an engine that does nothing by itself. Runs that it claims or adopts are handed out
    /// by [`EngineCore::take_runs`].
    #[must_use]
    pub fn stepped(config: Config, services: Services, adapters: Arc<dyn AdapterSet>) -> Arc<Self> {
        Arc::new(Self::new(config, services, adapters, Some(Held::default())))
    }

    pub(crate) fn new(
        config: Config,
        services: Services,
        adapters: Arc<dyn AdapterSet>,
        stepped: Option<Held<Vec<RunTask>>>,
    ) -> Self {
        Self {
            starts: Semaphore::new(config.starts_at_once.max(1)),
            statuses: Held::new(reconcile::first_statuses(&config)),
            config,
            services,
            adapters,
            in_flight: InFlight::default(),
            mode: watch::Sender::new(Mode::Working),
            signals: Signals::default(),
            tracker: Tracker::default(),
            node: Held::default(),
            stranded: Cursor::default(),
            refused: Cursor::default(),
            deferred: Cursor::default(),
            holds: Cursor::default(),
            stepped,
        }
    }

    /// Returns the clock.
    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.services.core.clock
    }

    /// Returns the present moment.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock().now()
    }

    /// Returns the run hosts of this machine.
    pub(crate) fn hosts(&self) -> &dyn RunHosts {
        &*self.services.core.hosts
    }

    /// Returns under which lease this node hosts runs, while it has one.
    pub(crate) fn host(&self) -> Option<HostingNode> {
        self.node.lock().host
    }

    pub(crate) fn set_host(&self, host: Option<HostingNode>) {
        self.node.lock().host = host;
    }

    /// Returns whether this node looks after what belongs to none.
    pub(crate) fn is_scheduler(&self) -> bool {
        self.node.lock().is_scheduler
    }

    pub(crate) fn set_scheduler(&self, is_scheduler: bool) {
        self.node.lock().is_scheduler = is_scheduler;
    }

    /// Returns whether new runs are taken on.
    pub(crate) fn takes_runs(&self) -> bool {
        *self.mode.borrow() == Mode::Working && self.host().is_some()
    }

    /// Runs a reconciler once, by its name in [`RECONCILERS`](crate::RECONCILERS). `None` if this
    /// node has nothing to do with it at present, or there is none of that name.
    ///
    /// # Errors
    /// If it failed half way; what it did until then stands.
    pub async fn reconcile_once(self: &Arc<Self>, name: &str) -> EngineResult<Option<Report>> {
        match reconcile::RECONCILERS.iter().find(|reconciler| reconciler.name == name) {
            Some(reconciler) => reconcile::run(self, reconciler).await,
            None => Ok(None),
        }
    }

    /// Takes the runs that were claimed or adopted since the last call, to be carried by the
    /// caller; none unless the engine is stepped.
    #[must_use]
    pub fn take_runs(&self) -> Vec<RunTask> {
        let runs = self.stepped.as_ref();
        runs.map(|runs| std::mem::take(&mut *runs.lock())).unwrap_or_default()
    }

    /// Has a run carried, if it is not yet.
    pub(crate) fn launch(self: &Arc<Self>, task: RunTask) {
        if !self.in_flight.take(task.run_id()) {
            return;
        }
        if let Some(runs) = &self.stepped {
            runs.lock().push(task);
        } else {
            let core = Arc::clone(self);
            self.tracker.spawn("run", task.carry(core));
        }
    }

    /// Returns what the engine does just now.
    #[must_use]
    pub fn status(&self) -> EngineStatus {
        EngineStatus {
            node_id: self.services.core.facts.node_id,
            fence: self.host().map(|host| host.fence),
            is_scheduler: self.is_scheduler(),
            takes_runs: self.takes_runs(),
            running: self.in_flight.count(),
            reconcilers: self.statuses.lock().clone(),
        }
    }

    /// Returns what a reconciler found when it ran last.
    pub(crate) fn last_report(&self, name: &str) -> Report {
        let statuses = self.statuses.lock();
        let status = statuses.iter().find(|status| status.name == name);
        status.map(|status| status.report).unwrap_or_default()
    }

    pub(crate) fn note_status(&self, name: &str, change: impl FnOnce(&mut ReconcilerStatus)) {
        let mut statuses = self.statuses.lock();
        if let Some(status) = statuses.iter_mut().find(|status| status.name == name) {
            change(status);
        }
    }
}

impl std::fmt::Debug for EngineCore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EngineCore").field("running", &self.in_flight.count()).finish_non_exhaustive()
    }
}
