//! The processes of runs, found in the kernel's list.
//!
//! **Invariant:** no process is taken for one of ours by its id alone. A host is known by its
//! start time, its run's processes by the token in their environment, or by group and session.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal};
use wireclip_domain::run_host::process_stat::ProcessStat;
use wireclip_domain::run_host::{ChildRecord, StartIntent, TOKEN_VARIABLE};
use wireclip_ports::host::HostError;

use super::failed;
use super::folder::RunFolder;

/// How often a sweep looks again for what it has killed, and how long it waits in between.
const SWEEP_ROUNDS: u32 = 500;
const SWEEP_PAUSE: Duration = Duration::from_millis(10);

/// Returns whether the host that wrote an intent is still there.
pub(super) async fn is_host_alive(intent: &StartIntent) -> bool {
    let (id, start_ticks, boot_id) =
        (intent.host_process_id, intent.host_start_ticks, intent.boot_id.clone());
    blocking(move || {
        is_this_boot(&boot_id)
            && stat_of(id).is_some_and(|stat| stat.start_ticks == start_ticks && !stat.is_dead())
    })
    .await
}

/// Kills a host, and returns once it is gone.
pub(super) async fn kill_host(intent: &StartIntent) -> Result<(), HostError> {
    for _ in 0..SWEEP_ROUNDS {
        if !is_host_alive(intent).await {
            return Ok(());
        }
        let (id, start_ticks) = (intent.host_process_id, intent.host_start_ticks);
        blocking(move || stat_of(id).is_some_and(|stat| stat.start_ticks == start_ticks && kill(&stat)))
            .await;
        tokio::time::sleep(SWEEP_PAUSE).await;
    }
    let error = std::io::Error::new(std::io::ErrorKind::TimedOut, "it cannot be killed");
    Err(failed(format!("kill the host of run {}", intent.run_id))(error))
}

/// Ends what is left of a run whose host is gone; returns how many processes that were.
pub(super) async fn sweep(folder: &RunFolder) -> Result<usize, HostError> {
    let Some(intent) = folder.intent().await? else { return Ok(0) };
    let child = folder.child().await?;
    if is_host_alive(&intent).await {
        let error = std::io::Error::new(std::io::ErrorKind::ResourceBusy, "its host lives");
        return Err(failed(format!("sweep run {}", intent.run_id))(error));
    }
    let mut ended = Vec::new();
    for _ in 0..SWEEP_ROUNDS {
        let (intent, child) = (intent.clone(), child.clone());
        let found = blocking(move || kill_all(&intent, child.as_ref())).await;
        if found.is_empty() {
            return Ok(ended.len());
        }
        ended.extend(found);
        ended.sort_unstable();
        ended.dedup();
        tokio::time::sleep(SWEEP_PAUSE).await;
    }
    let error = std::io::Error::new(std::io::ErrorKind::TimedOut, "processes are left that cannot be killed");
    Err(failed(format!("sweep run {}", intent.run_id))(error))
}

/// Kills every process of the run that is there now; returns their ids with their start times.
fn kill_all(intent: &StartIntent, child: Option<&ChildRecord>) -> Vec<(u32, u64)> {
    if !is_this_boot(&intent.boot_id) {
        return Vec::new();
    }
    let mark = format!("{TOKEN_VARIABLE}={}", intent.token);
    let mut killed = Vec::new();
    for stat in list() {
        let is_ours = is_in_group(&stat, intent, child) || has_variable(stat.process_id, mark.as_bytes());
        if !stat.is_dead() && is_ours && kill(&stat) {
            killed.push((stat.process_id, stat.start_ticks));
        }
    }
    killed
}

/// Returns whether a process is in the program's group and in its host's session. Neither number
/// is given to anyone else as long as the group has a member.
fn is_in_group(stat: &ProcessStat, intent: &StartIntent, child: Option<&ChildRecord>) -> bool {
    child.is_some_and(|child| {
        stat.group == child.process_id
            && stat.session == intent.host_process_id
            && stat.start_ticks >= child.start_ticks
    })
}

/// Returns whether a process was started with this variable. Those of other people cannot be
/// asked, and are not ours.
fn has_variable(process_id: u32, variable: &[u8]) -> bool {
    fs::read(format!("/proc/{process_id}/environ"))
        .is_ok_and(|environment| environment.split(|byte| *byte == 0).any(|entry| entry == variable))
}

/// Kills a process, and nobody who might have got its id meanwhile.
fn kill(stat: &ProcessStat) -> bool {
    let pid = i32::try_from(stat.process_id).ok().and_then(Pid::from_raw);
    let handle = pid.and_then(|pid| rustix::process::pidfd_open(pid, PidfdFlags::empty()).ok());
    let Some(handle) = handle else { return false };
    let is_same = stat_of(stat.process_id).is_some_and(|now| now.start_ticks == stat.start_ticks);
    is_same && rustix::process::pidfd_send_signal(&handle, Signal::KILL).is_ok()
}

fn list() -> Vec<ProcessStat> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str().and_then(|name| name.parse().ok()));
    ids.filter_map(stat_of).collect()
}

fn stat_of(process_id: u32) -> Option<ProcessStat> {
    ProcessStat::parse(&fs::read_to_string(format!("/proc/{process_id}/stat")).ok()?)
}

fn is_this_boot(boot_id: &str) -> bool {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").is_ok_and(|now| now.trim() == boot_id)
}

/// Runs work on the pool for work that waits.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
