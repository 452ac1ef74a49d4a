//! Taking issues for agents, and giving them back.

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::{Actor, Caller};
use wireclip_domain::checkout::release::decide_release;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::checkout::{
    CheckoutDecision, CheckoutFacts, CheckoutWish, Holding, decide_checkout, wake_for_checkout,
};
use wireclip_domain::company::PauseReason;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::policy::Right;
use wireclip_domain::{AgentId, OpaqueJson, RunId};
use wireclip_store::claims::{self, ClaimTerms, RunningRun};
use wireclip_store::issues::{self, Issue};
use wireclip_store::{Conn, Scope, gate as store_gate, issue_situation, projects, tree_holds};

use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change, Committed};
use crate::core::{Core, Wanted};
use crate::error::{Missing, OrMissing as _, OrRefuse as _, ServiceError, ServiceResult};
use crate::issue_status::{self, Moved};
use crate::issue_writes::{assignee_of, authorize};
use crate::issues::candidate;
use crate::request::Scoped;
use crate::wakeups::{self, WakeOrder};

/// Actions on who holds an issue.
#[derive(Debug, Clone)]
pub struct Checkouts {
    core: Arc<Core>,
}

/// What a forced release ended.
#[derive(Debug, Clone)]
pub struct ForceReleased {
    /// The issue afterwards.
    pub issue: Issue,
    /// The run that had checked it out.
    pub checkout_run_id: Option<RunId>,
    /// The run that worked on it.
    pub execution_run_id: Option<RunId>,
}

impl Checkouts {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Takes an issue for an agent: it becomes the assignee, the issue is in progress, and the
    /// caller's run holds it. Others than the agent's own run wake the agent by it.
    ///
    /// # Errors
    /// `Conflict` with who holds it if it is not free; `Unprocessable` while others block it;
    /// `Unauthenticated` for an agent without a run of its own; `Forbidden` for one that asks for
    /// another.
    pub async fn checkout(
        &self,
        issue: &Scoped<Issue>,
        agent_id: AgentId,
        expected: &[IssueStatus],
    ) -> ServiceResult<Committed<Issue>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let before = lock(&change, issue).await?;
        let run = acting_run(&change).await?;
        let mut actor = change.actor().clone();
        actor.run_id = run.as_ref().map(|run| run.run().id);
        let holding = holding(&change.conn(), &before).await?;
        let wish = CheckoutWish { agent: agent_id, expected };
        let decision = decide(&change, issue.caller(), &actor, &before, &holding, &wish).await?;
        let moved = take(&mut change, &before, decision, agent_id, run.as_ref()).await?;
        record(&mut change, moved.issue(), Action::IssueCheckedOut, agent_id);
        let after = moved.follow(&mut change).await?;
        if let Some(wanted) = wake_for_checkout(after.id, agent_id, &actor) {
            let order = WakeOrder::wanted(after.company_id, wanted, None);
            wakeups::request_quietly(&mut change, order).await?;
        }
        change.commit(after).await
    }

    /// Gives an issue back: nobody's run holds it, no agent has it, and what was in progress waits
    /// again.
    ///
    /// # Errors
    /// `Conflict` if an agent gives back what is not its own, or beside the run that works on it.
    pub async fn release(&self, issue: &Scoped<Issue>) -> ServiceResult<Committed<Issue>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let before = lock(&change, issue).await?;
        if change.actor().named_run.is_some() {
            authorize(&mut change, &before, IssueWrite::Release).await?;
        }
        let holding = holding(&change.conn(), &before).await?;
        let released = decide_release(&holding, change.actor());
        let released = released.or_refuse()?;
        let mut after = issue_status::at(&before, released, change.now())?;
        after.assignee_agent_id = None;
        touch(&change, &mut after);
        let moved = issue_status::store(&mut change, &before, after).await?;
        claims::release(&change.conn(), before.id).await?;
        let mut details = OpaqueJson::object();
        details.set("agentId", &before.assignee_agent_id);
        record_with(&mut change, moved.issue(), Action::IssueReleased, details);
        let after = moved.follow(&mut change).await?;
        // Whoever waited for the issue may have it now.
        change.wake_engine(Wanted::STARTS);
        change.commit(after).await
    }

    /// Ends the claim on an issue, whoever holds it; the holder goes on without it.
    ///
    /// # Errors
    /// `Forbidden` for agents.
    pub async fn force_release(
        &self,
        issue: &Scoped<Issue>,
        clears_assignee: bool,
    ) -> ServiceResult<Committed<ForceReleased>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let before = lock(&change, issue).await?;
        let about = About::company(before.company_id);
        authority::require(&change.conn(), issue.caller(), Right::IssueForceRelease, about).await?;
        let claim = claims::get(&change.conn(), before.id).await?;
        let mut after = before.clone();
        if clears_assignee {
            after.assignee_agent_id = None;
        }
        touch(&change, &mut after);
        let moved = issue_status::store(&mut change, &before, after).await?;
        claims::release(&change.conn(), before.id).await?;
        let run_id = claim.map(|claim| claim.run_id);
        let mut details = OpaqueJson::object();
        details.set("issueId", &before.id);
        details.set("prevCheckoutRunId", &run_id);
        details.set("prevExecutionRunId", &run_id);
        details.set("clearAssignee", &clears_assignee);
        record_with(&mut change, moved.issue(), Action::IssueAdminForceRelease, details);
        let after = moved.follow(&mut change).await?;
        change.wake_engine(Wanted::STARTS);
        let released = ForceReleased { issue: after, checkout_run_id: run_id, execution_run_id: run_id };
        change.commit(released).await
    }
}

