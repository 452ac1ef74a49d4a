//! Every row of the table: its name, what it measures, and the target.

use std::fmt;

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Figure {
    /// By which `--only` finds it.
    pub(crate) name: &'static str,
    /// What is measured, for people.
    pub(crate) what: &'static str,
    pub(crate) target: Target,
    pub(crate) unit: Unit,
    /// Whether PostgreSQL is allowed three times as much.
    pub(crate) is_of_database: bool,
}

/// What a figure should be, in its unit.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    AtMost(f64),
    AtLeast(f64),
}

/// What a figure is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Mebibytes,
    Megabytes,
    Seconds,
    Milliseconds,
    PerSecond,
    PercentOfCore,
}

/// How much slower PostgreSQL may be: each commit and each query crosses a socket.
const POSTGRES_FACTOR: f64 = 3.0;

/// All rows, in the order of the table.
pub(crate) const FIGURES: &[Figure] = &[
    fixed("size", "installed size, one file", at_most(60.0), Unit::Megabytes),
    of_database("first-start", "first start on an empty home, to ready", at_most(0.3), Unit::Seconds),
    of_database("next-start", "next start, to ready", at_most(0.05), Unit::Seconds),
    fixed("memory-start", "memory after start", at_most(40.0), Unit::Mebibytes),
    fixed("memory-load", "memory after 2 000 issues and load", at_most(120.0), Unit::Mebibytes),
    fixed("memory-100k", "memory with 100 000 issues", at_most(120.0), Unit::Mebibytes),
    fixed("idle", "idle CPU with 50 companies", at_most(0.5), Unit::PercentOfCore),
    fixed("memory-run", "memory per running local run", at_most(4.0), Unit::Mebibytes),
    of_database("wake", "task assigned, to the agent's first instruction", at_most(20.0), Unit::Milliseconds),
    of_database("tasks", "100 tasks for 10 agents at once, all ended", at_most(3.0), Unit::Seconds),
    of_database("create", "create an issue, 16 clients", at_least(800.0), Unit::PerSecond),
    of_database("change", "change an issue, 16 clients on one issue", at_least(600.0), Unit::PerSecond),
    of_database("comment", "comment, 16 clients on one issue", at_least(600.0), Unit::PerSecond),
    of_database("list-2000", "list of 50 of 2 000 issues, one client", at_most(2.0), Unit::Milliseconds),
    of_database("list-100k", "list of 50 of 100 000 issues, one client", at_most(2.0), Unit::Milliseconds),
    of_database("compact", "compact list of 50, todo, 16 clients", at_least(5000.0), Unit::PerSecond),
    of_database("issue-page", "issue page data, one client", at_most(3.0), Unit::Milliseconds),
    of_database("search-2000", "search over 2 000 issues, one client", at_most(5.0), Unit::Milliseconds),
    of_database("search-100k", "search over 100 000 issues, one client", at_most(20.0), Unit::Milliseconds),
    of_database("dashboard-2000", "dashboard with 2 000 issues", at_most(3.0), Unit::Milliseconds),
    of_database("dashboard-100k", "dashboard with 100 000 issues", at_most(3.0), Unit::Milliseconds),
    of_database("cost-entries", "report a cost, 16 clients in one company", at_least(600.0), Unit::PerSecond),
    of_database("cost-reports", "reports over 100 000 costs, one client", at_most(3.0), Unit::Milliseconds),
    of_database("events", "comment to 50 websocket clients, p50", at_most(10.0), Unit::Milliseconds),
    of_database("events-p99", "comment to 50 websocket clients, p99", at_most(50.0), Unit::Milliseconds),
    of_database("output", "an agent prints 16 MiB: time", at_most(1.0), Unit::Seconds),
    fixed("output-memory", "an agent prints 16 MiB: extra memory", at_most(8.0), Unit::Mebibytes),
    of_database("output-1g", "an agent prints 1 GiB: time", at_most(64.0), Unit::Seconds),
    fixed("output-1g-memory", "an agent prints 1 GiB: extra memory", at_most(8.0), Unit::Mebibytes),
];

const fn at_most(limit: f64) -> Target {
    Target::AtMost(limit)
}

const fn at_least(limit: f64) -> Target {
    Target::AtLeast(limit)
}

const fn fixed(name: &'static str, what: &'static str, target: Target, unit: Unit) -> Figure {
    Figure { name, what, target, unit, is_of_database: false }
}

const fn of_database(name: &'static str, what: &'static str, target: Target, unit: Unit) -> Figure {
    Figure { name, what, target, unit, is_of_database: true }
}

/// Returns the names of all rows.
pub(crate) fn names() -> Vec<&'static str> {
    FIGURES.iter().map(|figure| figure.name).collect()
}

impl Figure {
    /// Returns the target on the database that is measured.
    pub(crate) fn target(&self, is_postgres: bool) -> Target {
        let factor = if is_postgres && self.is_of_database { POSTGRES_FACTOR } else { 1.0 };
        match self.target {
            Target::AtMost(limit) => Target::AtMost(limit * factor),
            Target::AtLeast(limit) => Target::AtLeast(limit / factor),
        }
    }
}

impl Target {
    /// Whether `value`, in the figure's unit, is good enough.
    pub(crate) fn is_met_by(self, value: f64) -> bool {
        match self {
            Self::AtMost(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
        }
    }

    /// Spells the target in its unit.
    pub(crate) fn spelled(self, unit: Unit) -> String {
        match self {
            Self::AtMost(limit) => format!("≤ {}", unit.spelled(limit)),
            Self::AtLeast(limit) => format!("≥ {}", unit.spelled(limit)),
        }
    }
}

impl Unit {
    /// Spells a value with three digits that count.
    pub(crate) fn spelled(self, value: f64) -> String {
        format!("{} {self}", three_digits(value))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mebibytes => "MiB",
            Self::Megabytes => "MB",
            Self::Seconds => "s",
            Self::Milliseconds => "ms",
            Self::PerSecond => "/s",
            Self::PercentOfCore => "% of a core",
        })
    }
}

/// Spells a number with three digits that count, without zeros at the end of a fraction.
fn three_digits(value: f64) -> String {
    let decimals = match value {
        _ if value >= 100.0 => 0,
        _ if value >= 10.0 => 1,
        _ if value >= 1.0 => 2,
        _ => 3,
    };
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_three_digits() {
        let spelled = [0.05, 0.3, 1.0, 2.345, 45.67, 120.0, 5000.4].map(three_digits);
        assert_eq!(spelled, ["0.05", "0.3", "1", "2.35", "45.7", "120", "5000"]);
    }

    #[test]
    fn postgres_may_take_three_times_as_long_but_not_as_much_memory() {
        let limit = |name: &str| {
            let figure = FIGURES.iter().find(|figure| figure.name == name).unwrap();
            figure.target(true).spelled(figure.unit)
        };
        assert_eq!(limit("list-2000"), "≤ 6 ms");
        assert_eq!(limit("comment"), "≥ 200 /s");
        assert_eq!(limit("memory-start"), "≤ 40 MiB");
    }

    #[test]
    fn every_row_has_a_name_of_its_own() {
        let mut names = names();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FIGURES.len());
    }
}
