//! Why nothing goes on: for an issue that nobody works on and a run that has not started, what it
//! waits for, in a word for programs and a sentence for people.

use wireclip_domain::approval::ApprovalStatus;
use wireclip_domain::budget::NoRoom;
use wireclip_domain::gate::{NotInvokableReason, SkipReason};
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::retry::ExecutionBlock;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId, Timestamp};
use wireclip_store::agents::{self, Agent};
use wireclip_store::approvals::Approval;
use wireclip_store::issues::{self, Issue};
use wireclip_store::recovery_actions::RecoveryAction;
use wireclip_store::runs::{self, Run};
use wireclip_store::{Conn, Scope, approval_issues, claims, companies, tree_holds, wakeups};

use crate::budgets::reserving;
use crate::error::ServiceResult;
use crate::gate;
use crate::issues::IssueWork;
use crate::issues::attention::NamedAttention;

/// What something waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// In a word.
    pub reason: String,
    /// In a sentence.
    pub message: String,
    /// Until when, if it is over by itself then.
    pub until: Option<Timestamp>,
    /// The run that it waits for, or of which something is to be said.
    pub run_id: Option<RunId>,
    /// The agent that it waits for.
    pub agent_id: Option<AgentId>,
    /// The issue that it waits for.
    pub issue_id: Option<IssueId>,
}

impl Wait {
    fn new(reason: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            message: message.into(),
            until: None,
            run_id: None,
            agent_id: None,
            issue_id: None,
        }
    }

    fn of_agent(self, agent: &Agent) -> Self {
        Self { agent_id: Some(agent.id), ..self }
    }

    fn skipped(reason: SkipReason) -> Self {
        Self::new(reason.as_str(), reason.told())
    }
}

/// Says what a run waits for, if it has not started.
pub(crate) async fn of_run(conn: &Conn<'_>, run: &Run, now: Timestamp) -> ServiceResult<Option<Wait>> {
    match run.status {
        RunStatus::Queued => Ok(Some(in_queue(conn, run, now).await?)),
        RunStatus::ScheduledRetry => Ok(Some(planned(run))),
        _ => Ok(None),
    }
}

fn planned(run: &Run) -> Wait {
    let message = "The last try failed; it is tried again by itself.";
    let waits = Wait::new("retry_scheduled", message);
    Wait { until: run.scheduled_retry_at, run_id: run.retry_of_run_id, agent_id: Some(run.agent_id), ..waits }
}

/// The same questions in the same order as where runs are started.
async fn in_queue(conn: &Conn<'_>, run: &Run, now: Timestamp) -> ServiceResult<Wait> {
    let scope = Scope::company(run.company_id);
    let company = companies::get(conn, &scope, run.company_id).await?;
    if company.is_some_and(|company| company.status.keeps_its_queue()) {
        return Ok(Wait::skipped(SkipReason::CompanyInactive));
    }
    let Some(agent) = agents::get(conn, &scope, run.agent_id).await? else {
        return Ok(Wait::skipped(SkipReason::AgentNotInvokable));
    };
    let running = runs::count_running(conn, agent.id).await?;
    if HeartbeatPolicy::of(&agent.runtime_config).free_slots(running) == 0 {
        let others = if running == 1 { "another run" } else { "other runs" };
        let message = format!("{} is busy with {others}.", agent.name);
        return Ok(Wait::new("agent_busy", message).of_agent(&agent));
    }
    if let Some(wait) = not_invokable(conn, &agent).await? {
        return Ok(wait);
    }
    if let Some(wait) = for_money(conn, &agent, run, now).await? {
        return Ok(wait);
    }
    if let Some(issue_id) = run.issue_id
        && let Some(wait) = for_hold(conn, run.company_id, issue_id).await?
    {
        return Ok(wait);
    }
    if let Some(issue_id) = run.issue_id
        && let Some(claim) = claims::get(conn, issue_id).await?
        && claim.run_id != run.id
    {
        let waits = Wait::new("issue_held", "Another run works on its task.");
        return Ok(Wait { run_id: Some(claim.run_id), issue_id: Some(issue_id), ..waits });
    }
    Ok(Wait::new("starting", "It starts in a moment.").of_agent(&agent))
}

/// A run waits while all that is left of a budget is reserved by others.
async fn for_money(conn: &Conn<'_>, agent: &Agent, run: &Run, now: Timestamp) -> ServiceResult<Option<Wait>> {
    let issue = match run.issue_id {
        Some(id) => issues::get(conn, &Scope::company(run.company_id), id).await?,
        None => None,
    };
    let project_id = issue.and_then(|issue| issue.project_id);
    Ok(match reserving::room_for(conn, agent, project_id, run.id, now).await? {
        Ok(_) => None,
        Err(NoRoom::Spent(_)) => Some(Wait::skipped(SkipReason::BudgetBlocked)),
        Err(NoRoom::Reserved(scope)) => {
            let message = format!(
                "What is left of the {}'s budget is reserved by runs at work; it starts when they have ended.",
                scope.kind
            );
            Some(Wait::new("budget_reserved", message).of_agent(agent))
        }
    })
}

