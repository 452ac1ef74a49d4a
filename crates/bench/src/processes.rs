//! Processes as the kernel shows them: which belong to a server, what they use, and their end.
//!
//! A server's own processes are those whose command line names its home folder: the server itself
//! and its run hosts, which live in sessions of their own. Agents' programs are not among them.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process};

/// Ticks of the kernel's processor accounts in a second; the same on every Linux.
const TICKS_PER_SECOND: u64 = 100;

/// Returns the server's own processes.
///
/// # Errors
/// If the list of processes cannot be read.
pub(crate) fn of_home(home: &Path) -> anyhow::Result<BTreeSet<i32>> {
    let home = home.to_string_lossy();
    let names_home = |process: &i32| {
        std::fs::read(format!("/proc/{process}/cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).contains(home.as_ref()))
    };
    Ok(all()?.into_iter().filter(names_home).collect())
}

/// Returns the memory of `processes` in bytes: each page counted once, by shares.
pub(crate) fn memory_of(processes: &BTreeSet<i32>) -> u64 {
    processes.iter().filter_map(|process| proportional_set(*process)).sum()
}

/// Returns the processor time of `processes` up to now.
pub(crate) fn processor_time_of(processes: &BTreeSet<i32>) -> Duration {
    let ticks: u64 = processes.iter().filter_map(|process| ticks(*process)).sum();
    Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND)
}

/// Asks a process to end.
///
/// # Errors
/// If it is not there or not ours.
pub(crate) fn ask_to_end(process: u32) -> anyhow::Result<()> {
    let id = i32::try_from(process).ok().and_then(Pid::from_raw).context("a process id")?;
    kill_process(id, Signal::TERM).context("send SIGTERM")
}

/// Ends what is left of a server: its own processes and all that descend from them.
///
/// # Errors
/// If the list of processes cannot be read.
pub(crate) fn end_all(home: &Path) -> anyhow::Result<()> {
    let mut found = of_home(home)?;
    let parents: Vec<(i32, i32)> =
        all()?.into_iter().filter_map(|process| Some((process, parent(process)?))).collect();
    loop {
        let before = found.len();
        found.extend(
            parents
                .iter()
                .filter(|(_, parent)| found.contains(parent))
                .map(|(child, _)| *child)
                .collect::<Vec<_>>(),
        );
        if found.len() == before {
            break;
        }
    }
    for id in found.into_iter().filter_map(Pid::from_raw) {
        // One that has ended meanwhile is as good.
        kill_process(id, Signal::KILL).ok();
    }
    Ok(())
}

fn all() -> anyhow::Result<Vec<i32>> {
    let entries = std::fs::read_dir("/proc").context("list the processes (this needs Linux)")?;
    Ok(entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect())
}

fn proportional_set(process: i32) -> Option<u64> {
    let rollup = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let line = rollup.lines().find(|line| line.starts_with("Pss:"))?;
    let kib: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

fn ticks(process: i32) -> Option<u64> {
    // User and system time are the 14th and 15th field.
    let fields = fields(process)?;
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

fn parent(process: i32) -> Option<i32> {
    fields(process)?.get(1)?.parse().ok()
}

/// The fields of a process's account from the third on: the second, its name, may hold blanks.
fn fields(process: i32) -> Option<Vec<String>> {
    let account = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = account.rsplit_once(')')?;
    Some(rest.split_ascii_whitespace().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_uses_memory_and_has_a_parent() {
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(memory_of(&BTreeSet::from([own])) > 100 << 10);
        assert!(parent(own).is_some_and(|parent| parent > 0));
        assert!(ticks(own).is_some());
    }
}
