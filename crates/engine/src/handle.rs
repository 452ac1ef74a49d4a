//! The engine with its loops.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::watch;
use wireclip_domain::run_host::StopReason;
use wireclip_ports::adapter::AdapterSet;
use wireclip_ports::going_on::LogAndContinue as _;
use wireclip_services::{Services, Wanted};

use crate::config::Config;
use crate::core::{EngineCore, Mode, Signals};
use crate::error::{EngineResult, unharmed};
use crate::reconcile;
use crate::status::EngineStatus;

/// How often the loops look although nobody asked them to.
const PERIOD: Duration = Duration::from_secs(10);

/// The engine.
#[derive(Debug)]
pub struct Engine;

/// Watches and ends a running engine. Dropped, it leaves everything as a killed server does.
#[derive(Debug)]
pub struct EngineHandle {
    core: Arc<EngineCore>,
    is_reconciled: watch::Receiver<bool>,
}

/// What becomes of running agents when the engine ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnShutdown {
    /// They go on, and the next server finds them.
    Keep,
    /// They go on, and the engine waits for their end, within a limit.
    Drain,
    /// They are interrupted, and the engine waits for their end, within a limit.
    Stop,
}

impl Engine {
    /// Starts the engine: first what the last one left is looked at, in the background, then new
    /// runs are taken on.
    #[must_use]
    pub fn start(config: Config, services: Services, adapters: Arc<dyn AdapterSet>) -> EngineHandle {
        let core = Arc::new(EngineCore::new(config, services, adapters, None));
        let (reconciled, is_reconciled) = watch::channel(false);
        // The loops hold the core only while the handle does: its tracker ends them.
        spawn(&core, "nudges", |core| async move { pass_nudges_on(&core).await });
        spawn(&core, "other nodes", |core| async move { core.services.live_feeds.hear_other_nodes().await });
        spawn(&core, "stops", |core| async move { deliver_stops(&core).await });
        spawn(&core, "start", move |core| async move {
            // Before anything is taken on again, which may have places made.
            let disowned = core.services.leases.disown().await;
            disowned.log_and_continue("disown the creates and ends of an earlier process");
            let disowned = core.services.custom_images.disown().await;
            disowned.log_and_continue("disown the setup sessions of an earlier process");
            reconcile::begin(&core).await;
            reconciled.send_replace(true);
            spawn(&core, "claims", |core| async move { claim(&core).await });
            reconcile::run_by_period(&core).await;
        });
        EngineHandle { core, is_reconciled }
    }
}

fn spawn<F>(core: &Arc<EngineCore>, name: &'static str, task: impl FnOnce(Arc<EngineCore>) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    core.tracker.spawn(name, task(Arc::clone(core)));
}

/// Wakes the loops that a nudge of the services concerns.
async fn pass_nudges_on(core: &EngineCore) {
    loop {
        let wanted = core.services.core.nudge.nudged().await;
        let Signals { starts, stops, places, custom_images, .. } = &core.signals;
        for (asked, signal) in [
            (Wanted::STARTS, starts),
            (Wanted::STOPS, stops),
            (Wanted::PLACES, places),
            (Wanted::CUSTOM_IMAGES, custom_images),
        ] {
            if wanted.has(asked) {
                signal.notify_one();
            }
        }
    }
}

async fn deliver_stops(core: &Arc<EngineCore>) {
    loop {
        // Registered before the look, so that no signal falls between.
        let signal = core.signals.stops.notified();
        let passed_on = unharmed("pass wishes to stop on", core.deliver_stops_once()).await;
        log(passed_on, "could not pass wishes to stop on");
        tokio::select! {
            () = signal => {}
            () = core.clock().sleep(PERIOD) => {}
        }
    }
}

async fn claim(core: &Arc<EngineCore>) {
    loop {
        let signal = core.signals.starts.notified();
        let claimed = unharmed("take on queued runs", core.claim_once()).await;
        log(claimed, "could not take on queued runs");
        tokio::select! {
            () = signal => {}
            () = core.clock().sleep(PERIOD) => {}
        }
    }
}

fn log<T>(result: EngineResult<T>, message: &'static str) {
    if let Err(error) = result {
        tracing::warn!(error = &error as &dyn std::error::Error, "{message}; trying again");
    }
}

impl EngineHandle {
    /// Returns what the engine does just now.
    #[must_use]
    pub fn status(&self) -> EngineStatus {
        self.core.status()
    }

    /// Returns the engine's steps, for whoever wants one at once.
    #[must_use]
    pub fn core(&self) -> &Arc<EngineCore> {
        &self.core
    }

    /// Waits until what the last server left has been looked at once.
    pub async fn reconciled(&self) {
        let mut is_reconciled = self.is_reconciled.clone();
        // It ends without an answer only with the engine itself.
        drop(is_reconciled.wait_for(|is_reconciled| *is_reconciled).await);
    }

    /// Takes on nothing new from here on; what runs goes on.
    pub fn drain(&self) {
        self.core.mode.send_replace(Mode::Draining);
    }

    /// Takes on nothing new from here on, and returns when the running agents have ended as far as
    /// they are to, or when the limit of the wait is reached. Cancel safe: those that have not ended
    /// go on.
    pub async fn wind_down(&self, on_shutdown: OnShutdown) {
        self.drain();
        match on_shutdown {
            OnShutdown::Keep => {}
            OnShutdown::Drain => self.until_nothing_runs().await,
            OnShutdown::Stop => {
                self.interrupt_all().await;
                self.until_nothing_runs().await;
            }
        }
    }

    /// Ends the engine. What runs is left at work; [`EngineHandle::wind_down`] comes before if it is to end.
    pub async fn shutdown(self) {
        self.core.tracker.leave();
        self.core.tracker.ended().await;
        let nodes = &self.core.services.nodes;
        nodes.release_leases().await.log_and_continue("give leases back");
        if let Some(host) = self.core.host() {
            nodes.leave_place(host).await.log_and_continue("leave this node's place");
        }
    }

    async fn interrupt_all(&self) {
        let runs = &self.core.services.runs;
        let listed = runs.running_of_node(self.core.services.core.facts.node_id).await;
        let listed = match listed {
            Ok(listed) => listed,
            failed @ Err(_) => return failed.log_and_continue("list this node's runs"),
        };
        join_all(listed.into_iter().map(|run| async move {
            let stopped = self.core.hosts().stop(run.run_id, StopReason::Interrupt).await;
            stopped.log_and_continue("interrupt a run");
        }))
        .await;
    }

    async fn until_nothing_runs(&self) {
        let limit = self.core.config.shutdown_limit;
        tokio::select! {
            () = self.core.in_flight.until_none() => {}
            () = self.core.clock().sleep(limit) => {
                let running = self.core.in_flight.count();
                tracing::warn!(running, "agents still work after {limit:?}; the next server finds them");
            }
        }
    }
}

impl Drop for EngineHandle {
    fn drop(&mut self) {
        self.core.tracker.leave();
    }
}
