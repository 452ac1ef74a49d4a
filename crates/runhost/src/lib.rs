//! Run hosts: the small processes that own local runs and outlive the server.
//!
//! ```text
//!  server                         run host                              program
//!    │  spawn, order on stdin        │                                     │
//!    ├──────────────────────────────▶│ own session, adopts orphans         │
//!    │                               │ intent.json, once per run           │
//!    │                               │ control.sock, the log               │
//!    │                               ├─ spawn, own process group ─────────▶│
//!    │◀── started, or why not ───────┤ child.json                          │
//!    │                               │◀──────────── output, by pipe ───────┤
//!    │◀── the log has grown ─────────┤ masks, cuts, appends to the log     │
//!    │                               │                                     │
//!    ├─── stop ─────────────────────▶│ SIGTERM … grace … SIGKILL ─────────▶│
//!    │                               │                                     ╳
//!    │                               │ ends what it left behind
//!    │                               │ exit.json, by rename
//!    │◀── ended ─────────────────────┤
//!    ╳ may die and return at any     ╳
//!      point of this
//! ```
//!
//! The host is the server's own binary in a hidden mode. It has one thread, no async runtime and
//! no database, since there is one per running agent. Formats are in
//! [`wireclip_domain::run_host`]; what each crash leaves behind is in `docs/run-hosts.md`.
//!
//! **Invariants:** a run's program is started at most once. Every process of the run ends before
//! its exit record is written. No secret of the run is written anywhere.

#![expect(
    clippy::disallowed_methods,
    reason = "a run host waits for processes in real time, and has no runtime"
)]

mod control;
mod forgive;
mod host;
mod ladder;
mod log;
pub mod lookup;
mod mask;
mod moment;
mod order;
mod output;
mod processes;
mod program;
mod records;
mod watch;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Is a run host. The one argument is the run's folder, which exists; the order comes on standard
/// input.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments = arguments.into_iter();
    let (Some(folder), None) = (arguments.next(), arguments.next()) else {
        complain("usage: run-host <folder of the run>");
        return ExitCode::from(2);
    };
    match host::serve(&PathBuf::from(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Keeps the files that this process was born with, or opens carelessly, from the programs that it
/// will start: somebody's socket, say, or a file with secrets.
pub fn keep_files_from_programs() {
    const FIRST_OF_OTHERS: i32 = 3;
    close_fds::set_fds_cloexec(FIRST_OF_OTHERS, &[]);
}

#[expect(clippy::print_stderr, reason = "standard error is the host's own log")]
fn complain(message: &str) {
    eprintln!("run host: {message}");
}
