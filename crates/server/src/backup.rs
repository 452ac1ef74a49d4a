//! `wireclip backup` and `wireclip restore`.
//!
//! A backup is a folder: the database, the logs of runs, and a manifest with the size and SHA-256
//! of each file, written last. A folder without a manifest is a backup that did not finish, and is
//! not restored. It holds the secret that signs runs' tokens, as part of the database.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wireclip_ports::clock::{Clock, SystemClock};

use crate::config::Settings;
use crate::home::{self, Home};
use crate::{assembly, logging, serve};

const MANIFEST: &str = "manifest.json";
const SQLITE_FILE: &str = "wireclip.sqlite";
const POSTGRES_FILE: &str = "postgres.dump";
const LOGS_FOLDER: &str = "run-logs";

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    /// The program that made it.
    version: String,
    /// When, as ISO 8601.
    made_at: String,
    files: Vec<SavedFile>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedFile {
    /// Where it lies in the backup.
    path: String,
    size_bytes: u64,
    sha256: String,
}

/// Saves everything that Wireclip keeps.
///
/// # Errors
/// If something cannot be read or written; what was written so far has no manifest.
pub(crate) fn back_up(
    settings: &Settings,
    to: Option<PathBuf>,
    keep: Option<usize>,
) -> anyhow::Result<ExitCode> {
    let made_at = SystemClock.now().to_string();
    let all = settings.home.join("backups");
    let folder = to.unwrap_or_else(|| all.join(made_at.replace([':', '.'], "-")));
    ensure!(!folder.exists(), "{} exists already; choose another folder with --to DIR", folder.display());
    home::make_folder(&folder)?;
    save_database(settings, &folder)?;
    let logs = home::run_logs_in(&settings.home);
    if logs.exists() {
        copy_tree(&logs, &folder.join(LOGS_FOLDER))?;
    }
    let manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        made_at,
        files: list_files(&folder, &folder)?,
    };
    let text = serde_json::to_string_pretty(&manifest).context("write the manifest")?;
    fs::write(folder.join(MANIFEST), text).context("write the manifest (is the disk full?)")?;
    if let Some(keep) = keep {
        remove_old(&all, keep.max(1))?;
    }
    let size: u64 = manifest.files.iter().map(|file| file.size_bytes).sum();
    logging::print(&format!(
        "saved {} files, {} KiB, to {}",
        manifest.files.len(),
        size / 1024,
        folder.display()
    ));
    Ok(ExitCode::SUCCESS)
}

/// Brings back what [`back_up`] saved.
///
/// # Errors
/// If the backup is incomplete or damaged, a server has the home folder, or it holds data and
/// `replace` was not asked for. Nothing is changed then.
pub(crate) fn restore(settings: &Settings, backup: &Path, replace: bool) -> anyhow::Result<ExitCode> {
    let manifest = read_manifest(backup)?;
    for file in &manifest.files {
        check_file(backup, file)?;
    }
    let home = Home::take(&settings.home)?;
    let holds_data = home.database().exists();
    ensure!(
        replace || !holds_data,
        "{} holds a database already: restore to another folder with --home DIR, or give --replace, which \
         moves it aside",
        settings.home.display()
    );
    if holds_data {
        let aside = settings.home.join(format!("replaced-{}", SystemClock.now().unix_millis()));
        move_aside(&settings.home, &aside)?;
        logging::print(&format!("moved what was there to {}", aside.display()));
    }
    home::make_folder(&settings.home.join("data"))?;
    restore_database(settings, backup)?;
    if backup.join(LOGS_FOLDER).exists() {
        copy_tree(&backup.join(LOGS_FOLDER), &home::run_logs_in(&settings.home))?;
    }
    logging::print(&format!("restored the backup of {} to {}", manifest.made_at, settings.home.display()));
    Ok(ExitCode::SUCCESS)
}

fn save_database(settings: &Settings, folder: &Path) -> anyhow::Result<()> {
    if let Some(url) = &settings.database_url {
        let file = folder.join(POSTGRES_FILE);
        return run_tool(
            postgres_tool("pg_dump", url.expose_secret()).arg("--format=custom").arg("--file").arg(file),
            "pg_dump",
        );
    }
    let file = home::database_in(&settings.home);
    ensure!(file.exists(), "there is nothing to save in {}", settings.home.display());
    serve::runtime()?.block_on(async {
        let store = assembly::open_store(settings).await?;
        store.snapshot(&folder.join(SQLITE_FILE)).await.context("save the database (is the disk full?)")?;
        store.close().await.context("close the database")
    })
}

fn restore_database(settings: &Settings, backup: &Path) -> anyhow::Result<()> {
    match (&settings.database_url, backup.join(POSTGRES_FILE), backup.join(SQLITE_FILE)) {
        (Some(url), dump, _) if dump.exists() => run_tool(
            postgres_tool("pg_restore", url.expose_secret())
                .arg("--clean")
                .arg("--if-exists")
                .arg("--no-owner")
                .arg("--exit-on-error")
                .arg(dump),
            "pg_restore",
        ),
        (None, _, file) if file.exists() => copy_file(&file, &home::database_in(&settings.home)),
        (Some(_), ..) => bail!("the backup is of the embedded database: restore it without --database-url"),
        (None, ..) => bail!("the backup is of a PostgreSQL database: give --database-url"),
    }
}

