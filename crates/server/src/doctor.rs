//! `wireclip doctor`: what is found, what is missing, and what to do about it.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::cli::Flags;
use crate::config::{Layers, Settings};
use crate::home::{self, Home};
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

/// Looks at everything, prints what was found, and fails if something keeps the server from
/// starting.
///
/// # Errors
/// If the settings themselves cannot be read.
pub(crate) fn main(flags: &Flags) -> anyhow::Result<ExitCode> {
    let settings = match Layers::read(flags).and_then(Settings::resolve) {
        Ok((settings, _)) => settings,
        Err(error) => {
            report(&[bad(format!("settings: {error:#}"), "mend the setting and run this again")]);
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut findings = vec![good("settings: readable".to_owned())];
    let server = running_server(&settings.home);
    findings.extend(home_findings(&settings, server.as_deref()));
    findings.push(database_finding(&settings, server.is_some()));
    findings.push(port_finding(&settings, server.is_some()));
    findings.push(space_finding(&settings.home));
    findings.extend(PROGRAMS.iter().map(|(program, use_for)| program_finding(program, use_for)));
    report(&findings);
    let is_bad = findings.iter().any(|finding| finding.level == Level::Bad);
    Ok(if is_bad { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Programs that agents are, or often use.
const PROGRAMS: &[(&str, &str)] = &[
    ("git", "workspaces from Git repositories"),
    ("curl", "agents that are shell scripts"),
    ("claude", "agents of the type claude_local"),
    ("codex", "agents of the type codex_local"),
    ("gemini", "agents of the type gemini_local"),
    ("opencode", "agents of the type opencode_local"),
    ("pg_dump", "backups of a PostgreSQL database"),
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
    let file = std::fs::File::open(home.join("server.lock")).ok()?;
    let is_free = rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockShared).is_ok();
    if is_free {
        return None;
    }
    Some(std::fs::read_to_string(home.join("server.lock")).unwrap_or_default().trim().to_owned())
}

fn home_findings(settings: &Settings, server: Option<&str>) -> Vec<Finding> {
    let home = settings.home.display();
    if let Some(process) = server {
        return vec![good(format!("home: {home}, in use by the server (process {process})"))];
    }
    match Home::take(&settings.home) {
        Ok(_) => vec![good(format!("home: {home}, writable"))],
        Err(error) => {
            vec![bad(format!("home: {error:#}"), "make it writable, or choose another with --home DIR")]
        }
    }
}

fn database_finding(settings: &Settings, is_running: bool) -> Finding {
    let name = if settings.database_url.is_some() { "PostgreSQL" } else { "the embedded database" };
    if settings.database_url.is_none() && !home::database_in(&settings.home).exists() {
        return good(format!("database: {name}, made at the first start"));
    }
    if settings.database_url.is_none() && is_running {
        return good(format!("database: {name}, in use by the server"));
    }
    let opened = serve::runtime().and_then(|runtime| runtime.block_on(assembly::open_store(settings)));
    match opened {
        Ok(_) => good(format!("database: {name}, reachable and up to date")),
        Err(error) => bad(format!("database: {error:#}"), "mend the address, or start the database server"),
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

/// Below this much free space, in bytes, logs of runs are no longer kept.
const LITTLE_SPACE: u64 = 1024 * 1024 * 1024;

fn space_finding(home: &Path) -> Finding {
    match rustix::fs::statvfs(home) {
        Ok(space) => {
            let free = space.f_bavail.saturating_mul(space.f_frsize);
            let text = format!("disk: {} MiB free", free / (1024 * 1024));
            if free < LITTLE_SPACE {
                bad(text, "make room: logs stop growing below 256 MiB")
            } else {
                good(text)
            }
        }
        Err(error) => bad(format!("disk: {error}"), "look at the disk of the home folder"),
    }
}

fn program_finding(program: &str, use_for: &str) -> Finding {
    let version = Command::new(program).arg("--version").output();
    match version {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().next().unwrap_or_default().trim().to_owned();
            good(format!("{program}: {line}"))
        }
        Ok(_) => Finding {
            level: Level::Note,
            text: format!("{program}: found, but does not tell its version ({use_for})"),
            advice: None,
        },
        Err(_) => Finding {
            level: Level::Note,
            text: format!("{program}: not found; needed for {use_for}"),
            advice: None,
        },
    }
}
