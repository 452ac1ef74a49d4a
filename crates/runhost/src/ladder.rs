//! How a run is brought to its end: the steps, their times, and what each asks for.
//!
//! ```text
//!           time limit, or asked to stop            program ended, others are left
//! running ──────────────────────────────▶ stopping ────────────────┐
//!    │                                       │ grace is over       │
//!    │ program ended by itself,              ▼                     ▼
//!    │ others are left                    forcing ◀─────────── clearing
//!    ▼                                       ▲   short grace       ▲
//! draining ──────────────────────────────────┼─────────────────────┘
//!             pipes closed, or a while passed
//! ```
//! Whoever holds the ladder leaves it as soon as no process of the run is left. `forcing` repeats
//! until then.

use std::time::{Duration, Instant};

use wireclip_domain::run_host::StopReason;

/// How long processes may go on printing that a program left behind.
pub(crate) const DRAIN: Duration = Duration::from_secs(2);
/// How long they may take to end after a soft signal.
pub(crate) const CLEARING_GRACE: Duration = Duration::from_secs(2);
/// How often force is used again on what is still there.
const FORCE_PERIOD: Duration = Duration::from_millis(50);

/// What is to be done to the processes of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Ask the program's group to end.
    AskGroup,
    /// Ask everybody to end.
    AskAll,
    /// End everybody.
    Force,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Running { limit_at: Option<Instant> },
    Stopping { force_at: Instant },
    Draining { until: Instant },
    Clearing { force_at: Instant },
    Forcing { again_at: Instant },
}

/// Where a run stands on its way to the end.
#[derive(Debug)]
pub(crate) struct Ladder {
    step: Step,
    grace: Duration,
    reason: Option<StopReason>,
}

impl Ladder {
    /// Starts with a program that runs, with its time limit and the grace that follows it.
    pub(crate) fn new(now: Instant, time_limit: Option<Duration>, grace: Duration) -> Self {
        let limit_at = time_limit.and_then(|limit| now.checked_add(limit));
        Self { step: Step::Running { limit_at }, grace, reason: None }
    }

    /// Returns why the program was stopped, if it was stopped before its own end.
    pub(crate) fn reason(&self) -> Option<StopReason> {
        self.reason
    }

    /// Returns when [`Ladder::due`] has something to do.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        match self.step {
            Step::Running { limit_at } => limit_at,
            Step::Stopping { force_at } | Step::Clearing { force_at } => Some(force_at),
            Step::Draining { until } => Some(until),
            Step::Forcing { again_at } => Some(again_at),
        }
    }

    /// Somebody wants the run to end, within the grace of its start. A second wish changes nothing.
    pub(crate) fn stop(&mut self, now: Instant, reason: StopReason) -> Option<Act> {
        let force_at = now + self.grace.min(Duration::from_secs(24 * 3600));
        match self.step {
            Step::Running { .. } => {
                self.reason = Some(reason);
                self.step = Step::Stopping { force_at };
                Some(Act::AskGroup)
            }
            Step::Draining { .. } => Some(self.clear(now, force_at)),
            Step::Stopping { .. } | Step::Clearing { .. } | Step::Forcing { .. } => None,
        }
    }

    /// The program itself has ended; others of the run are left.
    pub(crate) fn program_ended(&mut self, now: Instant) -> Option<Act> {
        match self.step {
            Step::Running { .. } => {
                self.step = Step::Draining { until: now + DRAIN };
                None
            }
            Step::Stopping { force_at } => Some(self.clear(now, force_at)),
            Step::Draining { .. } | Step::Clearing { .. } | Step::Forcing { .. } => None,
        }
    }

    /// Nobody holds the run's pipes any more.
    pub(crate) fn pipes_closed(&mut self, now: Instant) -> Option<Act> {
        match self.step {
            Step::Draining { .. } => Some(self.clear(now, now + CLEARING_GRACE)),
            _ => None,
        }
    }

    /// Looks at the clock.
    pub(crate) fn due(&mut self, now: Instant) -> Option<Act> {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return None;
        }
        match self.step {
            Step::Running { .. } => self.stop(now, StopReason::Timeout),
            Step::Draining { .. } => Some(self.clear(now, now + CLEARING_GRACE)),
            Step::Stopping { .. } | Step::Clearing { .. } | Step::Forcing { .. } => {
                self.step = Step::Forcing { again_at: now + FORCE_PERIOD };
                Some(Act::Force)
            }
        }
    }

    fn clear(&mut self, now: Instant, force_at: Instant) -> Act {
        self.step = Step::Clearing { force_at: force_at.min(now + CLEARING_GRACE) };
        Act::AskAll
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_program_over_its_time_is_asked_then_forced() {
        let start = Instant::now();
        let mut ladder = Ladder::new(start, Some(10 * SECOND), 3 * SECOND);
        assert_eq!(ladder.due(start + 9 * SECOND), None);
        assert_eq!(ladder.due(start + 10 * SECOND), Some(Act::AskGroup));
        assert_eq!(ladder.reason(), Some(StopReason::Timeout));
        assert_eq!(ladder.due(start + 12 * SECOND), None);
        assert_eq!(ladder.due(start + 13 * SECOND), Some(Act::Force));
        assert_eq!(ladder.due(start + 14 * SECOND), Some(Act::Force));
    }

    #[test]
    fn what_a_program_leaves_behind_is_drained_asked_then_forced() {
        let start = Instant::now();
        let mut ladder = Ladder::new(start, None, SECOND);
        assert_eq!(ladder.program_ended(start), None);
        assert_eq!(ladder.due(start + DRAIN), Some(Act::AskAll));
        assert_eq!(ladder.due(start + DRAIN + CLEARING_GRACE), Some(Act::Force));
        assert_eq!(ladder.reason(), None);
    }

    #[test]
    fn the_first_wish_counts_with_its_reason_and_the_grace_of_the_start() {
        let start = Instant::now();
        let mut ladder = Ladder::new(start, None, 3 * SECOND);
        assert_eq!(ladder.stop(start, StopReason::Cancel), Some(Act::AskGroup));
        assert_eq!(ladder.stop(start + SECOND, StopReason::Interrupt), None);
        assert_eq!(ladder.due(start + 2 * SECOND), None);
        assert_eq!(ladder.due(start + 3 * SECOND), Some(Act::Force));
        assert_eq!(ladder.reason(), Some(StopReason::Cancel));
    }

    #[test]
    fn a_wish_after_the_programs_own_end_does_not_change_how_it_ended() {
        let start = Instant::now();
        let mut ladder = Ladder::new(start, None, SECOND);
        ladder.program_ended(start);
        assert_eq!(ladder.stop(start, StopReason::Cancel), Some(Act::AskAll));
        assert_eq!(ladder.reason(), None);
    }
}