/// Prepares a program that comes with PostgreSQL. The address may hold a password, which other
/// users could read among the arguments.
fn postgres_tool(name: &str, url: &str) -> Command {
    let mut command = Command::new(name);
    command.arg("--dbname").arg(without_password(url));
    let password = password_of(url);
    if !password.is_empty() {
        command.env("PGPASSWORD", percent_decoded(password));
    }
    command
}

fn run_tool(command: &mut Command, name: &str) -> anyhow::Result<()> {
    let status = command
        .status()
        .with_context(|| format!("start {name} (it comes with PostgreSQL's client programs)"))?;
    ensure!(status.success(), "{name} failed ({status}); it says why above");
    Ok(())
}

/// Returns the password in an address, as it is written there; empty if there is none.
fn password_of(url: &str) -> &str {
    let authority = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = authority.split(['/', '?']).next().unwrap_or_default();
    let credentials = authority.rsplit_once('@').map_or("", |(credentials, _)| credentials);
    credentials.split_once(':').map_or("", |(_, password)| password)
}

fn without_password(url: &str) -> String {
    let password = password_of(url);
    if password.is_empty() { url.to_owned() } else { url.replacen(&format!(":{password}@"), "@", 1) }
}

fn percent_decoded(text: &str) -> OsString {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let escaped = others.get(..2).filter(|_| *first == b'%').and_then(|digits| hex::decode(digits).ok());
        match escaped {
            Some(byte) => {
                bytes.extend(byte);
                rest = &others[2..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    OsString::from_vec(bytes)
}

fn read_manifest(backup: &Path) -> anyhow::Result<Manifest> {
    let path = backup.join(MANIFEST);
    let text = fs::read_to_string(&path)
        .with_context(|| format!("read {}: this is no finished backup", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("read {}", path.display()))
}

fn check_file(backup: &Path, file: &SavedFile) -> anyhow::Result<()> {
    let relative = Path::new(&file.path);
    let stays_inside = relative.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    ensure!(stays_inside, "the manifest names a file outside the backup: {}", file.path);
    let path = backup.join(relative);
    let sha256 = hash_of(&path)?;
    ensure!(sha256 == file.sha256, "{} is damaged: it is not what was saved", path.display());
    Ok(())
}

fn list_files(root: &Path, folder: &Path) -> anyhow::Result<Vec<SavedFile>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))? {
        let path = entry.with_context(|| format!("read {}", folder.display()))?.path();
        if path.is_dir() {
            files.extend(list_files(root, &path)?);
            continue;
        }
        let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let size_bytes = fs::metadata(&path).with_context(|| format!("read {}", path.display()))?.len();
        files.push(SavedFile { path: relative, size_bytes, sha256: hash_of(&path)? });
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn hash_of(path: &Path) -> anyhow::Result<String> {
    let mut file = fs::File::open(path).with_context(|| format!("read {}", path.display()))?;
    let mut hash = Sha256::new();
    std::io::copy(&mut file, &mut hash).with_context(|| format!("read {}", path.display()))?;
    Ok(hex::encode(hash.finalize()))
}

fn copy_file(from: &Path, to: &Path) -> anyhow::Result<()> {
    if let Some(folder) = to.parent() {
        home::make_folder(folder)?;
    }
    fs::copy(from, to)
        .and_then(|_| fs::File::open(to)?.sync_all())
        .with_context(|| format!("copy {} to {} (is the disk full?)", from.display(), to.display()))
}

fn copy_tree(from: &Path, to: &Path) -> anyhow::Result<()> {
    home::make_folder(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("read {}", from.display()))? {
        let entry = entry.with_context(|| format!("read {}", from.display()))?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            copy_file(&entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Moves what a home folder holds into another folder, but for settings and backups.
fn move_aside(home: &Path, aside: &Path) -> anyhow::Result<()> {
    home::make_folder(aside)?;
    for entry in fs::read_dir(home).with_context(|| format!("read {}", home.display()))? {
        let entry = entry.with_context(|| format!("read {}", home.display()))?;
        let name = entry.file_name();
        let stays = ["config.toml", "backups", "server.lock"].iter().any(|kept| name == *kept)
            || name.to_string_lossy().starts_with("replaced-");
        if !stays {
            fs::rename(entry.path(), aside.join(&name))
                .with_context(|| format!("move {} aside", entry.path().display()))?;
        }
    }
    Ok(())
}

fn remove_old(all: &Path, keep: usize) -> anyhow::Result<()> {
    let mut finished: Vec<_> = fs::read_dir(all)
        .with_context(|| format!("read {}", all.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.join(MANIFEST).exists())
        .collect();
    // Their names are moments, so they sort by age.
    finished.sort();
    let surplus = finished.len().saturating_sub(keep);
    for old in &finished[..surplus] {
        fs::remove_dir_all(old).with_context(|| format!("remove the old backup {}", old.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_of_an_address() {
        let url = "postgres://me:pa55@db:5432/wireclip?sslmode=require";
        assert_eq!(password_of(url), "pa55");
        assert_eq!(without_password(url), "postgres://me@db:5432/wireclip?sslmode=require");
        assert_eq!(password_of("postgres://me@db/wireclip"), "");
        assert_eq!(password_of("postgres://db/wireclip"), "");
        assert_eq!(password_of("postgres://db/wireclip?options=a:b@c"), "");
        assert_eq!(percent_decoded("50%25%40home%"), "50%@home%");
    }
}
