//! From the queue to running.
//!
//! Each attempt is a transaction of its own and holds the agent's lock, so that no two servers
//! fill the same slot, and the lock of one issue at most, so that none waits for another.

mod start;
mod wake_payload;

use std::collections::HashSet;

use secrecy::SecretString;
use wireclip_domain::caller::Actor;
use wireclip_domain::gate::{QueueKey, QueueRank};
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::WakeupEventKind;
use wireclip_domain::{AgentId, OpaqueJson, RunId};
use wireclip_ports::adapter::AgentSession;
use wireclip_store::agents::{self, Agent};
use wireclip_store::counters::Within;
use wireclip_store::issues::{self, Issue, parents};
pub use wireclip_store::runs::WaitingPlace;
use wireclip_store::runs::{self, QueuedRun, Run, WaitingAgent};
use wireclip_store::{Conn, PageLimit, Scope, agent_sessions, companies, gate as store_gate, nodes};

use self::start::Attempt;
use super::{HostingNode, Runs};
use crate::authentication::RunTokenSubject;
use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};
use crate::gate;
use crate::wakeups::{WakeupMove, step};

/// A run that is running, with everything that its start and its end need.
#[derive(Debug, Clone)]
pub struct ClaimedRun {
    /// The run as it is stored; its context is what the agent is told.
    pub run: Run,
    /// The fencing number under which it is hosted.
    pub fence: i64,
    /// Its agent.
    pub agent: Agent,
    /// The issue that it is about, if it is about one.
    pub issue: Option<Issue>,
    /// The agent's adapter settings with what the issue says otherwise laid over them; values of
    /// the environment stand in them as they are stored.
    pub settings: OpaqueJson,
    /// The session that it resumes; absent if it starts afresh.
    pub session: Option<AgentSession>,
    /// The issues above its issue, the nearest first.
    pub ancestry: Vec<Issue>,
}

/// Agents that wait, and where the next ones are.
#[derive(Debug, Clone, Default)]
pub struct WaitingAgents {
    /// Those of whom a run may start.
    pub agents: Vec<AgentId>,
    /// The place behind which there are more, if there are.
    pub next: Option<WaitingPlace>,
}

impl Runs {
    /// Lists agents that have queued runs and may have a slot free, from a place on, those first
    /// whose run waits longest. Those of which a look says that nothing may start are passed over,
    /// however many they are: nobody waits behind them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn waiting_agents(
        &self,
        after: Option<WaitingPlace>,
        limit: u32,
    ) -> ServiceResult<WaitingAgents> {
        let limit = PageLimit::at_most(limit);
        let found = runs::waiting_agents(&self.core.store.read(), after, limit).await?;
        let next = found.last().filter(|_| found.len() as u64 == limit.rows()).map(WaitingAgent::place);
        let agents = found.iter().filter(|waiting| may_start(waiting)).map(|waiting| waiting.agent_id);
        Ok(WaitingAgents { agents: agents.collect(), next })
    }

    /// Starts the agent's next run, if one may start now.
    ///
    /// # Errors
    /// If the database fails; nothing was claimed then.
    pub async fn start_next(
        &self,
        host: HostingNode,
        agent_id: AgentId,
    ) -> ServiceResult<Option<ClaimedRun>> {
        let mut passed_over = HashSet::new();
        loop {
            let mut change =
                self.core.begin_within(Within::Agent(agent_id), Actor::system("run_engine")).await?;
            // A node that was slow for too long may be taken for dead, and its runs be ended.
            if !nodes::hold(&change.conn(), host.node_id, host.fence, change.now()).await? {
                return Ok(None);
            }
            let Some(agent) = agents::lock(&change.conn(), agent_id).await? else { return Ok(None) };
            let scope = Scope::company(agent.company_id);
            let company = companies::get(&change.conn(), &scope, agent.company_id).await?;
            let Some(company) = company else { return Ok(None) };
            if company.status.keeps_its_queue() {
                return Ok(None);
            }
            let policy = HeartbeatPolicy::of(&agent.runtime_config);
            let running = runs::count_running(&change.conn(), agent_id).await?;
            if policy.free_slots(running) == 0 {
                return Ok(None);
            }
            let invokable = gate::invokable(&change.conn(), &agent).await?;
            if invokable.as_ref().is_err_and(|refused| !refused.reason.ends_runs()) {
                return Ok(None);
            }
            let Some(next) = next_of(&change.conn(), agent_id, &passed_over).await? else { return Ok(None) };
            let standing = start::Standing { company: company.status, invokable };
            match Box::pin(start::attempt(&mut change, host, &agent, standing, next)).await? {
                Attempt::Started(run) => {
                    let claimed = read(&change.conn(), *run, Some(agent)).await?;
                    return Ok(Some(change.commit(claimed).await?.into_inner()));
                }
                Attempt::Cancelled => {
                    change.commit(()).await?.into_inner();
                }
                Attempt::Waits => {
                    passed_over.insert(next);
                }
            }
        }
    }

    /// Makes the token by which the run's agent proves to be in it. It is good while the run is
    /// running.
    ///
    /// # Errors
    /// If it cannot be signed, which would be a bug.
    pub fn token(&self, claimed: &ClaimedRun) -> ServiceResult<SecretString> {
        let subject = RunTokenSubject {
            agent_id: claimed.agent.id,
            company_id: claimed.run.company_id,
            adapter_type: claimed.agent.adapter_type,
            run_id: claimed.run.id,
            responsible_user_id: claimed.run.responsible_user_id.clone(),
        };
        self.core.run_tokens.issue(&subject, self.core.clock.now())
    }
}

