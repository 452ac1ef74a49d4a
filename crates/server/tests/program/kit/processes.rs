//! The processes of a place, as the operating system has them.

use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};

/// Kills all processes of a place, until none is left.
pub(crate) fn kill_all(place: &Path) {
    // While they are being killed they may start others; those are found in the next round.
    for _ in 0..1000 {
        let found = live_with(place.as_os_str().as_encoded_bytes());
        if found.is_empty() {
            return;
        }
        for process_id in found {
            kill(process_id);
        }
        std::thread::yield_now();
    }
}

/// Kills a process; one that is gone already is as good.
pub(crate) fn kill(process_id: u32) {
    let pid = Pid::from_raw(i32::try_from(process_id).unwrap()).unwrap();
    kill_process(pid, Signal::KILL).ok();
}

/// Lists the living processes, but for our own, that have a text in their arguments or
/// environment.
pub(crate) fn live_with(text: &[u8]) -> Vec<u32> {
    let own = std::process::id();
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let process_id: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        (process_id != own).then_some(process_id)
    });
    processes.filter(|process_id| process_is_alive(*process_id) && mentions(*process_id, text)).collect()
}

fn mentions(process_id: u32, text: &[u8]) -> bool {
    ["cmdline", "environ"].iter().any(|file| {
        let bytes = std::fs::read(format!("/proc/{process_id}/{file}")).unwrap_or_default();
        bytes.windows(text.len()).any(|part| part == text)
    })
}

/// Says whether a process is there and not a zombie.
pub(crate) fn process_is_alive(process_id: u32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{process_id}/stat")) else { return false };
    // The name stands in parentheses and may hold anything; the state follows it.
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
}

/// Returns what memory a process has for itself, with its share of what it shares, in KiB.
pub(crate) fn memory_kib(process_id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process_id}/smaps_rollup")).unwrap();
    let line = text.lines().find(|line| line.starts_with("Pss:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
