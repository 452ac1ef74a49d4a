//! Local runs, as the server sees them: run hosts started, followed, stopped and settled.
//!
//! **Invariant:** nothing is remembered here. Every answer comes from a run's folder, its host's
//! socket and the kernel's list of processes, so that a server that was just started knows as
//! much as one that started the run.

#![expect(clippy::disallowed_methods, reason = "processes of this machine are waited for in real time")]

mod control;
mod folder;
mod follow;
mod log_file;
mod processes;
mod start;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use wireclip_domain::run_host::StopReason;
use wireclip_domain::run_host::order::{DEFAULT_FREE_SPACE_FLOOR_BYTES, DEFAULT_LOG_LIMIT_BYTES};
use wireclip_domain::run_host::socket::HostRequest;
use wireclip_domain::{CompanyId, RunId};
use wireclip_ports::host::{
    HostError, HostEvent, HostOrder, HostedRun, LogPart, LogPosition, RunHosts, Started, Trace,
};

use self::folder::RunFolder;

/// Where run hosts come from and where they leave their traces.
#[derive(Debug, Clone)]
pub struct RunHostsConfig {
    /// The program that is a run host when its first argument is `run-host`; usually our own.
    pub executable: PathBuf,
    /// The folder with one folder per run that is not settled.
    pub runs_folder: PathBuf,
    /// The folder of all logs.
    pub logs_folder: PathBuf,
    /// How long a host may leave a request to stop unanswered before it is killed, and what it
    /// hosted with it; 30 seconds by default.
    pub deaf_after: Duration,
    /// The most bytes that a run's log takes; 2 GiB by default.
    pub log_limit_bytes: u64,
    /// The free space that logs leave on their disk; 256 MiB by default.
    pub free_space_floor_bytes: u64,
    /// How many files a program may have open, if not as many as this process.
    pub open_files: Option<u64>,
}

impl RunHostsConfig {
    /// Returns a configuration with the default limits.
    #[must_use]
    pub fn new(executable: PathBuf, runs_folder: PathBuf, logs_folder: PathBuf) -> Self {
        Self {
            executable,
            runs_folder,
            logs_folder,
            deaf_after: Duration::from_secs(30),
            log_limit_bytes: DEFAULT_LOG_LIMIT_BYTES,
            free_space_floor_bytes: DEFAULT_FREE_SPACE_FLOOR_BYTES,
            open_files: None,
        }
    }
}

/// Runs programs on this machine, each under a run host.
#[derive(Debug)]
pub struct LocalRunHosts {
    config: RunHostsConfig,
    /// Waits for the hosts that this server started, so that none stays behind as a zombie.
    waits: TaskTracker,
}

impl LocalRunHosts {
    /// Takes up the work of whoever used these folders before.
    ///
    /// # Errors
    /// If a path cannot be made absolute (the current folder is gone).
    pub fn new(mut config: RunHostsConfig) -> io::Result<Self> {
        config.runs_folder = std::path::absolute(&config.runs_folder)?;
        config.logs_folder = std::path::absolute(&config.logs_folder)?;
        Ok(Self { config, waits: TaskTracker::new() })
    }

    /// Returns the runs that still work, also under the hosts of an earlier server.
    ///
    /// # Errors
    /// If a run's folder cannot be read.
    pub async fn living(&self) -> Result<Vec<RunId>, HostError> {
        let mut living = Vec::new();
        for run_id in folder::list(&self.config.runs_folder).await? {
            if self.folder(run_id).living_host().await?.is_some() {
                living.push(run_id);
            }
        }
        Ok(living)
    }

    fn folder(&self, run_id: RunId) -> RunFolder {
        RunFolder::new(self.config.runs_folder.join(run_id.to_string()))
    }

    fn log_path(&self, run: &HostedRun) -> PathBuf {
        self.config.logs_folder.join(run.log_ref())
    }
}

#[async_trait]
impl RunHosts for LocalRunHosts {
    async fn start(&self, order: HostOrder) -> Result<Started, HostError> {
        start::start(self, order).await
    }

    async fn follow(
        &self,
        run: &HostedRun,
        from: LogPosition,
        events: mpsc::Sender<HostEvent>,
    ) -> Result<(), HostError> {
        follow::follow(&self.folder(run.run_id), &self.log_path(run), from, &events).await
    }

    async fn stop(&self, run_id: RunId, reason: StopReason) -> Result<(), HostError> {
        let folder = self.folder(run_id);
        let request = HostRequest::stop(reason);
        let give_up_at = tokio::time::Instant::now() + self.config.deaf_after;
        while let Some(intent) = folder.living_host().await? {
            let asked = control::ask_to_stop(&folder, &intent, &request);
            if tokio::time::timeout_at(give_up_at, asked).await.is_ok_and(|taken| taken) {
                return Ok(());
            }
            if tokio::time::Instant::now() >= give_up_at {
                tracing::warn!(run.id = %run_id, "a run host does not answer and is killed");
                processes::kill_host(&intent).await?;
                break;
            }
            tokio::time::sleep(control::RETRY_PAUSE).await;
        }
        if matches!(folder.trace().await?, Trace::Lost) {
            processes::sweep(&folder).await?;
        }
        Ok(())
    }

    async fn look_up(&self, run_id: RunId) -> Result<Trace, HostError> {
        self.folder(run_id).trace().await
    }

    async fn traces(&self) -> Result<Vec<RunId>, HostError> {
        folder::list(&self.config.runs_folder).await
    }

    async fn sweep(&self, run_id: RunId) -> Result<usize, HostError> {
        processes::sweep(&self.folder(run_id)).await
    }

    async fn forget(&self, run_id: RunId) -> Result<(), HostError> {
        self.folder(run_id).remove().await
    }

    async fn remove_logs(&self, company_id: CompanyId) -> Result<(), HostError> {
        let folder = self.config.logs_folder.join(company_id.to_string());
        match tokio::fs::remove_dir_all(&folder).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(failed(format!("remove the logs in {}", folder.display()))(error))
            }
            _ => Ok(()),
        }
    }

    async fn read_log(&self, run: &HostedRun, offset: u64, limit_bytes: usize) -> Result<LogPart, HostError> {
        // Asked before the log is read: what a run writes last is then seen to be the last.
        let may_grow = self.folder(run.run_id).living_host().await?.is_some();
        log_file::read_part(&self.log_path(run), offset, limit_bytes, may_grow).await
    }
}

/// Makes an error of the port from one of the machine's.
fn failed(action: impl Into<String>) -> impl FnOnce(io::Error) -> HostError {
    let action = action.into();
    move |source| HostError::Io { action, source }
}
