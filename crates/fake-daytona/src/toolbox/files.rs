//! Looking at files and changing them, one at a time.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use axum::Extension;
use axum::Json;
use axum::http::StatusCode;
use axum::routing::{MethodRouter, delete, get, post};
use chrono::DateTime;
use serde::Serialize;

use super::Visit;
use crate::answers::{Answer, Refusal};
use crate::clock;
use crate::inputs::Pairs;
use crate::routes::{self, Route};
use crate::shared::Shared;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::WORK_DIR, get(home)),
        (routes::USER_HOME_DIR, get(home)),
        (routes::DAEMON_VERSION, get(version)),
        (routes::CREATE_FOLDER, post(create_folder)),
        (routes::LIST_FILES, get(list)),
        (routes::FILE_INFO, get(info)),
        (routes::SET_PERMISSIONS, post(set_permissions)),
        (routes::MOVE_FILE, post(move_file)),
        (routes::DELETE_FILE, delete(remove)),
    ]
}

#[derive(Serialize)]
struct Folder {
    dir: String,
}

#[derive(Serialize)]
struct Version {
    version: &'static str,
}

/// A file as callers see it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FileInfo {
    name: String,
    path: String,
    is_dir: bool,
    size: u64,
    /// As `ls -l` writes it.
    mode: String,
    /// In octal.
    permissions: String,
    owner: String,
    group: String,
    mod_time: String,
    modified_at: String,
}

async fn home(Extension(visit): Extension<Visit>) -> Json<Folder> {
    Json(Folder { dir: visit.machine.home().to_string_lossy().into_owned() })
}

async fn version() -> Json<Version> {
    Json(Version { version: crate::SERVICE_VERSION })
}

async fn create_folder(Extension(visit): Extension<Visit>, query: Pairs) -> Answer<StatusCode> {
    let path = visit.machine.resolve(query.require("path")?);
    let mode = octal(query.require("mode")?)?;
    if path.is_dir() {
        return Ok(StatusCode::CREATED);
    }
    std::fs::create_dir_all(&path).and_then(|()| change_mode(&path, mode)).map_err(|error| {
        let refusal = failed(&path, &error);
        if refusal.status == StatusCode::FORBIDDEN { refusal } else { Refusal::bad_request(refusal.message) }
    })?;
    Ok(StatusCode::CREATED)
}

async fn list(Extension(visit): Extension<Visit>, query: Pairs) -> Answer<Json<Vec<FileInfo>>> {
    let path = visit.machine.resolve(query.get("path").unwrap_or("."));
    let depth = query.number("depth", 1)?;
    let mut found = Vec::new();
    list_below(&path, depth, &mut found).map_err(|error| failed(&path, &error))?;
    Ok(Json(found))
}

fn list_below(folder: &Path, depth: usize, found: &mut Vec<FileInfo>) -> io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let metadata = entry.metadata()?;
        found.push(describe(&entry.path(), &metadata));
        if metadata.is_dir() && depth > 1 {
            list_below(&entry.path(), depth - 1, found)?;
        }
    }
    Ok(())
}

async fn info(Extension(visit): Extension<Visit>, query: Pairs) -> Answer<Json<FileInfo>> {
    let path = visit.machine.resolve(query.require("path")?);
    let metadata = std::fs::metadata(&path).map_err(|error| failed(&path, &error))?;
    Ok(Json(describe(&path, &metadata)))
}

async fn set_permissions(Extension(visit): Extension<Visit>, query: Pairs) -> Answer<StatusCode> {
    let path = visit.machine.resolve(query.require("path")?);
    std::fs::metadata(&path).map_err(|error| failed(&path, &error))?;
    if let Some(mode) = query.get("mode") {
        change_mode(&path, octal(mode)?).map_err(|error| failed(&path, &error))?;
    }
    // Owners by name would be the users of the sandbox's image, which this computer does not have.
    let number = |name: &str| query.get(name).and_then(|text| text.parse().ok());
    let (owner, group) = (number("owner"), number("group"));
    if owner.is_some() || group.is_some() {
        std::os::unix::fs::chown(&path, owner, group).map_err(|error| failed(&path, &error))?;
    }
    Ok(StatusCode::OK)
}

async fn move_file(Extension(visit): Extension<Visit>, query: Pairs) -> Answer<StatusCode> {
    let source = visit.machine.resolve(query.require("source")?);
    let destination = visit.machine.resolve(query.require("destination")?);
    std::fs::symlink_metadata(&source).map_err(|error| failed(&source, &error))?;
    if std::fs::symlink_metadata(&destination).is_ok() {
        return Err(Refusal::conflict(format!("{} exists already", destination.display())));
    }
    std::fs::rename(&source, &destination).map_err(|error| failed(&destination, &error))?;
    Ok(StatusCode::OK)
}

async fn remove(Extension(visit): Extension<Visit>, query: Pairs) -> Answer<StatusCode> {
    let path = visit.machine.resolve(query.require("path")?);
    let metadata = std::fs::symlink_metadata(&path).map_err(|error| failed(&path, &error))?;
    let removed = match (metadata.is_dir(), query.is_true("recursive")) {
        (false, _) => std::fs::remove_file(&path),
        (true, true) => std::fs::remove_dir_all(&path),
        (true, false) => return Err(Refusal::bad_request("a directory is only deleted with recursive=true")),
    };
    removed.map_err(|error| failed(&path, &error))?;
    Ok(StatusCode::NO_CONTENT)
}

/// The answer to what could not be done with a file.
pub(super) fn failed(path: &Path, error: &io::Error) -> Refusal {
    let message = format!("{}: {error}", path.display());
    match error.kind() {
        io::ErrorKind::NotFound => Refusal::not_found(message).with_code("FILE_NOT_FOUND"),
        io::ErrorKind::PermissionDenied => Refusal::forbidden(message).with_code("FILE_ACCESS_DENIED"),
        io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory | io::ErrorKind::InvalidInput => {
            Refusal::bad_request(message).with_code("INVALID_FILE_PATH")
        }
        _ => Refusal::bad_request(message).with_code("FILE_READ_FAILED"),
    }
}

fn octal(text: &str) -> Answer<u32> {
    u32::from_str_radix(text, 8)
        .ok()
        .filter(|mode| *mode <= 0o7777)
        .ok_or_else(|| Refusal::bad_request(format!("'{text}' is no octal mode")))
}

fn change_mode(path: &Path, mode: u32) -> io::Result<()> {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

fn describe(path: &Path, metadata: &Metadata) -> FileInfo {
    let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let seconds = i64::try_from(changed.as_ref().map_or(0, Duration::as_secs)).unwrap_or_default();
    let modified = DateTime::from_timestamp(seconds, 0).map(clock::iso).unwrap_or_default();
    FileInfo {
        name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        path: path.to_string_lossy().into_owned(),
        is_dir: metadata.is_dir(),
        size: metadata.len(),
        mode: spelled_mode(metadata),
        permissions: format!("{:04o}", metadata.mode() & 0o7777),
        owner: metadata.uid().to_string(),
        group: metadata.gid().to_string(),
        mod_time: modified.clone(),
        modified_at: modified,
    }
}

fn spelled_mode(metadata: &Metadata) -> String {
    let kind = match metadata {
        metadata if metadata.is_dir() => 'd',
        metadata if metadata.is_symlink() => 'L',
        _ => '-',
    };
    let bit = |at: u32, letter: char| if metadata.mode() & (1 << at) == 0 { '-' } else { letter };
    let bits = (0..9).rev().map(|at| bit(at, ['x', 'w', 'r'][at as usize % 3]));
    std::iter::once(kind).chain(bits).collect()
}
