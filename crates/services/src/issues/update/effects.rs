//! What a change does beside its issue: runs stop, the claim ends, agents are woken.

use std::collections::HashMap;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::issue::update::StopCause;
use wireclip_domain::issue::wake::{
    Dependent, Parent, WakeWanted, is_own_doing, wakes_for_end, wakes_for_hiding, wakes_for_removal,
};
use wireclip_domain::issue::{Assignee, IssueStatus};
use wireclip_domain::retry::Cause;
use wireclip_domain::run::InvocationSource;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{AgentId, CommentId, IssueId, OpaqueJson};
use wireclip_store::claims;
use wireclip_store::issues::Issue;
use wireclip_store::issues::waiting::{self, WaitingIssue};

use super::Decided;
use crate::change::{ActivityRecord, Change};
use crate::error::ServiceResult;
use crate::issue_writes::holder;
use crate::runs::escalate;
use crate::stops::{self, StopOrder};
use crate::wakeups::{self, WakeOrder};

/// Ends the claim that the change ends, and stops the run that worked on what is no longer its.
pub(super) async fn stop_and_release(
    change: &mut Change<'_>,
    issue: &Issue,
    decided: &Decided,
) -> ServiceResult<()> {
    if let Some(stop) = decided.outcome.stops_run {
        let (code, message) = match stop.cause {
            // Wire: a run whose issue was cancelled ends like one that was cancelled itself.
            StopCause::IssueCancelled => (RunErrorCode::Cancelled, "The issue was cancelled"),
            StopCause::IssueReassigned => {
                (RunErrorCode::IssueReassigned, "The issue was given to somebody else")
            }
        };
        stops::stop_run(change, stop.run_id, &StopOrder { code, message: message.to_owned() }).await?;
    }
    if decided.outcome.ends_claim {
        claims::release(&change.conn(), issue.id).await?;
    }
    Ok(())
}

/// Wakes whom the change concerns, with the comment that came along; returns the agents.
pub(super) async fn wake(
    change: &mut Change<'_>,
    after: &Issue,
    decided: &Decided,
    comment_id: Option<CommentId>,
) -> ServiceResult<Vec<AgentId>> {
    let mut wanted = decided.outcome.wakes.clone();
    wanted.extend(decided.asked.filter(|agent| !is_own_doing(*agent, change.actor())).map(|agent_id| {
        WakeWanted {
            agent_id,
            issue_id: after.id,
            reason: WakeReason::IssueUnblockRequested,
            source: InvocationSource::Automation,
        }
    }));
    let own: Vec<AgentId> =
        wanted.iter().filter(|wake| wake.issue_id == after.id).map(|wake| wake.agent_id).collect();
    for wake in wanted {
        // Who is woken for the issue is not woken for the comment again, and must learn of it here.
        let comment_id = comment_id.filter(|_| wake.issue_id == after.id);
        let order = WakeOrder::wanted(after.company_id, wake, comment_id);
        wakeups::request_quietly(change, order).await?;
    }
    show_who_blocks_itself(change, after, decided).await?;
    Ok(own)
}

/// An agent that names itself as who unblocks its issue waits for nobody: a person sees it.
async fn show_who_blocks_itself(
    change: &mut Change<'_>,
    after: &Issue,
    decided: &Decided,
) -> ServiceResult<()> {
    let names_itself = decided
        .asked
        .is_some_and(|agent| after.assignee_agent_id == Some(agent) && is_own_doing(agent, change.actor()));
    if names_itself && after.status == IssueStatus::Blocked {
        escalate(change, after, None, &Cause::BlockedByItsAgent).await?;
    }
    Ok(())
}

/// Wakes those that waited for an issue which is closed now.
pub(crate) async fn wake_for_end(change: &mut Change<'_>, issue: &Issue) -> ServiceResult<()> {
    let dependents = waiting::dependents(&change.conn(), issue.id).await?;
    let stand = Waiting::read(change, issue, dependents).await?;
    let wakes = wakes_for_end(issue.status, &stand.dependents, stand.parent.as_ref());
    wake_waiting(change, issue, wakes, &stand.blockers_of).await
}

