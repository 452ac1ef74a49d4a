//! Deciding, and what follows from it: once, in the transaction of the decision.

use std::sync::Arc;

use wireclip_domain::activity::Action;
use wireclip_domain::approval::{self, ApprovalEvent, ApprovalKind, ApprovalStatus, Decided, Verdict};
use wireclip_domain::policy::Right;
use wireclip_domain::redaction::shown;
use wireclip_domain::{AgentId, ApprovalId, OpaqueJson};
use wireclip_store::approvals::{self, Approval};
use wireclip_store::issues::Issue;

use super::{ApprovalView, Approvals, about, links, lock, record, telling, view};
use crate::agents::Agents;
use crate::authority;
use crate::change::Change;
use crate::error::{OrRefuse as _, ServiceResult};
use crate::request::{Request, Scoped};
use crate::stops::Stopped;

impl Approvals {
    /// Decides about an approval. Whoever repeats a decision is told the first one; of two who decide
    /// otherwise at the same time, the second is refused.
    ///
    /// # Errors
    /// `Forbidden` for agents; `Unprocessable` if it was decided otherwise, or what was proposed
    /// cannot be carried out any more.
    pub async fn decide(
        &self,
        approval: &Scoped<Approval>,
        verdict: Verdict,
        note: Option<String>,
    ) -> ServiceResult<Stopped<ApprovalView>> {
        let mut change = self.core.begin_in(approval.company_id, approval.request()).await?;
        let before = lock(&change, approval.id).await?;
        authority::require(&change.conn(), approval.caller(), Right::ApprovalDecide, about(&before)).await?;
        let status = match approval::decide(before.status, verdict).or_refuse()? {
            Decided::Now(status) => status,
            Decided::Before => {
                let view = view(&change.conn(), approval.caller(), before).await?;
                let value = change.abandon(view).await?.into_inner();
                return Ok(Stopped { value, still_running: Vec::new() });
            }
        };
        let issues = links::linked(&change.conn(), &before).await?;
        let decided = store(&mut change, &before, (status, verdict, note), &issues).await?;
        let decided = self.follow(&mut change, approval.request(), decided, verdict).await?;
        let decided = forget_secrets(&mut change, decided).await?;
        telling::wake(&mut change, &decided, verdict, &issues).await?;
        let view = view(&change.conn(), approval.caller(), decided).await?;
        change.commit_stopped(view).await
    }

    /// Does what follows from a decision, by the kind of what was decided.
    async fn follow(
        &self,
        change: &mut Change<'_>,
        request: &Request,
        decided: Approval,
        verdict: Verdict,
    ) -> ServiceResult<Approval> {
        match (decided.kind, verdict) {
            (ApprovalKind::HireAgent, Verdict::Approve) => {
                let agents = Agents::new(Arc::clone(&self.core));
                let agent_id = agents.employ(change, request, &decided).await?;
                let employed = Approval { agent_id: Some(agent_id), ..decided.clone() };
                approvals::update(&change.conn(), &decided, &employed).await?;
                Ok(employed)
            }
            (ApprovalKind::HireAgent, Verdict::Reject) => {
                if let Some(agent_id) = decided.agent_id {
                    Agents::new(Arc::clone(&self.core)).turn_down(change, agent_id).await?;
                }
                Ok(decided)
            }
            // There are no budgets yet that a decision could raise: it is kept, as are the two others.
            (ApprovalKind::HireAgent, Verdict::RequestRevision)
            | (
                ApprovalKind::ApproveCeoStrategy
                | ApprovalKind::BudgetOverrideRequired
                | ApprovalKind::RequestBoardApproval,
                _,
            ) => Ok(decided),
        }
    }
}

/// Decides an approval since what it was about was decided elsewhere; whoever asked is woken.
/// Returns it, or nothing if there is nothing to decide about it any more.
///
/// # Errors
/// If the database fails.
pub(crate) async fn settle(
    change: &mut Change<'_>,
    id: ApprovalId,
    verdict: Verdict,
    note: Option<String>,
) -> ServiceResult<Option<Approval>> {
    let before = lock(change, id).await?;
    let Ok(Decided::Now(status)) = approval::decide(before.status, verdict) else { return Ok(None) };
    let issues = links::linked(&change.conn(), &before).await?;
    let decided = store(change, &before, (status, verdict, note), &issues).await?;
    let decided = forget_secrets(change, decided).await?;
    telling::wake(change, &decided, verdict, &issues).await?;
    Ok(Some(decided))
}

/// Gives up what there is to decide about an agent that goes before that.
///
/// # Errors
/// If the database fails.
pub(crate) async fn cancel_of_agent(change: &mut Change<'_>, agent_id: AgentId) -> ServiceResult<()> {
    let Some(found) = approvals::open_of_agent(&change.conn(), agent_id).await? else { return Ok(()) };
    let before = lock(change, found.id).await?;
    let Ok(status) = approval::next(before.status, ApprovalEvent::Cancel) else { return Ok(()) };
    let after = Approval { status, updated_at: change.now(), ..before.clone() };
    approvals::update(&change.conn(), &before, &after).await?;
    let mut details = OpaqueJson::object();
    details.set("type", &after.kind);
    details.set("linkedAgentId", &agent_id);
    record(change, &after, Action::ApprovalCancelled, details);
    forget_secrets(change, after).await.map(drop)
}

/// Gives up what there is to decide about what has passed by itself.
///
/// # Errors
/// If the database fails.
pub(crate) async fn cancel(change: &mut Change<'_>, id: ApprovalId) -> ServiceResult<()> {
    let before = lock(change, id).await?;
    let Ok(status) = approval::next(before.status, ApprovalEvent::Cancel) else { return Ok(()) };
    let after = Approval { status, updated_at: change.now(), ..before.clone() };
    approvals::update(&change.conn(), &before, &after).await?;
    let mut details = OpaqueJson::object();
    details.set("type", &after.kind);
    record(change, &after, Action::ApprovalCancelled, details);
    forget_secrets(change, after).await.map(drop)
}

/// Leaves of what was decided what may be shown of it: its secrets have served.
async fn forget_secrets(change: &mut Change<'_>, approval: Approval) -> ServiceResult<Approval> {
    if !approval.status.is_decided() {
        return Ok(approval);
    }
    let shown = Approval { payload: shown(&approval.payload), ..approval.clone() };
    approvals::update(&change.conn(), &approval, &shown).await?;
    Ok(shown)
}

/// Stores a decision of whoever makes the change, and tells of it.
async fn store(
    change: &mut Change<'_>,
    before: &Approval,
    (status, verdict, note): (ApprovalStatus, Verdict, Option<String>),
    issues: &[Issue],
) -> ServiceResult<Approval> {
    let after = Approval {
        status,
        decision_note: note,
        // Whoever calls, whatever the request says.
        decided_by_user_id: change.actor().user_id(),
        decided_at: Some(change.now()),
        updated_at: change.now(),
        ..before.clone()
    };
    approvals::update(&change.conn(), before, &after).await?;
    let mut details = OpaqueJson::object();
    details.set("type", &after.kind);
    let action = match verdict {
        Verdict::Approve => {
            details.set("requestedByAgentId", &after.requested_by_agent_id);
            details.set("linkedIssueIds", &issues.iter().map(|issue| issue.id).collect::<Vec<_>>());
            Action::ApprovalApproved
        }
        Verdict::Reject => Action::ApprovalRejected,
        Verdict::RequestRevision => Action::ApprovalRevisionRequested,
    };
    record(change, &after, action, details);
    Ok(after)
}
