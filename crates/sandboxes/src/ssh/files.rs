//! Moving files in and out over the stream of a guarded command.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use wireclip_ports::sandbox::{
    ArrivalLimits, FileAccess, FileKind, ProviderError, SyncFile, SyncInOperation, SyncInOrder,
    SyncOutOperation, SyncOutOrder, Synced, SyncedOperation,
};

use super::connection::{Answer, Input, Output};
use super::fresh_id;
use super::place::SshPlace;
use crate::moving::guard::{self, Told};
use crate::moving::{below, packed, refused, settle, unwritable};
use crate::shell::quoted;

/// What a call that moves files does.
const IN: &str = "move files to the machine";
const OUT: &str = "move files from the machine";

impl SshPlace {
    pub(super) async fn move_in(
        &self,
        order: &SyncInOrder,
        limit: Duration,
    ) -> Result<Synced, ProviderError> {
        let mut operations = Vec::new();
        for operation in &order.operations {
            operations.push(self.operation_in(operation, limit).await?);
        }
        Ok(Synced { operations })
    }

    async fn operation_in(
        &self,
        operation: &SyncInOperation,
        limit: Duration,
    ) -> Result<SyncedOperation, ProviderError> {
        let mut bytes_transferred = 0;
        for (number, file) in operation.files.iter().enumerate() {
            bytes_transferred += self.put(number, file, limit).await?;
        }
        for command in &operation.commands {
            let directory = self.confined(command.directory.as_ref())?;
            let text =
                format!("cd -- {} || exit\n(\n{}\n) </dev/null", quoted(directory.as_str()), command.command);
            let io = (Input::Nothing, Output::Kept);
            let answer = self.connection.ask(&text, io, IN, command.time_limit).await?;
            if answer.code != 0 {
                let said: String = String::from_utf8_lossy(&answer.stderr).trim().chars().take(300).collect();
                let message =
                    format!("a command that completes the files ended with {}: {said}", answer.code);
                return Err(ProviderError::Refused { message });
            }
        }
        Ok(SyncedOperation {
            operation_id: operation.operation_id.clone(),
            files_transferred: operation.files.len() as u64,
            bytes_transferred,
        })
    }

    /// Puts a file or tree in its place; returns how much went over the stream.
    async fn put(&self, number: usize, file: &SyncFile, limit: Duration) -> Result<u64, ProviderError> {
        let id = fresh_id();
        let path = below(&self.held.root, &file.remote)?;
        let is_read_only = file.access == FileAccess::ReadOnly;
        let mut text = guard::preamble(&id, self.held.root.as_str(), Told::OnStderr);
        let (archive, source, bytes) = match file.kind {
            FileKind::File => {
                if path.is_empty() {
                    return Err(refused(&file.local, "cannot take the place of the lease's directory"));
                }
                let metadata = tokio::fs::metadata(&file.local).await;
                let metadata =
                    metadata.map_err(|error| refused(&file.local, &format!("cannot be read: {error}")))?;
                if !metadata.is_file() {
                    return Err(refused(&file.local, "is no regular file"));
                }
                let mode = file.mode.unwrap_or_else(|| metadata.permissions().mode()) & 0o777;
                let mode = if is_read_only { mode & !0o222 } else { mode };
                text.push_str(&guard::put_stream(number, &path, mode, metadata.len()));
                (None, file.local.clone(), metadata.len())
            }
            FileKind::Directory => {
                let archive = packed(file).await?;
                let bytes = archive.as_file().metadata().map_or(0, |metadata| metadata.len());
                text.push_str(&guard::put_tree(number, "-", &path, is_read_only));
                let source = archive.path().to_owned();
                (Some(archive), source, bytes)
            }
        };
        text.push_str(guard::done());
        let io = (Input::File(&source), Output::Kept);
        let answer = self.connection.ask(&text, io, IN, limit).await?;
        drop(archive);
        verdict(&answer, &id)?;
        Ok(bytes)
    }

    pub(super) async fn move_out(
        &self,
        order: &SyncOutOrder,
        limit: Duration,
    ) -> Result<Synced, ProviderError> {
        let mut operations = Vec::new();
        for operation in &order.operations {
            operations.push(self.operation_out(operation, order.limits, limit).await?);
        }
        Ok(Synced { operations })
    }

    async fn operation_out(
        &self,
        operation: &SyncOutOperation,
        limits: ArrivalLimits,
        limit: Duration,
    ) -> Result<SyncedOperation, ProviderError> {
        let mut bytes_transferred = 0;
        for (number, file) in operation.files.iter().enumerate() {
            let id = fresh_id();
            let path = below(&self.held.root, &file.remote)?;
            let mut text = guard::preamble(&id, self.held.root.as_str(), Told::OnStderr);
            text.push_str(&match file.kind {
                FileKind::File => guard::take_stream(number, &path),
                FileKind::Directory => guard::take_tree(number, "-", &path, &file.exclude),
            });
            text.push_str(guard::done());
            let arrived = tempfile::NamedTempFile::new()
                .map_err(|error| unwritable(std::path::Path::new("the temporary folder"), &error))?;
            let io = (Input::Nothing, Output::File(arrived.path(), limits));
            let answer = self.connection.ask(&text, io, OUT, limit).await?;
            verdict(&answer, &id)?;
            bytes_transferred += arrived.as_file().metadata().map_or(0, |metadata| metadata.len());
            let file = file.clone();
            let settled = tokio::task::spawn_blocking(move || settle(arrived.path(), &file, limits)).await;
            settled.unwrap_or_else(|_| {
                Err(ProviderError::Refused { message: "a file that came out could not be placed".to_owned() })
            })?;
        }
        Ok(SyncedOperation {
            operation_id: operation.operation_id.clone(),
            files_transferred: operation.files.len() as u64,
            bytes_transferred,
        })
    }
}

fn verdict(answer: &Answer, id: &str) -> Result<(), ProviderError> {
    guard::verdict(answer.code == 0, &String::from_utf8_lossy(&answer.stderr), id)
}
