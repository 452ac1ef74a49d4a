//! Waking an agent by hand, or by its own call.

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Caller;
use wireclip_domain::gate::SkipReason;
use wireclip_domain::issue::IssueRef;
use wireclip_domain::run::{InvocationSource, RunStatus, TriggerDetail};
use wireclip_domain::run_context::{RunContext, key};
use wireclip_domain::wakeup::{NoRunReason, WakeReason};
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RunId};
use wireclip_store::agents::{self, Agent};
use wireclip_store::runs::{self, Run};
use wireclip_store::{Conn, Scope, issues};

use super::{Carried, Manner, WakeAnswer, WakeOrder, carry};
use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::Scoped;

/// Waking agents by hand.
#[derive(Debug, Clone)]
pub struct Wakeups {
    core: Arc<Core>,
}

/// What a caller says when waking an agent.
#[derive(Debug, Clone)]
pub struct ManualWake {
    /// As what it is booked.
    pub source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// Why.
    pub reason: Option<WakeReason>,
    /// What it is about.
    pub payload: OpaqueJson,
    /// What makes a repetition recognisable.
    pub idempotency_key: Option<String>,
    /// Whether the run must not resume the saved session, if the caller could say so.
    pub force_fresh_session: Option<bool>,
    /// The failed run that is to be repeated.
    pub failed_run_id: Option<RunId>,
}

/// What a caller hears.
#[derive(Debug, Clone)]
pub enum ManualAnswer {
    /// The run that serves the wish.
    Run(Box<Run>),
    /// There is none, or none yet.
    NoRun(Box<NoRun>),
}

/// Why no run serves a wish, or none yet.
#[derive(Debug, Clone)]
pub struct NoRun {
    /// In a word.
    pub reason: NoRunReason,
    /// What refused it, if it was refused.
    pub refused: Option<SkipReason>,
    /// The issue that the wish was about.
    pub issue_id: Option<IssueId>,
    /// The run that stands in the way.
    pub run_id: Option<RunId>,
    /// Its agent.
    pub agent_id: Option<AgentId>,
    /// That agent's name, if the run is at work.
    pub agent_name: Option<String>,
}

impl ManualWake {
    /// Makes the wish of somebody who only says "work".
    #[must_use]
    pub fn invoke() -> Self {
        Self {
            source: InvocationSource::OnDemand,
            trigger_detail: Some(TriggerDetail::Manual),
            reason: None,
            payload: OpaqueJson::object(),
            idempotency_key: None,
            force_fresh_session: None,
            failed_run_id: None,
        }
    }
}

impl Wakeups {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Wakes an agent for somebody who waits for the answer.
    ///
    /// # Errors
    /// `Forbidden` for an agent that wakes another; `Conflict` if the agent cannot work now;
    /// `Unprocessable` if what the payload calls an issue can be none, or the identifier is nobody's;
    /// `NotFound` and `Conflict` for a repetition of a run that is not there or did not fail.
    pub async fn wake(
        &self,
        agent: &Scoped<Agent>,
        mut wake: ManualWake,
    ) -> ServiceResult<Committed<ManualAnswer>> {
        if agent.caller().as_agent().is_some_and(|caller| caller.agent_id != agent.id) {
            return Err(ServiceError::forbidden("Agent can only invoke itself"));
        }
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        name_issue_by_id(&change.conn(), agent.company_id, &mut wake.payload).await?;
        let (order, manner) = match wake.failed_run_id {
            Some(failed) => match self.repetition(&change, agent, &wake, failed).await? {
                Repetition::New(order, manner) => (*order, manner),
                Repetition::Known(successor) => {
                    return change.commit(ManualAnswer::Run(successor)).await;
                }
            },
            None => (order(agent, &wake), Manner { is_own_call: is_agent(agent), ..Manner::default() }),
        };
        let issue_id = order.payload.text(key::ISSUE_ID).and_then(|id| id.parse().ok());
        let issue_id = issue_id.or_else(|| order.context.issue_id());
        match carry(&mut change, &order, &manner).await? {
            Carried::Rejected(rejection) => {
                // The receipt stays; it is all that the change holds.
                change.commit(()).await?.into_inner();
                Err(ServiceError::refused(&rejection))
            }
            Carried::Overtaken => {
                Err(ServiceError::conflict("The runs of this agent change too fast; try again"))
            }
            Carried::Answered(WakeAnswer::Queued(run) | WakeAnswer::Coalesced(run)) => {
                record_invoked(&mut change, &run);
                change.commit(ManualAnswer::Run(run)).await
            }
            Carried::Answered(answer) => {
                let no_run = explain(&change.conn(), agent.company_id, issue_id, &answer).await?;
                change.commit(ManualAnswer::NoRun(Box::new(no_run))).await
            }
        }
    }

