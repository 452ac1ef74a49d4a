//! What becomes of a wake-up that waited, when the run that it waited for has ended.
//! The waiting ones of an issue are asked in the order of their age until one is
//! promoted; at most one is.

use crate::gate::NotInvokable;
use crate::ids::{AgentId, CommentId};
use crate::issue::IssueStatus;
use crate::wakeup::{ActorType, WakeReason};

/// A wake-up that waits for an issue, and what its promotion depends on.
#[derive(Debug, Clone)]
pub struct WaitingWake {
    /// Who is to work.
    pub agent_id: AgentId,
    /// Why.
    pub reason: Option<WakeReason>,
    /// Who asked.
    pub by: ActorType,
    /// Whether somebody said explicitly that the work goes on.
    pub is_resume: bool,
    /// The comments that it brings, in their order.
    pub comments: Vec<WaitingComment>,
    /// Whether the agent may work.
    pub invokable: Result<(), NotInvokable>,
}

/// A comment that a waiting wake-up brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingComment {
    /// The comment.
    pub id: CommentId,
    /// Whether it was deleted meanwhile.
    pub is_deleted: bool,
    /// Whether the run that has just ended wrote it.
    pub is_by_ended_run: bool,
}

/// How the issue stands, now that its run has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReleasedIssue {
    /// Its status.
    pub status: IssueStatus,
    /// Who has it.
    pub assignee: Option<AgentId>,
    /// Whose run has ended.
    pub ended_agent_id: AgentId,
}

/// What becomes of a waiting wake-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Promotion {
    /// A run is queued for it.
    Promote {
        /// Whether its closed issue goes back to `todo` first.
        reopens: bool,
        /// The comments that are still there.
        comment_ids: Vec<CommentId>,
    },
    /// It goes on waiting, for the end of the assignee's own run.
    Wait,
    /// Nobody wants it any more.
    Cancel(Obsolete),
    /// Its agent cannot work.
    Fail(NotInvokable),
}

/// Why nobody wants a waiting wake-up any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Obsolete {
    /// The agent is not the assignee any more.
    #[error("The issue is not this agent's any more")]
    AssigneeChanged,
    /// Its comments are gone, or are its own agent's, written by the run that has ended.
    #[error("Nothing is left of the comments that it was for")]
    NoCommentsLeft,
    /// The issue is closed.
    #[error("The issue is closed")]
    Closed,
}

/// Decides what becomes of a waiting wake-up.
#[must_use]
pub fn promote(wake: &WaitingWake, issue: &ReleasedIssue) -> Promotion {
    let is_assignee = issue.assignee == Some(wake.agent_id);
    let is_comment = wake.reason.as_ref().is_some_and(WakeReason::is_comment);
    if is_comment && !is_assignee {
        // A run of somebody else ended: the assignee's own may still need to hear it. Nobody's
        // never comes.
        let assignee_ended = issue.assignee.is_none_or(|assignee| assignee == issue.ended_agent_id);
        return if assignee_ended { Promotion::Cancel(Obsolete::AssigneeChanged) } else { Promotion::Wait };
    }
    let is_left = |comment: &&WaitingComment| !comment.is_deleted;
    let left: Vec<_> = wake.comments.iter().filter(is_left).collect();
    // What a run said is news to everybody but its own agent.
    let is_own_end = wake.agent_id == issue.ended_agent_id;
    let is_foreign = left.iter().any(|comment| !(is_own_end && comment.is_by_ended_run));
    let is_for_comments = wake.reason.as_ref().is_some_and(WakeReason::is_comment_or_mention);
    if is_for_comments && !wake.comments.is_empty() && !is_foreign {
        return Promotion::Cancel(Obsolete::NoCommentsLeft);
    }
    if let Err(refused) = &wake.invokable {
        return Promotion::Fail(refused.clone());
    }
    let is_closed = matches!(issue.status, IssueStatus::Done | IssueStatus::Cancelled);
    let reopens = is_closed && is_foreign && may_reopen(wake, issue.status, is_assignee);
    if is_closed && !reopens && is_assignee {
        return Promotion::Cancel(Obsolete::Closed);
    }
    Promotion::Promote { reopens, comment_ids: left.iter().map(|comment| comment.id).collect() }
}

