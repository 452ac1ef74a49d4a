//! Tests of limits and reservations.

use proptest::prelude::*;

use super::*;

fn cents(cents: i64) -> MicroDollars {
    MicroDollars::from_cents(cents)
}

fn limit(amount: i64) -> Limit {
    Limit { amount: cents(amount), warn_percent: 80, stops: true, allows_unpriced: false }
}

#[test]
fn a_limit_warns_at_its_share_and_stops_when_it_is_met() {
    use {PolicyStatus as S, ThresholdType as T};
    for (spent, status, met) in [
        (79, S::Ok, None),
        (80, S::Warning, Some(T::Soft)),
        (99, S::Warning, Some(T::Soft)),
        (100, S::HardStop, Some(T::Hard)),
        (150, S::HardStop, Some(T::Hard)),
    ] {
        assert_eq!(limit(100).status(cents(spent)), status, "{spent}");
        assert_eq!(limit(100).met_by(cents(spent), false), met, "{spent}");
    }
    let warns_only = Limit { stops: false, ..limit(100) };
    assert_eq!(warns_only.met_by(cents(150), true), Some(T::Soft));
    assert_eq!(limit(0).met_by(cents(150), true), None, "nothing is no limit");
    assert_eq!(limit(0).status(cents(150)), S::Ok);
}

#[test]
fn use_without_a_price_stops_under_a_limit_unless_its_owner_lets_it_go_on() {
    assert_eq!(limit(100).met_by(cents(1), true), Some(ThresholdType::Hard));
    let opted_in = Limit { allows_unpriced: true, ..limit(100) };
    assert_eq!(opted_in.met_by(cents(1), true), None);
    assert_eq!(opted_in.met_by(cents(100), true), Some(ThresholdType::Hard));
}

#[test]
fn a_month_is_a_calendar_month_and_a_life_has_no_end() {
    let at: Timestamp = "2024-02-29T23:59:59.999Z".parse().unwrap();
    let (start, end) = WindowKind::CalendarMonthUtc.bounds(at);
    assert_eq!(start.to_string(), "2024-02-01T00:00:00.000Z");
    assert_eq!(end.to_string(), "2024-03-01T00:00:00.000Z");
    assert!(WindowKind::Lifetime.bounds(at).1 > end);
}

fn room(limit: i64, spent: i64, reserved: i64) -> Room {
    let scope = BudgetScope { kind: ScopeType::Agent, id: RowId::random() };
    Room { scope, limit: cents(limit), spent: cents(spent), reserved: cents(reserved) }
}

#[test]
fn a_run_reserves_what_is_left_under_its_narrowest_limit() {
    assert_eq!(reserve(cents(5), &[]), Ok(cents(5)));
    assert_eq!(reserve(cents(5), &[room(100, 10, 20)]), Ok(cents(5)));
    assert_eq!(reserve(cents(50), &[room(100, 10, 20), room(30, 0, 0)]), Ok(cents(30)));
    let spent = room(100, 100, 0);
    assert_eq!(reserve(cents(5), &[room(9, 0, 9), spent]), Err(NoRoom::Spent(spent.scope)));
    let taken = room(100, 60, 40);
    assert_eq!(reserve(cents(5), &[taken]), Err(NoRoom::Reserved(taken.scope)));
}

/// What happens to a scope with one limit and many runs.
#[derive(Debug, Clone)]
enum Deed {
    /// A run starts, if the gate lets it.
    Start,
    /// A running run reports so many cents.
    Report(usize, i64),
    /// A running run ends.
    End(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => Just(Deed::Start),
        5 => (0_usize..20, 0_i64..40).prop_map(|(run, cents)| Deed::Report(run, cents)),
        1 => (0_usize..20).prop_map(Deed::End),
    ]
}

proptest! {
    /// The guarantee of docs/budgets.md: a hard limit is passed by one report of each run that was
    /// running when it was met, at most.
    #[test]
    fn a_limit_is_passed_by_one_report_of_each_running_run_at_most(
        amount in 1_i64..400,
        ceiling in 1_i64..60,
        deeds in prop::collection::vec(deed(), 1..200),
    ) {
        let limit = limit(amount);
        // What each running run reserved and used; a run that was asked to stop may report once more.
        let mut running: Vec<(MicroDollars, MicroDollars)> = Vec::new();
        let mut spent = cents(0);
        let mut last_reports: Option<Vec<MicroDollars>> = None;
        for deed in deeds {
            match deed {
                Deed::Start if running.len() < 20 && last_reports.is_none() => {
                    let left = |(reserved, used): &(MicroDollars, MicroDollars)| {
                        reserved.minus(*used).max(cents(0))
                    };
                    let reserved = running.iter().map(left).fold(cents(0), MicroDollars::plus);
                    let room = Room { spent, reserved, ..room(amount, 0, 0) };
                    if let Ok(own) = reserve(cents(ceiling), &[room]) {
                        prop_assert!(own > cents(0));
                        prop_assert!(spent.plus(reserved).plus(own) <= limit.amount);
                        running.push((own, cents(0)));
                    }
                }
                Deed::Report(run, amount) if run < running.len() => {
                    if let Some(late) = &mut last_reports {
                        late.push(cents(amount));
                        running.remove(run);
                    } else {
                        running[run].1 = running[run].1.plus(cents(amount));
                    }
                    spent = spent.plus(cents(amount));
                    if limit.status(spent) == PolicyStatus::HardStop && last_reports.is_none() {
                        // All of them are asked to stop in the transaction of this report.
                        last_reports = Some(vec![cents(amount)]);
                        running.remove(run);
                    }
                }
                Deed::End(run) if run < running.len() => {
                    running.remove(run);
                }
                _ => {}
            }
        }
        let beyond = spent.minus(limit.amount);
        let of_reports = last_reports.unwrap_or_default().into_iter().fold(cents(0), MicroDollars::plus);
        prop_assert!(beyond <= of_reports, "{beyond:?} is more than the last reports: {of_reports:?}");
    }
}
