//! The processes of a run: all descendants of its host.
//!
//! The host is a *subreaper*: a process whose parent has ended becomes the host's own child,
//! whatever session or group it has moved to. So a process of the run is always found by walking
//! down from the host, and when the host has no children left, nothing of the run is left.

use std::fs;
use std::io;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};
use wireclip_domain::run_host::process_stat::ProcessStat;

use crate::forgive::Forgive;

/// Takes charge of all descendants, now and later.
pub(crate) fn adopt_descendants() -> io::Result<()> {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// What a look at the ended children found.
#[derive(Default)]
pub(crate) struct Reaped {
    /// How the program itself ended, if it has now.
    pub(crate) program: Option<WaitStatus>,
    /// Whether no process of the run is left.
    pub(crate) is_nobody_left: bool,
}

/// Takes note of all children that have ended.
pub(crate) fn reap(program: Pid) -> Reaped {
    let mut reaped = Reaped::default();
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == program => reaped.program = Some(status),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return reaped,
            Err(_) => {
                reaped.is_nobody_left = true;
                return reaped;
            }
        }
    }
}

/// Sends a signal to the program's group. The program must not have been reaped: until then
/// nobody else can have its group's number.
pub(crate) fn signal_group(program: Pid, signal: Signal) {
    rustix::process::kill_process_group(program, signal).forgive("everybody there has ended");
}

/// Sends a signal to every process of the run.
pub(crate) fn signal_all(signal: Signal) {
    for pid in descendants() {
        rustix::process::kill_process(pid, signal).forgive("it has ended meanwhile");
    }
}

fn descendants() -> Vec<Pid> {
    let everybody = list();
    let mut found = vec![std::process::id()];
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(everybody.iter().filter(|stat| stat.parent == parent).map(|stat| stat.process_id));
        next += 1;
    }
    let ids = found.into_iter().skip(1).filter_map(|id| i32::try_from(id).ok());
    ids.filter_map(Pid::from_raw).collect()
}

fn list() -> Vec<ProcessStat> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let folders = entries.flatten().filter(|entry| entry.file_name().as_encoded_bytes()[0].is_ascii_digit());
    let stats = folders.filter_map(|folder| fs::read_to_string(folder.path().join("stat")).ok());
    // A process that has ended still has children until its parent notices.
    stats.filter_map(|line| ProcessStat::parse(&line)).collect()
}

/// Returns when a process was started, in clock ticks since the machine's start.
pub(crate) fn start_ticks(pid: u32) -> Option<u64> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    ProcessStat::parse(&line).map(|stat| stat.start_ticks)
}

/// Returns a signal's name, as the wire has it.
pub(crate) fn signal_name(signal: i32) -> String {
    const NAMES: [&str; 31] = [
        "SIGHUP",
        "SIGINT",
        "SIGQUIT",
        "SIGILL",
        "SIGTRAP",
        "SIGABRT",
        "SIGBUS",
        "SIGFPE",
        "SIGKILL",
        "SIGUSR1",
        "SIGSEGV",
        "SIGUSR2",
        "SIGPIPE",
        "SIGALRM",
        "SIGTERM",
        "SIGSTKFLT",
        "SIGCHLD",
        "SIGCONT",
        "SIGSTOP",
        "SIGTSTP",
        "SIGTTIN",
        "SIGTTOU",
        "SIGURG",
        "SIGXCPU",
        "SIGXFSZ",
        "SIGVTALRM",
        "SIGPROF",
        "SIGWINCH",
        "SIGIO",
        "SIGPWR",
        "SIGSYS",
    ];
    let index = usize::try_from(signal).ok().and_then(|number| number.checked_sub(1));
    index
        .and_then(|index| NAMES.get(index))
        .map_or_else(|| format!("signal {signal}"), |name| (*name).to_owned())
}