async fn not_invokable(conn: &Conn<'_>, agent: &Agent) -> ServiceResult<Option<Wait>> {
    let Err(refused) = gate::invokable(conn, agent).await? else { return Ok(None) };
    let name = &agent.name;
    let message = match refused.reason {
        NotInvokableReason::Paused => format!("{name} is paused; it goes on when it is resumed."),
        NotInvokableReason::Terminated | NotInvokableReason::Missing => format!("{name} works no more."),
        NotInvokableReason::PendingApproval => format!("{name} is not approved yet."),
        NotInvokableReason::ManagerTerminated
        | NotInvokableReason::ManagerMissing
        | NotInvokableReason::ReportingCycle => refused.to_string(),
    };
    Ok(Some(Wait::new(format!("agent_{}", refused.reason.as_str()), message).of_agent(agent)))
}

/// What is known of an issue already.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) issue: &'a Issue,
    pub(crate) work: Option<&'a IssueWork>,
    pub(crate) recovery: Option<&'a RecoveryAction>,
    pub(crate) attention: &'a NamedAttention,
}

/// Says what an open issue waits for, if nobody works on it.
pub(crate) async fn of_issue(
    conn: &Conn<'_>,
    known: Known<'_>,
    now: Timestamp,
) -> ServiceResult<Option<Wait>> {
    let issue = known.issue;
    if issue.status.is_closed() {
        return Ok(None);
    }
    if let Some(wait) = for_hold(conn, issue.company_id, issue.id).await? {
        return Ok(Some(wait));
    }
    if let Some(action) = known.recovery {
        return Ok(Some(of_recovery(action)));
    }
    if let Some(run) = known.work.and_then(|work| work.active.as_ref()) {
        return of_run(conn, run, now).await;
    }
    if let Some(retry) = known.work.and_then(|work| work.planned.as_ref()) {
        return Ok(Some(planned(&retry.run)));
    }
    if known.attention.end.is_none()
        && let Some(approval) = approval_issues::awaited_by(conn, issue.id).await?
    {
        return Ok(Some(of_approval(&approval)));
    }
    if let Some(wait) = of_status(issue, known.attention) {
        return Ok(Some(wait));
    }
    match issue.assignee_agent_id {
        Some(agent_id) => of_assignee(conn, issue, agent_id).await,
        None if issue.assignee_user_id.is_some() => {
            Ok(Some(Wait::new("with_person", "A person has it, and no agent starts on it.")))
        }
        None => Ok(Some(Wait::new("issue_unassigned", "Nobody has it."))),
    }
}

/// Nothing starts on a paused issue, nor below one.
async fn for_hold(conn: &Conn<'_>, company_id: CompanyId, issue_id: IssueId) -> ServiceResult<Option<Wait>> {
    let held = tree_holds::holding(conn, company_id, issue_id).await?;
    Ok(held
        .map(|held| Wait { issue_id: Some(held.root_issue_id), ..Wait::skipped(SkipReason::TreeHoldActive) }))
}

fn of_recovery(action: &RecoveryAction) -> Wait {
    let waits = if action.cause == ExecutionBlock::CAUSE {
        Wait::skipped(SkipReason::ExecutionReconciliationRequired)
    } else {
        Wait::new(action.cause.clone(), action.next_action.clone())
    };
    Wait { run_id: action.run_id, agent_id: action.owner_agent_id, ..waits }
}

fn of_approval(approval: &Approval) -> Wait {
    let (reason, message) = match approval.status {
        ApprovalStatus::RevisionRequested => {
            ("approval_revision_requested", "The board wants another proposal before it goes on.")
        }
        _ => ("approval_pending", "It waits for the board to decide about an approval."),
    };
    Wait { agent_id: approval.requested_by_agent_id, ..Wait::new(reason, message) }
}

fn of_status(issue: &Issue, attention: &NamedAttention) -> Option<Wait> {
    match (issue.status, &attention.end) {
        (IssueStatus::Backlog, _) => {
            Some(Wait::new("issue_backlog", "It is parked: nobody is woken for it before it is to be done."))
        }
        (IssueStatus::Blocked, Some((id, end))) => {
            let message = format!("It waits for {}: {}", end.identifier, end.title);
            let waits = Wait::new(SkipReason::DependenciesBlocked.as_str(), message);
            Some(Wait { issue_id: Some(*id), ..waits })
        }
        (IssueStatus::Blocked, None) => {
            Some(Wait::new("issue_blocked", "It is blocked, and names no other task that it waits for."))
        }
        (IssueStatus::InReview, _) => {
            Some(Wait::new(IssueStatus::InReview.as_str(), "It waits for a review."))
        }
        _ => None,
    }
}

async fn of_assignee(conn: &Conn<'_>, issue: &Issue, agent_id: AgentId) -> ServiceResult<Option<Wait>> {
    let scope = Scope::company(issue.company_id);
    if let Some(agent) = agents::get(conn, &scope, agent_id).await?
        && let Some(wait) = not_invokable(conn, &agent).await?
    {
        return Ok(Some(wait));
    }
    let latest = wakeups::latest_of(conn, agent_id, Some(issue.id)).await?;
    let refused = latest.filter(|wakeup| wakeup.status == WakeupStatus::Skipped);
    let wait = refused.and_then(|wakeup| wakeup.status_reason).map(|reason| {
        let known = reason.parse::<SkipReason>().map(SkipReason::told);
        Wait::new(reason, known.unwrap_or("Its agent was not woken."))
    });
    Ok(wait.map(|wait| Wait { agent_id: Some(agent_id), ..wait }))
}
