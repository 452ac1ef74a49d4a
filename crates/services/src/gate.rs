//! What the gate must know, gathered from the store: the same facts for a wake-up's admission, a
//! run's claim, a retry's promotion and the sweeps.

use std::collections::HashMap;

use wireclip_domain::agent::standing::Standing;
use wireclip_domain::budget::Stretch;
use wireclip_domain::gate::{ChainMember, NotInvokable, ReportingChain};
use wireclip_domain::heartbeat_policy::{DailyCap, DailyUse, HeartbeatPolicy};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::retry::ExecutionBlock;
use wireclip_domain::{AgentId, IssueId, RunId, Timestamp};
use wireclip_store::agents::{self, Agent};
use wireclip_store::costs::spent;
use wireclip_store::issues::Issue;
use wireclip_store::{Conn, Scope, recovery_actions, runs};

use crate::error::ServiceResult;

/// How far up a reporting chain is followed; more is a fault that the chain's check names.
const LONGEST_CHAIN: usize = 256;

/// Says whether the agent may work: its own standing, and that of those above it.
pub(crate) async fn invokable(conn: &Conn<'_>, agent: &Agent) -> ServiceResult<Result<(), NotInvokable>> {
    let scope = Scope::company(agent.company_id);
    let mut above: HashMap<AgentId, ChainMember> = HashMap::new();
    let mut next = agent.reports_to;
    while let Some(id) = next.filter(|id| !above.contains_key(id) && above.len() < LONGEST_CHAIN) {
        let Some(manager) = agents::get(conn, &scope, id).await? else { break };
        next = manager.reports_to;
        above.insert(id, member(&manager));
    }
    Ok(ReportingChain::above(member(agent), |id| above.get(&id).cloned()).check_invokable())
}

fn member(agent: &Agent) -> ChainMember {
    let has_error = agent.error_reason.is_some();
    // Whether it runs at the moment makes no difference to whether it may.
    let standing = Standing { state: agent.state, has_running_run: false, has_error };
    ChainMember {
        id: agent.id,
        name: agent.name.clone(),
        status: standing.status(),
        reports_to: agent.reports_to,
    }
}

/// Returns the daily limit that the agent has reached, if it has reached one.
pub(crate) async fn daily_cap(
    conn: &Conn<'_>,
    agent: &Agent,
    policy: &HeartbeatPolicy,
    now: Timestamp,
) -> ServiceResult<Option<DailyCap>> {
    if policy.max_daily_runs.is_none() && policy.max_daily_cost.is_none() {
        return Ok(None);
    }
    let runs_started = runs::count_started_since(conn, agent.id, now.start_of_day()).await?;
    let spent = spent::of_agent(conn, agent.id, Stretch::Day, now).await?;
    let today = DailyUse { runs_started, spent };
    Ok(policy.reached_daily_cap(today))
}

/// Returns the run of which nobody has said yet what it did, if one blocks the issue.
pub(crate) async fn unsettled_run(conn: &Conn<'_>, issue_id: IssueId) -> ServiceResult<Option<RunId>> {
    let action = recovery_actions::open_of_issue(conn, issue_id).await?;
    Ok(action.filter(|action| action.cause == ExecutionBlock::CAUSE).and_then(|action| action.run_id))
}

/// Returns the agent whose review an issue waits for, if it waits for one's.
pub(crate) fn reviewer(issue: &Issue) -> Option<AgentId> {
    let participant = issue.execution_state.as_ref()?.get("currentParticipant")?;
    let is_pending = issue.status == IssueStatus::InReview;
    participant.text("agentId").filter(|_| is_pending)?.parse().ok()
}

/// Returns whether a stage of the issue's execution policy is pending.
pub(crate) fn has_pending_stage(issue: &Issue) -> bool {
    issue.execution_state.as_ref().and_then(|state| state.text("status")) == Some("pending")
}
