//! Recovery actions: what keeps an issue from going on by itself, and how somebody settles it.
//!
//! Invariant: of a run that may have acted, nothing is repeated until somebody has said what it
//! did; whatever else is settled by what a person does with the issue.

use crate::ids::RunId;
use crate::issue::IssueStatus;
use crate::json::OpaqueJson;
use crate::refusal::{Refusal, RefusalKind};
use crate::words;

words! {
    /// How a recovery action was settled.
    pub enum RecoveryOutcome("outcome of a recovery") {
        /// The issue goes on as it was.
        Restored = "restored",
        /// Whoever had it goes on with it.
        HandedBack = "handed_back",
        /// Its owner did the work.
        OwnerCompleted = "owner_completed",
        /// Somebody else has it now.
        Delegated = "delegated",
        /// There was nothing to recover from.
        FalsePositive = "false_positive",
        /// The issue stays blocked.
        Blocked = "blocked",
        /// Somebody else has to see to it.
        Escalated = "escalated",
        /// The issue is not worked on any more.
        Cancelled = "cancelled",
    }
}

words! {
    /// What a run did whose end nobody saw.
    pub enum RunEffect("effect of a run") {
        /// All of it.
        Completed = "completed",
        /// Nothing.
        NotPerformed = "not_performed",
        /// Some of it.
        Mixed = "mixed",
    }
}

/// The outcomes that somebody can ask for.
pub const ASKED_FOR: &[RecoveryOutcome] = &[
    RecoveryOutcome::Restored,
    RecoveryOutcome::HandedBack,
    RecoveryOutcome::OwnerCompleted,
    RecoveryOutcome::Delegated,
    RecoveryOutcome::FalsePositive,
    RecoveryOutcome::Blocked,
    RecoveryOutcome::Cancelled,
];

/// Where an issue may go that goes on.
pub const GOES_ON: &[IssueStatus] = &[IssueStatus::Todo, IssueStatus::Done, IssueStatus::InReview];

/// A wish to settle a recovery action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettleWish {
    /// How.
    pub outcome: RecoveryOutcome,
    /// Where the issue goes; it stays where it is if nothing is said.
    pub issue_status: Option<IssueStatus>,
    /// Which run it is said of what it did, if it is said of one.
    pub told_of: Option<RunId>,
}

/// What a wish to settle a recovery action comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// How it is settled.
    pub outcome: RecoveryOutcome,
    /// Where the issue goes, if it moves.
    pub issue_status: Option<IssueStatus>,
    /// Whether whoever has the issue is woken to go on with it.
    pub wakes: bool,
}

/// Why a recovery action is not settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSettled {
    /// Nobody has said what the run did.
    #[error(
        "Say first what the run {0} did: executionReconciliation, with its runId, providerStopped: true, \
         actionOutcome (completed, not_performed or mixed) and outcomeEvidence (at least 20 characters)"
    )]
    Untold(RunId),
    /// What is said is said of another run.
    #[error("What is told is told of another run than the one that blocks the issue")]
    OtherRun,
    /// An issue that goes on needs a status in which it does.
    #[error("An issue goes on in one of the statuses todo, done and in_review")]
    DoesNotGoOn,
    /// An issue that stays blocked has no other status.
    #[error("An issue that stays blocked has no other status")]
    IsNotBlocked,
}

impl Refusal for NotSettled {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }

    fn code(&self) -> Option<&'static str> {
        matches!(self, Self::Untold(_)).then_some("execution_reconciliation_required")
    }

    fn details(&self) -> Option<OpaqueJson> {
        let Self::Untold(run_id) = self else { return None };
        let mut details = OpaqueJson::object();
        details.set("runId", run_id);
        details.set("missing", &"executionReconciliation");
        Some(details)
    }
}

/// Decides what a wish comes to. `unsettled` is the run of which nobody has said what it did, if
/// the action is about one.
///
/// # Errors
/// If the wish contradicts itself, or speaks of another run.
pub fn decide_settlement(unsettled: Option<RunId>, wish: &SettleWish) -> Result<Settlement, NotSettled> {
    let goes_on = matches!(wish.outcome, RecoveryOutcome::Restored | RecoveryOutcome::HandedBack);
    if goes_on && !wish.issue_status.is_some_and(|status| GOES_ON.contains(&status)) {
        return Err(NotSettled::DoesNotGoOn);
    }
    let stays_blocked = wish.outcome == RecoveryOutcome::Blocked;
    if stays_blocked && wish.issue_status.is_some_and(|status| status != IssueStatus::Blocked) {
        return Err(NotSettled::IsNotBlocked);
    }
    let outcome = match (unsettled, wish.told_of) {
        (Some(run_id), None) => return Err(NotSettled::Untold(run_id)),
        (unsettled, Some(told_of)) if unsettled != Some(told_of) => return Err(NotSettled::OtherRun),
        // Wire: an issue that goes on after it was said what its run did is handed back.
        (Some(_), Some(_)) if goes_on => RecoveryOutcome::HandedBack,
        _ => wish.outcome,
    };
    let wakes = goes_on && wish.issue_status == Some(IssueStatus::Todo);
    Ok(Settlement { outcome, issue_status: wish.issue_status, wakes })
}

