//! Moving the contents of files in and out, one or many at a time.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use futures_util::stream;
use multer::{Field, Multipart};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt;
use tokio::sync::mpsc;

use super::Visit;
use super::files::failed;
use crate::answers::{Answer, Refusal};
use crate::inputs::{Input, Pairs};
use crate::machine::Machine;
use crate::routes::{self, Route};
use crate::shared::Shared;

/// Parts the files of a bulk download; the service always uses this one.
pub(crate) const BOUNDARY: &str = "DAYTONA-FILE-BOUNDARY";
const CHUNK_BYTES: usize = 64 * 1024;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::DOWNLOAD_FILE, get(download)),
        (routes::BULK_DOWNLOAD, post(bulk_download)),
        (routes::BULK_UPLOAD, post(bulk_upload)),
        (routes::UPLOAD_FILE, post(upload)),
    ]
}

#[derive(Deserialize)]
struct BulkDownload {
    paths: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PartError {
    status_code: u16,
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
struct Uploaded {
    path: String,
    bytes: u64,
}

#[derive(Serialize)]
struct UploadReport {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    files: Vec<Uploaded>,
}

async fn download(Extension(visit): Extension<Visit>, query: Pairs) -> Answer<Response> {
    let path = visit.machine.resolve(query.require("path")?);
    let content = read(&path)?;
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], content).into_response())
}

fn read(path: &Path) -> Answer<Vec<u8>> {
    if path.is_dir() {
        let message = format!("{} is a directory", path.display());
        return Err(Refusal::bad_request(message).with_code("INVALID_FILE_PATH"));
    }
    std::fs::read(path).map_err(|error| failed(path, &error))
}

/// Always 200 once it begins; what fails is told in the file's own part.
async fn bulk_download(
    State(shared): State<Arc<Shared>>,
    Extension(visit): Extension<Visit>,
    Input(wanted): Input<BulkDownload>,
) -> Answer<Response> {
    if wanted.paths.is_empty() {
        return Err(Refusal::bad_request("the list of paths is empty"));
    }
    let (sender, receiver) = mpsc::channel(1);
    shared.spawn(async move {
        for path in wanted.paths {
            let file = visit.machine.resolve(&path);
            if send_part(&sender, &path, &file).await.is_err() {
                // The caller went away.
                return;
            }
        }
        drop(sender.send(Bytes::from(format!("--{BOUNDARY}--\r\n"))).await);
    });
    let chunks = stream::unfold(receiver, async |mut receiver| {
        let chunk: Bytes = receiver.recv().await?;
        Some((Ok::<_, io::Error>(chunk), receiver))
    });
    let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
    Ok(([(header::CONTENT_TYPE, content_type)], Body::from_stream(chunks)).into_response())
}

async fn send_part(
    sender: &mpsc::Sender<Bytes>,
    name: &str,
    path: &Path,
) -> Result<(), mpsc::error::SendError<Bytes>> {
    match open(path).await {
        Err(refusal) => {
            let error = PartError {
                status_code: refusal.status.as_u16(),
                code: refusal.code,
                message: refusal.message,
            };
            let body = serde_json::to_string(&error).expect("it is made of text and numbers");
            let head = part_head("error", name, "application/json");
            sender.send(Bytes::from(format!("{head}{body}\r\n"))).await
        }
        Ok(mut file) => {
            sender.send(Bytes::from(part_head("file", name, "application/octet-stream"))).await?;
            loop {
                let mut chunk = vec![0; CHUNK_BYTES];
                let read = file.read(&mut chunk).await.unwrap_or(0);
                if read == 0 {
                    return sender.send(Bytes::from_static(b"\r\n")).await;
                }
                chunk.truncate(read);
                sender.send(Bytes::from(chunk)).await?;
            }
        }
    }
}

