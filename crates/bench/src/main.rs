//! Measures a `wireclip` program through its public API and prints a table of figures, each
//! beside its target. `docs/benchmarks.md` says what every row does.
//!
//! Whatever this program starts, it stops, also when something fails or the person interrupts it.

#![expect(clippy::disallowed_methods, reason = "what is measured is real time")]

mod arguments;
mod bench;
mod client;
mod database;
mod figures;
mod load;
mod processes;
mod samples;
mod seed;
mod server;
mod stages;
mod stamp;
mod table;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use tokio::signal::unix::{SignalKind, signal};

use crate::arguments::{Arguments, Asked};
use crate::bench::Bench;
use crate::table::Table;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            drop(writeln!(std::io::stderr(), "wireclip-bench: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<ExitCode> {
    let arguments = match Arguments::read(std::env::args_os().skip(1))? {
        Asked::Stamp(file) => return stamp::write(&file).map(|()| ExitCode::SUCCESS),
        Asked::Help => {
            std::io::stdout().write_all(arguments::USAGE.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        Asked::Measure(arguments) => arguments,
    };
    // One thread: what the client takes of the machine, the server lacks.
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("start the runtime")?;
    runtime.block_on(async {
        let bench = Bench::new(arguments)?;
        let mut table = Table::begin(&bench)?;
        let interrupted = tokio::select! {
            () = stages::measure(&bench, &mut table) => false,
            interrupted = interruption() => interrupted.map(|()| true).context("listen for signals")?,
        };
        table.print()?;
        Ok(if interrupted || table.has_failures() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    })
}

/// Waits until the person, or whoever started this, has had enough.
async fn interruption() -> std::io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted,
        _ = terminate.recv() => Ok(()),
    }
}
