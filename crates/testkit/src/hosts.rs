//! A machine on which runs follow scripts.
//!
//! It lives outside the engine, as real run hosts live outside the server: an engine that is
//! dropped leaves it as it was, and the next one finds its runs there. Nothing in it moves by
//! itself: what a run has done by now is worked out from its script and the clock whenever
//! somebody looks, so that a test with a manual clock decides everything.

mod run;
mod script;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use async_trait::async_trait;
use tokio::sync::{mpsc, watch};
use wireclip_domain::run_host::StopReason;
use wireclip_domain::{AgentId, CompanyId, RunId};
use wireclip_ports::clock::Clock;
use wireclip_ports::host::{
    Ending, HostError, HostEvent, HostOrder, HostedRun, LogPart, LogPosition, RunHosts, Started, Trace,
};
use wireclip_ports::sandbox::LeaseHold;
use wireclip_ports::sandboxed_run::{RUN_IN_LEASE_MODE, SandboxedRunOrder, SandboxedRunReport, report_path};

use self::run::FakeRun;
pub use self::script::Script;
use crate::adapters::panic_quietly;

/// Run hosts whose runs follow scripts.
#[derive(Debug)]
pub struct FakeHosts {
    clock: Arc<dyn Clock>,
    world: Mutex<World>,
    /// Counts changes that come from outside the clock, for those who wait.
    changes: watch::Sender<u64>,
    waits: AtomicU64,
    /// Whether questions for traces are left unanswered.
    holds_traces: watch::Sender<bool>,
    panics_at_traces: AtomicBool,
}

/// What goes wrong with a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartFault {
    /// Nothing is started.
    NothingStarts,
    /// The program runs, but the answer is lost on the way.
    AnswerIsLost,
}

#[derive(Debug, Default)]
struct World {
    /// What the next runs of an agent do, in order; the last one stands for all that follow.
    scripts: HashMap<AgentId, VecDeque<Script>>,
    runs: BTreeMap<RunId, FakeRun>,
    /// How many processes each run ever had; forgetting a run's traces does not reset it.
    processes: BTreeMap<RunId, usize>,
    /// In which place a run's program was started elsewhere, and where it reports to.
    places: BTreeMap<RunId, (String, PathBuf)>,
    follow_faults: usize,
    start_faults: VecDeque<StartFault>,
    next_process_id: u32,
}

