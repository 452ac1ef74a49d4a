//! Work that lies idle: what the sweeps look for, and what they do about it.
//!
//! Nothing here is a second way to start a run: what is found goes through the same admission as
//! every other wake-up, and each attempt has a key, so that it is made once.

use wireclip_domain::caller::Actor;
use wireclip_domain::gate::NotInvokableReason;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::{InvocationSource, RunStatus, TriggerDetail};
use wireclip_domain::run_context::RunContext;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{AgentId, IssueId, OpaqueJson};
use wireclip_store::agents;
use wireclip_store::counters::Within;
use wireclip_store::issues::{self, Issue};
use wireclip_store::runs::{self, Run};
use wireclip_store::{PageLimit, Scope, gate as store_gate, recovery_actions, stranded, wakeups};

use super::Runs;
use super::settling::escalate;
use crate::change::Change;
use crate::error::ServiceResult;
use crate::gate;
use crate::wakeups::{Release, WakeAnswer, WakeOrder, release, request_quietly};

/// What a sweep did about an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SweepOutcome {
    /// Nothing: somebody else was first, or the gate is closed.
    Nothing,
    /// A run was queued.
    Woken,
    /// The issue was blocked, with a recovery action for a person.
    Escalated,
}

/// What is to be done about a stranded issue.
enum Recovery {
    Nothing,
    Wake(WakeReason, InvocationSource, String),
    Escalate(String),
}

impl Runs {
    /// Lists issues for which wake-ups wait although no run is live, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn issues_with_waiting_wakeups(&self, limit: u32) -> ServiceResult<Vec<IssueId>> {
        Ok(wakeups::issues_with_waiting(&self.core.store.read(), PageLimit::at_most(limit)).await?)
    }

    /// Decides anew about the wake-ups that wait for an issue, as the end of a run does.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn release_waiting(&self, issue_id: IssueId) -> ServiceResult<SweepOutcome> {
        let mut change =
            self.core.begin_within(Within::Issue(issue_id), Actor::system("heartbeat_scheduler")).await?;
        let Some(issue) = issues::lock(&change.conn(), issue_id).await? else {
            return Ok(SweepOutcome::Nothing);
        };
        // Nobody's run has ended just now, so that what waits for the assignee's is due as well.
        let Some(ended_agent_id) = issue.assignee_agent_id.or(first_waiting(&change, issue_id).await?) else {
            return Ok(SweepOutcome::Nothing);
        };
        let queued = release(&mut change, Release { issue_id, ended_agent_id, ended_run_id: None }).await?;
        let outcome = if queued.is_some() { SweepOutcome::Woken } else { SweepOutcome::Nothing };
        Ok(change.commit(outcome).await?.into_inner())
    }

    /// Lists issues that an agent should work on and that nothing goes on with, by id, behind this
    /// one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn stranded(&self, after: Option<IssueId>, limit: u32) -> ServiceResult<Vec<IssueId>> {
        Ok(stranded::list(&self.core.store.read(), after, PageLimit::at_most(limit)).await?)
    }

    /// Does what is allowed about a stranded issue: a wake-up, or after its last attempt an
    /// escalation. Each attempt is made once, whoever asks.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn recover_stranded(&self, issue_id: IssueId) -> ServiceResult<SweepOutcome> {
        let mut change =
            self.core.begin_within(Within::Issue(issue_id), Actor::system("heartbeat_scheduler")).await?;
        let Some(issue) = issues::lock(&change.conn(), issue_id).await? else {
            return Ok(SweepOutcome::Nothing);
        };
        let Some(agent_id) = issue.assignee_agent_id else { return Ok(SweepOutcome::Nothing) };
        if !is_idle(&change, &issue).await? {
            return Ok(SweepOutcome::Nothing);
        }
        let last = runs::finished_on_issue(&change.conn(), agent_id, issue_id, PageLimit::at_most(1)).await?;
        let recovery = match standing(&change, &issue, agent_id).await? {
            Ok(()) => decide(&issue, last.first()),
            Err(reason) => decide_without_agent(reason),
        };
        let outcome = match recovery {
            Recovery::Nothing => return Ok(SweepOutcome::Nothing),
            Recovery::Wake(reason, source, key) => {
                let order = order(&issue, agent_id, reason, source, key);
                match request_quietly(&mut change, order).await? {
                    WakeAnswer::Queued(_) => SweepOutcome::Woken,
                    _ => SweepOutcome::Nothing,
                }
            }
            Recovery::Escalate(cause) => {
                escalate(&mut change, &issue, last.first(), &cause).await?;
                SweepOutcome::Escalated
            }
        };
        Ok(change.commit(outcome).await?.into_inner())
    }
}

