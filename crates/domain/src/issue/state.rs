//! Where an issue stands and who has it, and what goes with moving it.
//!
//! Invariant: `completed_at` is set exactly while an issue is done, `cancelled_at` exactly while it
//! is cancelled, `blocked_transition_at` and an unblock descriptor only while it is blocked.

use crate::issue::{Assignee, IssueStatus, UnblockDescriptor};
use crate::{IssueId, OpaqueJson, Timestamp};

/// The part of an issue on which the rules depend.
#[derive(Debug, Clone, PartialEq)]
pub struct IssueState {
    /// The issue.
    pub id: IssueId,
    /// Where it stands.
    pub status: IssueStatus,
    /// How often the status changed.
    pub status_version: i64,
    /// Who has it.
    pub assignee: Assignee,
    /// When work on it last began.
    pub started_at: Option<Timestamp>,
    /// When it was completed, while it is done.
    pub completed_at: Option<Timestamp>,
    /// When it was cancelled, while it is cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// When it became blocked, while it is.
    pub blocked_transition_at: Option<Timestamp>,
    /// Who can unblock it, while it is blocked.
    pub unblock: Option<UnblockDescriptor>,
    /// How far it has come in review.
    pub execution_state: Option<OpaqueJson>,
}

impl IssueState {
    /// Returns the issue at this status, with everything that goes with the move. Where it stands
    /// already, it stays as it is.
    #[must_use]
    pub fn moved_to(&self, status: IssueStatus, now: Timestamp) -> Self {
        if status == self.status {
            return self.clone();
        }
        let at = |entered: IssueStatus| (status == entered).then_some(now);
        let is_opened = self.status.is_closed() && !status.is_closed();
        Self {
            id: self.id,
            status,
            status_version: self.status_version.saturating_add(1),
            assignee: self.assignee.clone(),
            started_at: at(IssueStatus::InProgress).or(self.started_at),
            completed_at: at(IssueStatus::Done),
            cancelled_at: at(IssueStatus::Cancelled),
            blocked_transition_at: at(IssueStatus::Blocked),
            unblock: None,
            execution_state: self.execution_state.clone().filter(|_| !is_opened),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UserId;
    use crate::issue::UnblockOwner;

    fn blocked() -> IssueState {
        IssueState {
            id: IssueId::random(),
            status: IssueStatus::Blocked,
            status_version: 3,
            assignee: Assignee::User(UserId::local_board()),
            started_at: None,
            completed_at: None,
            cancelled_at: None,
            blocked_transition_at: Some(Timestamp::from_unix_millis(1)),
            unblock: Some(UnblockDescriptor { owner: UnblockOwner::Board, action: "Sign".to_owned() }),
            execution_state: Some(OpaqueJson::object()),
        }
    }

    #[test]
    fn what_moves_on_waits_for_nobody() {
        let now = Timestamp::from_unix_millis(2);
        let begun = blocked().moved_to(IssueStatus::InProgress, now);
        assert_eq!((begun.unblock, begun.blocked_transition_at), (None, None));
        assert_eq!((begun.started_at, begun.status_version), (Some(now), 4));
    }

    #[test]
    fn what_stays_where_it_is_stays_as_it_is() {
        let before = blocked();
        assert_eq!(before.moved_to(IssueStatus::Blocked, Timestamp::from_unix_millis(2)), before);
    }

    #[test]
    fn what_is_opened_again_is_reviewed_anew() {
        let now = Timestamp::from_unix_millis(2);
        let done = blocked().moved_to(IssueStatus::Done, now);
        assert!(done.execution_state.is_some() && done.completed_at == Some(now));
        let opened = done.moved_to(IssueStatus::Todo, now);
        assert_eq!((opened.execution_state, opened.completed_at), (None, None));
    }
}