impl FakeHosts {
    /// Makes a machine without runs, on which every run ends well at once.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            world: Mutex::default(),
            changes: watch::Sender::new(0),
            waits: AtomicU64::new(0),
            holds_traces: watch::Sender::new(false),
            panics_at_traces: AtomicBool::new(false),
        }
    }

    /// Says what the next run of an agent does; the last that was said stands for all that follow.
    pub fn script(&self, agent_id: AgentId, script: Script) {
        self.world().scripts.entry(agent_id).or_default().push_back(script);
    }

    /// Lets a run that hangs end by itself.
    pub fn finish(&self, run_id: RunId, exit_code: i32) {
        self.change(run_id, |run, now| run.exit(exit_code, now));
    }

    /// Lets a run print something now.
    pub fn say(&self, run_id: RunId, text: &str) {
        self.change(run_id, |run, now| run.say(text, now));
    }

    /// Loses a run's host without a trace of the end; its processes stay until they are swept.
    pub fn lose_host(&self, run_id: RunId) {
        self.change(run_id, |run, _| run.lose());
    }

    /// Lets the next so many attempts to follow a run fail.
    pub fn break_follow(&self, times: usize) {
        self.world().follow_faults = times;
    }

    /// Lets the next start go wrong.
    pub fn break_start(&self, fault: StartFault) {
        self.world().start_faults.push_back(fault);
    }

    /// Leaves questions for the traces of runs unanswered, or answers them again.
    pub fn hold_traces(&self, holds: bool) {
        self.holds_traces.send_replace(holds);
    }

    /// Panics when it is asked for the traces of runs.
    pub fn panic_at_traces(&self) {
        self.panics_at_traces.store(true, Ordering::SeqCst);
    }

    /// Counts how often a follower was looked at who waits for something to happen here; see
    /// [`ManualClock::waits`](crate::ManualClock::waits).
    #[must_use]
    pub fn waits(&self) -> u64 {
        self.waits.load(Ordering::SeqCst)
    }

    /// Returns how many processes a run ever had; more than one is a fault.
    #[must_use]
    pub fn processes_of(&self, run_id: RunId) -> usize {
        self.world().processes.get(&run_id).copied().unwrap_or(0)
    }

    /// Returns in which place elsewhere a run's program was started; none if it was started here.
    #[must_use]
    pub fn place_of(&self, run_id: RunId) -> Option<String> {
        self.world().places.get(&run_id).map(|(place, _)| place.clone())
    }

    /// Lets the program of a run elsewhere report that its work is here again.
    ///
    /// # Panics
    /// If the report cannot be written.
    pub fn bring_work_back(&self, run_id: RunId) {
        let Some((_, scratch)) = self.world().places.get(&run_id).cloned() else { return };
        let report = SandboxedRunReport { work_is_here: true, failure: None, execution: None };
        let text = serde_json::to_vec(&report).expect("a report is JSON");
        std::fs::write(report_path(&scratch), text).expect("the scratch folder is there");
    }

    /// Returns the runs that ever had a process.
    #[must_use]
    pub fn ever_started(&self) -> Vec<RunId> {
        self.world().processes.keys().copied().collect()
    }

    /// Returns the runs that have a living process now.
    #[must_use]
    pub fn alive(&self) -> Vec<RunId> {
        let now = self.clock.now();
        let mut world = self.world();
        world.runs.values_mut().for_each(|run| run.catch_up(now));
        world.runs.iter().filter(|(_, run)| run.has_process()).map(|(id, _)| *id).collect()
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, run_id: RunId, change: impl FnOnce(&mut FakeRun, wireclip_domain::Timestamp)) {
        let now = self.clock.now();
        if let Some(run) = self.world().runs.get_mut(&run_id) {
            run.catch_up(now);
            change(run, now);
        }
        self.changes.send_modify(|count| *count += 1);
    }

    /// Takes what a follower has not heard yet; and when to look again.
    fn news(&self, run_id: RunId, from: LogPosition) -> News {
        let now = self.clock.now();
        let mut world = self.world();
        let Some(run) = world.runs.get_mut(&run_id) else { return News::ended(Ending::default_lost()) };
        run.catch_up(now);
        let output = run.output_after(from);
        let ending = run.ending();
        News { output, ending, look_again_at: run.next_moment() }
    }
}

struct News {
    output: Vec<HostEvent>,
    ending: Option<Ending>,
    look_again_at: Option<wireclip_domain::Timestamp>,
}

impl News {
    fn ended(ending: Ending) -> Self {
        Self { output: Vec::new(), ending: Some(ending), look_again_at: None }
    }
}

trait Lost {
    fn default_lost() -> Self;
}

impl Lost for Ending {
    fn default_lost() -> Self {
        Self { exit: None, stdout_tail: String::new(), stderr_tail: String::new() }
    }
}

fn fault(action: &str) -> HostError {
    HostError::Io { action: action.to_owned(), source: std::io::Error::other("a fault of the test") }
}

#[async_trait]
impl RunHosts for FakeHosts {
    async fn start(&self, order: HostOrder) -> Result<Started, HostError> {
        let now = self.clock.now();
        let mut world = self.world();
        let run_id = order.run.run_id;
        if world.runs.contains_key(&run_id) {
            return Err(HostError::AlreadyStarted(run_id));
        }
        let start_fault = world.start_faults.pop_front();
        if start_fault == Some(StartFault::NothingStarts) {
            return Err(fault("start a run"));
        }
        let scripts = world.scripts.entry(order.run.agent_id).or_default();
        let script = if scripts.len() > 1 { scripts.pop_front() } else { scripts.front().cloned() };
        let script = script.unwrap_or_default();
        if let Some(error) = &script.spawn_error {
            return Err(HostError::Spawn(error.clone()));
        }
        world.next_process_id += 1;
        let started = Started { process_id: world.next_process_id, started_at: now };
        *world.processes.entry(run_id).or_default() += 1;
        if order.launch.arguments == [RUN_IN_LEASE_MODE] {
            let order: SandboxedRunOrder =
                serde_json::from_slice(&order.launch.stdin).expect("an order for a run elsewhere");
            let place = LeaseHold::from(order.lease).id.as_str().to_owned();
            world.places.insert(run_id, (place, order.scratch));
        }
        world.runs.insert(run_id, FakeRun::start(&order, script, &started));
        if start_fault == Some(StartFault::AnswerIsLost) {
            return Err(fault("hear that a run was started"));
        }
        Ok(started)
    }

