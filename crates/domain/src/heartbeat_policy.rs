//! When an agent beats by itself, and how much it may run: `runtimeConfig.heartbeat`
//! (wake-ups, section 11).
//!
//! The settings come from clients in loose JSON; what is not of the right kind counts as not
//! said, and numbers are brought within their limits.

#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::json::OpaqueJson;
use crate::money::MicroDollars;
use crate::time::Timestamp;

/// What an agent's heartbeat settings say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeartbeatPolicy {
    /// Whether the timer wakes the agent.
    pub is_timer_on: bool,
    /// How long the timer waits between two beats; `None` if no time was set.
    pub interval: Option<Duration>,
    /// Whether anything but the timer wakes the agent.
    pub wakes_on_demand: bool,
    /// How many runs of the agent may run at the same time, 1 to 50.
    pub max_concurrent_runs: u32,
    /// Whether a timer's wake-up is left out when no issue waits for the agent.
    pub skips_timer_without_work: bool,
    /// How many runs may start in a day, by UTC.
    pub max_daily_runs: Option<u32>,
    /// How much may be spent in a day, by UTC.
    pub max_daily_cost: Option<MicroDollars>,
    /// How much one run may cost: it reserves as much, and is stopped when it has spent it.
    pub max_run_cost: Option<MicroDollars>,
    /// Whether and how a run that met its limit of turns goes on.
    pub turn_limit: TurnLimitPolicy,
}

/// Whether and how a run that met its limit of turns goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnLimitPolicy {
    /// How often in a row, 0 to 10; zero if it is turned off.
    pub max_attempts: u32,
    /// After what time, at most five minutes.
    pub delay: Duration,
}

/// The names of the settings, the first that is set counts.
mod key {
    pub(super) const WAKE_ON_DEMAND: &[&str] =
        &["wakeOnDemand", "wakeOnAssignment", "wakeOnOnDemand", "wakeOnAutomation"];
    pub(super) const SKIP_TIMER: &[&str] =
        &["skipTimerWhenNoActionableWork", "requireActionableTimerWork", "issueOnlyTimer"];
    pub(super) const MAX_DAILY_RUNS: &[&str] =
        &["maxDailyRuns", "dailyRunLimit", "dailyRunCap", "maxRunsPerDay"];
    pub(super) const MAX_DAILY_COST_CENTS: &[&str] =
        &["maxDailyCostCents", "dailyCostCentsLimit", "dailySpendCentsLimit", "dailyBudgetCents"];
    pub(super) const MAX_RUN_COST_CENTS: &[&str] = &["maxRunCostCents"];
}

/// The settings that have one name.
const ONE_NAME: &[&str] = &["enabled", "intervalSec", "maxConcurrentRuns", "maxTurnContinuation"];

/// Returns whether a heartbeat setting of this name has an effect.
#[must_use]
pub fn knows(setting: &str) -> bool {
    [ONE_NAME, key::WAKE_ON_DEMAND, key::SKIP_TIMER, key::MAX_DAILY_RUNS, key::MAX_DAILY_COST_CENTS]
        .into_iter()
        .chain([key::MAX_RUN_COST_CENTS])
        .any(|names| names.contains(&setting))
}

const DEFAULT_CONCURRENT_RUNS: u32 = 20;
const MOST_CONCURRENT_RUNS: u32 = 50;
/// Ten years.
const LONGEST_INTERVAL_SECS: f64 = 315_576_000.0;
const MOST_TURN_ATTEMPTS: u32 = 10;
const MOST_TURN_DELAY_MILLIS: u32 = 300_000;

impl Default for HeartbeatPolicy {
    fn default() -> Self {
        Self::of(&OpaqueJson::object())
    }
}

impl HeartbeatPolicy {
    /// Reads the policy from an agent's `runtimeConfig`.
    #[must_use]
    pub fn of(runtime_config: &OpaqueJson) -> Self {
        let settings = runtime_config.get("heartbeat").unwrap_or_default();
        let interval = number(&settings, &["intervalSec"]).filter(|seconds| *seconds > 0.0);
        let concurrent = whole(&settings, &["maxConcurrentRuns"]).unwrap_or(DEFAULT_CONCURRENT_RUNS);
        Self {
            is_timer_on: first(&settings, &["enabled"]).unwrap_or(false),
            // A tenth of a second is far below the scheduler's own period, so nothing is lost.
            interval: interval.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            wakes_on_demand: first(&settings, key::WAKE_ON_DEMAND).unwrap_or(true),
            max_concurrent_runs: concurrent.clamp(1, MOST_CONCURRENT_RUNS),
            // Nobody pays for a beat that has nothing to do, unless the agent is meant to look around.
            skips_timer_without_work: first(&settings, key::SKIP_TIMER).unwrap_or(true),
            max_daily_runs: whole(&settings, key::MAX_DAILY_RUNS),
            max_daily_cost: whole(&settings, key::MAX_DAILY_COST_CENTS)
                .map(|cents| MicroDollars::from_cents(i64::from(cents))),
            max_run_cost: whole(&settings, key::MAX_RUN_COST_CENTS)
                .map(|cents| MicroDollars::from_cents(i64::from(cents))),
            turn_limit: TurnLimitPolicy::of(&settings.get("maxTurnContinuation").unwrap_or_default()),
        }
    }