    async fn repetition(
        &self,
        change: &Change<'_>,
        agent: &Scoped<Agent>,
        wake: &ManualWake,
        failed_run_id: RunId,
    ) -> ServiceResult<Repetition> {
        let is_exact = wake.reason == Some(WakeReason::RetryFailedRun)
            && wake.source == InvocationSource::OnDemand
            && wake.trigger_detail == Some(TriggerDetail::Manual);
        if !is_exact {
            return Err(ServiceError::invalid("A repetition of a failed run takes over all of its context"));
        }
        if is_agent(agent) {
            return Err(ServiceError::forbidden("Only people repeat failed runs"));
        }
        let conn = change.conn();
        let failed = runs::get(&conn, &Scope::company(agent.company_id), failed_run_id).await?;
        let failed = failed.ok_or_else(|| ServiceError::not_found("Failed run not found"))?;
        let has_failed = matches!(failed.status, RunStatus::Failed | RunStatus::TimedOut);
        if failed.agent_id != agent.id || !has_failed {
            return Err(ServiceError::conflict("This run is not a failed run of this agent"));
        }
        if let Some(successor) = runs::successor_of(&conn, failed.id).await? {
            return Ok(Repetition::Known(Box::new(successor)));
        }
        let mut order = order(agent, wake);
        let stored = RunContext::stored(failed.context.clone());
        if let Some(issue_id) = failed.issue_id {
            order.payload.set(key::ISSUE_ID, &issue_id);
            order.context.set(key::ISSUE_ID, &issue_id);
        }
        if let Some(task_key) = stored.task_key() {
            order.context.set(key::TASK_KEY, &task_key);
        }
        order.context.set_comment_ids(&stored.comment_ids());
        let manner = Manner { repeats: Some(failed.id), ..Manner::default() };
        Ok(Repetition::New(Box::new(order), manner))
    }
}

/// Puts the id of an issue where a payload has its identifier. An agent must not be woken about
/// nothing because its issue was misspelt.
///
/// Wire: an id of no issue is taken, and the wake-up is skipped.
async fn name_issue_by_id(
    conn: &Conn<'_>,
    company_id: CompanyId,
    payload: &mut OpaqueJson,
) -> ServiceResult<()> {
    let Some(named) = payload.get(key::ISSUE_ID) else { return Ok(()) };
    let id = match named.as_text().map(IssueRef::parse) {
        _ if named.is_null() => return Ok(()),
        Some(Some(IssueRef::Id(_))) => return Ok(()),
        Some(Some(name @ IssueRef::Identifier(_))) => {
            issues::find(conn, &Scope::company(company_id), &name).await?.map(|issue| issue.id)
        }
        Some(None) | None => None,
    };
    let Some(id) = id else {
        return Err(ServiceError::unprocessable(
            "payload.issueId is neither an id nor an issue's identifier",
        ));
    };
    payload.set(key::ISSUE_ID, &id);
    Ok(())
}

enum Repetition {
    New(Box<WakeOrder>, Manner),
    Known(Box<Run>),
}

fn is_agent(agent: &Scoped<Agent>) -> bool {
    matches!(agent.caller(), Caller::Agent(_))
}

fn order(agent: &Scoped<Agent>, wake: &ManualWake) -> WakeOrder {
    let caller = agent.caller();
    let (triggered_by, actor_id) = match caller {
        Caller::Board(board) => ("board", board.user_id.to_string()),
        Caller::Agent(agent) => ("agent", agent.agent_id.to_string()),
    };
    let mut context = RunContext::default()
        .with(key::TRIGGERED_BY, &triggered_by)
        .with(key::ACTOR_ID, &actor_id)
        .with("originIdentityContextId", &None::<RunId>);
    if let Some(force_fresh_session) = wake.force_fresh_session {
        context.set(key::FORCE_FRESH_SESSION, &force_fresh_session);
    }
    WakeOrder {
        company_id: agent.company_id,
        agent_id: agent.id,
        source: wake.source,
        trigger_detail: wake.trigger_detail,
        reason: wake.reason.clone(),
        payload: RunContext::from_caller(wake.payload.clone()).as_json().clone(),
        context,
        idempotency_key: wake.idempotency_key.clone(),
        dedup_key: None,
    }
}

fn record_invoked(change: &mut Change<'_>, run: &Run) {
    let mut details = OpaqueJson::object();
    details.set("agentId", &run.agent_id);
    let mut actor = change.actor().clone();
    // Wire: the entry names the run that came of it.
    actor.run_id = Some(run.id);
    let record = ActivityRecord::about(EntityType::HeartbeatRun, run.id, Action::HeartbeatInvoked, details);
    change.record_as(run.company_id, actor, record);
}

/// Says what stands in the way of a wish.
async fn explain(
    conn: &Conn<'_>,
    company_id: CompanyId,
    issue_id: Option<IssueId>,
    answer: &WakeAnswer,
) -> ServiceResult<NoRun> {
    let (reason, run_id) = match answer {
        WakeAnswer::Deferred { behind } => (NoRunReason::Deferred, Some(*behind)),
        WakeAnswer::SkippedFor { unsettled } => (NoRunReason::Unsettled, Some(*unsettled)),
        _ => (NoRunReason::Skipped, None),
    };
    let refused = match answer {
        WakeAnswer::Skipped(refused) => *refused,
        _ => None,
    };
    let scope = Scope::company(company_id);
    let run = match run_id {
        Some(run_id) => runs::get(conn, &scope, run_id).await?,
        None => None,
    };
    let agent = match &run {
        Some(run) if reason == NoRunReason::Deferred => agents::get(conn, &scope, run.agent_id).await?,
        _ => None,
    };
    Ok(NoRun {
        reason,
        refused,
        issue_id,
        run_id,
        agent_id: run.map(|run| run.agent_id),
        agent_name: agent.map(|agent| agent.name),
    })
}