async fn lock(change: &Change<'_>, issue: &Issue) -> ServiceResult<Issue> {
    let found = issues::lock(&change.conn(), issue.id).await?;
    found.or_missing(Missing::Issue)
}

/// Locks the run in which an agent acts, if it is a running one of its own.
async fn acting_run(change: &Change<'_>) -> ServiceResult<Option<RunningRun>> {
    let actor = change.actor();
    let Some(run_id) = actor.run_id else { return Ok(None) };
    let run = RunningRun::lock(&change.conn(), run_id).await?;
    Ok(run.filter(|run| Some(run.run().agent_id) == actor.agent_id))
}

async fn holding(conn: &Conn<'_>, issue: &Issue) -> ServiceResult<Holding> {
    Ok(Holding {
        issue_id: issue.id,
        status: issue.status,
        assignee: assignee_of(issue)?,
        claim: issue_situation::claim(conn, issue.id).await?,
    })
}

async fn decide(
    change: &Change<'_>,
    caller: &Caller,
    actor: &Actor,
    issue: &Issue,
    holding: &Holding,
    wish: &CheckoutWish<'_>,
) -> ServiceResult<CheckoutDecision> {
    let conn = change.conn();
    let about = About::company(issue.company_id);
    let blockers = store_gate::unresolved_blockers(&conn, issue.id).await?;
    let facts = CheckoutFacts {
        actor,
        candidate: candidate(&conn, issue.company_id, wish.agent).await?,
        may_assign: authority::allows(&conn, caller, Right::IssueAssign, about).await?,
        project_pause: project_pause(&conn, issue).await?,
        held: tree_holds::holding(&conn, issue.company_id, issue.id).await?,
        blockers: &blockers,
    };
    decide_checkout(holding, wish, &facts).or_refuse()
}

async fn project_pause(conn: &Conn<'_>, issue: &Issue) -> ServiceResult<Option<PauseReason>> {
    let Some(project_id) = issue.project_id else { return Ok(None) };
    let project = projects::get(conn, &Scope::company(issue.company_id), project_id).await?;
    Ok(project.filter(|project| project.paused_at.is_some()).and_then(|project| project.pause_reason))
}

/// Writes what was granted.
async fn take(
    change: &mut Change<'_>,
    before: &Issue,
    decision: CheckoutDecision,
    agent_id: AgentId,
    run: Option<&RunningRun>,
) -> ServiceResult<Moved> {
    let now = change.now();
    let mut after = before.clone();
    if decision == CheckoutDecision::Take {
        after = issue_status::at(before, IssueStatus::InProgress, now)?;
        after.assignee_agent_id = Some(agent_id);
        after.assignee_user_id = None;
    }
    if decision != CheckoutDecision::Keep {
        touch(change, &mut after);
    }
    let moved = issue_status::store(change, before, after).await?;
    if let Some(run) = run {
        let terms = ClaimTerms { agent_name_key: None, locked_at: None, checked_out_at: Some(now) };
        if !claims::take(&change.conn(), run, before.id, &terms, now).await? {
            return Err(ServiceError::internal("claim an issue", "somebody holds it while it is locked"));
        }
    }
    Ok(moved)
}

fn touch(change: &Change<'_>, issue: &mut Issue) {
    issue.updated_at = change.now();
    issue.last_activity_at = change.now();
}

fn record(change: &mut Change<'_>, issue: &Issue, action: Action, agent_id: AgentId) {
    let mut details = OpaqueJson::object();
    details.set("agentId", &agent_id);
    record_with(change, issue, action, details);
}

fn record_with(change: &mut Change<'_>, issue: &Issue, action: Action, details: OpaqueJson) {
    change.record(issue.company_id, ActivityRecord::about(EntityType::Issue, issue.id, action, details));
}
