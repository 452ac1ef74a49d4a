//! Who is woken by what others do.

use wireclip_domain::IssueId;
use wireclip_domain::issue::IssueStatus;
use wireclip_schema::issues::Model as Issue;

use super::{Moment, ensure};
use crate::play::Held;
use crate::rows::Snapshot;

/// Whoever has an issue hears when the last of its blockers is done, and when the last of its
/// children is closed: a wake-up says so, or a refused one says why not.
pub(super) fn who_waits_hears_of_the_end(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    for issue in now.issues.values().filter(|issue| issue.status != IssueStatus::Backlog) {
        let is_known = before.issues.get(&issue.id).is_some_and(|known| {
            known.assignee_agent_id == issue.assignee_agent_id && known.status != IssueStatus::Backlog
        });
        let agent_id = issue.assignee_agent_id.filter(|id| now.agents.contains_key(id));
        let (true, false, Some(agent_id)) = (is_known, issue.status.is_closed(), agent_id) else { continue };
        let is_ready = has_ended(before, now, issue, blockers, |status| status == IssueStatus::Done);
        let is_over = has_ended(before, now, issue, children, IssueStatus::is_closed);
        let mut wakeups = now.wakeups.values();
        let is_told = wakeups.any(|wakeup| {
            let is_its = wakeup.issue_id == Some(issue.id) && wakeup.agent_id == agent_id;
            is_its && before.wakeups.get(&wakeup.id) != Some(wakeup)
        });
        ensure(is_told || !(is_ready || is_over), || format!("nobody says so to {}", issue.identifier))?;
    }
    Ok(())
}

/// Whether all of those have ended in this step, and were the same before it.
fn has_ended(
    before: &Snapshot,
    now: &Snapshot,
    issue: &Issue,
    which: fn(&Snapshot, IssueId) -> Vec<IssueId>,
    is_end: impl Fn(IssueStatus) -> bool,
) -> bool {
    let ids = which(now, issue.id);
    let all = |snapshot: &Snapshot| {
        ids.iter().all(|id| snapshot.issues.get(id).is_some_and(|issue| is_end(issue.status)))
    };
    ids == which(before, issue.id) && !all(before) && all(now)
}

fn blockers(snapshot: &Snapshot, issue_id: IssueId) -> Vec<IssueId> {
    let of = snapshot.blockers.iter().filter(|row| row.issue_id == issue_id);
    let mut ids: Vec<_> = of.map(|row| row.blocker_id).collect();
    ids.sort_unstable();
    ids
}

fn children(snapshot: &Snapshot, issue_id: IssueId) -> Vec<IssueId> {
    let of = snapshot.issues.values().filter(|issue| issue.parent_id == Some(issue_id));
    of.map(|issue| issue.id).collect()
}
