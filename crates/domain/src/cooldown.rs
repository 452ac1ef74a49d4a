//! How long an agent rests when it was woken again and again for nothing: the re-wake throttle.

#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::activity::Action;
use crate::retry::Doubling;
use crate::run::RunStatus;
use crate::time::Timestamp;
use crate::wakeup::WakeReason;

/// How many of the agent's last finished runs on the issue are looked at.
pub const SAMPLE_RUNS: usize = 8;
/// How far back they are looked at.
pub const SAMPLE_TIME: Duration = Duration::from_secs(6 * 60 * 60);
const STREAK_LIMIT: u32 = 2;
const COOLDOWN: Doubling =
    Doubling { first: Duration::from_secs(120), longest: Duration::from_secs(30 * 60) };

/// Activities that count as progress of the run that made them.
pub const PROGRESS: &[Action] = &[
    Action::IssueUpdated,
    Action::IssueCommentAdded,
    Action::IssueCreated,
    Action::IssueChildCreated,
    Action::IssueReleased,
    Action::IssueBlockersUpdated,
    Action::IssueApprovalLinked,
];

/// Activities that are new input for an issue, beside those that are progress.
pub const INPUT: &[Action] = &[Action::IssueBlockersResolvedWakeEmitted];

/// What the throttle must know of a wake-up.
#[derive(Debug, Clone, Copy)]
pub struct ThrottledWake<'a> {
    /// Why the agent is woken.
    pub reason: Option<&'a WakeReason>,
    /// Whether an agent asks, rather than a person or the system.
    pub is_by_agent: bool,
    /// Whether the run starts afresh.
    pub force_fresh_session: bool,
    /// Whether somebody said explicitly that the work goes on.
    pub is_resume: bool,
}

impl ThrottledWake<'_> {
    /// Returns whether the throttle concerns the wake-up at all: only those that bring no news,
    /// and comments of agents.
    #[must_use]
    pub fn is_concerned(&self) -> bool {
        if self.force_fresh_session || (self.is_resume && !self.is_by_agent) {
            return false;
        }
        match self.reason {
            None => true,
            Some(reason) => !reason.is_news() || (self.is_by_agent && reason.is_comment_or_mention()),
        }
    }
}

/// A finished run of the agent on the issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedRun {
    /// How it ended.
    pub status: RunStatus,
    /// Whether it did anything that the issue shows.
    pub made_progress: bool,
    /// When it ended.
    pub finished_at: Timestamp,
}

/// The agent rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throttled {
    /// How many runs in a row succeeded without progress.
    pub no_progress_streak: u32,
    /// How long the agent rests after the last of them.
    pub cooldown: Duration,
    /// When the last of them ended.
    pub last_run_finished_at: Timestamp,
    /// From when on the agent may be woken so again.
    pub next_allowed_at: Timestamp,
}

/// Decides whether the agent rests, from its finished runs on the issue (latest first) and the
/// latest new input of the issue.
#[must_use]
pub fn throttle(runs: &[FinishedRun], latest_input: Option<Timestamp>, now: Timestamp) -> Option<Throttled> {
    let recent = || runs.iter().take(SAMPLE_RUNS).filter(|run| now.since(run.finished_at) <= SAMPLE_TIME);
    let last = recent().next()?;
    if latest_input.is_some_and(|input| input > last.finished_at) {
        return None;
    }
    let idle = |run: &&FinishedRun| run.status == RunStatus::Succeeded && !run.made_progress;
    let streak = u32::try_from(recent().take_while(idle).count()).unwrap_or(u32::MAX);
    let cooldown = cooldown(streak)?;
    let next_allowed_at = last.finished_at.plus(cooldown);
    (now < next_allowed_at).then_some(Throttled {
        no_progress_streak: streak,
        cooldown,
        last_run_finished_at: last.finished_at,
        next_allowed_at,
    })
}

/// Returns how long an agent rests after so many runs in a row without progress.
#[must_use]
pub fn cooldown(streak: u32) -> Option<Duration> {
    let beyond = streak.checked_sub(STREAK_LIMIT)?;
    Some(COOLDOWN.after(beyond.saturating_add(1)))
}
