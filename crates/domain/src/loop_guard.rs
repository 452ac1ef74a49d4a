//! What keeps agents from waking themselves and each other without end.
//!
//! Four guards, each with a limit: a run's own output wakes nobody of the same agent, a chain of
//! wake-ups that runs caused is cut at [`HOP_LIMIT`], an agent that ran [`UNCHANGED_RUN_LIMIT`]
//! times for the same reason without changing anything stops until a person looks, and so does one
//! that persons' words woke [`PERSONS_LIMIT`] times in [`PERSONS_TIME`] to no effect: in local mode
//! a program that sends no token passes for a person.

use std::time::Duration;

use crate::ids::{AgentId, IssueId};
use crate::wakeup::WakeReason;

/// How many wake-ups in a row may each be caused by a run of the one before. What a person says
/// starts anew.
pub const HOP_LIMIT: u32 = 16;

/// How many runs of one agent on one issue for one reason may end without a change of state.
pub const UNCHANGED_RUN_LIMIT: u32 = 6;

/// How many runs of one agent on one issue may end in [`PERSONS_TIME`] without a change of state,
/// if persons ask for them by comments or by hand.
pub const PERSONS_LIMIT: u32 = 50;

/// The time in which they are counted.
pub const PERSONS_TIME: Duration = Duration::from_secs(60 * 60);

/// The run whose write caused a wake-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CausingRun {
    /// Whose run it is.
    pub agent_id: AgentId,
    /// What it works on.
    pub issue_id: Option<IssueId>,
    /// How many wake-ups in a row led to it.
    pub hops: u32,
}

/// What the guards must know of a wake-up.
#[derive(Debug, Clone, Copy)]
pub struct WakeCause<'a> {
    /// Who would be woken.
    pub target: AgentId,
    /// What for.
    pub issue_id: Option<IssueId>,
    /// Why.
    pub reason: Option<&'a WakeReason>,
    /// The run that wrote what causes it; `None` for people and the system.
    pub run: Option<CausingRun>,
    /// Whether a person asks. A person's word is news: who repeats a wake-up by hand has looked.
    pub is_by_person: bool,
    /// Whether it is a word that a program can repeat without end: a comment, or a call by hand.
    /// Who gives the issue to somebody or moves it decides about it.
    pub is_mere_word: bool,
    /// Whether the write says explicitly that the work goes on, as an agent's own call for a
    /// wake-up does.
    pub is_resume: bool,
    /// How many of the target's last runs on the issue changed nothing: for this reason, or if a
    /// person asks, in [`PERSONS_TIME`] for whatever reason.
    pub unchanged_runs: u32,
}

/// Why a wake-up is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopBreak {
    /// It answers the agent's own output.
    OwnOutput,
    /// Too many wake-ups in a row were caused by runs.
    TooManyHops {
        /// How many.
        hops: u32,
    },
    /// Too many runs changed nothing. The agent's work on the issue pauses visibly.
    NothingChanges {
        /// How many.
        runs: u32,
    },
}

/// Returns how many wake-ups in a row led to one that this run caused.
#[must_use]
pub fn hops(cause: Option<&CausingRun>) -> u32 {
    cause.map_or(0, |run| run.hops.saturating_add(1))
}

/// Decides whether a wake-up would close a loop.
///
/// # Errors
/// With the guard that cuts it.
pub fn check(wake: &WakeCause<'_>) -> Result<(), LoopBreak> {
    if wake.run.is_some_and(|run| is_own_output(wake, run)) {
        return Err(LoopBreak::OwnOutput);
    }
    let hops = hops(wake.run.as_ref());
    if hops > HOP_LIMIT {
        return Err(LoopBreak::TooManyHops { hops });
    }
    // A timer's beat about no issue is what the operator ordered, also when there is nothing to do.
    let limit = match wake.is_by_person {
        _ if wake.issue_id.is_none() => None,
        true => wake.is_mere_word.then_some(PERSONS_LIMIT),
        false => (!wake.is_resume).then_some(UNCHANGED_RUN_LIMIT),
    };
    match limit {
        Some(limit) if wake.unchanged_runs >= limit => {
            Err(LoopBreak::NothingChanges { runs: wake.unchanged_runs })
        }
        _ => Ok(()),
    }
}

