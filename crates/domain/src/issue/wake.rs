//! Whom a change of an issue wakes, and why.
//!
//! Invariant: no write wakes the agent whose run made it; that is how loops start. The one
//! exception is a write that says `resume`.

use crate::blocker::is_resolved;
use crate::caller::Actor;
use crate::issue::{Assignee, IssueStatus};
use crate::run::InvocationSource;
use crate::wakeup::{ActorType, WakeReason};
use crate::{AgentId, IssueId};

/// A wake-up that a change makes necessary; it is written in the transaction of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WakeWanted {
    /// Who is woken.
    pub agent_id: AgentId,
    /// For which issue.
    pub issue_id: IssueId,
    /// Why.
    pub reason: WakeReason,
    /// By what kind of cause.
    pub source: InvocationSource,
}

/// The state of a status and its holder, on one side of a change.
#[derive(Debug, Clone, Copy)]
pub struct Held<'a> {
    /// The status.
    pub status: IssueStatus,
    /// Who has the issue.
    pub assignee: &'a Assignee,
}

/// Returns whom a change of status or assignee wakes: the assignee, at most once.
#[must_use]
pub fn wake_for_update(
    issue: IssueId,
    before: Held<'_>,
    after: Held<'_>,
    actor: &Actor,
) -> Option<WakeWanted> {
    use IssueStatus::{Backlog, Blocked, InReview, Todo};
    let agent = after.assignee.agent()?;
    if is_own_doing(agent, actor) || after.status == Backlog || after.status.is_closed() {
        return None;
    }
    let wake = |reason, source| Some(WakeWanted { agent_id: agent, issue_id: issue, reason, source });
    if before.assignee != after.assignee {
        return wake(WakeReason::IssueAssigned, InvocationSource::Assignment);
    }
    let becomes_workable = match (before.status, after.status) {
        (Backlog, after) => after != Blocked,
        (from, Todo) if from == Blocked || from.is_closed() => true,
        (InReview, Todo) => actor.kind == ActorType::User,
        _ => false,
    };
    if becomes_workable { wake(WakeReason::IssueStatusChanged, InvocationSource::Automation) } else { None }
}

/// Returns whether it is an agent's own run that acts.
#[must_use]
pub fn is_own_doing(agent: AgentId, actor: &Actor) -> bool {
    actor.agent_id == Some(agent)
}

/// An issue that waits for the one that changed.
#[derive(Debug, Clone)]
pub struct Dependent {
    /// The waiting issue.
    pub issue_id: IssueId,
    /// Where it stands.
    pub status: IssueStatus,
    /// Who has it.
    pub assignee: Assignee,
    /// Where all its blockers stand after the change.
    pub blocker_statuses: Vec<IssueStatus>,
}

/// The parent of the issue that changed.
#[derive(Debug, Clone)]
pub struct Parent {
    /// The parent.
    pub issue_id: IssueId,
    /// Where it stands.
    pub status: IssueStatus,
    /// Who has it.
    pub assignee: Assignee,
    /// Whether a child of it is still open after the change.
    pub has_open_child: bool,
}

/// Returns whom it wakes that an issue came to an end: those that wait for it, and the parent's
/// assignee when no child is open any more. Both are read from present state, so that it does not
/// matter which of several blockers or children ended last.
#[must_use]
pub fn wakes_for_end(
    status: IssueStatus,
    dependents: &[Dependent],
    parent: Option<&Parent>,
) -> Vec<WakeWanted> {
    if !status.is_closed() {
        return Vec::new();
    }
    let waiting = dependents.iter().filter_map(|dependent| wake_for_dependent(status, dependent));
    waiting.chain(parent.and_then(wake_for_parent)).collect()
}

/// Returns whom it wakes that an issue which stands at `status` is hidden: nobody goes on with what no
/// list shows, so that whoever waits for it must say what is to become of that.
#[must_use]
pub fn wakes_for_hiding(status: IssueStatus, dependents: &[Dependent]) -> Vec<WakeWanted> {
    if status.is_closed() {
        return Vec::new();
    }
    let told = dependents
        .iter()
        .filter(|dependent| dependent.status != IssueStatus::Backlog && !dependent.status.is_closed());
    let wanted = told.filter_map(|dependent| {
        Some(WakeWanted {
            agent_id: dependent.assignee.agent()?,
            issue_id: dependent.issue_id,
            reason: WakeReason::IssueBlockerHidden,
            source: InvocationSource::Automation,
        })
    });
    wanted.collect()
}

/// Returns whom it wakes that an issue which stood at `status` is removed: what is gone keeps nobody
/// waiting, as if it were done. The blockers and children are those that are left.
#[must_use]
pub fn wakes_for_removal(
    status: IssueStatus,
    dependents: &[Dependent],
    parent: Option<&Parent>,
) -> Vec<WakeWanted> {
    let freed = if is_resolved(status) { &[] } else { dependents };
    wakes_for_end(IssueStatus::Done, freed, parent.filter(|_| !status.is_closed()))
}

