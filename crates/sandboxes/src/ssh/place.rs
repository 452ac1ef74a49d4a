//! The place of a lease on a machine, as runs work in it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use wireclip_ports::sandbox::{
    CommandEnding, CommandTimings, ExecuteOrder, Executed, LeasedPlace, OutputStream, ProviderError,
    Realized, RemotePath, RemoteProcess, RemoteShell, SpawnOrder, SyncInOrder, SyncOutOrder, Synced,
};

use super::claim::Folder;
use super::commands::Commanded;
use super::connection::{Connection, Input, Output};
use super::{fresh_id, process};
use crate::moving::below;
use crate::moving::guard::{self, Told};

/// How long a command may run that says nothing of it.
const TIME_LIMIT: Duration = Duration::from_secs(300);
/// How long starting a command may take.
const START_LIMIT: Duration = Duration::from_secs(60);
/// How long a command whose time is up may take to end softly.
const GRACE: Duration = Duration::from_secs(2);

/// What a lease has on a machine.
pub(super) struct Held {
    /// Where commands work.
    pub(super) root: RemotePath,
    /// What belongs to the lease beside it.
    beside: String,
    /// What names the lease.
    token: String,
    pub(super) shell: RemoteShell,
}

impl Held {
    pub(super) fn new(folder: Folder, shell: RemoteShell) -> Self {
        let (root, beside) = (RemotePath::new(folder.path()), folder.held());
        Self { root, beside, token: folder.token, shell }
    }

    /// Names a command of the lease.
    pub(super) fn commanded<'a>(&'a self, id: &'a str) -> Commanded<'a> {
        Commanded { id, held: &self.beside, token: &self.token }
    }
}

/// A folder that a lease has on a machine.
pub(super) struct SshPlace {
    pub(super) connection: Arc<Connection>,
    pub(super) held: Arc<Held>,
}

impl SshPlace {
    pub(super) fn new(connection: Connection, held: Held) -> Self {
        Self { connection: Arc::new(connection), held: Arc::new(held) }
    }

    /// Returns where something is that must lie within the lease's folder; the folder itself if
    /// nothing is named.
    pub(super) fn confined(&self, wanted: Option<&RemotePath>) -> Result<RemotePath, ProviderError> {
        let root = &self.held.root;
        let Some(wanted) = wanted else { return Ok(root.clone()) };
        let below = below(root, wanted)?;
        Ok(if below.is_empty() { root.clone() } else { root.join(&below) })
    }
}

#[async_trait]
impl LeasedPlace for SshPlace {
    async fn realize(&self, wanted: Option<RemotePath>, limit: Duration) -> Result<Realized, ProviderError> {
        let directory = self.confined(wanted.as_ref())?;
        let id = fresh_id();
        let path = below(&self.held.root, &directory)?;
        let text = format!(
            "{}{}{}",
            guard::preamble(&id, self.held.root.as_str(), Told::OnStdout),
            guard::enter(&path),
            guard::done()
        );
        let io = (Input::Nothing, Output::Kept);
        let answer = self.connection.ask(&text, io, "make a folder on the machine", limit).await?;
        guard::verdict(answer.code == 0, &String::from_utf8_lossy(&answer.stdout), &id)?;
        Ok(Realized { directory })
    }

    async fn execute(&self, order: ExecuteOrder) -> Result<Executed, ProviderError> {
        let ExecuteOrder { command, stdin, time_limit, output_limit_bytes } = order;
        let process = self.spawn(SpawnOrder { command, stdin: Some(stdin) }, START_LIMIT).await?;
        let RemoteProcess { input, mut output, control, .. } = process;
        let mut executed = Executed {
            ending: CommandEnding::TimedOut,
            stdout: Vec::new(),
            stderr: Vec::new(),
            is_truncated: false,
            timings: CommandTimings::default(),
        };
        let printing = async {
            while let Some(piece) = output.recv().await {
                let stream = match piece.stream {
                    OutputStream::Stdout => &mut executed.stdout,
                    OutputStream::Stderr => &mut executed.stderr,
                };
                let room = output_limit_bytes.saturating_sub(stream.len()).min(piece.bytes.len());
                stream.extend_from_slice(&piece.bytes[..room]);
                executed.is_truncated |= room < piece.bytes.len();
            }
            control.wait().await
        };
        let ended = tokio::time::timeout(time_limit.unwrap_or(TIME_LIMIT), printing).await;
        match ended {
            Ok(ended) => executed.ending = ended?,
            Err(_) => control.kill(GRACE).await?,
        }
        drop(input);
        Ok(executed)
    }

    async fn spawn(&self, order: SpawnOrder, limit: Duration) -> Result<RemoteProcess, ProviderError> {
        let directory = self.confined(order.command.directory.as_ref())?;
        process::spawn(&self.connection, &self.held, (&order, directory.as_str()), limit).await
    }

    async fn sync_in(&self, order: SyncInOrder, limit: Duration) -> Result<Synced, ProviderError> {
        self.move_in(&order, limit).await
    }

    async fn sync_out(&self, order: SyncOutOrder, limit: Duration) -> Result<Synced, ProviderError> {
        self.move_out(&order, limit).await
    }
}