async fn first_waiting(change: &Change<'_>, issue_id: IssueId) -> ServiceResult<Option<AgentId>> {
    let waiting = wakeups::waiting_of_issue(&change.conn(), issue_id).await?;
    Ok(waiting.first().map(|waiting| waiting.agent_id))
}

/// Whether the issue's agent could work on it.
async fn standing(
    change: &Change<'_>,
    issue: &Issue,
    agent_id: AgentId,
) -> ServiceResult<Result<(), NotInvokableReason>> {
    let conn = change.conn();
    let agent = agents::get(&conn, &Scope::company(issue.company_id), agent_id).await?;
    let Some(agent) = agent else { return Ok(Err(NotInvokableReason::Missing)) };
    Ok(gate::invokable(&conn, &agent).await?.map_err(|refused| refused.reason))
}

/// An agent that ended does not come back to its work: a person has to give it to another. One that
/// is paused or not yet approved goes on with it later, and shows why it does not now.
fn decide_without_agent(reason: NotInvokableReason) -> Recovery {
    if reason.ends_runs() {
        return Recovery::Escalate(RunErrorCode::AgentNotInvokable.as_str().to_owned());
    }
    Recovery::Nothing
}

/// Whether the issue still lies idle.
async fn is_idle(change: &Change<'_>, issue: &Issue) -> ServiceResult<bool> {
    let conn = change.conn();
    Ok(matches!(issue.status, IssueStatus::Todo | IssueStatus::InProgress)
        && issue.hidden_at.is_none()
        && !gate::has_pending_stage(issue)
        && runs::at_work_on(&conn, issue.id).await?.is_empty()
        && wakeups::waiting_of_issue(&conn, issue.id).await?.is_empty()
        && recovery_actions::open_of_issue(&conn, issue.id).await?.is_none()
        && store_gate::unresolved_blockers(&conn, issue.id).await?.is_empty())
}

/// The table of stranded work (recovery, section 5), as far as the end of a run leaves any.
fn decide(issue: &Issue, last: Option<&Run>) -> Recovery {
    let Some(last) = last else {
        // Work in progress that no run began is a person's doing.
        return match issue.status {
            IssueStatus::Todo => Recovery::Wake(
                WakeReason::IssueAssigned,
                InvocationSource::Assignment,
                // The assignee may change, and the issue be opened again: each time is its own.
                format!("stranded:{}:{}", issue.id, issue.status_version),
            ),
            _ => Recovery::Nothing,
        };
    };
    let has_failed = matches!(last.status, RunStatus::Failed | RunStatus::TimedOut | RunStatus::Interrupted);
    // A run that had a process may have acted: its end has decided what follows.
    if !has_failed || last.process_id.is_some() {
        return Recovery::Nothing;
    }
    let code = last.error_code.as_deref().map(RunErrorCode::from);
    let reason = RunContext::stored(last.context.clone()).wake_reason();
    let is_second =
        matches!(reason, Some(WakeReason::IssueAssignmentRecovery | WakeReason::IssueContinuationNeeded));
    if is_second || code.as_ref().is_some_and(RunErrorCode::needs_a_person) {
        let cause = code.map_or_else(|| last.status.as_str().to_owned(), |code| code.as_str().to_owned());
        return Recovery::Escalate(cause);
    }
    let reason = match issue.status {
        IssueStatus::Todo => WakeReason::IssueAssignmentRecovery,
        _ => WakeReason::IssueContinuationNeeded,
    };
    Recovery::Wake(reason, InvocationSource::Automation, format!("stranded:{}", last.id))
}

fn order(
    issue: &Issue,
    agent_id: AgentId,
    reason: WakeReason,
    source: InvocationSource,
    key: String,
) -> WakeOrder {
    let mut payload = OpaqueJson::object();
    payload.set("issueId", &issue.id);
    WakeOrder {
        company_id: issue.company_id,
        agent_id,
        source,
        trigger_detail: Some(TriggerDetail::System),
        reason: Some(reason),
        payload,
        context: RunContext::of_issue(issue.id).with("source", &"stranded_work_sweep"),
        idempotency_key: None,
        dedup_key: Some(key),
    }
}