async fn open(path: &Path) -> Answer<tokio::fs::File> {
    if path.is_dir() {
        let message = format!("{} is a directory", path.display());
        return Err(Refusal::bad_request(message).with_code("INVALID_FILE_PATH"));
    }
    tokio::fs::File::open(path).await.map_err(|error| failed(path, &error))
}

fn part_head(name: &str, path: &str, content_type: &str) -> String {
    let quoted: String =
        path.chars().map(|letter| if letter.is_ascii() && letter != '"' { letter } else { '_' }).collect();
    let extended = if path.is_ascii() {
        String::new()
    } else {
        let encoded: String = form_urlencoded::byte_serialize(path.as_bytes()).collect();
        format!("; filename*=UTF-8''{}", encoded.replace('+', "%20"))
    };
    format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{quoted}\"{extended}\r\n\
         Content-Type: {content_type}\r\n\r\n"
    )
}

/// Takes files as they stream in; one that breaks off leaves what came of it.
async fn bulk_upload(Extension(visit): Extension<Visit>, request: Request) -> Answer<Response> {
    let mut parts = multipart(request)?;
    let mut paths = BTreeMap::new();
    let mut report = UploadReport { errors: Vec::new(), files: Vec::new() };
    loop {
        let field = match parts.next_field().await {
            Ok(Some(field)) => field,
            Ok(None) => break,
            Err(error) => {
                report.errors.push(format!("the upload broke off: {error}"));
                break;
            }
        };
        match part_name(field.name().unwrap_or_default()) {
            Some((index, "path")) => match field.text().await {
                Ok(path) => drop(paths.insert(index, path)),
                Err(error) => report.errors.push(format!("files[{index}].path: {error}")),
            },
            Some((index, "file")) => match paths.get(&index) {
                None => report.errors.push(format!("files[{index}].file came before its path")),
                Some(path) => match store(&visit.machine, path, field).await {
                    Ok(uploaded) => report.files.push(uploaded),
                    Err(message) => report.errors.push(format!("files[{index}]: {message}")),
                },
            },
            _ => report.errors.push("a part has an unknown name".to_owned()),
        }
    }
    let status = if report.errors.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    Ok((status, Json(report)).into_response())
}

async fn upload(
    Extension(visit): Extension<Visit>,
    query: Pairs,
    request: Request,
) -> Answer<Json<Uploaded>> {
    let path = query.require("path")?;
    let mut parts = multipart(request)?;
    while let Some(field) =
        parts.next_field().await.map_err(|error| Refusal::bad_request(error.to_string()))?
    {
        if field.name() == Some("file") {
            return store(&visit.machine, path, field).await.map(Json).map_err(Refusal::bad_request);
        }
    }
    Err(Refusal::bad_request("the upload has no part 'file'"))
}

fn multipart(request: Request) -> Answer<Multipart<'static>> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let boundary = multer::parse_boundary(content_type.unwrap_or_default())
        .map_err(|_| Refusal::bad_request("the body is not multipart/form-data"))?;
    Ok(Multipart::new(request.into_body().into_data_stream(), boundary))
}

/// Takes `files[3].path` apart.
fn part_name(name: &str) -> Option<(usize, &str)> {
    let (index, kind) = name.strip_prefix("files[")?.split_once("].")?;
    Some((index.parse().ok()?, kind))
}

/// Writes each chunk as it comes, so that a broken upload leaves a part of the file.
async fn store(machine: &Machine, path: &str, mut field: Field<'static>) -> Result<Uploaded, String> {
    let target = machine.resolve(path);
    let written = |error: io::Error| format!("{}: {error}", target.display());
    if let Some(parent) = target.parent() {
        std::fs::create_dir_all(parent).map_err(written)?;
    }
    let mut file = File::create(&target).map_err(written)?;
    let mut bytes = 0;
    while let Some(chunk) = field.chunk().await.map_err(|error| error.to_string())? {
        file.write_all(&chunk).map_err(written)?;
        bytes += chunk.len() as u64;
    }
    Ok(Uploaded { path: path.to_owned(), bytes })
}
