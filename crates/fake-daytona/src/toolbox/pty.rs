//! A terminal: an interactive login shell on a pseudo-terminal of this computer.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use pty_process::Size;
use rustix::process::{Pid, Signal};
use serde::Serialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{Mutex, broadcast, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::machine::{Machine, kill_group, shell};
use crate::shared::Shared;

/// Messages that a caller may lag behind before it is dropped.
const LAG: usize = 1_024;
/// How long output may still come after the shell's end.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What a terminal is made with.
#[derive(Debug, Clone)]
pub(super) struct TerminalSettings {
    pub(super) id: String,
    pub(super) cwd: Option<String>,
    pub(super) envs: BTreeMap<String, String>,
    pub(super) size: TerminalSize,
    /// Starts when somebody connects.
    pub(super) is_lazy: bool,
    pub(super) created_at: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TerminalSize {
    pub(super) cols: u16,
    pub(super) rows: u16,
}

#[derive(Debug)]
pub(crate) struct Terminal {
    pub(super) settings: TerminalSettings,
    pub(super) size: watch::Sender<TerminalSize>,
    pub(super) output: broadcast::Sender<Bytes>,
    pub(super) input: mpsc::Sender<Vec<u8>>,
    /// Set once the shell has ended.
    pub(super) ending: watch::Sender<Option<Ending>>,
    wanted: CancellationToken,
    group: OnceLock<Option<Pid>>,
}

/// How a terminal's shell ended; the text of the closing frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ending {
    pub(super) exit_code: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_reason: Option<String>,
}

impl Terminal {
    pub(super) fn make(
        shared: &Arc<Shared>,
        machine: &Arc<Machine>,
        settings: TerminalSettings,
    ) -> Arc<Self> {
        let (input, given) = mpsc::channel(16);
        let terminal = Arc::new(Self {
            size: watch::Sender::new(settings.size),
            output: broadcast::Sender::new(LAG),
            input,
            ending: watch::Sender::new(None),
            wanted: CancellationToken::new(),
            group: OnceLock::new(),
            settings,
        });
        if !terminal.settings.is_lazy {
            terminal.wanted.cancel();
        }
        let task = Arc::clone(&terminal).live(Arc::clone(shared), Arc::clone(machine), given);
        shared.spawn(task);
        terminal
    }

    /// Starts the shell if it waits for that.
    pub(super) fn want(&self) {
        self.wanted.cancel();
    }

    pub(super) fn is_active(&self) -> bool {
        self.ending.borrow().is_none()
    }

    pub(super) fn kill(&self) {
        match self.group.get() {
            Some(Some(group)) => kill_group(*group, Signal::KILL),
            _ => drop(self.ending.send_replace(Some(killed()))),
        }
    }

    async fn live(
        self: Arc<Self>,
        shared: Arc<Shared>,
        machine: Arc<Machine>,
        given: mpsc::Receiver<Vec<u8>>,
    ) {
        if machine.off.run_until_cancelled(self.wanted.cancelled()).await.is_none() || !self.is_active() {
            return;
        }
        let ending = match self.run(&shared, &machine, given).await {
            Ok(status) => ending(status),
            Err(error) => Ending { exit_code: -1, exit_reason: Some(error.to_string()) },
        };
        if let Some(Some(group)) = self.group.get() {
            machine.part_with(*group);
        }
        self.ending.send_replace(Some(ending));
    }

    async fn run(
        self: &Arc<Self>,
        shared: &Shared,
        machine: &Machine,
        mut given: mpsc::Receiver<Vec<u8>>,
    ) -> Result<ExitStatus, pty_process::Error> {
        let (pty, pts) = pty_process::open()?;
        let mut size = self.size.subscribe();
        pty.resize(wire_size(*size.borrow_and_update()))?;
        let folder = machine.resolve(self.settings.cwd.as_deref().unwrap_or_default());
        let mut child = pty_process::Command::new(shell())
            .args(["-i", "-l"])
            .env_clear()
            .envs(machine.environment())
            .env("TERM", "xterm-256color")
            .envs(&self.settings.envs)
            .current_dir(folder)
            .spawn(pts)?;
        let group = machine.adopt(child.id());
        self.group.get_or_init(|| group);
        let (mut reader, writer) = pty.into_split();
        let writer = Mutex::new(writer);
        let (is_read, all_read) = oneshot::channel::<()>();
        let output = self.output.clone();
        shared.spawn(async move {
            let mut chunk = vec![0; 8 * 1024];
            // A terminal that nobody holds any more ends with an error.
            while let Ok(read @ 1..) = reader.read(&mut chunk).await {
                // Nobody may be connected.
                drop(output.send(Bytes::copy_from_slice(&chunk[..read])));
            }
            drop(is_read);
        });
        let write = async {
            while let Some(text) = given.recv().await {
                drop(writer.lock().await.write_all(&text).await);
            }
        };
        let resize = async {
            while size.changed().await.is_ok() {
                let size = wire_size(*size.borrow_and_update());
                drop(writer.lock().await.resize(size));
            }
        };
        let status = tokio::select! {
            status = child.wait() => status?,
            ((), ()) = async { tokio::join!(write, resize) } => child.wait().await?,
        };
        drop(tokio::time::timeout(LAST_WORDS, all_read).await);
        Ok(status)
    }
}

fn wire_size(size: TerminalSize) -> Size {
    Size::new(size.rows, size.cols)
}

fn killed() -> Ending {
    Ending { exit_code: 137, exit_reason: Some("killed".to_owned()) }
}

fn ending(status: ExitStatus) -> Ending {
    match status.signal() {
        Some(9) => killed(),
        Some(signal) => {
            Ending { exit_code: 128 + signal, exit_reason: Some(format!("ended by signal {signal}")) }
        }
        None => Ending { exit_code: status.code().unwrap_or(-1), exit_reason: None },
    }
}