/// A change of an issue that may settle what keeps it from going on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IssueMove {
    /// Where it stood.
    pub from: IssueStatus,
    /// Where it stands.
    pub to: IssueStatus,
    /// Whether somebody else has it now.
    pub changes_hands: bool,
}

/// Returns how a change of an issue settles its recovery action, if it does. Closing it settles
/// any; of a run that may have acted, nothing but that or a word about the run does.
#[must_use]
pub fn settled_by(of_run: bool, moved: IssueMove) -> Option<RecoveryOutcome> {
    match moved.to {
        _ if moved.from == moved.to && !moved.changes_hands => None,
        IssueStatus::Done => Some(RecoveryOutcome::OwnerCompleted),
        IssueStatus::Cancelled => Some(RecoveryOutcome::Cancelled),
        _ if of_run => None,
        _ if moved.changes_hands => Some(RecoveryOutcome::Delegated),
        IssueStatus::Blocked => None,
        _ => (moved.from == IssueStatus::Blocked).then_some(RecoveryOutcome::Restored),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word as _;

    fn wish(
        outcome: RecoveryOutcome,
        issue_status: Option<IssueStatus>,
        told_of: Option<RunId>,
    ) -> SettleWish {
        SettleWish { outcome, issue_status, told_of }
    }

    #[test]
    fn of_a_run_that_may_have_acted_nothing_goes_on_until_it_is_told() {
        let run = RunId::random();
        for outcome in ASKED_FOR {
            let status = (*outcome != RecoveryOutcome::Blocked).then_some(IssueStatus::Todo);
            let untold = decide_settlement(Some(run), &wish(*outcome, status, None));
            assert_eq!(untold, Err(NotSettled::Untold(run)), "{outcome}");
        }
        let restored = |told_of| wish(RecoveryOutcome::Restored, Some(IssueStatus::Todo), told_of);
        assert_eq!(
            decide_settlement(Some(run), &restored(Some(run))),
            Ok(Settlement {
                outcome: RecoveryOutcome::HandedBack,
                issue_status: Some(IssueStatus::Todo),
                wakes: true,
            })
        );
        let other = Some(RunId::random());
        assert_eq!(decide_settlement(Some(run), &restored(other)), Err(NotSettled::OtherRun));
        assert_eq!(decide_settlement(None, &restored(other)), Err(NotSettled::OtherRun));
    }

    #[test]
    fn what_goes_on_needs_a_status_in_which_it_does() {
        for status in IssueStatus::ALL {
            let decided = decide_settlement(None, &wish(RecoveryOutcome::Restored, Some(*status), None));
            assert_eq!(decided.is_ok(), GOES_ON.contains(status), "{status}");
            let blocked = decide_settlement(None, &wish(RecoveryOutcome::Blocked, Some(*status), None));
            assert_eq!(blocked.is_ok(), *status == IssueStatus::Blocked, "{status}");
        }
        let nowhere = decide_settlement(None, &wish(RecoveryOutcome::Restored, None, None));
        assert_eq!(nowhere, Err(NotSettled::DoesNotGoOn));
        let dismissed = decide_settlement(None, &wish(RecoveryOutcome::FalsePositive, None, None));
        let settled =
            Settlement { outcome: RecoveryOutcome::FalsePositive, issue_status: None, wakes: false };
        assert_eq!(dismissed, Ok(settled));
    }

    #[test]
    fn what_a_person_does_with_the_issue_settles_it() {
        use IssueStatus::{Blocked, Cancelled, Done, InProgress, Todo};
        for (to, changes_hands, of_run, outcome) in [
            (Blocked, false, false, None),
            (Blocked, true, false, Some(RecoveryOutcome::Delegated)),
            (Todo, false, false, Some(RecoveryOutcome::Restored)),
            (InProgress, true, false, Some(RecoveryOutcome::Delegated)),
            (Done, false, false, Some(RecoveryOutcome::OwnerCompleted)),
            (Cancelled, false, false, Some(RecoveryOutcome::Cancelled)),
            (Todo, false, true, None),
            (Todo, true, true, None),
            (Done, false, true, Some(RecoveryOutcome::OwnerCompleted)),
            (Cancelled, true, true, Some(RecoveryOutcome::Cancelled)),
        ] {
            let moved = IssueMove { from: Blocked, to, changes_hands };
            assert_eq!(settled_by(of_run, moved), outcome, "{to} {changes_hands} {of_run}");
        }
    }
}