/// Returns whether one of the agent's runs may start, as far as a look can tell; the claim itself
/// looks again, and at everything.
fn may_start(waiting: &WaitingAgent) -> bool {
    let Some((state, runtime_config)) = waiting.standing() else { return true };
    let running = u32::try_from(waiting.running).unwrap_or(u32::MAX);
    !state.keeps_its_queue() && HeartbeatPolicy::of(&runtime_config).free_slots(running) > 0
}

/// Returns the run that is next in the agent's queue, without those that were passed over.
async fn next_of(
    conn: &Conn<'_>,
    agent_id: AgentId,
    passed_over: &HashSet<RunId>,
) -> ServiceResult<Option<RunId>> {
    let mut queued = runs::queued_of_agent(conn, agent_id).await?;
    queued.retain(|run| !passed_over.contains(&run.id));
    let mut about: Vec<_> = queued.iter().filter_map(|run| run.issue_id).collect();
    about.sort_unstable();
    about.dedup();
    let standings = store_gate::standings(conn, &about).await?;
    let key = |run: &QueuedRun| {
        let standing = run.issue_id.and_then(|id| standings.get(&id));
        let rank = QueueRank::of(standing.map(|standing| (standing.status, standing.is_ready)));
        QueueKey::new(rank, standing.map(|standing| standing.priority), run.created_at, run.id)
    };
    Ok(queued.iter().min_by_key(|run| key(run)).map(|run| run.id))
}

/// Reads what the start and the end of a running run need.
pub(super) async fn read(conn: &Conn<'_>, run: Run, agent: Option<Agent>) -> ServiceResult<ClaimedRun> {
    let scope = Scope::company(run.company_id);
    let agent = match agent {
        Some(agent) => agent,
        None => agents::get(conn, &scope, run.agent_id)
            .await?
            .ok_or_else(|| ServiceError::internal("read a run", "its agent is gone"))?,
    };
    let issue = match run.issue_id {
        Some(issue_id) => issues::get(conn, &scope, issue_id).await?,
        None => None,
    };
    let ancestry = match &issue {
        Some(issue) => parents::ancestors(conn, issue).await?,
        None => Vec::new(),
    };
    let overrides = issue.as_ref().and_then(|issue| issue.assignee_adapter_overrides.as_ref());
    let settings = settings(&agent, overrides);
    let session = session(conn, &run, &agent).await?;
    debug_assert!(run.status == RunStatus::Running, "only running runs are hosted");
    let fence = run
        .fence
        .ok_or_else(|| ServiceError::internal("read a running run", "it is hosted under no number"))?;
    Ok(ClaimedRun { run, fence, agent, issue, settings, session, ancestry })
}

/// Lays what an issue says otherwise over its agent's settings.
pub(super) fn settings(agent: &Agent, overrides: Option<&OpaqueJson>) -> OpaqueJson {
    match overrides.and_then(|overrides| overrides.get("adapterConfig")) {
        Some(overrides) => agent.adapter_config.clone().merged_with(&overrides),
        None => agent.adapter_config.clone(),
    }
}

/// Returns the session that the run resumes: the one that was chosen at its start.
async fn session(conn: &Conn<'_>, run: &Run, agent: &Agent) -> ServiceResult<Option<AgentSession>> {
    let (Some(_), Some(task_key)) = (&run.session_id_before, &run.task_key) else { return Ok(None) };
    let stored = agent_sessions::find(conn, agent.id, agent.adapter_type, task_key).await?;
    Ok(stored.and_then(|stored| {
        Some(AgentSession { parameters: stored.parameters?, display_id: stored.display_id })
    }))
}

/// Books that a wake-up's run has started.
async fn claim_wakeups(change: &Change<'_>, served: &[wireclip_store::wakeups::Wakeup]) -> ServiceResult<()> {
    for wakeup in served {
        step(&change.conn(), wakeup, WakeupEventKind::Claim, WakeupMove::default(), change.now()).await?;
    }
    Ok(())
}
