//! What a finished run meant for its issue.
//!
//! Deeds come first; only where there are none is the agent's text read, by a few phrases. Reading
//! free text is a guess, so the phrases are data and the tests are a corpus of texts.

mod text;

#[cfg(test)]
mod tests;

pub use text::RunTexts;

use crate::issue::IssueStatus;
use crate::run::{LivenessState, RunStatus};

/// The longest reason and next action that are stored, in characters.
pub const LONGEST_TEXT: usize = 500;

/// What is known of a finished run.
#[derive(Debug, Clone)]
pub struct LivenessEvidence {
    /// How it ended.
    pub status: RunStatus,
    /// Where its issue stands; `None` if it was about none.
    pub issue: Option<IssueStatus>,
    /// What it did.
    pub deeds: Deeds,
    /// Whether the issue asks for a plan or a document.
    pub is_planning_task: bool,
    /// What it said.
    pub texts: RunTexts,
}

/// What can be attributed to a run. Operations on its workspace alone are no deed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Comments on issues.
    pub comments: u32,
    /// Entries of the activity log.
    pub activities: u32,
}

impl Deeds {
    fn are_any(self) -> bool {
        self.comments > 0 || self.activities > 0
    }
}

/// What a finished run meant for its issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Liveness {
    /// In a word.
    pub state: LivenessState,
    /// Why, for people.
    pub reason: String,
    /// What the agent said that comes next.
    pub next_action: Option<String>,
}

impl Liveness {
    /// Returns whether the end of the run is the issue's last useful moment.
    #[must_use]
    pub fn is_useful(&self) -> bool {
        use LivenessState as S;
        matches!(self.state, S::Advanced | S::Completed | S::Blocked)
    }
}

/// Classifies a finished run: the first that fits.
#[must_use]
pub fn classify(run: &LivenessEvidence) -> Liveness {
    let text = run.texts.useful();
    let (state, reason) = state(run, text.as_deref());
    Liveness { state, reason: cut(reason), next_action: run.texts.next_action().map(|text| cut(&text)) }
}

fn state(run: &LivenessEvidence, text: Option<&str>) -> (LivenessState, &'static str) {
    use LivenessState as S;
    if run.status == RunStatus::Interrupted {
        return (S::NeedsFollowup, "The run was interrupted");
    }
    if run.status != RunStatus::Succeeded {
        return (S::Failed, "The run did not succeed");
    }
    match run.issue {
        Some(IssueStatus::Done | IssueStatus::Cancelled) => return (S::Completed, "The issue is closed"),
        Some(IssueStatus::Blocked) => return (S::Blocked, "The issue is blocked"),
        _ => (),
    }
    if text.is_some_and(text::declares_blocker) {
        return (S::Blocked, "The agent says that it waits for somebody or something else");
    }
    let Some(text) = text else {
        return if run.deeds.are_any() {
            (S::Advanced, "The run left its mark")
        } else {
            (S::EmptyResponse, "The run said and did nothing")
        };
    };
    if run.deeds.are_any() {
        return (S::Advanced, "The run left its mark");
    }
    if run.is_planning_task {
        return (S::Advanced, "The issue asks for a text, and the run wrote one");
    }
    match text::announcement(text) {
        Some(text::Announcement::Runnable) => (S::PlanOnly, "The run only announced work"),
        Some(text::Announcement::Unsafe) => {
            (S::NeedsFollowup, "The run announced work that should not start by itself")
        }
        None => (S::NeedsFollowup, "The run said something, and nothing else is known of it"),
    }
}

/// Returns whether an issue asks for a plan or a document, by its title and description.
#[must_use]
pub fn is_planning_task(title: &str, description: &str) -> bool {
    text::asks_for_text(title) || text::asks_for_text(description)
}

fn cut(text: &str) -> String {
    text.chars().take(LONGEST_TEXT).collect()
}
