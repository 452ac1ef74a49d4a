//! Files on their way out: one guarded command and one download per operation.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use wireclip_ports::sandbox::{
    FileKind, ProviderError, SyncFile, SyncOutOperation, SyncOutOrder, Synced, SyncedOperation,
};

use super::exclude::Exclude;
use super::unpack::unpack;
use super::{Scratch, Transfer, below, guard, root_of};
use crate::daytona::activation::Again;
use crate::daytona::client::BulkPart;
use crate::daytona::deadline::Deadline;
use crate::daytona::handle::SandboxHandle;
use crate::daytona::provider::Link;
use crate::handle_cache::Activity;

/// The permissions of a file that came out, unless the order says otherwise.
const FILE_MODE: u32 = 0o644;

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
        operations.push(transfer.operation_out(operation).await?);
    }
    Ok(Synced { operations })
}

impl Transfer<'_> {
    async fn operation_out(&self, operation: &SyncOutOperation) -> Result<SyncedOperation, ProviderError> {
        let empty = SyncedOperation {
            operation_id: operation.operation_id.clone(),
            files_transferred: 0,
            bytes_transferred: 0,
        };
        if operation.files.is_empty() {
            return Ok(empty);
        }
        let scratch = Scratch::new(self.link, self.root, "download");
        let mut command = guard::preamble(&scratch.id, self.root.as_str(), scratch.path.as_str());
        command.push_str(guard::make_scratch());
        for (number, file) in operation.files.iter().enumerate() {
            let path = below(self.root, &file.remote)?;
            command.push_str(&match file.kind {
                FileKind::File => guard::take_file(number, &path),
                FileKind::Directory => guard::take_tree(number, &path, &file.exclude),
            });
        }
        command.push_str(guard::done());
        self.guarded(&scratch, &command).await?;

        let arrivals =
            tempfile::tempdir().map_err(|error| local(Path::new("the temporary folder"), &error))?;
        let bytes = self.download(&scratch, arrivals.path(), operation.files.len()).await?;
        for (number, file) in operation.files.iter().enumerate() {
            let (arrived, file) = (arrivals.path().join(number.to_string()), file.clone());
            let place = tokio::task::spawn_blocking(move || settle(&arrived, &file));
            place.await.unwrap_or_else(|_| {
                Err(ProviderError::Refused { message: "a file that came out could not be placed".to_owned() })
            })?;
        }
        let files_transferred = operation.files.len() as u64;
        Ok(SyncedOperation { files_transferred, bytes_transferred: bytes, ..empty })
    }

    async fn download(&self, scratch: &Scratch, arrivals: &Path, count: usize) -> Result<u64, ProviderError> {
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
                async move { link.access.client.download(&active.handle.toolbox, parts, deadline).await }
            })
            .await?;
        Ok(bytes)
    }
}

fn local(path: &Path, error: &std::io::Error) -> ProviderError {
    ProviderError::Refused { message: format!("{} cannot be written: {error}", path.display()) }
}

/// Puts what arrived in its place, whole or not at all.
fn settle(arrived: &Path, file: &SyncFile) -> Result<(), ProviderError> {
    let place = || -> std::io::Result<()> {
        let parent = file.local.parent().ok_or_else(|| std::io::Error::other("it names no folder"))?;
        std::fs::create_dir_all(parent)?;
        match file.kind {
            FileKind::File => {
                let mut new = tempfile::NamedTempFile::new_in(parent)?;
                std::io::copy(&mut std::fs::File::open(arrived)?, &mut new)?;
                let mode = file.mode.unwrap_or(FILE_MODE) & 0o777;
                new.as_file().set_permissions(std::fs::Permissions::from_mode(mode))?;
                new.persist(&file.local)?;
            }
            FileKind::Directory => {
                // Only into a folder that holds nothing: what is there already is somebody's.
                let folder = tempfile::Builder::new().prefix(".wireclip-download-").tempdir_in(parent)?;
                let archive = std::io::BufReader::new(std::fs::File::open(arrived)?);
                unpack(archive, folder.path(), &Exclude::new(&file.exclude))?;
                std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
                std::fs::rename(folder.path(), &file.local)?;
                // Under its new name it stays.
                drop(folder.keep());
            }
        }
        Ok(())
    };
    place().map_err(|error| local(&file.local, &error))
}
