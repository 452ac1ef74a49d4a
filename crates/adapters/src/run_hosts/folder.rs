//! A run's folder, read from outside.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;
use wireclip_domain::RunId;
use wireclip_domain::run_host::{CHILD_FILE, ChildRecord, EXIT_FILE, ExitRecord, INTENT_FILE, StartIntent};
use wireclip_ports::host::{HostError, Started, Trace};

use super::{failed, processes};

/// How long a look waits for a host that is just starting its program, and how often it looks.
const STARTING_LOOKS: u32 = 200;
const STARTING_PAUSE: Duration = Duration::from_millis(5);

/// How often a folder is emptied that changes meanwhile.
const REMOVE_ATTEMPTS: u32 = 4;

/// A run's folder.
#[derive(Debug, Clone)]
pub(super) struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) async fn intent(&self) -> Result<Option<StartIntent>, HostError> {
        self.read(INTENT_FILE).await
    }

    pub(super) async fn child(&self) -> Result<Option<ChildRecord>, HostError> {
        self.read(CHILD_FILE).await
    }

    pub(super) async fn exit(&self) -> Result<Option<ExitRecord>, HostError> {
        self.read(EXIT_FILE).await
    }

    /// Returns the intent of the run's host if that host still has something to do.
    pub(super) async fn living_host(&self) -> Result<Option<StartIntent>, HostError> {
        let Some(intent) = self.intent().await? else { return Ok(None) };
        // The record is the host's last deed: looked for second, it cannot be missed.
        let is_alive = processes::is_host_alive(&intent).await;
        Ok(if is_alive && self.exit().await?.is_none() { Some(intent) } else { None })
    }

    /// Says what became of the run.
    pub(super) async fn trace(&self) -> Result<Trace, HostError> {
        for _ in 0..STARTING_LOOKS {
            let Some(intent) = self.intent().await? else { return Ok(Trace::Unknown) };
            let is_alive = processes::is_host_alive(&intent).await;
            if let Some(exit) = self.exit().await? {
                return Ok(Trace::Ended(exit));
            }
            if !is_alive {
                return Ok(Trace::Lost);
            }
            if let Some(child) = self.child().await? {
                let started_at = child.started_at;
                return Ok(Trace::Alive(Started { process_id: child.process_id, started_at }));
            }
            tokio::time::sleep(STARTING_PAUSE).await;
        }
        // A program on a disk that does not answer, or a record that a full disk refused.
        match self.intent().await? {
            None => Ok(Trace::Unknown),
            Some(intent) => {
                let started_at = intent.written_at;
                Ok(Trace::Alive(Started { process_id: intent.host_process_id, started_at }))
            }
        }
    }

    /// Removes the folder, unless its host lives.
    pub(super) async fn remove(&self) -> Result<(), HostError> {
        let shown = self.path.display();
        if self.living_host().await?.is_some() {
            let error = io::Error::new(io::ErrorKind::ResourceBusy, "the run is not over");
            return Err(failed(format!("forget the run in {shown}"))(error));
        }
        let mut removed = Ok(());
        // The host may be about to remove its socket: what vanishes meanwhile is not a failure.
        for _ in 0..REMOVE_ATTEMPTS {
            removed = tokio::fs::remove_dir_all(&self.path).await;
            if removed.is_ok() || !tokio::fs::try_exists(&self.path).await.unwrap_or(true) {
                return Ok(());
            }
        }
        removed.map_err(failed(format!("remove {shown}")))
    }

    /// Reads a record; one that cannot be understood is as good as none.
    async fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, HostError> {
        let path = self.path.join(name);
        let text = match tokio::fs::read(&path).await {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(format!("read {}", path.display()))(error)),
        };
        let record = serde_json::from_slice(&text);
        if let Err(error) = &record {
            tracing::warn!(path = %path.display(), %error, "a record of a run cannot be understood");
        }
        Ok(record.ok())
    }
}

/// Lists the runs that have a folder.
pub(super) async fn list(runs_folder: &Path) -> Result<Vec<RunId>, HostError> {
    let action = || failed(format!("list {}", runs_folder.display()));
    let mut entries = match tokio::fs::read_dir(runs_folder).await {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(action()(error)),
    };
    let mut runs = Vec::new();
    while let Some(entry) = entries.next_entry().await.map_err(action())? {
        runs.extend(entry.file_name().to_str().and_then(|name| name.parse::<RunId>().ok()));
    }
    runs.sort_unstable();
    Ok(runs)
}
