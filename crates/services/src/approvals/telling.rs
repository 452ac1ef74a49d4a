//! Waking those whom a decision concerns: whoever asked, and the agents whose issues waited for it.

use wireclip_domain::activity::Action;
use wireclip_domain::approval::Verdict;
use wireclip_domain::gate::SkipReason;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::{InvocationSource, TriggerDetail};
use wireclip_domain::run_context::{RunContext, key};
use wireclip_domain::{AgentId, IssueId, OpaqueJson, RunId};
use wireclip_store::approvals::Approval;
use wireclip_store::issues::Issue;

use super::record;
use crate::change::Change;
use crate::error::ServiceResult;
use crate::wakeups::{WakeAnswer, WakeOrder, request_quietly};

/// Wakes whoever asked, and (once there is nothing to decide any more) those whose issues waited. An
/// agent whose own issue waited for what it asked is woken for that issue.
pub(super) async fn wake(
    change: &mut Change<'_>,
    approval: &Approval,
    verdict: Verdict,
    issues: &[Issue],
) -> ServiceResult<()> {
    let requester = approval.requested_by_agent_id;
    let waited = issues.iter().filter_map(|issue| Some((goes_on_by(issue)?, issue.id)));
    let concerned = |agent: &AgentId| verdict != Verdict::RequestRevision || requester == Some(*agent);
    let waited: Vec<(AgentId, IssueId)> = waited.filter(|(agent, _)| concerned(agent)).collect();
    if let Some(requester) = requester.filter(|id| waited.iter().all(|(agent, _)| agent != id)) {
        ask(change, approval, verdict, issues, (requester, None)).await?;
    }
    for (agent, issue) in waited {
        ask(change, approval, verdict, issues, (agent, Some(issue))).await?;
    }
    Ok(())
}

/// Returns the agent by whom an issue goes on.
fn goes_on_by(issue: &Issue) -> Option<AgentId> {
    let is_at_rest = matches!(issue.status, IssueStatus::Backlog) || issue.status.is_closed();
    issue.assignee_agent_id.filter(|_| !is_at_rest && issue.hidden_at.is_none())
}

async fn ask(
    change: &mut Change<'_>,
    approval: &Approval,
    verdict: Verdict,
    issues: &[Issue],
    (agent_id, issue_id): (AgentId, Option<IssueId>),
) -> ServiceResult<()> {
    let linked: Vec<IssueId> = issues.iter().map(|issue| issue.id).collect();
    let mut payload = OpaqueJson::object();
    payload.set("approvalId", &approval.id);
    payload.set("approvalStatus", &approval.status);
    payload.set("issueIds", &linked);
    if let Some(issue_id) = issue_id {
        payload.set("issueId", &issue_id);
    }
    let context = issue_id.map_or_else(RunContext::default, RunContext::of_issue);
    let order = WakeOrder {
        company_id: approval.company_id,
        agent_id,
        source: InvocationSource::Automation,
        trigger_detail: Some(TriggerDetail::System),
        reason: Some(verdict.wake_reason()),
        payload,
        context: context
            .with("source", &format!("approval.{}", approval.status))
            .with(key::APPROVAL_ID, &approval.id)
            .with(key::APPROVAL_STATUS, &approval.status)
            .with("issueIds", &linked),
        idempotency_key: None,
        dedup_key: None,
    };
    let answer = request_quietly(change, order).await?;
    tell(change, approval, &linked, (agent_id, issue_id), &answer);
    Ok(())
}

/// Tells what became of the wake-up.
fn tell(
    change: &mut Change<'_>,
    approval: &Approval,
    linked: &[IssueId],
    (agent_id, issue_id): (AgentId, Option<IssueId>),
    answer: &WakeAnswer,
) {
    let (is_queued, run_id, reason): (bool, Option<RunId>, Option<SkipReason>) = match answer {
        WakeAnswer::Queued(run) | WakeAnswer::Coalesced(run) => (true, Some(run.id), None),
        WakeAnswer::Deferred { .. } => (true, None, None),
        WakeAnswer::Skipped(reason) => (false, None, *reason),
        WakeAnswer::SkippedFor { .. } => (false, None, Some(SkipReason::ExecutionReconciliationRequired)),
    };
    let is_requester = approval.requested_by_agent_id == Some(agent_id);
    let mut details = OpaqueJson::object();
    if is_requester {
        details.set("requesterAgentId", &agent_id);
    } else {
        details.set("agentId", &agent_id);
        details.set("issueId", &issue_id);
    }
    details.set("linkedIssueIds", &linked);
    if is_queued {
        details.set("wakeRunId", &run_id);
    } else {
        details.set("reason", &reason);
    }
    let action = match (is_requester, is_queued) {
        (true, true) => Action::ApprovalRequesterWakeupQueued,
        (true, false) => Action::ApprovalRequesterWakeupFailed,
        (false, true) => Action::ApprovalReviewPathWakeupQueued,
        (false, false) => Action::ApprovalReviewPathWakeupFailed,
    };
    record(change, approval, action, details);
}
