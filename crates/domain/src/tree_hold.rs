//! Holds on an issue and everything below it: what a pause, a cancellation and their undoing do to
//! each issue of a tree.
//!
//! A pause is computed, not copied: an issue is held while an active pause stands on it or on an
//! issue above it, so that new children are held and those that are moved away are not. The members
//! of a hold say how things stood when it was made; a cancellation remembers by them what it undoes.

#[cfg(test)]
mod tests;

use crate::ids::{AgentId, IssueId, TreeHoldId};
use crate::issue::IssueStatus;
use crate::json::OpaqueJson;
use crate::refusal::{Refusal, RefusalKind};
use crate::words;

/// How many issues a tree may have that is controlled as a whole.
pub const MOST_ISSUES: usize = 2000;

words! {
    /// What is done to a tree.
    pub enum TreeMode("tree control mode") {
        Pause = "pause",
        Resume = "resume",
        Cancel = "cancel",
        Restore = "restore",
    }
}

words! {
    /// Where a hold stands.
    pub enum TreeHoldStatus("tree hold status") {
        Active = "active",
        Released = "released",
    }
}

words! {
    /// When a pause ends.
    pub enum ReleaseStrategy("release strategy") {
        /// When somebody says so. Runs are stopped.
        Manual = "manual",
        /// By itself, once the runs have ended that go on: nothing new starts meanwhile.
        AfterActiveRunsFinish = "after_active_runs_finish",
    }
}

words! {
    /// Why an issue of a tree is left as it is.
    pub enum TreeSkip("reason for leaving an issue alone") {
        /// It is done or cancelled.
        TerminalStatus = "terminal_status",
        /// It stands elsewhere than where the cancellation put it, or was not cancelled by one.
        NotCancelledByHold = "not_cancelled_by_hold",
        /// No pause of this issue holds it.
        NotHeld = "not_held",
    }
}

impl TreeMode {
    /// Returns whether the hold lasts, or is over with what it undoes.
    #[must_use]
    pub const fn lasts(self) -> bool {
        matches!(self, Self::Pause | Self::Cancel)
    }

    /// Returns the mode that this one undoes.
    #[must_use]
    pub const fn undoes(self) -> Option<Self> {
        match self {
            Self::Resume => Some(Self::Pause),
            Self::Restore => Some(Self::Cancel),
            Self::Pause | Self::Cancel => None,
        }
    }

    /// Says why a hold is released that only undoes another.
    #[must_use]
    pub const fn applied(self) -> &'static str {
        match self {
            Self::Pause => "Pause operation applied",
            Self::Resume => "Resume operation applied",
            Self::Cancel => "Cancel operation applied",
            Self::Restore => "Restore operation applied",
        }
    }
}

/// What is known of an issue of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeIssue {
    /// Where it stands.
    pub status: IssueStatus,
    /// Where it stood when the cancellation that is to be undone came, if it took the issue along.
    pub remembered: Option<IssueStatus>,
    /// Whether an active pause of the root stands.
    pub is_paused_by_root: bool,
}

/// Decides why an issue is left as it is; nothing if the control concerns it.
#[must_use]
pub fn skips(mode: TreeMode, issue: &TreeIssue) -> Option<TreeSkip> {
    let is_closed = issue.status.is_closed();
    match mode {
        TreeMode::Pause | TreeMode::Cancel => is_closed.then_some(TreeSkip::TerminalStatus),
        TreeMode::Resume if is_closed => Some(TreeSkip::TerminalStatus),
        TreeMode::Resume => (!issue.is_paused_by_root).then_some(TreeSkip::NotHeld),
        TreeMode::Restore => {
            let is_ours = issue.status == IssueStatus::Cancelled && issue.remembered.is_some();
            (!is_ours).then_some(TreeSkip::NotCancelledByHold)
        }
    }
}

/// Returns where an issue goes whose cancellation is undone. Whoever worked on it has stopped, so
/// that what was in progress waits again.
#[must_use]
pub const fn restored(remembered: IssueStatus) -> IssueStatus {
    match remembered {
        IssueStatus::InProgress => IssueStatus::Todo,
        other => other,
    }
}

/// Returns whether an agent that has an issue in this status is told that its hold is gone.
#[must_use]
pub const fn wakes_on_release(status: IssueStatus) -> bool {
    matches!(status, IssueStatus::Todo | IssueStatus::InProgress)
}

/// The pause that holds an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The hold.
    pub hold_id: TreeHoldId,
    /// The issue on which it stands.
    pub root_issue_id: IssueId,
}

/// Something is refused because an issue is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HeldRefused {
    /// A person speaks to a held issue; nobody would hear it.
    #[error("Task is paused. Resume it before sending a message.")]
    Message {
        /// The issue.
        issue_id: IssueId,
        /// What holds it.
        by: Held,
    },
    /// An agent takes up a held issue.
    #[error("Issue checkout blocked by active subtree pause hold")]
    Checkout {
        /// The issue.
        issue_id: IssueId,
        /// What holds it.
        by: Held,
    },
}

impl Refusal for HeldRefused {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn details(&self) -> Option<OpaqueJson> {
        let (Self::Message { issue_id, by } | Self::Checkout { issue_id, by }) = self;
        let mut details = OpaqueJson::object();
        details.set("issueId", issue_id);
        details.set("holdId", &by.hold_id);
        details.set("rootIssueId", &by.root_issue_id);
        if matches!(self, Self::Checkout { .. }) {
            details.set("mode", &TreeMode::Pause);
        }
        Some(details)
    }
}

/// Why a tree is not controlled so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TreeRefused {
    /// It is too large.
    #[error("The tree has more than {MOST_ISSUES} tasks; control its parts one by one")]
    TooLarge,
    /// It is paused already.
    #[error("An active pause stands on this task already")]
    PausedAlready(TreeHoldId),
    /// The hold is over.
    #[error("Issue tree hold is already released")]
    ReleasedAlready,
    /// Only a pause ends by itself.
    #[error("Only a pause is released after the active runs finish")]
    NothingToWaitFor,
}

impl Refusal for TreeRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::TooLarge | Self::NothingToWaitFor => RefusalKind::Unprocessable,
            Self::PausedAlready(_) | Self::ReleasedAlready => RefusalKind::Conflict,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        let Self::PausedAlready(hold_id) = self else { return None };
        let mut details = OpaqueJson::object();
        details.set("holdId", hold_id);
        Some(details)
    }
}

/// How many issues each agent has among some.
#[must_use]
pub fn agents_of(assignees: impl IntoIterator<Item = Option<AgentId>>) -> Vec<(AgentId, u64)> {
    let mut counted: Vec<(AgentId, u64)> = Vec::new();
    for agent in assignees.into_iter().flatten() {
        match counted.iter_mut().find(|(known, _)| *known == agent) {
            Some((_, count)) => *count += 1,
            None => counted.push((agent, 1)),
        }
    }
    counted
}