/// A run's writes on its own issue, and its comments anywhere, are its own output. Other work
/// that it makes (a child issue for itself, the last blocker of another of its issues) is new
/// work: dropping that would lose it, and the chain of hops bounds it.
fn is_own_output(wake: &WakeCause<'_>, run: CausingRun) -> bool {
    let is_same_issue = wake.issue_id == run.issue_id;
    let is_comment = wake.reason.is_some_and(WakeReason::is_comment_or_mention);
    run.agent_id == wake.target && !wake.is_resume && (is_same_issue || is_comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_of(agent_id: AgentId, issue_id: IssueId, hops: u32) -> Option<CausingRun> {
        Some(CausingRun { agent_id, issue_id: Some(issue_id), hops })
    }

    #[test]
    fn a_runs_own_output_wakes_its_agent_only_if_it_says_so() {
        let (ada, bob) = (AgentId::random(), AgentId::random());
        let (issue, other) = (IssueId::random(), IssueId::random());
        let commented = WakeReason::IssueCommented;
        let own = WakeCause {
            target: ada,
            issue_id: Some(issue),
            reason: Some(&commented),
            run: run_of(ada, issue, 0),
            is_by_person: false,
            is_mere_word: true,
            is_resume: false,
            unchanged_runs: 0,
        };
        assert_eq!(check(&own), Err(LoopBreak::OwnOutput));
        assert_eq!(check(&WakeCause { is_resume: true, ..own }), Ok(()));
        assert_eq!(check(&WakeCause { target: bob, ..own }), Ok(()));
        assert_eq!(check(&WakeCause { run: None, ..own }), Ok(()));
        assert_eq!(check(&WakeCause { issue_id: Some(other), ..own }), Err(LoopBreak::OwnOutput));
        let assigned = WakeReason::IssueAssigned;
        let child = WakeCause { issue_id: Some(other), reason: Some(&assigned), ..own };
        assert_eq!(check(&child), Ok(()), "a child issue for itself is new work");
    }

    #[test]
    fn two_agents_cannot_wake_each_other_for_ever() {
        let agents = [AgentId::random(), AgentId::random()];
        let issue = IssueId::random();
        let reason = WakeReason::IssueCommentMentioned;
        let (mut cause, mut laps) = (None, 0);
        loop {
            let target = agents[laps % 2];
            let issue_id = Some(issue);
            let wake = WakeCause {
                target,
                issue_id,
                reason: Some(&reason),
                run: cause,
                is_by_person: false,
                is_mere_word: true,
                is_resume: false,
                unchanged_runs: 0,
            };
            if check(&wake).is_err() {
                break;
            }
            cause = Some(CausingRun { agent_id: target, issue_id, hops: hops(cause.as_ref()) });
            laps += 1;
            assert!(laps < 1000);
        }
        assert_eq!(u32::try_from(laps).unwrap(), HOP_LIMIT + 1);
    }

    #[test]
    fn the_same_wake_without_a_change_of_state_ends_and_a_person_starts_it_again() {
        let assigned = WakeReason::IssueAssigned;
        let wake = WakeCause {
            target: AgentId::random(),
            issue_id: Some(IssueId::random()),
            reason: Some(&assigned),
            run: None,
            is_by_person: false,
            is_mere_word: false,
            is_resume: false,
            unchanged_runs: UNCHANGED_RUN_LIMIT,
        };
        assert_eq!(check(&wake), Err(LoopBreak::NothingChanges { runs: UNCHANGED_RUN_LIMIT }));
        assert_eq!(check(&WakeCause { unchanged_runs: UNCHANGED_RUN_LIMIT - 1, ..wake }), Ok(()));
        let by_person = WakeCause { is_by_person: true, ..wake };
        assert_eq!(check(&by_person), Ok(()));
        let often = WakeCause { unchanged_runs: PERSONS_LIMIT, ..by_person };
        assert_eq!(check(&often), Ok(()), "who moves the issue decides about it");
        let word = WakeCause { is_mere_word: true, is_resume: true, ..often };
        assert_eq!(check(&word), Err(LoopBreak::NothingChanges { runs: PERSONS_LIMIT }));
        assert_eq!(check(&WakeCause { unchanged_runs: PERSONS_LIMIT - 1, ..word }), Ok(()));
        assert_eq!(check(&WakeCause { issue_id: None, ..wake }), Ok(()), "a timer's beat");
    }
}
