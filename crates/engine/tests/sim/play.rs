//! One world from its seed to its rest.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt as _;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, CommentId, IssueId, RunId};
use wireclip_store::{CommitFault, lock_order};
use wireclip_testkit::{Pasture, World};

use crate::chance::Chance;
use crate::node::{Fault, Node};
use crate::rows::{Rows, Snapshot};
use crate::rules::{ALWAYS, Moment, locks_are_in_order};
use crate::telling::Story;
use crate::{places, rest, steps};

/// Unoptimised futures are large.
const STACK: usize = 64 << 20;

/// What a rule says: nothing, or what is wrong.
pub(crate) type Held = Result<(), String>;

/// The longest that one step takes in real time; longer means that it waits for nothing.
const LONGEST_STEP: Duration = Duration::from_secs(60);

/// A world that is played.
pub(crate) struct Play {
    pub(crate) world: World,
    /// One machine in most worlds, two in some; all on the same database.
    pub(crate) nodes: Vec<Node>,
    /// Who makes places elsewhere, in worlds with environments.
    pub(crate) pasture: Pasture,
    pub(crate) chance: Chance,
    /// What is stored after the last step.
    pub(crate) now: Snapshot,
    pub(crate) ledger: Ledger,
    pub(crate) step: usize,
    pub(crate) story: Story,
    rows: Rows,
}

/// What rows do not tell: in what order things happened, whatever the clock says.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// At which step each run was seen running first.
    pub(crate) started: BTreeMap<RunId, usize>,
    pub(crate) comments: Vec<HumanComment>,
    /// By what each run's agent proves itself.
    pub(crate) tokens: BTreeMap<RunId, String>,
    /// The runs whose work is known to be here, of those that executed elsewhere.
    pub(crate) came_back: BTreeSet<RunId>,
    /// Comments that were sent more than once, under the same key.
    pub(crate) once: Vec<String>,
    /// What was told once and must be found nowhere.
    pub(crate) secrets: Vec<String>,
    /// How often the machine went on with each issue since somebody did something about it.
    pub(crate) by_itself: BTreeMap<IssueId, usize>,
}

/// A comment of a person on an issue that an agent has.
#[derive(Debug)]
pub(crate) struct HumanComment {
    pub(crate) id: CommentId,
    pub(crate) issue_id: IssueId,
    pub(crate) agent_id: AgentId,
    pub(crate) step: usize,
}

/// How a world ended.
pub(crate) struct Ended {
    pub(crate) seed: u64,
    pub(crate) story: Story,
    /// Which rule was broken, and how.
    pub(crate) broken: Option<String>,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.story.text())?;
        match &self.broken {
            Some(broken) => writeln!(f, "BROKEN in the world of seed {}: {broken}", self.seed),
            None => writeln!(f, "all rules hold in the world of seed {}", self.seed),
        }
    }
}

/// Plays the world of a seed.
pub(crate) fn on_a_thread_of_its_own(seed: u64) -> Ended {
    let story = Story::default();
    let told = story.clone();
    let ended = with_ids_of(seed, move || AssertUnwindSafe(whole(seed, told)).catch_unwind());
    let broken = match ended {
        Ok(held) => held.err(),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            Some(format!("something panicked: {:?}", text.or_else(|| panic.downcast_ref().cloned())))
        }
    };
    Ended { seed, story, broken }
}

