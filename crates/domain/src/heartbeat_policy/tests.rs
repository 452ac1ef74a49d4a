use proptest::prelude::*;
use serde_json::json;

use super::*;

fn policy(heartbeat: &serde_json::Value) -> HeartbeatPolicy {
    HeartbeatPolicy::of(&OpaqueJson::of(&json!({ "heartbeat": heartbeat })))
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix_millis(seconds * 1000)
}

#[test]
fn an_agent_without_settings_runs_on_demand_and_never_by_itself() {
    let policy = HeartbeatPolicy::default();
    assert!(policy.wakes_on_demand && !policy.is_timer_on && policy.skips_timer_without_work);
    assert_eq!(policy.timer(None, at(0), at(1_000_000)), TimerDecision::Off);
    assert_eq!(policy.free_slots(0), 20);
    assert_eq!(policy.turn_limit, TurnLimitPolicy { max_attempts: 2, delay: Duration::from_secs(1) });
    let today = DailyUse { runs_started: 1_000_000, spent: MicroDollars::from_cents(1_000_000) };
    assert_eq!(policy.reached_daily_cap(today), None);
}

#[test]
fn older_names_count_after_the_proper_ones() {
    assert!(!policy(&json!({"wakeOnAssignment": false})).wakes_on_demand);
    assert!(policy(&json!({"wakeOnDemand": true, "wakeOnAssignment": false})).wakes_on_demand);
    assert!(!policy(&json!({"issueOnlyTimer": false})).skips_timer_without_work);
    assert_eq!(policy(&json!({"dailyRunCap": 7})).max_daily_runs, Some(7));
    let cost = policy(&json!({"dailyBudgetCents": 250})).max_daily_cost;
    assert_eq!(cost, Some(MicroDollars::from_cents(250)));
}

#[test]
fn numbers_are_brought_within_their_limits_and_other_kinds_are_not_heard() {
    for (given, expected) in
        [(json!(0), 1), (json!(1), 1), (json!(7.9), 7), (json!(99), 50), (json!("3"), 20), (json!(-4), 20)]
    {
        let policy = policy(&json!({ "maxConcurrentRuns": given }));
        assert_eq!(policy.max_concurrent_runs, expected, "{given}");
    }
    let turns = policy(&json!({"maxTurnContinuation": {"maxAttempts": 99, "delayMs": 9_999_999}})).turn_limit;
    assert_eq!(turns, TurnLimitPolicy { max_attempts: 10, delay: Duration::from_secs(300) });
    assert_eq!(policy(&json!({"maxTurnContinuation": {"enabled": false}})).turn_limit.max_attempts, 0);
}

#[test]
fn a_beat_needs_a_whole_interval() {
    let policy = policy(&json!({"enabled": true, "intervalSec": 60}));
    assert_eq!(policy.timer(None, at(0), at(59)), TimerDecision::NotBefore(at(60)));
    assert_eq!(policy.timer(None, at(0), at(60)), TimerDecision::Due);
    assert_eq!(policy.timer(Some(at(60)), at(0), at(61)), TimerDecision::NotBefore(at(120)));
    assert_eq!(policy.timer(Some(at(500)), at(0), at(61)), TimerDecision::Rebase);
}

#[test]
fn a_daily_limit_is_reached_when_it_is_met() {
    let policy = policy(&json!({"maxDailyRuns": 3, "maxDailyCostCents": 100}));
    let used = |runs_started, cents| DailyUse { runs_started, spent: MicroDollars::from_cents(cents) };
    assert_eq!(policy.reached_daily_cap(used(2, 99)), None);
    assert_eq!(policy.reached_daily_cap(used(3, 0)), Some(DailyCap::Runs { observed: 3, limit: 3 }));
    assert!(matches!(policy.reached_daily_cap(used(0, 100)), Some(DailyCap::Cost { .. })));
}

proptest! {
    /// The clock may jump as it likes: between two beats at least one interval has really passed
    /// on it, forwards, since the first of them.
    #[test]
    fn no_clock_makes_an_agent_beat_twice(readings in proptest::collection::vec(-500_i64..500, 1..60)) {
        let policy = policy(&json!({"enabled": true, "intervalSec": 60}));
        let (mut last, mut forward) = (at(0), 0);
        let mut before = 0;
        for reading in readings {
            forward += (reading - before).max(0);
            before = reading;
            match policy.timer(Some(last), at(0), at(reading)) {
                TimerDecision::Due => {
                    prop_assert!(forward >= 60);
                    (last, forward) = (at(reading), 0);
                }
                TimerDecision::Rebase => last = at(reading),
                TimerDecision::NotBefore(due) => prop_assert!(due > at(reading)),
                TimerDecision::Off => prop_assert!(false),
            }
        }
    }
}
