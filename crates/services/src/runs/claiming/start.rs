//! One attempt to start a queued run.

use wireclip_domain::budget::NoRoom;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::gate::{
    CheckoutFacts, ClaimFacts, ClaimIssue, ClaimRefusal, ClaimScope, Continuation, NotInvokable, check_claim,
    may_check_out,
};
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::run::{EventLevel, RunStatus};
use wireclip_domain::run_context::{RunContext, key};
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{IssueId, ProjectId, RunId};
use wireclip_store::agents::Agent;
use wireclip_store::claims::{ClaimTerms, RunningRun};
use wireclip_store::issues::{self, Issue};
use wireclip_store::runs::{self, Run};
use wireclip_store::{Scope, agent_sessions, claims, comments, gate as store_gate, tree_holds, wakeups};

use super::super::hosting::{HostingNode, RunNote, note_in};
use super::{claim_wakeups, wake_payload};
use crate::budgets::reserving;
use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};
use crate::stops::{self, StopOrder};
use crate::wakeups::tell_status;
use crate::{gate, issue_status, standings};

/// What came of an attempt to start a run.
pub(super) enum Attempt {
    /// It runs.
    Started(Box<Run>),
    /// It may never start any more.
    Cancelled,
    /// Not now.
    Waits,
}

/// Whether anybody may start anything.
pub(super) struct Standing {
    /// Of the company.
    pub company: CompanyStatus,
    /// Of the agent.
    pub invokable: Result<(), NotInvokable>,
}

/// A queued run with what it is about, all of it locked.
struct Queued {
    run: Run,
    context: RunContext,
    reason: Option<WakeReason>,
    issue: Option<Issue>,
    holder: Option<RunId>,
    is_ready: bool,
    is_held: bool,
    /// What it may reserve; nothing where no limit asks for it.
    room: Result<Option<MicroDollars>, NoRoom>,
}

/// Tries to start a queued run of an agent that is locked and has a slot free.
pub(super) async fn attempt(
    change: &mut Change<'_>,
    host: HostingNode,
    agent: &Agent,
    standing: Standing,
    run_id: RunId,
) -> ServiceResult<Attempt> {
    let conn = change.conn();
    let Some(seen) = runs::get(&conn, &Scope::company(agent.company_id), run_id).await? else {
        return Ok(Attempt::Waits);
    };
    let issue = match seen.issue_id {
        Some(issue_id) => issues::lock(&conn, issue_id).await?,
        None => None,
    };
    let mut served = Vec::new();
    for wakeup in wakeups::open_of_run(&conn, run_id).await? {
        served.extend(wakeups::lock(&conn, wakeup.id).await?);
    }
    let Some(run) = runs::lock(&conn, run_id).await?.filter(|run| run.status == RunStatus::Queued) else {
        return Ok(Attempt::Waits);
    };
    let queued = read(change, agent, run, issue).await?;
    let facts = facts(change, agent, standing, &queued).await?;
    match check_claim(&facts) {
        Err(ClaimRefusal::Wait) => return Ok(Attempt::Waits),
        Err(ClaimRefusal::Cancel { code, wakeup }) => {
            let message = format!("Not started: {}", code.as_str().replace(['_', '.'], " "));
            stops::cancel_waiting_as(change, run_id, &StopOrder { code, message }, wakeup).await?;
            return Ok(Attempt::Cancelled);
        }
        Ok(()) => {}
    }
    claim_wakeups(change, &served).await?;
    start(change, host, agent, queued).await.map(|run| Attempt::Started(Box::new(run)))
}

async fn read(change: &Change<'_>, agent: &Agent, run: Run, issue: Option<Issue>) -> ServiceResult<Queued> {
    let conn = change.conn();
    let project_id = issue.as_ref().and_then(|issue| issue.project_id);
    let room = reserving::room_for(&conn, agent, project_id, run.id, change.now()).await?;
    let context = RunContext::stored(run.context.clone());
    let (holder, is_ready, is_held) = match &issue {
        Some(issue) => (
            claims::get(&conn, issue.id).await?.map(|claim| claim.run_id),
            store_gate::unresolved_blockers(&conn, issue.id).await?.is_empty(),
            tree_holds::holding(&conn, issue.company_id, issue.id).await?.is_some(),
        ),
        None => (None, true, false),
    };
    Ok(Queued { reason: context.wake_reason(), run, context, issue, holder, is_ready, is_held, room })
}

impl Queued {
    fn project_id(&self) -> Option<ProjectId> {
        self.issue.as_ref().and_then(|issue| issue.project_id)
    }
}

