//! Agents that beat by themselves.

use wireclip_domain::agent::AgentState;
use wireclip_domain::caller::Actor;
use wireclip_domain::cooldown::cooldown;
use wireclip_domain::heartbeat_policy::{HeartbeatPolicy, TimerDecision};
use wireclip_domain::run::{InvocationSource, RunStatus, TriggerDetail};
use wireclip_domain::run_context::RunContext;
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{AgentId, OpaqueJson, Timestamp};
use wireclip_store::agents::{self, Agent};
use wireclip_store::counters::Within;
use wireclip_store::runs::{self, RunFilter};
use wireclip_store::{Conn, PageLimit, agent_timers};

use super::Runs;
use crate::error::ServiceResult;
use crate::wakeups::{WakeAnswer, WakeOrder, request_quietly};

/// So many timers are read at a time.
const AT_ONCE: u32 = 200;

/// How many of an agent's last runs are looked at; from so many failures on, its rest is the longest.
const SAMPLE: u32 = 8;

/// What became of an agent's beat.
#[derive(Debug, Clone)]
pub enum Beat {
    /// It is not due; somebody else was first, perhaps.
    NotDue,
    /// The last beat lay in the future, since the clock was put back: it counts from now on.
    Rebased,
    /// The agent was woken, with this answer.
    Woken(WakeAnswer),
}

impl Beat {
    /// Returns whether the agent works, or will, because of it.
    #[must_use]
    pub fn is_progress(&self) -> bool {
        match self {
            Self::Woken(WakeAnswer::Queued(_) | WakeAnswer::Coalesced(_) | WakeAnswer::Deferred { .. }) => {
                true
            }
            Self::Woken(WakeAnswer::Skipped(_) | WakeAnswer::SkippedFor { .. })
            | Self::NotDue
            | Self::Rebased => false,
        }
    }
}

impl Runs {
    /// Lists agents whose timers are to be looked at, those first that wait longest: [`Runs::beat`]
    /// has the last word. Who rests after failures keeps nobody waiting.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due_timers(&self, now: Timestamp, limit: u32) -> ServiceResult<Vec<AgentId>> {
        let conn = self.core.store.read();
        let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
        let (mut due, mut after) = (Vec::new(), None);
        loop {
            let looked_at = agent_timers::due(&conn, now, after, PageLimit::at_most(AT_ONCE)).await?;
            for agent in &looked_at {
                if !rests(&conn, agent, now).await? {
                    due.push(agent.id);
                }
                if due.len() >= wanted {
                    return Ok(due);
                }
            }
            after = looked_at.last().and_then(agent_timers::place);
            if after.is_none() {
                return Ok(due);
            }
        }
    }

    /// Lets an agent beat, if its timer is due now. Two callers at the same time beat once.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn beat(&self, agent_id: AgentId) -> ServiceResult<Beat> {
        let mut change =
            self.core.begin_within(Within::Agent(agent_id), Actor::system("heartbeat_scheduler")).await?;
        let now = change.now();
        let Some(agent) = agents::lock(&change.conn(), agent_id).await? else { return Ok(Beat::NotDue) };
        let decided = decision(&agent, now);
        if !matches!(decided, TimerDecision::Due | TimerDecision::Rebase) {
            // It was listed by what its row says of its timer, which is not so (any more).
            agents::update(&change.conn(), &agent, &agent).await?;
            return Ok(change.commit(Beat::NotDue).await?.into_inner());
        }
        if rests(&change.conn(), &agent, now).await? {
            return Ok(Beat::NotDue);
        }
        let mut beaten = agent.clone();
        beaten.last_heartbeat_at = Some(now);
        agents::update(&change.conn(), &agent, &beaten).await?;
        if decided == TimerDecision::Rebase {
            return Ok(change.commit(Beat::Rebased).await?.into_inner());
        }
        let answer = request_quietly(&mut change, order(&agent, now)).await?;
        Ok(change.commit(Beat::Woken(answer)).await?.into_inner())
    }
}

fn decision(agent: &Agent, now: Timestamp) -> TimerDecision {
    if agent.state != AgentState::Active {
        return TimerDecision::Off;
    }
    HeartbeatPolicy::of(&agent.runtime_config).timer(agent.last_heartbeat_at, agent.created_at, now)
}

/// Whether an agent whose last runs all failed rests: after each failure longer, up to a limit. Who
/// clears its error lets it beat at once.
async fn rests(conn: &Conn<'_>, agent: &Agent, now: Timestamp) -> ServiceResult<bool> {
    if agent.error_reason.is_none() {
        return Ok(false);
    }
    let filter = RunFilter { agent_id: Some(agent.id), ..RunFilter::default() };
    let last = runs::list(conn, agent.company_id, &filter, PageLimit::at_most(SAMPLE)).await?;
    let failed = last.iter().take_while(|run| matches!(run.status, RunStatus::Failed | RunStatus::TimedOut));
    let gap = cooldown(u32::try_from(failed.count()).unwrap_or(SAMPLE));
    let ended = last.first().and_then(|run| run.finished_at);
    Ok(gap.zip(ended).is_some_and(|(gap, ended)| now < ended.plus(gap)))
}

fn order(agent: &Agent, now: Timestamp) -> WakeOrder {
    let context = RunContext::default()
        .with("source", &"scheduler")
        .with("reason", &"interval_elapsed")
        .with("now", &now);
    WakeOrder {
        company_id: agent.company_id,
        agent_id: agent.id,
        source: InvocationSource::Timer,
        trigger_detail: Some(TriggerDetail::System),
        reason: Some(WakeReason::HeartbeatTimer),
        payload: OpaqueJson::object(),
        context,
        idempotency_key: None,
        dedup_key: None,
    }
}
