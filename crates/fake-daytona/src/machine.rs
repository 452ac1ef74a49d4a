//! What runs in a sandbox while it is started: real processes of this computer.
//!
//! Paths are not mapped. The sandbox's home, which is also its working directory, is a folder of
//! its own below a temporary one, and callers learn its real path from `GET /work-dir`. Absolute
//! paths mean what they mean on this computer, for commands and for the file calls alike, so
//! `/tmp` is shared. That needs no rights and behaves alike for root and for others.
//!
//! Invariant: after [`Machine::power_off`] no process of the machine lives on. Each one is in a
//! group that is known here, or still carries the sandbox's id in its environment.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::process::{
    Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal, test_kill_process_group,
};
use tokio_util::sync::CancellationToken;

use crate::options::{CannedExecution, Options};
use crate::sandbox::Sandbox;
use crate::toolbox::pty::Terminal;
use crate::toolbox::session::Session;

/// Names the sandbox in the environment of all of its processes.
const SANDBOX_VARIABLE: &str = "DAYTONA_SANDBOX_ID";
/// How often strays are looked for at most.
const MOST_LOOKS: u32 = 10;

#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) id: String,
    /// The folder that stands for `/`.
    root: PathBuf,
    /// Pipes of sessions, out of the caller's sight.
    pub(crate) pipes: PathBuf,
    env: BTreeMap<String, String>,
    pub(crate) frame_bytes: usize,
    pub(crate) canned_execution: Option<CannedExecution>,
    /// Cancelled when the machine stops.
    pub(crate) off: CancellationToken,
    has_run_anything: AtomicBool,
    groups: Mutex<HashSet<Pid>>,
    sessions: Mutex<BTreeMap<String, Arc<Session>>>,
    terminals: Mutex<BTreeMap<String, Arc<Terminal>>>,
}

impl Machine {
    /// Switches a machine on over the sandbox's files.
    pub(crate) fn new(sandbox: &Sandbox, options: &Options) -> Self {
        let machine = Self {
            id: sandbox.id.clone(),
            root: sandbox.root(),
            pipes: sandbox.folder.join("pipes"),
            env: sandbox.env.clone(),
            frame_bytes: options.frame_bytes.max(1),
            canned_execution: options.canned_execution.clone(),
            off: CancellationToken::new(),
            has_run_anything: AtomicBool::new(false),
            groups: Mutex::default(),
            sessions: Mutex::default(),
            terminals: Mutex::default(),
        };
        for folder in [machine.home(), machine.temporary()] {
            // Where it is missing, whatever is done there says so.
            drop(std::fs::create_dir_all(folder));
        }
        machine
    }

    /// The user's home, which is also the working directory.
    pub(crate) fn home(&self) -> PathBuf {
        self.root.join("home/daytona")
    }

    fn temporary(&self) -> PathBuf {
        self.root.join("tmp")
    }

    /// Takes a relative path from the working directory. `~` is an ordinary character.
    pub(crate) fn resolve(&self, path: &str) -> PathBuf {
        self.home().join(path)
    }

    /// The variables of every process; nothing of the fake's own environment but the search path.
    #[expect(clippy::disallowed_methods, reason = "programs are found where the fake itself finds them")]
    pub(crate) fn environment(&self) -> BTreeMap<String, String> {
        let search_path = std::env::var("PATH").unwrap_or_else(|_| "/usr/local/bin:/usr/bin:/bin".to_owned());
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut env = BTreeMap::from([
            ("PATH".to_owned(), search_path),
            ("HOME".to_owned(), text(&self.home())),
            ("TMPDIR".to_owned(), text(&self.temporary())),
            ("USER".to_owned(), "daytona".to_owned()),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
            ("SHELL".to_owned(), shell().to_owned()),
        ]);
        env.extend(self.env.clone());
        env.insert(SANDBOX_VARIABLE.to_owned(), self.id.clone());
        env
    }

    /// Prepares a shell in a process group of its own.
    pub(crate) fn shell_command(&self) -> tokio::process::Command {
        let mut command = tokio::process::Command::new(shell());
        command.env_clear().envs(self.environment()).current_dir(self.home()).process_group(0);
        command
    }

    /// Takes charge of a process that leads its group.
    pub(crate) fn adopt(&self, process: Option<u32>) -> Option<Pid> {
        let group = process.and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw)?;
        self.has_run_anything.store(true, Ordering::SeqCst);
        let mut groups = self.groups();
        groups.insert(group);
        if self.off.is_cancelled() {
            kill_group(group, Signal::KILL);
        }
        Some(group)
    }

    /// Forgets a group whose leader has ended, unless others of it live on.
    pub(crate) fn part_with(&self, group: Pid) {
        if test_kill_process_group(group).is_err() {
            self.groups().remove(&group);
        }
    }

    /// Kills everything that runs, and makes every open request to the toolbox fail.
    pub(crate) fn power_off(&self) {
        self.off.cancel();
        for group in self.groups().iter() {
            kill_group(*group, Signal::KILL);
        }
        if self.has_run_anything.load(Ordering::SeqCst) {
            kill_strays(&self.id);
        }
    }

    pub(crate) fn sessions(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn terminals(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Terminal>>> {
        self.terminals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn groups(&self) -> MutexGuard<'_, HashSet<Pid>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The shell of the sandbox's user.
pub(crate) fn shell() -> &'static str {
    if Path::new("/bin/bash").exists() { "/bin/bash" } else { "/bin/sh" }
}

/// Signals a group; whoever has ended already needs none.
pub(crate) fn kill_group(group: Pid, signal: Signal) {
    kill_process_group(group, signal).ok();
}

/// Kills processes that left their group and still carry the sandbox's id, until a look finds
/// none: children may be born meanwhile.
fn kill_strays(sandbox: &str) {
    let mark = format!("{SANDBOX_VARIABLE}={sandbox}");
    for _ in 0..MOST_LOOKS {
        if !kill_marked(mark.as_bytes()) {
            return;
        }
    }
}

/// Returns whether there was any. The dead that nobody has waited for show no environment.
fn kill_marked(mark: &[u8]) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    let mut has_found = false;
    for process in processes.flatten() {
        let id = process.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(pid) = id.and_then(Pid::from_raw) else { continue };
        // The handle comes first, so that the process that is looked at is the one that is killed.
        let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|variable| variable == mark) {
            has_found = true;
            // It may have ended by itself.
            pidfd_send_signal(handle, Signal::KILL).ok();
        }
    }
    has_found
}