/// Wakes those that wait for an issue which is hidden now.
pub(super) async fn wake_for_hiding(change: &mut Change<'_>, issue: &Issue) -> ServiceResult<()> {
    let dependents = waiting::dependents(&change.conn(), issue.id).await?;
    let stand = Waiting::read(change, issue, dependents).await?;
    let wakes = wakes_for_hiding(issue.status, &stand.dependents);
    wake_waiting(change, issue, wakes, &stand.blockers_of).await
}

/// Wakes those that waited for an issue which is removed now; `dependents` were read before.
pub(crate) async fn wake_for_removal(
    change: &mut Change<'_>,
    removed: &Issue,
    dependents: Vec<WaitingIssue>,
) -> ServiceResult<()> {
    let stand = Waiting::read(change, removed, dependents).await?;
    let wakes = wakes_for_removal(removed.status, &stand.dependents, stand.parent.as_ref());
    wake_waiting(change, removed, wakes, &stand.blockers_of).await
}

async fn wake_waiting(
    change: &mut Change<'_>,
    ended: &Issue,
    wakes: Vec<WakeWanted>,
    blockers_of: &HashMap<IssueId, Vec<IssueId>>,
) -> ServiceResult<()> {
    for wake in wakes {
        let is_freed = wake.reason == WakeReason::IssueBlockersResolved;
        let resolved = blockers_of.get(&wake.issue_id).filter(|_| is_freed);
        let mut order = WakeOrder::wanted(ended.company_id, wake, None);
        if let Some(blockers) = resolved {
            order.context.set("resolvedBlockerIssueId", &ended.id);
            order.context.set("blockerIssueIds", blockers);
            record_resolved(change, ended, &order);
        }
        wakeups::request_quietly(change, order).await?;
    }
    Ok(())
}

/// Tells in the log of the issue that waited why its agent is woken.
fn record_resolved(change: &mut Change<'_>, blocker: &Issue, order: &WakeOrder) {
    let Some(waiting) = order.context.issue_id() else { return };
    let mut details = OpaqueJson::object();
    details.set("source", &"issue.blockers_resolved");
    details.set("resolvedBlockerIssueId", &blocker.id);
    details.set("agentId", &order.agent_id);
    let record =
        ActivityRecord::about(EntityType::Issue, waiting, Action::IssueBlockersResolvedWakeEmitted, details);
    change.record(blocker.company_id, record);
}

/// Those that an issue's end may concern.
struct Waiting {
    dependents: Vec<Dependent>,
    parent: Option<Parent>,
    /// The blockers of each dependent.
    blockers_of: HashMap<IssueId, Vec<IssueId>>,
}

impl Waiting {
    /// Reads where they stand now.
    async fn read(change: &Change<'_>, issue: &Issue, dependents: Vec<WaitingIssue>) -> ServiceResult<Self> {
        let conn = change.conn();
        let ids: Vec<_> = dependents.iter().map(|dependent| dependent.id).collect();
        let mut blockers = waiting::blockers(&conn, &ids).await?;
        let mut stand = Self {
            dependents: Vec::with_capacity(dependents.len()),
            parent: None,
            blockers_of: HashMap::new(),
        };
        for dependent in dependents {
            let blockers = blockers.remove(&dependent.id).unwrap_or_default();
            stand.blockers_of.insert(dependent.id, blockers.iter().map(|(id, _)| *id).collect());
            stand.dependents.push(Dependent {
                issue_id: dependent.id,
                status: dependent.status,
                blocker_statuses: blockers.into_iter().map(|(_, status)| status).collect(),
                assignee: holder_of(dependent)?,
            });
        }
        let Some(parent) = issue.parent_id else { return Ok(stand) };
        if let Some(parent) = waiting::parent(&conn, parent).await? {
            stand.parent = Some(Parent {
                issue_id: parent.id,
                status: parent.status,
                has_open_child: waiting::has_open_child(&conn, parent.id).await?,
                assignee: holder_of(parent)?,
            });
        }
        Ok(stand)
    }
}

fn holder_of(issue: WaitingIssue) -> ServiceResult<Assignee> {
    holder(issue.assignee_agent_id, issue.assignee_user_id)
}