    async fn follow(
        &self,
        run: &HostedRun,
        mut from: LogPosition,
        events: mpsc::Sender<HostEvent>,
    ) -> Result<(), HostError> {
        let mut changes = self.changes.subscribe();
        loop {
            changes.mark_unchanged();
            {
                let mut world = self.world();
                if world.follow_faults > 0 {
                    world.follow_faults -= 1;
                    return Err(fault("follow a run"));
                }
            }
            let news = self.news(run.run_id, from);
            for event in news.output {
                if let HostEvent::Output { position, .. } = &event {
                    from = *position;
                }
                if events.send(event).await.is_err() {
                    return Ok(());
                }
            }
            if let Some(ending) = news.ending {
                drop(events.send(HostEvent::Ended(ending)).await);
                return Ok(());
            }
            let next = async {
                match news.look_again_at {
                    Some(at) => self.clock.sleep_until(at).await,
                    None => {
                        std::future::poll_fn(|_| {
                            self.waits.fetch_add(1, Ordering::SeqCst);
                            Poll::<()>::Pending
                        })
                        .await;
                    }
                }
            };
            tokio::select! {
                // Whoever looks at `next` counts as waiting: it is looked at last.
                biased;
                _ = changes.changed() => {}
                () = events.closed() => return Ok(()),
                () = next => {}
            }
        }
    }

    async fn stop(&self, run_id: RunId, reason: StopReason) -> Result<(), HostError> {
        self.change(run_id, |run, now| run.stop(reason, now));
        Ok(())
    }

    async fn look_up(&self, run_id: RunId) -> Result<Trace, HostError> {
        let now = self.clock.now();
        let mut world = self.world();
        Ok(world.runs.get_mut(&run_id).map_or(Trace::Unknown, |run| {
            run.catch_up(now);
            run.trace()
        }))
    }

    async fn traces(&self) -> Result<Vec<RunId>, HostError> {
        if self.panics_at_traces.load(Ordering::SeqCst) {
            panic_quietly("a fault of the test");
        }
        let mut holds = self.holds_traces.subscribe();
        // It ends without an answer only with this machine.
        drop(holds.wait_for(|holds| !holds).await);
        Ok(self.world().runs.keys().copied().collect())
    }

    async fn sweep(&self, run_id: RunId) -> Result<usize, HostError> {
        Ok(self.world().runs.get_mut(&run_id).map_or(0, FakeRun::sweep))
    }

    async fn forget(&self, run_id: RunId) -> Result<(), HostError> {
        let now = self.clock.now();
        let mut world = self.world();
        if let Some(known) = world.runs.get_mut(&run_id) {
            known.catch_up(now);
            if known.has_process() {
                return Err(fault("forget a run that is not over"));
            }
            world.runs.remove(&run_id);
        }
        Ok(())
    }

    /// Logs go with the traces of their runs here.
    async fn remove_logs(&self, _company_id: CompanyId) -> Result<(), HostError> {
        Ok(())
    }

    async fn read_log(&self, run: &HostedRun, offset: u64, limit_bytes: usize) -> Result<LogPart, HostError> {
        let now = self.clock.now();
        let mut world = self.world();
        let Some(run) = world.runs.get_mut(&run.run_id) else { return Ok(LogPart::default()) };
        run.catch_up(now);
        Ok(run.log_part(offset, limit_bytes))
    }
}
