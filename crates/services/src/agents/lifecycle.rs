//! Halting agents, letting them work again, ending them, removing them.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::agent::standing::{AgentOperation, Standing, StateChange, decide};
use wireclip_domain::agent::{AgentState, AgentStatus};
use wireclip_domain::event::Event;
use wireclip_domain::gate::{ChainMember, ReportingChain};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::policy::Right;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{AgentId, OpaqueJson, Timestamp};
use wireclip_store::agent_links::AgentLink;
use wireclip_store::agents::{self, Agent};
use wireclip_store::{Conn, agent_keys, agent_links, agent_work, issues};

use super::{AgentView, Agents, lock, view};
use crate::approvals;
use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Wanted;
use crate::error::{OrRefuse as _, Refusal, RefusalKind, ServiceResult};
use crate::issue_status;
use crate::request::Scoped;
use crate::secrets::of_agents;
use crate::stops::{self, StopOrder, Stopped};

impl Agents {
    /// Halts an agent: it is woken no more, and what it does is stopped. Returns when it has ended.
    ///
    /// # Errors
    /// `Conflict` if it is terminated or waits for its approval.
    pub async fn pause(&self, agent: &Scoped<Agent>) -> ServiceResult<Stopped<AgentView>> {
        self.operate(agent, AgentOperation::Pause, Right::AgentPause, Action::AgentPaused).await
    }

    /// Lets a paused agent work again.
    ///
    /// # Errors
    /// `Forbidden` if the caller may not; `Conflict` if the agent is terminated or waits for its
    /// approval, or if those above it cannot work.
    pub async fn resume(&self, agent: &Scoped<Agent>) -> ServiceResult<Stopped<AgentView>> {
        self.operate(agent, AgentOperation::Resume, Right::AgentResume, Action::AgentResumed).await
    }

    /// Forgets how an agent's last run failed.
    ///
    /// # Errors
    /// `Conflict` if it is not in error.
    pub async fn clear_error(&self, agent: &Scoped<Agent>) -> ServiceResult<Stopped<AgentView>> {
        let operation = AgentOperation::ClearError;
        self.operate(agent, operation, Right::AgentClearError, Action::AgentErrorCleared).await
    }

    /// Ends an agent for good: its keys open nothing, its timer is off, its work is stopped, and so
    /// is the work of those below it, who cannot go on until they report to somebody else. Returns
    /// when all of it has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn terminate(&self, agent: &Scoped<Agent>) -> ServiceResult<Stopped<AgentView>> {
        let operation = AgentOperation::Terminate;
        self.operate(agent, operation, Right::AgentTerminate, Action::AgentTerminated).await
    }

    /// Removes an agent and everything that is its own. What pointed to it points to nobody.
    ///
    /// # Errors
    /// `Conflict` while one of its runs is running: a process must not lose its record.
    pub async fn delete(&self, agent: &Scoped<Agent>) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        let stored = lock(&change.conn(), agent.id).await?;
        authority::require(&change.conn(), agent.caller(), Right::AgentDelete, About::agent(&stored)).await?;
        if agent_work::is_running(&change.conn(), stored.id).await? {
            let message = "The agent has a run that is running; terminate the agent, then delete it";
            return Err(Refusal::new(RefusalKind::Conflict, message).with_code("agent_is_running").into());
        }
        let order =
            StopOrder { code: RunErrorCode::AgentTerminated, message: "the agent was deleted".to_owned() };
        stops::stop_agent(&mut change, stored.id, &order).await?;
        approvals::cancel_of_agent(&mut change, stored.id).await?;
        hand_back(&mut change, &stored).await?;
        agent_work::forget_memberships(&change.conn(), stored.id).await?;
        of_agents::unbind(&change, stored.id).await?;
        agents::delete(&change.conn(), stored.id).await?;
        change.record(stored.company_id, activity(&stored, Action::AgentDeleted, None));
        change.commit(()).await
    }

    async fn operate(
        &self,
        agent: &Scoped<Agent>,
        operation: AgentOperation,
        right: Right,
        action: Action,
    ) -> ServiceResult<Stopped<AgentView>> {
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        let before = lock(&change.conn(), agent.id).await?;
        authority::require(&change.conn(), agent.caller(), right, About::agent(&before)).await?;
        let standing = standing_of(&change.conn(), &before).await?;
        let decided = decide(operation, standing).or_refuse()?;
        let mut after = before.clone();
        let details = move_to(&mut change, &mut after, decided, operation).await?;
        if after != before {
            after.updated_at = change.now();
        }
        agents::update(&change.conn(), &before, &after).await?;
        change.record(after.company_id, activity(&after, action, details));
        let view = self.changed(&change.conn(), after).await?;
        tell_status(&mut change, &view, standing.status());
        // Wire: the agent is told as the change left it, whatever its runs' ends do to it.
        change.commit_stopped(view).await
    }
}

/// Gives back what an agent has in progress, before it is gone: nobody works on it any more.
async fn hand_back(change: &mut Change<'_>, agent: &Agent) -> ServiceResult<()> {
    for id in agent_work::issues_in_progress(&change.conn(), agent.id).await? {
        let Some(before) = issues::lock(&change.conn(), id).await? else { continue };
        if before.assignee_agent_id != Some(agent.id) || before.status != IssueStatus::InProgress {
            continue;
        }
        issue_status::hand_back(change, &before, "agent.deleted").await?;
    }
    Ok(())
}

