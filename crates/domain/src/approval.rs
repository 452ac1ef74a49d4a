//! An approval: a wish that the board decides about.
//!
//! ```text
//!            ┌────────── resubmit ─────────┐
//!            ▼                             │
//! ask ─▶ pending ──request revision──▶ revision_requested
//!            │                             │
//!            └──approve──▶ approved ◀──────┤
//!            └──reject───▶ rejected ◀──────┤
//!            └──cancel───▶ cancelled ◀─────┘
//! ```
//! **Invariant:** a decided approval stays as it was decided, and what follows from the decision
//! happens once: whoever decides in the same way again is told the first decision.

pub mod hire;

use crate::caller::Actor;
use crate::refusal::{Refusal, RefusalKind};
use crate::wakeup::{ActorType, WakeReason};
use crate::{AgentId, moves, words};

words! {
    /// What an approval is about.
    pub enum ApprovalKind("approval type") {
        /// That an agent is hired.
        HireAgent = "hire_agent",
        /// The plan of a company's chief.
        ApproveCeoStrategy = "approve_ceo_strategy",
        /// That a spent budget is raised.
        BudgetOverrideRequired = "budget_override_required",
        /// Anything else that somebody does not want to decide alone.
        RequestBoardApproval = "request_board_approval",
    }
}

words! {
    /// Where an approval stands.
    pub enum ApprovalStatus("approval status") {
        Pending = "pending",
        RevisionRequested = "revision_requested",
        Approved = "approved",
        Rejected = "rejected",
        Cancelled = "cancelled",
    }
}

impl ApprovalStatus {
    /// Those in which there is still something to decide.
    pub const OPEN: [Self; 2] = [Self::Pending, Self::RevisionRequested];

    /// Returns whether there is nothing to decide any more.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        match self {
            Self::Pending | Self::RevisionRequested => false,
            Self::Approved | Self::Rejected | Self::Cancelled => true,
        }
    }
}

words! {
    /// What can happen to an approval.
    pub enum ApprovalEvent("approval event") {
        /// The board says yes.
        Approve = "approve",
        /// The board says no.
        Reject = "reject",
        /// The board wants another proposal.
        RequestRevision = "request_revision",
        /// Another proposal comes.
        Resubmit = "resubmit",
        /// There is nothing to decide any more: what it was about is gone.
        Cancel = "cancel",
    }
}

/// Every move an approval may make. What is not listed is refused.
pub const MOVES: &[(ApprovalStatus, ApprovalEvent, ApprovalStatus)] = {
    use {ApprovalEvent as E, ApprovalStatus as S};
    &[
        (S::Pending, E::Approve, S::Approved),
        (S::Pending, E::Reject, S::Rejected),
        (S::Pending, E::RequestRevision, S::RevisionRequested),
        (S::Pending, E::Cancel, S::Cancelled),
        (S::RevisionRequested, E::Approve, S::Approved),
        (S::RevisionRequested, E::Reject, S::Rejected),
        (S::RevisionRequested, E::Resubmit, S::Pending),
        (S::RevisionRequested, E::Cancel, S::Cancelled),
    ]
};

/// What the board can say about an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Yes.
    Approve,
    /// No.
    Reject,
    /// Not so.
    RequestRevision,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 3] = [Self::Approve, Self::Reject, Self::RequestRevision];

    /// Returns what it does to an approval.
    #[must_use]
    pub const fn event(self) -> ApprovalEvent {
        match self {
            Self::Approve => ApprovalEvent::Approve,
            Self::Reject => ApprovalEvent::Reject,
            Self::RequestRevision => ApprovalEvent::RequestRevision,
        }
    }

    /// Returns why whoever asked is woken.
    #[must_use]
    pub const fn wake_reason(self) -> WakeReason {
        match self {
            Self::Approve => WakeReason::ApprovalApproved,
            Self::Reject => WakeReason::ApprovalRejected,
            Self::RequestRevision => WakeReason::ApprovalRevisionRequested,
        }
    }

    /// Returns whether saying it once more is the same as having said it once.
    const fn repeats(self, status: ApprovalStatus) -> bool {
        matches!(
            (self, status),
            (Self::Approve, ApprovalStatus::Approved) | (Self::Reject, ApprovalStatus::Rejected)
        )
    }
}

/// How much an agent may have asked for that the board has not decided yet. A loop that asks must not
/// bury what others ask.
pub const MOST_OPEN_REQUESTS: u64 = 50;

/// An agent asks for more before the board has decided about the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the board has still to decide about {MOST_OPEN_REQUESTS} requests of this agent")]
pub struct TooManyRequests;

impl Refusal for TooManyRequests {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn code(&self) -> Option<&'static str> {
        Some("too_many_open_approvals")
    }
}

