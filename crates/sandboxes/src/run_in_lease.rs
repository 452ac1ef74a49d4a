//! The hidden mode `run-in-lease`: runs a command in a lease as if it ran here.
//!
//! The server starts its own executable in this mode under a run host, like any agent's program,
//! so that such a run outlives the server, has the host's time limit and can be stopped. The
//! workspace is moved in, the command's output comes out on this program's own as it comes, the
//! workspace is moved back, and the command's exit code is this program's.
//!
//! **Invariant:** the report says that the work is here only after everything came back. Whatever
//! else happens, to the very loss of this process, leaves the place to be kept.

mod bridge;
mod caches;
mod carrying;
mod merge;
mod tree;

use std::io::{Read as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use wireclip_ports::sandboxed_run::{SandboxedRunOrder, SandboxedRunReport, report_path};

use carrying::Carrying;
pub(crate) use tree::clearing;

/// The code of a command that could not be run, or whose work did not come back.
const FAILED: u8 = 125;

/// How long what hangs may hold up the end.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// Reads an order from standard input and carries it out.
#[must_use]
pub fn run_in_lease_main() -> ExitCode {
    // What is left out on the way, say: it belongs into the run's log.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing::Level::WARN)
        .with_ansi(false)
        .with_level(false)
        .with_target(false)
        .without_time()
        .init();
    let mut input = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut input);
    // The parser's own message could quote a secret.
    let order = read.ok().and_then(|_| serde_json::from_slice::<SandboxedRunOrder>(&input).ok());
    drop(input);
    let Some(order) = order else {
        say("the order of this run cannot be read");
        return FAILED.into();
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            say(&format!("no runtime could be made: {error}"));
            return FAILED.into();
        }
    };
    let (code, report) = runtime.block_on(Carrying::new(&order).carry());
    // A resolver or a write that hangs must not hold up the end.
    runtime.shutdown_timeout(LAST_WAIT);
    if let Some(failure) = &report.failure {
        say(&failure.message);
    }
    match write_report(&order, &report) {
        Ok(()) => code.into(),
        Err(error) => {
            say(&format!("the report of this run cannot be written: {error}"));
            FAILED.into()
        }
    }
}

/// Says something beside the command's own output.
fn say(message: &str) {
    // Whom nobody hears need not speak.
    drop(writeln!(std::io::stderr().lock(), "wireclip: {message}"));
}

/// Writes the report, whole or not at all.
fn write_report(order: &SandboxedRunOrder, report: &SandboxedRunReport) -> std::io::Result<()> {
    let path = report_path(&order.scratch);
    let mut file = tempfile::NamedTempFile::new_in(&order.scratch)?;
    serde_json::to_writer(&mut file, report)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