/// Reads where an agent stands.
/// Returns where an agent stands.
///
/// # Errors
/// If the database fails.
pub(crate) async fn standing_of(conn: &Conn<'_>, agent: &Agent) -> ServiceResult<Standing> {
    Ok(Standing {
        state: agent.state,
        has_running_run: agent_work::is_running(conn, agent.id).await?,
        has_error: agent.error_reason.is_some(),
    })
}

/// Moves an agent to where a decided operation brings it, with all that comes along. Returns what
/// the activity log tells of it.
pub(super) async fn move_to(
    change: &mut Change<'_>,
    agent: &mut Agent,
    decided: StateChange,
    operation: AgentOperation,
) -> ServiceResult<Option<OpaqueJson>> {
    if decided == StateChange::Activate {
        require_healthy_chain(&change.conn(), agent).await?;
        // What waits in the agent's queue may start now.
        change.wake_engine(Wanted::STARTS);
    }
    apply(agent, decided, change.now());
    match decided {
        StateChange::Pause(_) => {
            let order =
                StopOrder { code: RunErrorCode::AgentPaused, message: "the agent was paused".to_owned() };
            stops::stop_agent(change, agent.id, &order).await?;
            Ok(None)
        }
        StateChange::Terminate => {
            approvals::cancel_of_agent(change, agent.id).await?;
            agent_keys::revoke_all(&change.conn(), agent.id, change.now()).await?;
            stop_with_those_below(change, agent).await.map(Some)
        }
        StateChange::Keep if operation == AgentOperation::Terminate => {
            stop_with_those_below(change, agent).await.map(Some)
        }
        StateChange::Keep | StateChange::Activate | StateChange::ForgetError => Ok(None),
    }
}

fn apply(agent: &mut Agent, decided: StateChange, now: Timestamp) {
    match decided {
        StateChange::Keep => {}
        StateChange::Pause(reason) => {
            agent.state = AgentState::Paused;
            agent.pause_reason = Some(reason);
            agent.paused_at = agent.paused_at.or(Some(now));
        }
        StateChange::Activate => {
            agent.state = AgentState::Active;
            agent.pause_reason = None;
            agent.paused_at = None;
        }
        StateChange::ForgetError => agent.error_reason = None,
        StateChange::Terminate => {
            agent.state = AgentState::Terminated;
            agent.pause_reason = None;
            agent.paused_at = None;
            if let Some(mut heartbeat) = agent.runtime_config.get("heartbeat") {
                heartbeat.set("enabled", &false);
                agent.runtime_config.set("heartbeat", &heartbeat);
            }
        }
    }
}

/// Goes on only if those above an agent can work.
async fn require_healthy_chain(conn: &Conn<'_>, agent: &Agent) -> ServiceResult<()> {
    let links = view::by_id(agent_links::above(conn, agent.id).await?);
    let Some(link) = links.get(&agent.id) else { return Ok(()) };
    // Its own standing is what changes; only the chain is in question.
    let member = ChainMember { status: AgentStatus::Idle, ..link.member() };
    let chain = ReportingChain::above(member, |id| links.get(&id).map(AgentLink::member));
    chain.check_invokable().or_refuse()
}

/// Stops the work of an agent that ends, and of those below it.
async fn stop_with_those_below(change: &mut Change<'_>, agent: &Agent) -> ServiceResult<OpaqueJson> {
    let links = agent_links::below(&change.conn(), agent.id).await?;
    let below: Vec<AgentId> = links.iter().map(|link| link.id).filter(|id| *id != agent.id).collect();
    let concerned: Vec<AgentId> = std::iter::once(agent.id).chain(below.iter().copied()).collect();
    let open = agent_work::count(&change.conn(), &concerned).await?;
    for id in &concerned {
        let message = if *id == agent.id { "the agent was terminated" } else { "a manager was terminated" };
        let code =
            if *id == agent.id { RunErrorCode::AgentTerminated } else { RunErrorCode::AgentNotInvokable };
        stops::stop_agent(change, *id, &StopOrder { code, message: message.to_owned() }).await?;
    }
    let mut cancellation = OpaqueJson::object();
    cancellation.set("agentIds", &concerned);
    cancellation.set("runsCancelled", &open.runs);
    cancellation.set("wakeupsCancelled", &open.wakeups);
    let mut invalid = OpaqueJson::object();
    let state = if below.is_empty() { "none" } else { "descendants_invalid_under_terminated_manager" };
    invalid.set("state", &state);
    invalid.set("descendantCount", &below.len());
    invalid.set("descendantIds", &below);
    let mut details = OpaqueJson::object();
    details.set("cancellation", &cancellation);
    details.set("invalidOrgChain", &invalid);
    Ok(details)
}

/// Tells listeners that an agent's standing changed, if it did.
pub(super) fn tell_status(change: &mut Change<'_>, view: &AgentView, before: AgentStatus) {
    if view.status != before {
        change.emit(
            view.agent.company_id,
            Event::AgentStatusChanged {
                agent_id: view.agent.id,
                status: view.status,
                last_heartbeat_at: view.agent.last_heartbeat_at,
                outcome: None,
            },
        );
    }
}

/// Makes an entry for the activity log about an agent.
pub(super) fn activity(agent: &Agent, action: Action, details: Option<OpaqueJson>) -> ActivityRecord {
    ActivityRecord::about(EntityType::Agent, agent.id, action, details)
}