/// Decides whether an agent that has asked for so much may ask for more.
///
/// # Errors
/// If that is the limit.
pub const fn check_requests(open: u64) -> Result<(), TooManyRequests> {
    if open < MOST_OPEN_REQUESTS { Ok(()) } else { Err(TooManyRequests) }
}

/// What becomes of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// The approval stands so now, and everything follows that follows from it.
    Now(ApprovalStatus),
    /// It was decided in this way before: nothing happens.
    Before,
}

/// What an approval's standing does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an approval that is {status} cannot be met by: {}", event.as_str().replace('_', " "))]
pub struct NotNow {
    /// What was asked for.
    pub event: ApprovalEvent,
    /// Where the approval stands.
    pub status: ApprovalStatus,
}

impl Refusal for NotNow {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }
}

/// Only the agent that asked may propose something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("only the agent that asked, or the board, submits another proposal")]
pub struct NotTheRequester;

impl Refusal for NotTheRequester {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Forbidden
    }
}

/// Returns where `event` takes an approval that is `status`.
///
/// # Errors
/// If an approval that stands there does not move by that event; a decided one never moves.
pub fn next(status: ApprovalStatus, event: ApprovalEvent) -> Result<ApprovalStatus, NotNow> {
    moves::look_up(MOVES, status, event).map_err(|_| NotNow { event, status })
}

/// Decides about a verdict. Of two that come at the same time the second is judged by what the
/// first has made of the approval.
///
/// # Errors
/// If the approval was decided otherwise, or waits for another proposal already.
pub fn decide(status: ApprovalStatus, verdict: Verdict) -> Result<Decided, NotNow> {
    if verdict.repeats(status) {
        return Ok(Decided::Before);
    }
    next(status, verdict.event()).map(Decided::Now)
}

/// Decides about another proposal.
///
/// # Errors
/// If somebody else than the agent that asked makes it, or nobody wants one.
pub fn check_requester(asked_by: Option<AgentId>, actor: &Actor) -> Result<(), NotTheRequester> {
    if actor.kind != ActorType::Agent || actor.agent_id.is_some_and(|agent| asked_by == Some(agent)) {
        return Ok(());
    }
    Err(NotTheRequester)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UserId;
    use crate::words::Word;

    #[test]
    fn every_status_moves_by_the_table_and_by_nothing_else() {
        moves::check_table(MOVES, ApprovalStatus::is_decided);
    }

    #[test]
    fn an_open_one_can_always_be_decided_or_given_up() {
        for status in ApprovalStatus::OPEN {
            for event in [ApprovalEvent::Approve, ApprovalEvent::Reject, ApprovalEvent::Cancel] {
                assert!(next(status, event).is_ok_and(ApprovalStatus::is_decided), "{status} {event}");
            }
        }
        let open = ApprovalStatus::ALL.iter().filter(|status| !status.is_decided());
        assert_eq!(open.copied().collect::<Vec<_>>(), ApprovalStatus::OPEN);
    }

    #[test]
    fn the_same_verdict_twice_is_one_and_another_one_is_refused() {
        let check = |first, then, expected: Result<Decided, ()>| {
            let Ok(Decided::Now(status)) = decide(ApprovalStatus::Pending, first) else {
                panic!("{first:?}")
            };
            assert_eq!(decide(status, then).map_err(drop), expected, "{first:?}, then {then:?}");
        };
        use Verdict::{Approve, Reject, RequestRevision};
        check(Approve, Approve, Ok(Decided::Before));
        check(Reject, Reject, Ok(Decided::Before));
        for (first, then) in [(Approve, Reject), (Approve, RequestRevision), (Reject, Approve)] {
            check(first, then, Err(()));
        }
        check(RequestRevision, RequestRevision, Err(()));
        check(RequestRevision, Approve, Ok(Decided::Now(ApprovalStatus::Approved)));
        for verdict in Verdict::ALL {
            assert!(decide(ApprovalStatus::Cancelled, verdict).is_err(), "{verdict:?}");
        }
    }

    #[test]
    fn another_proposal_is_the_requesters_and_the_boards() {
        let (ada, bob) = (AgentId::random(), AgentId::random());
        let agent = |id| Actor { kind: ActorType::Agent, agent_id: Some(id), ..Actor::system("test") };
        let person =
            Actor { kind: ActorType::User, id: UserId::LOCAL_BOARD.to_owned(), ..Actor::system("test") };
        assert!(check_requester(Some(ada), &agent(ada)).is_ok());
        assert!(check_requester(Some(ada), &agent(bob)).is_err());
        assert!(check_requester(None, &agent(bob)).is_err());
        assert!(check_requester(Some(ada), &person).is_ok() && check_requester(None, &person).is_ok());
    }
}
