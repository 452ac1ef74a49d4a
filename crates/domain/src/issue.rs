//! An issue: a unit of work, with one assignee at most.

pub mod assignee;
pub mod creation;
pub mod delegation;
pub mod identifier;
pub mod list;
pub mod receipt;
pub mod search;
pub mod state;
pub mod unblock;
pub mod update;
pub mod wake;
pub mod workspace;

pub use assignee::Assignee;
pub use identifier::{IssueIdentifier, IssueRef};
pub use state::IssueState;
pub use unblock::{UnblockDescriptor, UnblockOwner};

use crate::words;

words! {
    /// Where an issue stands.
    pub enum IssueStatus("issue status") {
        Backlog = "backlog",
        Todo = "todo",
        InProgress = "in_progress",
        InReview = "in_review",
        Done = "done",
        Blocked = "blocked",
        Cancelled = "cancelled",
    }
}

words! {
    /// How much an issue matters.
    pub enum IssuePriority("issue priority") {
        Critical = "critical",
        High = "high",
        Medium = "medium",
        Low = "low",
    }
}

words! {
    /// What is expected of the agent that works on an issue.
    pub enum WorkMode("work mode") {
        Standard = "standard",
        Ask = "ask",
        Planning = "planning",
        SkillTest = "skill_test",
    }
}

words! {
    /// Who may close an issue from review.
    pub enum ReviewPolicy("review policy") {
        Anyone = "anyone",
        NotCreator = "not_creator",
        HumanOnly = "human_only",
    }
}

impl IssueStatus {
    /// Returns whether the work is over.
    #[must_use]
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Done | Self::Cancelled)
    }
}
