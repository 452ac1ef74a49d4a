//! Files on their way out: one guarded command and one download per operation.

use std::path::{Path, PathBuf};

use wireclip_ports::sandbox::{
    ArrivalLimits, FileKind, ProviderError, SyncOutOperation, SyncOutOrder, Synced, SyncedOperation,
};

use super::{Scratch, Transfer, root_of};
use crate::daytona::activation::Again;
use crate::daytona::client::BulkPart;
use crate::daytona::deadline::Deadline;
use crate::daytona::handle::SandboxHandle;
use crate::daytona::provider::Link;
use crate::handle_cache::Activity;
use crate::moving::guard::Told;
use crate::moving::{Room, below, guard, settle, unwritable};

/// The pauses before a download that was cut is repeated, in the longest pauses between looks.
const DOWNLOAD_PAUSES: [u32; 3] = [1, 5, 15];

/// Moves files out, operation by operation.
pub(in crate::daytona) async fn sync_out(
    link: &Link,
    activity: &Activity<SandboxHandle>,
    order: &SyncOutOrder,
    deadline: Deadline,
) -> Result<Synced, ProviderError> {
    let transfer = Transfer { link, activity, root: root_of(link)?, deadline };
    let mut operations = Vec::new();
    for operation in &order.operations {
        operations.push(transfer.operation_out(operation, order.limits).await?);
    }
    Ok(Synced { operations })
}

impl Transfer<'_> {
    async fn operation_out(
        &self,
        operation: &SyncOutOperation,
        limits: ArrivalLimits,
    ) -> Result<SyncedOperation, ProviderError> {
        let empty = SyncedOperation {
            operation_id: operation.operation_id.clone(),
            files_transferred: 0,
            bytes_transferred: 0,
        };
        if operation.files.is_empty() {
            return Ok(empty);
        }
        let scratch = Scratch::new(self.link, self.root, "download");
        let mut command = guard::preamble(&scratch.id, self.root.as_str(), Told::OnStdout);
        command.push_str(&guard::scratch(scratch.path.as_str()));
        command.push_str(guard::make_scratch());
        for (number, file) in operation.files.iter().enumerate() {
            let path = below(self.root, &file.remote)?;
            command.push_str(&match file.kind {
                FileKind::File => guard::take_file(number, &path),
                FileKind::Directory => {
                    guard::take_tree(number, &format!("\"$scratch/{number}\""), &path, &file.exclude)
                }
            });
        }
        command.push_str(guard::done());
        self.guarded(&scratch, &command).await?;

        let arrivals =
            tempfile::tempdir().map_err(|error| unwritable(Path::new("the temporary folder"), &error))?;
        let bytes = self.download(&scratch, arrivals.path(), operation.files.len(), limits).await?;
        for (number, file) in operation.files.iter().enumerate() {
            let (arrived, file) = (arrivals.path().join(number.to_string()), file.clone());
            let place = tokio::task::spawn_blocking(move || settle(&arrived, &file, limits));
            place.await.unwrap_or_else(|_| {
                Err(ProviderError::Refused { message: "a file that came out could not be placed".to_owned() })
            })?;
        }
        let files_transferred = operation.files.len() as u64;
        Ok(SyncedOperation { files_transferred, bytes_transferred: bytes, ..empty })
    }

    /// Downloads what was packed, again after a pause if it is cut on the way: reading changes
    /// nothing.
    async fn download(
        &self,
        scratch: &Scratch,
        arrivals: &Path,
        count: usize,
        limits: ArrivalLimits,
    ) -> Result<u64, ProviderError> {
        let longest = self.link.access.core.pacing.longest;
        let mut pauses = DOWNLOAD_PAUSES.iter();
        loop {
            match self.download_once(scratch, arrivals, count, limits).await {
                Err(error) if error.is_transient() || matches!(error, ProviderError::Malformed { .. }) => {
                    let Some(times) = pauses.next() else { return Err(error) };
                    if !self.deadline.pause(longest * *times).await {
                        return Err(error);
                    }
                    tracing::debug!("a download is repeated: {error}");
                }
                downloaded => return downloaded,
            }
        }
    }

    async fn download_once(
        &self,
        scratch: &Scratch,
        arrivals: &Path,
        count: usize,
        limits: ArrivalLimits,
    ) -> Result<u64, ProviderError> {
        let (link, deadline) = (self.link, self.deadline);
        let files: Vec<(String, PathBuf)> = (0..count)
            .map(|number| {
                let name = number.to_string();
                (scratch.path.join(&name).as_str().to_owned(), arrivals.join(name))
            })
            .collect();
        let parts: Vec<BulkPart<'_>> =
            files.iter().map(|(remote, local)| BulkPart { remote, local }).collect();
        let (bytes, _) = link
            .inside(self.activity, deadline, Again::Harmless, |active| {
                let parts = &parts;
                let room = Room::on_disk_of(arrivals, limits);
                async move { link.access.client.download(&active.handle.toolbox, parts, room, deadline).await }
            })
            .await?;
        Ok(bytes)
    }
}