/// Runs something on a thread of its own whose new ids a seed decides.
pub(crate) fn with_ids_of<F: Future>(seed: u64, what: impl FnOnce() -> F + Send + 'static) -> F::Output
where
    F::Output: Send + 'static,
{
    let player =
        std::thread::Builder::new().name(format!("seed {seed}")).stack_size(STACK).spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            wireclip_domain::ids::seed_ids_of_this_thread(seed);
            lock_order::watch_this_thread();
            runtime.block_on(what())
        });
    match player.expect("a thread").join() {
        Ok(output) => output,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

async fn whole(seed: u64, story: Story) -> Held {
    let mut play = Play::new(seed, story).await;
    steps::set_up(&mut play).await?;
    let steps = 25 + play.chance.below(50);
    for _ in 0..steps {
        steps::one(&mut play).await?;
    }
    rest::come_to_rest(&mut play).await
}

impl Play {
    pub(crate) async fn new(seed: u64, story: Story) -> Self {
        let world = World::in_memory().await;
        let mut node = Node::new(&world);
        let pasture = Pasture::by(&world.clock);
        node.start(&world, &pasture);
        let rows = Rows::open(world.file()).await;
        let now = rows.read_after(&Snapshot::default()).await;
        let (chance, ledger, nodes) = (Chance::of(seed), Ledger::default(), vec![node]);
        Self { world, nodes, pasture, chance, now, ledger, step: 0, story, rows }
    }

    /// Writes a line of the story.
    pub(crate) fn tell(&self, line: impl fmt::Display) {
        self.story.tell(self.step, line);
    }

    /// Returns the nodes on which a server lives.
    pub(crate) fn serving(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|at| self.nodes[*at].server.is_some()).collect()
    }

    /// Picks a node on which a server lives, if there is one.
    pub(crate) fn some_server(&mut self) -> Option<usize> {
        let serving = self.serving();
        self.chance.pick(&serving)
    }

    /// Returns the runs that have a living program, with the machine on which it lives.
    pub(crate) fn alive(&self) -> Vec<(usize, RunId)> {
        let of = |at: usize| self.nodes[at].machine.hosts.alive().into_iter().map(move |run_id| (at, run_id));
        (0..self.nodes.len()).flat_map(of).collect()
    }

    /// How a server is called in the story.
    pub(crate) fn server_name(&self, at: usize) -> String {
        if self.nodes.len() == 1 { "the server".to_owned() } else { format!("server {}", at + 1) }
    }

    /// A server dies, and another one starts on what it left.
    pub(crate) async fn crash(&mut self, at: usize) -> Held {
        self.tell(format_args!("{} dies; another one starts", self.server_name(at)));
        self.nodes[at].start(&self.world, &self.pasture);
        self.look().await
    }

    /// A server dies, and its programs go on alone.
    pub(crate) async fn die(&mut self, at: usize) -> Held {
        self.tell(format_args!("{} dies", self.server_name(at)));
        self.nodes[at].server = None;
        self.look().await
    }

    /// Draws what goes wrong with the commits of the next step: mostly nothing.
    pub(crate) fn some_fault(&mut self) -> Option<Fault> {
        const FAULTS: [CommitFault; 6] = [
            CommitFault::DiesBefore,
            CommitFault::DiesAfter,
            CommitFault::DiesBefore,
            CommitFault::DiesAfter,
            CommitFault::Fails,
            CommitFault::AnswerIsLost,
        ];
        if !self.chance.one_in(6) {
            return None;
        }
        let fault = self.chance.pick(&FAULTS)?;
        let times = if self.chance.one_in(3) { 1 + self.chance.below(3) } else { 1 };
        Some(Fault { after: self.chance.below(3), times, fault })
    }

    /// Lets commits go wrong until [`Play::faults_over`].
    pub(crate) fn begin_faults(&self, fault: Option<Fault>) {
        if let Some(Fault { after, times, fault }) = fault {
            self.world.commits.after(after, fault, times);
        }
    }

    /// Ends the faults of a step; says whether something went wrong.
    pub(crate) fn faults_over(&self) -> Option<CommitFault> {
        let happened = self.world.commits.end();
        if let Some(fault) = happened {
            self.tell(format_args!("... with a commit that goes wrong: {fault:?}"));
        }
        happened
    }

    /// Looks at what a step left, and checks the rules.
    pub(crate) async fn look(&mut self) -> Held {
        self.step += 1;
        // What the step left to tasks (asking hosts, giving connections back) happens now.
        for _ in 0..4 {
            tokio::task::yield_now().await;
        }
        // So does what was handed in to be committed, even if whoever did that is gone.
        let last = self.world.store().begin_write().await.map_err(|error| format!("{error:?}"))?;
        last.commit().await.map_err(|error| format!("{error:?}"))?;
        for node in &mut self.nodes {
            node.server.iter_mut().for_each(crate::node::Server::take_up);
        }
        locks_are_in_order(&lock_order::taken())?;
        if self.rows.version().await != self.now.version {
            let now = self.rows.read_after(&self.now).await;
            let before = std::mem::replace(&mut self.now, now);
            self.note(&before);
            let moment = Moment { before: &before, now: &self.now, ledger: &self.ledger };
            for (_, rule, check) in ALWAYS {
                check(&moment).map_err(|fault| format!("{rule}: {fault}"))?;
            }
            self.no_run_ends_before_its_program(&before)?;
        }
        places::work_stays(self)?;
        places::nobody_shares_a_place(self)?;
        self.no_run_has_two_programs()
    }

    fn no_run_has_two_programs(&self) -> Held {
        let mut ever = BTreeMap::new();
        for hosts in self.nodes.iter().map(|node| &node.machine.hosts) {
            for run_id in hosts.ever_started() {
                *ever.entry(run_id).or_insert(0) += hosts.processes_of(run_id);
            }
        }
        match ever.into_iter().find(|(_, programs)| *programs > 1) {
            Some((run_id, _)) => Err(format!("no run has two programs: {}", self.now.run_name(run_id))),
            None => Ok(()),
        }
    }

    /// A run is not said to have ended, and is not forgotten, while its program lives. Only of lost
    /// runs nobody knows; what is left of them is ended afterwards.
    fn no_run_ends_before_its_program(&self, before: &Snapshot) -> Held {
        for (_, run_id) in self.alive() {
            let Some(known) = before.runs.get(&run_id).filter(|known| known.status == RunStatus::Running)
            else {
                continue;
            };
            let node = known.node_id.and_then(|id| before.nodes.get(&id));
            let is_fenced_off = node.is_none_or(|node| Some(node.fence) != known.fence);
            let run = self.now.runs.get(&run_id);
            let is_lost = run.is_some_and(|run| run.exit_code.is_none() && run.signal.is_none());
            let is_over = run.is_none_or(|run| run.status.is_terminal());
            if is_over && !is_fenced_off && !is_lost {
                let run = before.run_name(run_id);
                return Err(format!("no run ends before its program: that of {run} is alive"));
            }
        }
        Ok(())
    }

    fn note(&mut self, before: &Snapshot) {
        self.story.learn(&self.now);
        for run in self.now.runs.values().filter(|run| run.status == RunStatus::Running) {
            self.ledger.started.entry(run.id).or_insert(self.step);
        }
        self.ledger.note_deeds(before, &self.now);
        for comment in &self.now.comments {
            let is_new = !before.comments.iter().any(|known| known.id == comment.id);
            let is_human = comment.author_user_id.is_some() && comment.created_by_run_id.is_none();
            let issue =
                before.issues.get(&comment.issue_id).or_else(|| self.now.issues.get(&comment.issue_id));
            // What is said with the end of the work asks for nothing.
            let is_closed = self.now.issues.get(&comment.issue_id).is_some_and(|now| now.status.is_closed());
            let agent_id = issue.and_then(|issue| issue.assignee_agent_id).filter(|_| !is_closed);
            if let (true, true, Some(agent_id)) = (is_new, is_human, agent_id) {
                let (id, issue_id, step) = (comment.id, comment.issue_id, self.step);
                self.ledger.comments.push(HumanComment { id, issue_id, agent_id, step });
            }
        }
        for line in self.now.differences(before) {
            self.tell(format_args!("     {line}"));
        }
    }

    /// Waits for something that must not take long.
    pub(crate) async fn in_time<T>(what: impl Future<Output = T>) -> Result<T, String> {
        let done = tokio::time::timeout(LONGEST_STEP, what).await;
        done.map_err(|_| "a step waits for something that never comes".to_owned())
    }
}

impl Ledger {
    /// Counts how often the machine goes on with an issue that nobody has touched.
    fn note_deeds(&mut self, before: &Snapshot, now: &Snapshot) {
        use wireclip_domain::wakeup::{ActorType, WakeupStatus};
        for entry in now.activity.added().filter(|entry| entry.actor_type != ActorType::System) {
            if let Ok(issue_id) = entry.entity_id.parse() {
                self.by_itself.remove(&issue_id);
            }
        }
        for wakeup in now.wakeups.values() {
            let Some(issue_id) = wakeup.issue_id.filter(|_| !before.wakeups.contains_key(&wakeup.id)) else {
                continue;
            };
            let made_a_run = wakeup.status != WakeupStatus::Skipped;
            if wakeup.requested_by_type == ActorType::System && made_a_run {
                *self.by_itself.entry(issue_id).or_default() += 1;
            } else if wakeup.requested_by_type != ActorType::System {
                self.by_itself.remove(&issue_id);
            }
        }
    }
}
