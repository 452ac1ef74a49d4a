//! One world from its seed to its rest.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, CommentId, IssueId, RunId};
use wireclip_testkit::{Machine, World};

use crate::chance::Chance;
use crate::rows::{Rows, Snapshot};
use crate::rules::{ALWAYS, Moment};
use crate::server::Server;
use crate::{rest, steps};

/// Unoptimised futures are large.
const STACK: usize = 64 << 20;

/// What a rule says: nothing, or what is wrong.
pub(crate) type Held = Result<(), String>;

/// The longest that one step takes in real time; longer means that it waits for nothing.
const LONGEST_STEP: Duration = Duration::from_secs(60);

/// A world that is played.
pub(crate) struct Play {
    pub(crate) world: World,
    pub(crate) machine: Machine,
    pub(crate) server: Server,
    pub(crate) chance: Chance,
    /// What is stored after the last step.
    pub(crate) now: Snapshot,
    pub(crate) ledger: Ledger,
    pub(crate) step: usize,
    rows: Rows,
    story: Story,
}

/// What was done, for people.
pub(crate) type Story = Arc<Mutex<Vec<String>>>;

/// What rows do not tell: in what order things happened, whatever the clock says.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// At which step each run was seen running first.
    pub(crate) started: BTreeMap<RunId, usize>,
    pub(crate) comments: Vec<HumanComment>,
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
    pub(crate) story: Vec<String>,
    /// Which rule was broken, and how.
    pub(crate) broken: Option<String>,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.story {
            writeln!(f, "{line}")?;
        }
        match &self.broken {
            Some(broken) => writeln!(f, "BROKEN in the world of seed {}: {broken}", self.seed),
            None => writeln!(f, "all rules hold in the world of seed {}", self.seed),
        }
    }
}

/// Plays the world of a seed.
pub(crate) fn on_a_thread_of_its_own(seed: u64) -> Ended {
    let story = Story::default();
    let told = Arc::clone(&story);
    let ended = with_ids_of(seed, move || AssertUnwindSafe(whole(seed, told)).catch_unwind());
    let broken = match ended {
        Ok(held) => held.err(),
        Err(panic) => Some(format!("something panicked: {:?}", panic.downcast_ref::<String>())),
    };
    let story = std::mem::take(&mut *story.lock().unwrap_or_else(PoisonError::into_inner));
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
        let machine = world.machine();
        let rows = Rows::open(world.file()).await;
        let now = rows.read().await;
        let server = Server::start(&world, &machine);
        let chance = Chance::of(seed);
        Self { world, machine, server, chance, now, ledger: Ledger::default(), step: 0, rows, story }
    }

    /// Returns the story so far.
    pub(crate) fn story(&self) -> String {
        self.story.lock().unwrap_or_else(PoisonError::into_inner).join("\n")
    }

    /// Writes a line of the story.
    pub(crate) fn tell(&self, line: impl fmt::Display) {
        let mut line = format!("{:>3}  {line}", self.step);
        // Names read better than ids.
        for agent in self.now.agents.values() {
            line = line.replace(&agent.id.to_string(), &agent.name);
        }
        for issue in self.now.issues.values() {
            line = line.replace(&issue.id.to_string(), &issue.identifier);
        }
        self.story.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    /// The server dies, and another one starts on what it left.
    pub(crate) async fn crash(&mut self) -> Held {
        self.tell("the server dies; another one starts");
        self.server = Server::start(&self.world, &self.machine);
        self.look().await
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
        self.server.take_up();
        if self.rows.version().await != self.now.version {
            let now = self.rows.read_after(&self.now).await;
            let before = std::mem::replace(&mut self.now, now);
            self.note(&before);
            let moment = Moment { before: &before, now: &self.now };
            for (rule, check) in ALWAYS {
                check(&moment).map_err(|fault| format!("{rule}: {fault}"))?;
            }
        }
        for run_id in self.machine.hosts.ever_started() {
            if self.machine.hosts.processes_of(run_id) > 1 {
                return Err(format!("no run has two programs: {}", self.now.run_name(run_id)));
            }
        }
        Ok(())
    }

    fn note(&mut self, before: &Snapshot) {
        for run in self.now.runs.values().filter(|run| run.status == RunStatus::Running) {
            self.ledger.started.entry(run.id).or_insert(self.step);
        }
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

impl Snapshot {
    /// Returns a short name of a run.
    pub(crate) fn run_name(&self, run_id: RunId) -> String {
        let Some(run) = self.runs.get(&run_id) else { return format!("run {run_id}") };
        let agent = self.agents.get(&run.agent_id).map_or("?", |agent| agent.name.as_str());
        format!("run {} of {agent}", self.run_numbers.get(&run_id).unwrap_or(&0))
    }

    /// Returns a short name of an issue.
    pub(crate) fn issue_name(&self, issue_id: IssueId) -> String {
        self.issues.get(&issue_id).map_or_else(|| issue_id.to_string(), |issue| issue.identifier.clone())
    }

    /// Tells what is otherwise than before, for people.
    pub(crate) fn differences(&self, before: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        for issue in self.issues.values() {
            let known = before.issues.get(&issue.id);
            if known.is_none_or(|known| {
                (known.status, known.assignee_agent_id) != (issue.status, issue.assignee_agent_id)
            }) {
                let assignee = issue.assignee_agent_id.and_then(|id| self.agents.get(&id));
                let assignee = assignee.map_or("nobody", |agent| agent.name.as_str());
                lines.push(format!("{} is {} with {assignee}", issue.identifier, issue.status));
            }
        }
        for wakeup in self.wakeups.values() {
            let known = before.wakeups.get(&wakeup.id).map(|known| (known.status, known.coalesced_count));
            if known != Some((wakeup.status, wakeup.coalesced_count)) {
                let agent = self.agents.get(&wakeup.agent_id).map_or("?", |agent| agent.name.as_str());
                let issue = wakeup.issue_id.map(|id| self.issue_name(id)).unwrap_or_default();
                let reason = wakeup.reason.as_deref().unwrap_or("no reason");
                let by = if wakeup.requested_by_type == ActorType::System { ", by itself" } else { "" };
                let why = wakeup.status_reason.as_deref().map(|why| format!(" because {why}"));
                let why = why.unwrap_or_default();
                let number = self.wakeup_numbers.get(&wakeup.id).unwrap_or(&0);
                let status = wakeup.status;
                lines.push(format!("wake-up {number} of {agent} {issue} ({reason}{by}) is {status}{why}"));
            }
        }
        for run in self.runs.values() {
            if before.runs.get(&run.id).map(|known| known.status) != Some(run.status) {
                let code = run.error_code.as_deref().map(|code| format!(" ({code})")).unwrap_or_default();
                let issue = run.issue_id.map(|id| self.issue_name(id)).unwrap_or_default();
                lines.push(format!("{} {issue} is {}{code}", self.run_name(run.id), run.status));
            }
        }
        lines.sort();
        lines
    }
}
