//! Loops that were cut: a person must be able to see them where they look.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::gate::SkipReason;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::loop_guard::LoopBreak;
use wireclip_domain::retry::Cause;
use wireclip_store::issues::Issue;

use super::Wish;
use crate::change::{ActivityRecord, Change};
use crate::error::ServiceResult;
use crate::runs::escalate;

/// The part of the system on which these entries are booked.
const LOOP_GUARD: &str = "loop-guard";

/// Shows that a loop was cut: work that changes nothing is blocked, with an action for a person; all
/// else is in the issue's log. An agent's own output that does not wake it is nothing to look at.
pub(super) async fn show(
    change: &mut Change<'_>,
    wish: &Wish<'_>,
    cut: LoopBreak,
    is_first: bool,
) -> ServiceResult<()> {
    if cut == LoopBreak::OwnOutput {
        return Ok(());
    }
    let Some(issue) = &wish.issue else { return Ok(()) };
    let reason = SkipReason::from(cut);
    if is_first {
        tracing::warn!(
            agent.id = %wish.agent.id,
            issue.id = %issue.id,
            "stopped waking {} for {} again and again: {reason}", wish.agent.name, issue.identifier
        );
        record(change, wish, issue, reason);
    }
    let is_its_work = issue.assignee_agent_id == Some(wish.agent.id)
        && matches!(issue.status, IssueStatus::Todo | IssueStatus::InProgress);
    if is_its_work && matches!(cut, LoopBreak::NothingChanges { .. }) {
        escalate(change, issue, None, &Cause::Loop(reason)).await?;
    }
    Ok(())
}

fn record(change: &mut Change<'_>, wish: &Wish<'_>, issue: &Issue, reason: SkipReason) {
    let mut details = OpaqueJson::object();
    details.set("identifier", &issue.identifier);
    details.set("agentId", &wish.agent.id);
    details.set("agentName", &wish.agent.name);
    details.set("wakeReason", &wish.order.reason.as_ref().map(|reason| reason.as_str()));
    details.set("reason", &reason);
    let record = ActivityRecord::about(EntityType::Issue, issue.id, Action::IssueWakeLoopStopped, details);
    change.record_as(issue.company_id, Actor::system(LOOP_GUARD), record);
}