fn wake_for_dependent(ended_as: IssueStatus, dependent: &Dependent) -> Option<WakeWanted> {
    let agent_id = dependent.assignee.agent()?;
    if dependent.status == IssueStatus::Backlog || dependent.status.is_closed() {
        return None;
    }
    let reason = if dependent.blocker_statuses.iter().all(|status| is_resolved(*status)) {
        WakeReason::IssueBlockersResolved
    } else if ended_as == IssueStatus::Cancelled {
        WakeReason::IssueBlockerCancelled
    } else {
        return None;
    };
    Some(WakeWanted { agent_id, issue_id: dependent.issue_id, reason, source: InvocationSource::Automation })
}

fn wake_for_parent(parent: &Parent) -> Option<WakeWanted> {
    let agent_id = parent.assignee.agent()?;
    let is_open = parent.status != IssueStatus::Backlog && !parent.status.is_closed();
    (is_open && !parent.has_open_child).then_some(WakeWanted {
        agent_id,
        issue_id: parent.issue_id,
        reason: WakeReason::IssueChildrenCompleted,
        source: InvocationSource::Automation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    #[test]
    fn who_waits_for_what_is_hidden_is_told_unless_it_is_closed() {
        for blocker in IssueStatus::ALL {
            for waits in IssueStatus::ALL {
                let dependent = Dependent {
                    issue_id: IssueId::random(),
                    status: *waits,
                    blocker_statuses: vec![*blocker],
                    assignee: Assignee::Agent(AgentId::random()),
                };
                let is_told = !blocker.is_closed() && !waits.is_closed() && *waits != IssueStatus::Backlog;
                let wakes = wakes_for_hiding(*blocker, &[dependent]);
                assert_eq!(wakes.len(), usize::from(is_told), "{blocker} {waits}");
            }
        }
    }

    fn person() -> Actor {
        Actor { kind: ActorType::User, ..Actor::system("local-board") }
    }

    fn agent(id: AgentId) -> Actor {
        Actor { kind: ActorType::Agent, agent_id: Some(id), ..Actor::system("x") }
    }

    #[test]
    fn moves_that_make_an_issue_workable_wake_its_agent() {
        use IssueStatus as S;
        let (issue, ada) = (IssueId::random(), AgentId::random());
        let assignee = Assignee::Agent(ada);
        let held = |status| Held { status, assignee: &assignee };
        let mut woken = Vec::new();
        for &from in S::ALL {
            for &to in S::ALL {
                if wake_for_update(issue, held(from), held(to), &person()).is_some() {
                    woken.push(format!("{from}>{to}"));
                }
                assert_eq!(wake_for_update(issue, held(from), held(to), &agent(ada)), None);
            }
        }
        assert_eq!(
            woken.join(" "),
            "backlog>todo backlog>in_progress backlog>in_review in_review>todo done>todo blocked>todo cancelled>todo"
        );
    }

    #[test]
    fn a_new_assignee_is_woken_for_open_work_only() {
        let (issue, bob) = (IssueId::random(), Assignee::Agent(AgentId::random()));
        let wake = |status| {
            let (before, after) =
                (Held { status, assignee: &Assignee::Nobody }, Held { status, assignee: &bob });
            wake_for_update(issue, before, after, &person()).map(|wake| wake.reason)
        };
        assert_eq!(wake(IssueStatus::Todo), Some(WakeReason::IssueAssigned));
        assert_eq!(wake(IssueStatus::Backlog), None);
        assert_eq!(wake(IssueStatus::Done), None);
    }

    #[test]
    fn the_last_blocker_and_the_last_child_wake_who_waits() {
        let owner = Assignee::Agent(AgentId::random());
        let dependent = |blockers: &[IssueStatus]| Dependent {
            issue_id: IssueId::random(),
            status: IssueStatus::Blocked,
            assignee: owner.clone(),
            blocker_statuses: blockers.to_vec(),
        };
        let reasons = |status, dependents: &[Dependent], parent: Option<&Parent>| {
            let wakes = wakes_for_end(status, dependents, parent);
            wakes.into_iter().map(|wake| wake.reason.as_str().to_owned()).collect::<Vec<_>>()
        };
        use IssueStatus::{Cancelled, Done, Todo};
        assert_eq!(
            reasons(Done, &[dependent(&[Done, Todo]), dependent(&[Done])], None),
            ["issue_blockers_resolved"]
        );
        assert_eq!(reasons(Cancelled, &[dependent(&[Cancelled])], None), ["issue_blocker_cancelled"]);
        assert_eq!(reasons(Todo, &[dependent(&[Done])], None), [""; 0]);
        let parent = |has_open_child| Parent {
            issue_id: IssueId::random(),
            status: Todo,
            assignee: owner.clone(),
            has_open_child,
        };
        assert_eq!(reasons(Done, &[], Some(&parent(false))), ["issue_children_completed"]);
        assert_eq!(reasons(Done, &[], Some(&parent(true))), [""; 0]);
    }
}