/// A person's word opens a closed issue; an agent's only if it says so, and only a finished one.
fn may_reopen(wake: &WaitingWake, status: IssueStatus, is_assignee: bool) -> bool {
    wake.by == ActorType::User
        || wake.reason == Some(WakeReason::IssueReopenedViaComment)
        || (is_assignee && wake.is_resume && status == IssueStatus::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::AgentStatus;
    use crate::gate::NotInvokableReason;

    fn comment() -> WaitingComment {
        WaitingComment { id: CommentId::random(), is_deleted: false, is_by_ended_run: false }
    }

    /// A person's comment for the assignee, whose run has just ended.
    fn waiting() -> (WaitingWake, ReleasedIssue) {
        let agent_id = AgentId::random();
        let wake = WaitingWake {
            agent_id,
            reason: Some(WakeReason::IssueCommented),
            by: ActorType::User,
            is_resume: false,
            comments: vec![comment()],
            invokable: Ok(()),
        };
        let status = IssueStatus::InProgress;
        let issue = ReleasedIssue { status, assignee: Some(agent_id), ended_agent_id: agent_id };
        (wake, issue)
    }

    #[test]
    fn a_message_that_waited_gets_its_run_without_what_was_deleted() {
        let (mut wake, issue) = waiting();
        let kept = wake.comments[0].id;
        wake.comments.push(WaitingComment { is_deleted: true, ..comment() });
        let promoted = Promotion::Promote { reopens: false, comment_ids: vec![kept] };
        assert_eq!(promote(&wake, &issue), promoted);
    }

    #[test]
    fn a_persons_message_opens_the_issue_that_the_run_closed() {
        let (wake, issue) = waiting();
        for status in [IssueStatus::Done, IssueStatus::Cancelled] {
            let closed = ReleasedIssue { status, ..issue };
            assert!(matches!(promote(&wake, &closed), Promotion::Promote { reopens: true, .. }));
            let by_agent = WaitingWake { by: ActorType::Agent, ..wake.clone() };
            assert_eq!(promote(&by_agent, &closed), Promotion::Cancel(Obsolete::Closed));
        }
        let resume = WaitingWake { by: ActorType::Agent, is_resume: true, ..wake };
        let done = ReleasedIssue { status: IssueStatus::Done, ..issue };
        assert!(matches!(promote(&resume, &done), Promotion::Promote { reopens: true, .. }));
        let cancelled = ReleasedIssue { status: IssueStatus::Cancelled, ..issue };
        assert_eq!(promote(&resume, &cancelled), Promotion::Cancel(Obsolete::Closed));
    }

    #[test]
    fn what_the_ended_run_said_is_news_to_others_only() {
        let (mut wake, issue) = waiting();
        wake.comments[0].is_by_ended_run = true;
        assert_eq!(promote(&wake, &issue), Promotion::Cancel(Obsolete::NoCommentsLeft));
        let (agent_id, by) = (AgentId::random(), ActorType::Agent);
        let mention =
            WaitingWake { agent_id, by, reason: Some(WakeReason::IssueCommentMentioned), ..wake.clone() };
        let comment_ids = vec![wake.comments[0].id];
        let promoted = Promotion::Promote { reopens: false, comment_ids };
        for status in [IssueStatus::InProgress, IssueStatus::InReview, IssueStatus::Done] {
            assert_eq!(promote(&mention, &ReleasedIssue { status, ..issue }), promoted);
        }
        let handed_on = ReleasedIssue { assignee: Some(agent_id), ..issue };
        let assigned = WaitingWake { reason: Some(WakeReason::IssueAssigned), ..mention };
        assert_eq!(promote(&assigned, &handed_on), promoted);
    }

    #[test]
    fn a_new_assignee_is_woken_though_the_word_that_came_along_was_taken_back() {
        let (mut wake, issue) = waiting();
        wake.comments[0].is_deleted = true;
        assert_eq!(promote(&wake, &issue), Promotion::Cancel(Obsolete::NoCommentsLeft));
        wake.reason = Some(WakeReason::IssueAssigned);
        let promoted = Promotion::Promote { reopens: false, comment_ids: Vec::new() };
        assert_eq!(promote(&wake, &issue), promoted);
    }

    #[test]
    fn a_message_to_who_has_lost_the_issue_ends_with_the_assignees_run() {
        let (wake, issue) = waiting();
        let other = AgentId::random();
        let moved = ReleasedIssue { assignee: Some(other), ..issue };
        assert_eq!(promote(&wake, &moved), Promotion::Wait);
        let ended = ReleasedIssue { ended_agent_id: other, ..moved };
        assert_eq!(promote(&wake, &ended), Promotion::Cancel(Obsolete::AssigneeChanged));
        let given_back = ReleasedIssue { assignee: None, ..moved };
        assert_eq!(promote(&wake, &given_back), Promotion::Cancel(Obsolete::AssigneeChanged));
        let mention = WaitingWake { reason: Some(WakeReason::IssueCommentMentioned), ..wake };
        assert!(matches!(promote(&mention, &ended), Promotion::Promote { .. }));
    }

    #[test]
    fn an_agent_that_cannot_work_ends_the_waiting() {
        let (wake, issue) = waiting();
        let (agent_id, status, reason) = (wake.agent_id, AgentStatus::Paused, NotInvokableReason::Paused);
        let refused = NotInvokable { agent_id, status, reason, guidance: None };
        let lazy = WaitingWake { invokable: Err(refused.clone()), ..wake };
        assert_eq!(promote(&lazy, &issue), Promotion::Fail(refused));
    }
}
