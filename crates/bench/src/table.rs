//! The table: filled row by row, printed as Markdown at the end.

use std::io::Write;

use crate::bench::Bench;
use crate::figures::{FIGURES, Figure};

/// How much of an error stands in the table, in characters; all of it was told before.
const LONGEST_REASON: usize = 120;

/// What a row found.
#[derive(Debug)]
pub(crate) struct Measured {
    /// In the unit of the row's figure.
    pub(crate) value: f64,
    /// What else is worth knowing: how often, on what, other quantiles.
    pub(crate) detail: String,
}

impl Measured {
    pub(crate) fn new(value: f64, detail: impl Into<String>) -> Self {
        Self { value, detail: detail.into() }
    }
}

/// What became of each row.
pub(crate) struct Table {
    machine: String,
    is_postgres: bool,
    rows: Vec<(&'static Figure, anyhow::Result<Measured>)>,
    wanted: Vec<&'static str>,
}

impl Table {
    /// Begins a table of the rows that are asked for.
    ///
    /// # Errors
    /// If the machine cannot be described.
    pub(crate) fn begin(bench: &Bench) -> anyhow::Result<Self> {
        let wanted = FIGURES.iter().map(|figure| figure.name).filter(|name| bench.wants(name)).collect();
        let is_postgres = bench.database_url.is_some();
        Ok(Self { machine: machine(bench)?, is_postgres, rows: Vec::new(), wanted })
    }

    /// Measures a row if it is asked for; a failure is the row's own.
    pub(crate) async fn row(&mut self, name: &str, measure: impl Future<Output = anyhow::Result<Measured>>) {
        if self.wanted.contains(&name) {
            let measured = measure.await;
            self.put(name, measured);
        }
    }

    /// Keeps what a row found, if it is asked for, and tells it at once.
    pub(crate) fn put(&mut self, name: &str, measured: anyhow::Result<Measured>) {
        if !self.wanted.contains(&name) {
            return;
        }
        let figure = FIGURES.iter().find(|figure| figure.name == name).expect("the row is in the table");
        let told = match &measured {
            Ok(measured) => format!("{} ({})", figure.unit.spelled(measured.value), measured.detail),
            Err(error) => format!("failed: {error:#}"),
        };
        drop(writeln!(std::io::stderr(), "{name}: {told}"));
        self.rows.push((figure, measured));
    }

    /// Gives the reason to all rows of a stage that could not be measured.
    pub(crate) fn fail(&mut self, names: &[&'static str], error: &anyhow::Error) {
        for name in names {
            if !self.rows.iter().any(|(figure, _)| figure.name == *name) {
                self.put(name, Err(anyhow::anyhow!("{error:#}")));
            }
        }
    }

    /// Whether a row could not be measured. One that misses its target is measured.
    pub(crate) fn has_failures(&self) -> bool {
        self.rows.iter().any(|(_, measured)| measured.is_err())
    }

    /// Prints the table.
    ///
    /// # Errors
    /// If standard output is gone.
    pub(crate) fn print(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}\n", self.machine)?;
        writeln!(out, "| what | ours | target | within | how |")?;
        writeln!(out, "| --- | --- | --- | --- | --- |")?;
        for figure in FIGURES {
            if let Some((_, measured)) = self.rows.iter().find(|(row, _)| row.name == figure.name) {
                writeln!(out, "{}", self.line(figure, measured))?;
            }
        }
        Ok(())
    }

    fn line(&self, figure: &Figure, measured: &anyhow::Result<Measured>) -> String {
        let target = figure.target(self.is_postgres);
        let (ours, verdict, how) = match measured {
            Ok(Measured { value, detail }) => {
                let verdict = if target.is_met_by(*value) { "yes" } else { "**no**" };
                (figure.unit.spelled(*value), verdict, detail.clone())
            }
            Err(error) => ("–".to_owned(), "not measured", one_line(&format!("{error:#}"))),
        };
        format!("| {} | {ours} | {} | {verdict} | {how} |", figure.what, target.spelled(figure.unit))
    }
}

/// The start of a text's first line, without what would break a table.
fn one_line(text: &str) -> String {
    let start: String = text.lines().next().unwrap_or_default().chars().take(LONGEST_REASON).collect();
    start.replace('|', "\\|")
}

fn machine(bench: &Bench) -> anyhow::Result<String> {
    let cores = std::thread::available_parallelism()?;
    let load = std::fs::read_to_string("/proc/loadavg")?;
    let load: Vec<&str> = load.split(' ').take(3).collect();
    let information = std::fs::read_to_string("/proc/cpuinfo")?;
    let processor = information
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or("unknown processor", |(_, name)| name);
    let memory = std::fs::read_to_string("/proc/meminfo")?;
    let memory_kib: u64 =
        memory.split_ascii_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0);
    let database = if bench.database_url.is_some() { "PostgreSQL" } else { "SQLite" };
    let hurry = if bench.is_quick { ", in a hurry: figures mean little" } else { "" };
    Ok(format!(
        "{processor}, {cores} cores, {} GiB; load average at the start {}; {database}{hurry}",
        memory_kib.div_ceil(1 << 20),
        load.join(" ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(measured: &anyhow::Result<Measured>) -> String {
        let table =
            Table { machine: String::new(), is_postgres: false, rows: Vec::new(), wanted: Vec::new() };
        let figure = FIGURES.iter().find(|figure| figure.name == "list-2000").unwrap();
        table.line(figure, measured)
    }

    #[test]
    fn a_row_says_whether_the_target_is_met() {
        assert_eq!(
            line(&Ok(Measured::new(1.234, "p99 2 ms"))),
            "| list of 50 of 2 000 issues, one client | 1.23 ms | ≤ 2 ms | yes | p99 2 ms |"
        );
        assert!(line(&Ok(Measured::new(2.5, ""))).contains("| **no** |"));
    }

    #[test]
    fn a_failure_stays_in_its_cell() {
        let error = anyhow::anyhow!("answered 501: a|b\nmore");
        assert!(line(&Err(error)).ends_with("| – | ≤ 2 ms | not measured | answered 501: a\\|b |"));
    }
}
