//! In what order an agent's queued runs start, and for which of them the server checks the issue
//! out. How many may start is [`crate::heartbeat_policy::HeartbeatPolicy::free_slots`].

use crate::ids::{AgentId, RunId};
use crate::issue::{IssuePriority, IssueStatus};
use crate::time::Timestamp;
use crate::wakeup::WakeReason;

/// What a queued run is about, in the order of starting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum QueueRank {
    /// An issue in progress that nothing blocks.
    InProgress,
    /// Another issue that nothing blocks.
    Ready,
    /// No issue.
    NoIssue,
    /// A blocked issue.
    Blocked,
}

impl QueueRank {
    /// Ranks a run by its issue: where it stands, and whether all its blockers are resolved.
    #[must_use]
    pub fn of(issue: Option<(IssueStatus, bool)>) -> Self {
        match issue {
            None => Self::NoIssue,
            Some((_, false)) => Self::Blocked,
            Some((IssueStatus::InProgress, true)) => Self::InProgress,
            Some((_, true)) => Self::Ready,
        }
    }
}

/// The place of a queued run: the least starts first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct QueueKey {
    rank: QueueRank,
    priority: u8,
    queued_at: Timestamp,
    run_id: RunId,
}

impl QueueKey {
    /// Makes the key of a queued run; the id settles what time leaves open.
    #[must_use]
    pub fn new(
        rank: QueueRank,
        priority: Option<IssuePriority>,
        queued_at: Timestamp,
        run_id: RunId,
    ) -> Self {
        let priority = match priority {
            Some(IssuePriority::Critical) => 0,
            Some(IssuePriority::High) => 1,
            Some(IssuePriority::Medium) => 2,
            Some(IssuePriority::Low) => 3,
            None => 4,
        };
        Self { rank, priority, queued_at, run_id }
    }
}

/// What the checkout at the start of a run depends on.
#[derive(Debug, Clone, Copy)]
pub struct CheckoutFacts<'a> {
    /// Whose run it is.
    pub agent_id: AgentId,
    /// Why it was asked for.
    pub reason: Option<&'a WakeReason>,
    /// Whether it takes up an answered interaction.
    pub answers_interaction: bool,
    /// Who has the issue.
    pub assignee: Option<AgentId>,
    /// Where the issue stands.
    pub status: IssueStatus,
    /// Whether all its blockers are resolved.
    pub is_ready: bool,
    /// Whether a stage of its execution policy is pending.
    pub has_pending_stage: bool,
}

/// Decides whether the server checks the issue out for the run before the agent starts.
#[must_use]
pub fn may_check_out(facts: &CheckoutFacts<'_>) -> bool {
    let is_open = match facts.status {
        IssueStatus::Todo | IssueStatus::Backlog | IssueStatus::Blocked | IssueStatus::InProgress => true,
        IssueStatus::InReview => facts.answers_interaction,
        IssueStatus::Done | IssueStatus::Cancelled => false,
    };
    is_open
        && facts.assignee == Some(facts.agent_id)
        && facts.is_ready
        && !facts.has_pending_stage
        && facts.reason.is_some_and(WakeReason::may_auto_checkout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_in_progress_starts_first_and_blocked_work_last() {
        let at = Timestamp::from_unix_millis;
        let key = |issue, priority, millis| {
            QueueKey::new(QueueRank::of(issue), priority, at(millis), RunId::random())
        };
        let todo = Some((IssueStatus::Todo, true));
        let sorted = [
            key(Some((IssueStatus::InProgress, true)), Some(IssuePriority::Low), 9),
            key(todo, Some(IssuePriority::Critical), 8),
            key(todo, Some(IssuePriority::High), 1),
            key(todo, Some(IssuePriority::High), 2),
            key(todo, None, 0),
            key(None, None, 0),
            key(Some((IssueStatus::InProgress, false)), Some(IssuePriority::Critical), 0),
        ];
        assert!(sorted.is_sorted());
    }

    #[test]
    fn the_server_checks_out_only_for_the_assignee_and_only_for_work() {
        let ada = AgentId::random();
        let assigned = WakeReason::IssueAssigned;
        let facts = CheckoutFacts {
            agent_id: ada,
            reason: Some(&assigned),
            answers_interaction: false,
            assignee: Some(ada),
            status: IssueStatus::Todo,
            is_ready: true,
            has_pending_stage: false,
        };
        assert!(may_check_out(&facts));
        let mention = WakeReason::IssueCommentMentioned;
        let review = WakeReason::ExecutionReviewRequested;
        let refused = [
            CheckoutFacts { assignee: None, ..facts },
            CheckoutFacts { assignee: Some(AgentId::random()), ..facts },
            CheckoutFacts { status: IssueStatus::InReview, ..facts },
            CheckoutFacts { status: IssueStatus::Done, ..facts },
            CheckoutFacts { is_ready: false, ..facts },
            CheckoutFacts { has_pending_stage: true, ..facts },
            CheckoutFacts { reason: None, ..facts },
            CheckoutFacts { reason: Some(&mention), ..facts },
            CheckoutFacts { reason: Some(&review), ..facts },
        ];
        for facts in refused {
            assert!(!may_check_out(&facts), "{facts:?}");
        }
        let answer = CheckoutFacts { status: IssueStatus::InReview, answers_interaction: true, ..facts };
        assert!(may_check_out(&answer));
    }
}
