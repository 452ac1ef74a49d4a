//! Files on their way in: one upload and one guarded command per operation.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use wireclip_ports::sandbox::{
    FileAccess, FileKind, ProviderError, RemotePath, SyncFile, SyncInOperation, SyncInOrder, Synced,
    SyncedOperation, UploadCommand,
};

use super::{Scratch, Transfer, root_of};
use crate::daytona::activation::Again;
use crate::daytona::client::{ExecuteAnswer, ExecuteRequest, Upload, UploadSource};
use crate::daytona::deadline::Deadline;
use crate::daytona::handle::SandboxHandle;
use crate::daytona::provider::Link;
use crate::handle_cache::Activity;
use crate::moving::guard::Told;
use crate::moving::{below, guard, packed, refused};
use crate::shell::quoted;

/// Moves files in, operation by operation.
pub(in crate::daytona) async fn sync_in(
    link: &Link,
    activity: &Activity<SandboxHandle>,
    order: &SyncInOrder,
    deadline: Deadline,
) -> Result<Synced, ProviderError> {
    let transfer = Transfer { link, activity, root: root_of(link)?, deadline };
    let mut operations = Vec::new();
    for operation in &order.operations {
        operations.push(transfer.operation_in(operation).await?);
    }
    Ok(Synced { operations })
}

/// A file that was made ready to be sent.
struct Ready {
    upload: Upload,
    bytes: u64,
    /// Puts it in its place.
    placing: String,
    /// Removes the archive of this machine when it is dropped.
    _archive: Option<tempfile::NamedTempFile>,
}

impl Transfer<'_> {
    async fn operation_in(&self, operation: &SyncInOperation) -> Result<SyncedOperation, ProviderError> {
        let scratch = Scratch::new(self.link, self.root, "upload");
        let mut ready = Vec::new();
        for (number, file) in operation.files.iter().enumerate() {
            ready.push(self.prepare(&scratch, number, file).await?);
        }
        if !ready.is_empty() {
            self.upload(&scratch, &ready).await?;
            let mut command = guard::preamble(&scratch.id, self.root.as_str(), Told::OnStdout);
            command.push_str(&guard::scratch(scratch.path.as_str()));
            ready.iter().for_each(|file| command.push_str(&file.placing));
            command.push_str(guard::remove_scratch());
            command.push_str(guard::done());
            self.guarded(&scratch, &command).await?;
            scratch.forget();
        }
        for command in &operation.commands {
            self.complete(command).await?;
        }
        Ok(SyncedOperation {
            operation_id: operation.operation_id.clone(),
            files_transferred: ready.len() as u64,
            bytes_transferred: ready.iter().map(|file| file.bytes).sum(),
        })
    }

    async fn prepare(
        &self,
        scratch: &Scratch,
        number: usize,
        file: &SyncFile,
    ) -> Result<Ready, ProviderError> {
        let path = below(self.root, &file.remote)?;
        let is_read_only = file.access == FileAccess::ReadOnly;
        let remote = scratch.path.join(&number.to_string()).as_str().to_owned();
        match file.kind {
            FileKind::File => {
                if path.is_empty() {
                    return Err(refused(&file.local, "cannot take the place of the lease's directory"));
                }
                let metadata = tokio::fs::metadata(&file.local)
                    .await
                    .map_err(|error| refused(&file.local, &format!("cannot be read: {error}")))?;
                if !metadata.is_file() {
                    return Err(refused(&file.local, "is no regular file"));
                }
                let mode = file.mode.unwrap_or_else(|| metadata.permissions().mode()) & 0o777;
                let mode = if is_read_only { mode & !0o222 } else { mode };
                let upload = Upload { remote, source: UploadSource::File(file.local.clone()) };
                let placing = guard::put_file(number, &path, mode);
                Ok(Ready { upload, bytes: metadata.len(), placing, _archive: None })
            }
            FileKind::Directory => {
                let archive = packed(file).await?;
                let bytes = archive.as_file().metadata().map_or(0, |metadata| metadata.len());
                let upload = Upload { remote, source: UploadSource::File(archive.path().to_owned()) };
                let placing = guard::put_tree(number, &format!("\"$scratch/{number}\""), &path, is_read_only);
                Ok(Ready { upload, bytes, placing, _archive: Some(archive) })
            }
        }
    }

    async fn upload(&self, scratch: &Scratch, ready: &[Ready]) -> Result<(), ProviderError> {
        let (link, deadline) = (self.link, self.deadline);
        // Into the scratch folder the same can be sent again.
        link.inside(self.activity, deadline, Again::Harmless, |active| {
            scratch.may_exist_at(&active);
            let uploads = ready.iter().map(|file| file.upload.clone()).collect();
            async move { link.access.client.upload(&active.handle.toolbox, uploads, deadline).await }
        })
        .await?;
        Ok(())
    }

    /// Runs a command of ours that completes the operation.
    async fn complete(&self, command: &UploadCommand) -> Result<(), ProviderError> {
        let (link, root) = (self.link, self.root);
        let directory: RemotePath = super::confined(link, command.directory.as_ref().or(Some(root)))?;
        let deadline = self.deadline.or_within(command.time_limit + Duration::from_secs(5));
        let text =
            format!("cd -- {} || exit\n(\n{}\n) </dev/null", quoted(directory.as_str()), command.command);
        let limit = command.time_limit.as_secs().max(1);
        let (answer, _): (ExecuteAnswer, _) = link
            .inside(self.activity, deadline, Again::Harmful, |active| {
                let envs = std::collections::BTreeMap::new();
                let request = ExecuteRequest { command: text.clone(), envs, timeout: limit };
                async move { link.access.client.execute(&active.handle.toolbox, &request, deadline).await }
            })
            .await?;
        if answer.exit_code == 0 {
            return Ok(());
        }
        let said: String = answer.result.trim().chars().take(300).collect();
        let message = format!("a command that completes the files ended with {}: {said}", answer.exit_code);
        Err(ProviderError::Refused { message })
    }
}