    /// Returns when the timer wakes the agent next; nothing if it has none.
    #[must_use]
    pub fn next_beat(&self, last_beat: Option<Timestamp>, created_at: Timestamp) -> Option<Timestamp> {
        let interval = self.interval.filter(|_| self.is_timer_on)?;
        Some(last_beat.unwrap_or(created_at).plus(interval))
    }

    /// Decides whether the timer wakes the agent now.
    ///
    /// A beat needs a whole interval since the last one, by the clock of the moment; a clock that
    /// jumps back therefore never makes an agent beat twice, and one that jumped ahead and came
    /// back does not silence it ([`TimerDecision::Rebase`]).
    #[must_use]
    pub fn timer(
        &self,
        last_beat: Option<Timestamp>,
        created_at: Timestamp,
        now: Timestamp,
    ) -> TimerDecision {
        let Some(due) = self.next_beat(last_beat, created_at) else { return TimerDecision::Off };
        if last_beat.unwrap_or(created_at) > now {
            return TimerDecision::Rebase;
        }
        if due <= now { TimerDecision::Due } else { TimerDecision::NotBefore(due) }
    }

    /// Returns the daily limit that the agent has reached, if it has reached one.
    #[must_use]
    pub fn reached_daily_cap(&self, today: DailyUse) -> Option<DailyCap> {
        match (self.max_daily_runs, self.max_daily_cost) {
            (Some(limit), _) if today.runs_started >= limit => {
                Some(DailyCap::Runs { observed: today.runs_started, limit })
            }
            (_, Some(limit)) if today.spent >= limit => Some(DailyCap::Cost { observed: today.spent, limit }),
            _ => None,
        }
    }

    /// Returns how many more runs of the agent may start beside those that run.
    #[must_use]
    pub fn free_slots(&self, running: u32) -> u32 {
        self.max_concurrent_runs.saturating_sub(running)
    }
}

impl TurnLimitPolicy {
    fn of(settings: &OpaqueJson) -> Self {
        let is_on = first(settings, &["enabled"]).unwrap_or(true);
        let attempts = whole(settings, &["maxAttempts"]).unwrap_or(2).min(MOST_TURN_ATTEMPTS);
        let millis = whole(settings, &["delayMs"]).unwrap_or(1_000).min(MOST_TURN_DELAY_MILLIS);
        Self {
            max_attempts: if is_on { attempts } else { 0 },
            delay: Duration::from_millis(u64::from(millis)),
        }
    }
}

/// What the timer does to an agent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimerDecision {
    /// Nothing, ever: the agent has no timer.
    Off,
    /// Nothing before this moment.
    NotBefore(Timestamp),
    /// The last beat lies in the future, since the clock was put back: count from now on.
    Rebase,
    /// It wakes the agent.
    Due,
}

/// What an agent has used since midnight, by UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyUse {
    /// How many of its runs started.
    pub runs_started: u32,
    /// What they cost, as far as it is known.
    pub spent: MicroDollars,
}

/// A daily limit that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DailyCap {
    /// As many runs started as may.
    Runs {
        /// How many started.
        observed: u32,
        /// How many may.
        limit: u32,
    },
    /// As much was spent as may be.
    Cost {
        /// What was spent.
        observed: MicroDollars,
        /// What may be.
        limit: MicroDollars,
    },
}

/// Returns the settings whose numbers are beyond their limits, each with what it must be. What is
/// no number is left alone: clients send texts, and a text counts as not said.
#[must_use]
pub fn out_of_range(runtime_config: &OpaqueJson) -> Vec<(String, String)> {
    let settings = runtime_config.get("heartbeat").unwrap_or_default();
    let concurrent = f64::from(MOST_CONCURRENT_RUNS);
    let limits = [("intervalSec", 0.0, LONGEST_INTERVAL_SECS), ("maxConcurrentRuns", 1.0, concurrent)];
    let daily = key::MAX_DAILY_RUNS.iter().chain(key::MAX_DAILY_COST_CENTS).chain(key::MAX_RUN_COST_CENTS);
    let limits = limits.into_iter().chain(daily.map(|key| (*key, 0.0, f64::from(u32::MAX))));
    limits
        .filter(|(key, least, most)| {
            let number = settings.get(key).and_then(|value| value.parse::<f64>().ok());
            number.is_some_and(|number| !(*least..=*most).contains(&number))
        })
        .map(|(key, least, most)| (key.to_owned(), format!("must be between {least} and {most}")))
        .collect()
}

fn first<T: DeserializeOwned>(settings: &OpaqueJson, keys: &[&str]) -> Option<T> {
    keys.iter().find_map(|key| settings.get(key)?.parse().ok())
}

fn number(settings: &OpaqueJson, keys: &[&str]) -> Option<f64> {
    first::<f64>(settings, keys).filter(|number| number.is_finite())
}

/// Reads a whole number that is not negative; a fraction is cut off.
fn whole(settings: &OpaqueJson, keys: &[&str]) -> Option<u32> {
    let number = number(settings, keys)?;
    if number < 0.0 {
        return None;
    }
    // The cast holds: it saturates, and a limit beyond four billion is no limit.
    Some(number as u32)
}
