//! `wireclip doctor`: what is found, what is missing, and what to do about it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Context;
use wireclip_store::Schema;

use crate::cli::Flags;
use crate::config::{Layers, Settings};
use crate::home;
use crate::{assembly, logging, serve};

/// One thing that was looked at.
struct Finding {
    level: Level,
    text: String,
    advice: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Good,
    Note,
    Bad,
}

/// Looks at everything, changes nothing, prints what was found, and fails if something keeps the
/// server from starting.
pub(crate) fn main(flags: &Flags) -> ExitCode {
    let settings = match Layers::read(flags.given()).and_then(Settings::resolve) {
        Ok((settings, _)) => settings,
        Err(error) => {
            report(&[bad(format!("settings: {error:#}"), "fix the setting and run this again")]);
            return ExitCode::FAILURE;
        }
    };
    let mut findings = vec![good("settings: readable".to_owned())];
    let server = running_server(&settings.home);
    findings.push(home_finding(&settings.home, server.as_deref()));
    findings.push(database_finding(&settings, server.is_some()));
    findings.push(port_finding(&settings, server.is_some()));
    findings.push(space_finding(&settings.home));
    findings.extend(PROGRAMS.iter().map(|(program, use_for)| program_finding(program, use_for)));
    report(&findings);
    let is_bad = findings.iter().any(|finding| finding.level == Level::Bad);
    if is_bad { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Programs that agents are, or often use.
const PROGRAMS: &[(&str, &str)] = &[
    ("git", "workspaces from Git repositories"),
    ("curl", "agents that are shell scripts"),
    ("jq", "agents that are shell scripts"),
    ("ssh", "environments on other machines"),
    ("pg_dump", "backups of a PostgreSQL database"),
    ("pg_restore", "bringing back backups of a PostgreSQL database"),
];

fn good(text: String) -> Finding {
    Finding { level: Level::Good, text, advice: None }
}

fn bad(text: String, advice: &str) -> Finding {
    Finding { level: Level::Bad, text, advice: Some(advice.to_owned()) }
}

fn report(findings: &[Finding]) {
    let mut text = String::new();
    for finding in findings {
        let mark = match finding.level {
            Level::Good => "ok  ",
            Level::Note => "--  ",
            Level::Bad => "BAD ",
        };
        text.push_str(mark);
        text.push_str(&finding.text);
        text.push('\n');
        if let Some(advice) = &finding.advice {
            text.push_str("      do: ");
            text.push_str(advice);
            text.push('\n');
        }
    }
    logging::print(&text);
}

/// Returns the process that has the home folder, if one has.
fn running_server(home: &Path) -> Option<String> {
    let file = std::fs::File::open(home::lock_in(home)).ok()?;
    let is_free = rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockShared).is_ok();
    if is_free {
        return None;
    }
    Some(std::fs::read_to_string(home::lock_in(home)).unwrap_or_default().trim().to_owned())
}

fn home_finding(home: &Path, server: Option<&str>) -> Finding {
    let name = home.display();
    if let Some(process) = server {
        return good(format!("home: {name}, in use by the server (process {process})"));
    }
    let folder = existing(home);
    // Rights do not tell everything: a file system may be read-only or full.
    match tempfile::tempdir_in(&folder) {
        Ok(_) if folder == home => good(format!("home: {name}, writable")),
        Ok(_) => good(format!("home: {name}, made at the first start ({} is writable)", folder.display())),
        Err(error) => bad(
            format!("home: {name}: cannot write to {}: {error}", folder.display()),
            "make it writable, or choose another with --home DIR",
        ),
    }
}

/// Returns a folder, or what is there of the way to it.
fn existing(folder: &Path) -> PathBuf {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    folder.ancestors().find(|part| part.exists()).unwrap_or_else(|| Path::new("/")).to_owned()
}

fn database_finding(settings: &Settings, is_running: bool) -> Finding {
    let name = if settings.database_url.is_some() { "PostgreSQL" } else { "the embedded database" };
    if settings.database_url.is_none() && !home::database_in(&settings.home).exists() {
        return good(format!("database: {name}, made at the first start"));
    }
    if settings.database_url.is_none() && is_running {
        return good(format!("database: {name}, in use by the server"));
    }
    let looked = serve::runtime().and_then(|runtime| {
        runtime.block_on(async {
            let (store, schema) = assembly::open_store_as_is(settings).await?;
            store.close().await.context("close the database")?;
            Ok(schema)
        })
    });
    match looked {
        Ok(Schema::Current) => good(format!("database: {name}, reachable and up to date")),
        Ok(Schema::Absent) => good(format!("database: {name}, reachable; set up at the first start")),
        Ok(Schema::Behind(missing)) => good(format!(
            "database: {name}, reachable; the next start brings it up to date ({})",
            missing.join(", ")
        )),
        Err(error) => bad(format!("database: {error:#}"), advice_on_database(settings)),
    }
}

fn advice_on_database(settings: &Settings) -> &'static str {
    match settings.database_url {
        Some(_) => "fix the address, or start the database server",
        None => {
            "bring back a backup with `wireclip restore --replace`, or choose another folder with --home DIR"
        }
    }
}

fn port_finding(settings: &Settings, is_running: bool) -> Finding {
    let (host, port) = (settings.host.trim_matches(['[', ']']), settings.port);
    match TcpListener::bind((host, port)) {
        Ok(_) => good(format!("port: {port} on {host} is free")),
        Err(_) if is_running => good(format!("port: {port} on {host} is the server's")),
        Err(error) => bad(format!("port: {port} on {host}: {error}"), "choose another with --port PORT"),
    }
}

/// Less free space than this, in bytes, is soon none: run hosts stop writing logs at 256 MiB.
const LITTLE_SPACE: u64 = 1024 * 1024 * 1024;

fn space_finding(home: &Path) -> Finding {
    match rustix::fs::statvfs(existing(home)) {
        Ok(space) => {
            let free = space.f_bavail.saturating_mul(space.f_frsize);
            let text = format!("disk: {} MiB free", free / (1024 * 1024));
            if free < LITTLE_SPACE {
                bad(text, "make room: logs of runs stop growing when 256 MiB are left")
            } else {
                good(text)
            }
        }
        Err(error) => bad(format!("disk: {error}"), "look at the disk of the home folder"),
    }
}

fn program_finding(program: &str, use_for: &str) -> Finding {
    // Not every program knows the long word; OpenSSH tells its version among the errors.
    if program == "ssh" {
        return match Command::new(program).arg("-V").output() {
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stderr);
                good(format!("ssh: {}", text.split(',').next().unwrap_or_default().trim()))
            }
            Err(_) => missing(program, use_for),
        };
    }
    let version = Command::new(program).arg("--version").output();
    match version {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            // Some name all their libraries in it.
            let line = text.lines().next().unwrap_or_default();
            let words: Vec<_> = line.split_whitespace().take(3).collect();
            good(format!("{program}: {}", words.join(" ").trim_end_matches([',', ';'])))
        }
        Ok(_) => Finding {
            level: Level::Note,
            text: format!("{program}: found, but does not tell its version ({use_for})"),
            advice: None,
        },
        Err(_) => missing(program, use_for),
    }
}

fn missing(program: &str, use_for: &str) -> Finding {
    Finding { level: Level::Note, text: format!("{program}: not found; needed for {use_for}"), advice: None }
}
