//! Files in bulk: several in one request, streamed from and to files of this machine.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::{Body, Method, Url};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt as _;
use tokio_util::io::ReaderStream;
use wireclip_ports::random;
use wireclip_ports::sandbox::ProviderError;

use super::{DaytonaClient, Repeat};
use crate::daytona::deadline::Deadline;
use crate::daytona::errors::{CallError, masked};
use crate::moving::Room;

/// The most that is read of a part that tells an error.
const ERROR_PART_BYTES: usize = 16 * 1024;

/// A file on its way into the sandbox.
#[derive(Debug, Clone)]
pub(in crate::daytona) struct Upload {
    /// Where it goes: absolute.
    pub(in crate::daytona) remote: String,
    pub(in crate::daytona) source: UploadSource,
}

/// Where a file's content comes from.
#[derive(Debug, Clone)]
pub(in crate::daytona) enum UploadSource {
    Bytes(Bytes),
    File(PathBuf),
}

/// A file on its way out.
#[derive(Debug, Clone, Copy)]
pub(in crate::daytona) struct BulkPart<'a> {
    /// Where it is there.
    pub(in crate::daytona) remote: &'a str,
    /// The file here that is filled with it.
    pub(in crate::daytona) local: &'a Path,
}

#[derive(Serialize)]
struct BulkPaths<'a> {
    paths: Vec<&'a str>,
}

#[derive(Deserialize)]
struct PartError {
    #[serde(default)]
    message: Option<String>,
}

impl DaytonaClient {
    /// Writes files into the sandbox. Not atomic: after an error some may be there, or a part.
    pub(in crate::daytona) async fn upload(
        &self,
        toolbox: &Url,
        files: Vec<Upload>,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let path = ["files", "bulk-upload"];
        let call = Self::toolbox_call(toolbox, "upload files", Method::POST, Repeat::Never, &path)?;
        let boundary = format!("wireclip-{}", random::name::<16>());
        let content_type = format!("multipart/form-data; boundary={boundary}");
        let body = multipart(files, &boundary);
        let response = self.send_stream(&call, &content_type, body, deadline).await?;
        self.read_whole(&call, response, deadline).await.map(drop)
    }

    /// Reads files out of the sandbox, each into a file of this machine, and returns how many bytes
    /// came. Every file must arrive whole.
    pub(in crate::daytona) async fn download(
        &self,
        toolbox: &Url,
        files: &[BulkPart<'_>],
        mut room: Room,
        deadline: Deadline,
    ) -> Result<u64, CallError> {
        const ACTION: &str = "download files";
        let path = ["files", "bulk-download"];
        let call = Self::toolbox_call(toolbox, ACTION, Method::POST, Repeat::Safe, &path)?;
        let paths = BulkPaths { paths: files.iter().map(|file| file.remote).collect() };
        let response = self.send(&call, Some(&paths), deadline).await?;
        let content_type = response.headers().get(reqwest::header::CONTENT_TYPE);
        let boundary = content_type
            .and_then(|value| value.to_str().ok())
            .and_then(|value| multer::parse_boundary(value).ok())
            .ok_or_else(|| malformed("it has no parts"))?;
        let parts = multer::Multipart::new(response.bytes_stream(), boundary);
        Ok(deadline.bound(ACTION, self.receive(parts, files, &mut room)).await?)
    }

    async fn receive(
        &self,
        mut parts: multer::Multipart<'_>,
        files: &[BulkPart<'_>],
        room: &mut Room,
    ) -> Result<u64, ProviderError> {
        let broken = |error: multer::Error| ProviderError::Broken {
            action: "download files",
            message: masked(&error.to_string(), &self.account.api_key),
        };
        let mut missing: Vec<&BulkPart<'_>> = files.iter().collect();
        let mut bytes = 0;
        while let Some(mut part) = parts.next_field().await.map_err(broken)? {
            let named = part.file_name().unwrap_or_default().to_owned();
            let found = missing
                .iter()
                .position(|file| file.remote == named)
                .ok_or_else(|| malformed("it has a part that was not asked for"))?;
            let file = missing.remove(found);
            if part.name() != Some("file") {
                let mut said = Vec::new();
                while let Some(chunk) = part.chunk().await.map_err(broken)? {
                    let room = ERROR_PART_BYTES - said.len();
                    said.extend_from_slice(&chunk[..chunk.len().min(room)]);
                }
                let message = serde_json::from_slice::<PartError>(&said).ok().and_then(|error| error.message);
                let message = message.unwrap_or_else(|| String::from_utf8_lossy(&said).into_owned());
                let what = masked(&format!("{} ({message})", file.remote), &self.account.api_key);
                return Err(ProviderError::NotFound { what });
            }
            let mut local = tokio::fs::File::create(file.local).await.map_err(|error| local_error(&error))?;
            while let Some(chunk) = part.chunk().await.map_err(broken)? {
                bytes += chunk.len() as u64;
                room.take(chunk.len() as u64).map_err(|error| local_error(&error))?;
                local.write_all(&chunk).await.map_err(|error| local_error(&error))?;
            }
            local.flush().await.map_err(|error| local_error(&error))?;
        }
        match missing.first() {
            Some(file) => Err(malformed(&format!("the file {} is missing in it", file.remote))),
            None => Ok(bytes),
        }
    }
}

fn malformed(message: &str) -> ProviderError {
    ProviderError::Malformed { action: "download files", message: message.to_owned() }
}

fn local_error(error: &std::io::Error) -> ProviderError {
    ProviderError::Refused { message: format!("a file of this machine cannot be written: {error}") }
}

/// Writes the parts one after the other: for each file first its path, then its content. The other
/// way round is an error at the service.
fn multipart(files: Vec<Upload>, boundary: &str) -> Body {
    let mut pieces = Vec::new();
    for (number, file) in files.into_iter().enumerate() {
        let path = file.remote;
        pieces.push(UploadSource::Bytes(Bytes::from(format!(
            "--{boundary}\r\ncontent-disposition: form-data; name=\"files[{number}].path\"\r\n\r\n{path}\r\n\
             --{boundary}\r\ncontent-disposition: form-data; name=\"files[{number}].file\"; \
             filename=\"file-{number}\"\r\ncontent-type: application/octet-stream\r\n\r\n"
        ))));
        pieces.push(file.source);
        pieces.push(UploadSource::Bytes(Bytes::from_static(b"\r\n")));
    }
    pieces.push(UploadSource::Bytes(Bytes::from(format!("--{boundary}--\r\n"))));
    let is_held = pieces.iter().all(|piece| matches!(piece, UploadSource::Bytes(_)));
    if is_held {
        let mut whole = Vec::new();
        for piece in &pieces {
            if let UploadSource::Bytes(bytes) = piece {
                whole.extend_from_slice(bytes);
            }
        }
        return Body::from(whole);
    }
    let pieces = stream::iter(pieces).then(async |piece| match piece {
        UploadSource::Bytes(bytes) => Ok(stream::once(std::future::ready(Ok(bytes))).boxed()),
        UploadSource::File(path) => {
            tokio::fs::File::open(path).await.map(|file| ReaderStream::new(file).boxed())
        }
    });
    Body::wrap_stream(pieces.try_flatten())
}