async fn facts(
    change: &Change<'_>,
    agent: &Agent,
    standing: Standing,
    queued: &Queued,
) -> ServiceResult<ClaimFacts> {
    let conn = change.conn();
    let policy = HeartbeatPolicy::of(&agent.runtime_config);
    let context = &queued.context;
    let project_id = queued.project_id();
    let scope = match (&queued.issue, context.issue_id()) {
        (Some(issue), _) => ClaimScope::Issue(ClaimIssue {
            status: issue.status,
            assignee: issue.assignee_agent_id,
            reviewer: gate::reviewer(issue),
            holder: queued.holder,
            is_ready: queued.is_ready,
            is_held: queued.is_held,
        }),
        (None, Some(_)) => ClaimScope::MissingIssue,
        (None, None) => ClaimScope::Task,
    };
    Ok(ClaimFacts {
        company: standing.company,
        invokable: standing.invokable,
        budget_block: reserving::block(&conn, agent, project_id, change.now()).await?,
        budget_wait: match &queued.room {
            Err(NoRoom::Reserved(scope)) => Some(*scope),
            Err(NoRoom::Spent(_)) | Ok(_) => None,
        },
        daily_cap: gate::daily_cap(&conn, agent, &policy, change.now()).await?,
        run_id: queued.run.id,
        agent_id: agent.id,
        continuation: Continuation::of(queued.reason.as_ref(), context.answers_interaction()),
        reason: queued.reason.clone(),
        brings_comment: !context.comment_ids().is_empty(),
        is_discarded: is_discarded(change, queued).await?,
        is_resume: context.is_resume(),
        is_answer: context.flag("dependencyBlockedInteraction"),
        scope,
    })
}

/// Whether all comments that the run is for were deleted while it waited.
async fn is_discarded(change: &Change<'_>, queued: &Queued) -> ServiceResult<bool> {
    let brought = queued.context.comment_ids();
    for id in &brought {
        let comment = comments::get(&change.conn(), &Scope::company(queued.run.company_id), *id).await?;
        if comment.is_some_and(|comment| comment.deleted_at.is_none()) {
            return Ok(false);
        }
    }
    Ok(!brought.is_empty())
}

async fn start(
    change: &mut Change<'_>,
    host: HostingNode,
    agent: &Agent,
    mut queued: Queued,
) -> ServiceResult<Run> {
    let now = change.now();
    let running = runs::start(&change.conn(), &queued.run, host.node_id, host.fence, now)
        .await?
        .ok_or_else(|| ServiceError::internal("start a run", "it left the queue while it was locked"))?;
    if let Ok(Some(amount)) = queued.room {
        reserving::take(change, &queued.run, queued.project_id(), amount).await?;
    }
    let checked_out = claim(change, agent, &mut queued, &running).await?;
    let mut run = running.run().clone();
    if checked_out {
        queued.context.set(key::CHECKED_OUT, &true);
    }
    let told = wake_payload::render(change, &queued.context, queued.issue.as_ref(), checked_out).await?;
    queued.context.set(key::WAKE_PAYLOAD, &told);
    run.context = queued.context.as_json().clone();
    run.session_id_before = session(change, agent, &queued).await?;
    runs::update(&change.conn(), running.run(), &run).await?;
    tell_status(change, &run);
    standings::tell(change, agent, None).await?;
    let note = RunNote::lifecycle(EventLevel::Info, "run started");
    run.next_event_seq += 1;
    note_in(change, &run, note).await?;
    Ok(run)
}

/// Claims the run's issue for it, and checks the issue out if that is the server's to do. Returns
/// whether it was checked out.
async fn claim(
    change: &mut Change<'_>,
    agent: &Agent,
    queued: &mut Queued,
    running: &RunningRun,
) -> ServiceResult<bool> {
    let Some(issue) = &queued.issue else { return Ok(false) };
    let is_assignee = issue.assignee_agent_id == Some(agent.id);
    if !is_assignee || !queued.reason.as_ref().is_none_or(WakeReason::takes_lock) {
        return Ok(false);
    }
    let checks_out = may_check_out(&CheckoutFacts {
        agent_id: agent.id,
        reason: queued.reason.as_ref(),
        answers_interaction: queued.context.answers_interaction(),
        assignee: issue.assignee_agent_id,
        status: issue.status,
        is_ready: queued.is_ready,
        has_pending_stage: gate::has_pending_stage(issue),
    });
    let now = change.now();
    let terms = ClaimTerms {
        agent_name_key: Some(agent.url_key.clone()),
        locked_at: Some(now),
        checked_out_at: checks_out.then_some(now),
    };
    let is_ours = claims::take(&change.conn(), running, issue.id, &terms, now).await?;
    if !is_ours {
        return Err(ServiceError::internal("claim an issue", "somebody holds it while it is locked"));
    }
    if checks_out && issue.status != IssueStatus::InProgress {
        queued.issue = Some(issue_status::set(change, issue, IssueStatus::InProgress).await?);
    }
    Ok(checks_out)
}

/// Returns the name of the session that the run resumes, if it resumes one.
async fn session(change: &Change<'_>, agent: &Agent, queued: &Queued) -> ServiceResult<Option<String>> {
    let is_fresh = queued.context.force_fresh_session()
        || queued.reason.as_ref().is_some_and(WakeReason::needs_fresh_session);
    let Some(task_key) = queued.run.task_key.as_ref().filter(|_| !is_fresh) else { return Ok(None) };
    let issue: Option<IssueId> = queued.run.issue_id;
    if issue.is_none() && task_key == wireclip_domain::run_context::HEARTBEAT_TASK_KEY {
        return Ok(None);
    }
    let stored = agent_sessions::find(&change.conn(), agent.id, agent.adapter_type, task_key).await?;
    Ok(stored.map(|stored| stored.display_id.unwrap_or_else(|| stored.id.to_string())))
}
