//! What a new issue starts as.

use crate::Timestamp;
use crate::blocker::{Blocker, StillBlocked, check_ready};
use crate::issue::{Assignee, IssueStatus};
use crate::refusal::{Refusal, RefusalKind};
use crate::{OpaqueJson, words};

/// The deepest that a chain of requests is counted.
pub const MAX_REQUEST_DEPTH: u32 = 1024;

words! {
    /// How a new issue came by its status.
    pub enum StatusDefaultReason("status default reason") {
        Explicit = "explicit",
        AssignedOmittedStatus = "assigned_omitted_status",
        UnassignedOmittedStatus = "unassigned_omitted_status",
    }
}

words! {
    /// Why nobody is woken for a new issue.
    pub enum AssignmentWakeSkip("assignment wake skip reason") {
        NoAgentAssignee = "no_agent_assignee",
        AssignedBacklog = "assigned_backlog",
        AssignedClosed = "assigned_closed",
    }
}

/// What a new issue starts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InitialStatus {
    /// The status.
    pub status: IssueStatus,
    /// How it came about.
    pub reason: StatusDefaultReason,
    /// Why the assignee is not woken; `None` if it is.
    pub wake_skip: Option<AssignmentWakeSkip>,
    /// When the work began, if it has begun.
    pub started_at: Option<Timestamp>,
    /// When the work was completed, if it was.
    pub completed_at: Option<Timestamp>,
    /// When the work was cancelled, if it was.
    pub cancelled_at: Option<Timestamp>,
}

/// Why an issue cannot start as it is wished.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreationRefused {
    /// It would be worked on by nobody.
    #[error("an issue in progress has an assignee")]
    NobodyWorks,
    /// It would be worked on while it waits.
    #[error(transparent)]
    Blocked(#[from] StillBlocked),
}

impl Refusal for CreationRefused {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }

    fn details(&self) -> Option<OpaqueJson> {
        match self {
            Self::NobodyWorks => None,
            Self::Blocked(blocked) => blocked.details(),
        }
    }
}

/// Decides what a new issue starts as: `todo` if somebody has it, else `backlog`, unless a status
/// is wished.
///
/// # Errors
/// If work is to be in progress that nobody does, or that waits for others.
pub fn decide_creation(
    wished: Option<IssueStatus>,
    assignee: &Assignee,
    blockers: &[Blocker],
    now: Timestamp,
) -> Result<InitialStatus, CreationRefused> {
    let (status, reason) = match (wished, assignee.is_nobody()) {
        (Some(status), _) => (status, StatusDefaultReason::Explicit),
        (None, false) => (IssueStatus::Todo, StatusDefaultReason::AssignedOmittedStatus),
        (None, true) => (IssueStatus::Backlog, StatusDefaultReason::UnassignedOmittedStatus),
    };
    if status == IssueStatus::InProgress {
        if assignee.is_nobody() {
            return Err(CreationRefused::NobodyWorks);
        }
        check_ready(blockers)?;
    }
    let wake_skip = match (assignee, status) {
        (Assignee::Nobody | Assignee::User(_), _) => Some(AssignmentWakeSkip::NoAgentAssignee),
        (Assignee::Agent(_), IssueStatus::Backlog) => Some(AssignmentWakeSkip::AssignedBacklog),
        (Assignee::Agent(_), status) if status.is_closed() => Some(AssignmentWakeSkip::AssignedClosed),
        (Assignee::Agent(_), _) => None,
    };
    let at = |entered: IssueStatus| (status == entered).then_some(now);
    Ok(InitialStatus {
        status,
        reason,
        wake_skip,
        started_at: at(IssueStatus::InProgress),
        completed_at: at(IssueStatus::Done),
        cancelled_at: at(IssueStatus::Cancelled),
    })
}

/// Returns the depth of a new issue: one more than its parent's, or what was wished, within the
/// limit.
#[must_use]
pub fn request_depth(parent: Option<u32>, wished: Option<u32>) -> u32 {
    parent.map_or_else(|| wished.unwrap_or(0), |parent| parent.saturating_add(1)).min(MAX_REQUEST_DEPTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AgentId, UserId};

    #[test]
    fn the_status_follows_the_assignee_unless_it_is_told() {
        use AssignmentWakeSkip as Skip;
        use IssueStatus as Status;
        use StatusDefaultReason as Reason;
        let now = Timestamp::from_unix_millis(7);
        let agent = Assignee::Agent(AgentId::random());
        let person = Assignee::User(UserId::local_board());
        let check = |wished, assignee: &Assignee, status, reason, wake_skip| {
            let initial = decide_creation(wished, assignee, &[], now).unwrap();
            assert_eq!((initial.status, initial.reason, initial.wake_skip), (status, reason, wake_skip));
            let times = [initial.started_at, initial.completed_at, initial.cancelled_at];
            let expected =
                [Status::InProgress, Status::Done, Status::Cancelled].map(|at| (status == at).then_some(now));
            assert_eq!(times, expected, "{status}");
        };
        let (no_agent, omitted) = (Some(Skip::NoAgentAssignee), Reason::AssignedOmittedStatus);
        check(None, &Assignee::Nobody, Status::Backlog, Reason::UnassignedOmittedStatus, no_agent);
        check(None, &person, Status::Todo, omitted, no_agent);
        check(None, &agent, Status::Todo, omitted, None);
        check(Some(Status::Backlog), &agent, Status::Backlog, Reason::Explicit, Some(Skip::AssignedBacklog));
        check(Some(Status::Done), &agent, Status::Done, Reason::Explicit, Some(Skip::AssignedClosed));
        check(Some(Status::InProgress), &person, Status::InProgress, Reason::Explicit, no_agent);
        check(Some(Status::Cancelled), &Assignee::Nobody, Status::Cancelled, Reason::Explicit, no_agent);
    }

    #[test]
    fn nobody_works_on_nobodys_issue() {
        let refused = decide_creation(
            Some(IssueStatus::InProgress),
            &Assignee::Nobody,
            &[],
            Timestamp::from_unix_millis(0),
        );
        assert_eq!(refused, Err(CreationRefused::NobodyWorks));
    }

    #[test]
    fn depth_is_counted_up_to_its_limit() {
        assert_eq!(request_depth(None, None), 0);
        assert_eq!(request_depth(Some(3), Some(99)), 4);
        assert_eq!(request_depth(None, Some(5000)), MAX_REQUEST_DEPTH);
        assert_eq!(request_depth(Some(MAX_REQUEST_DEPTH), None), MAX_REQUEST_DEPTH);
    }
}
