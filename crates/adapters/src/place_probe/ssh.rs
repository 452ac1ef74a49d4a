//! Looking at a machine by the system's own SSH program.

use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::Stdio;

use secrecy::{ExposeSecret, SecretString};
use tokio::io::{AsyncReadExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;
use wireclip_domain::environment::config::SshSettings;

/// What an SSH server says first (RFC 4253).
const GREETING: &[u8] = b"SSH-";
/// How much of what the program complains is read, in bytes.
const COMPLAINT_BYTES: u64 = 4096;
/// With this code the program says that it failed itself, not the command there.
const OWN_FAILURE: i32 = 255;

/// Why a machine cannot be worked on.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    /// Nobody answers there.
    #[error("Nobody answers at {address}: {reason}.")]
    Unreachable { address: String, reason: io::Error },
    /// Somebody else answers there.
    #[error("What answers at {address} is no SSH server.")]
    NoSshServer { address: String },
    /// It took too long.
    #[error("There was no answer within {seconds} seconds.")]
    Slow { seconds: u64 },
    /// There is nothing to log in with.
    #[error("An SSH server answers, but this machine has no ssh program to log in with: {0}.")]
    NoProgram(io::Error),
    /// The program did not get in.
    #[error("The log-in failed: {0}")]
    NotLetIn(String),
    /// The folder is not there, or cannot be written.
    #[error("The log-in works, but {0} is no folder that can be written there.")]
    NoFolder(String),
    /// This machine failed.
    #[error("This machine failed: {0}.")]
    Here(#[from] io::Error),
}

impl Fault {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "unreachable",
            Self::NoSshServer { .. } => "no_ssh_server",
            Self::Slow { .. } => "timeout",
            Self::NoProgram(_) => "no_ssh_program",
            Self::NotLetIn(_) => "login_failed",
            Self::NoFolder(_) => "no_workspace_folder",
            Self::Here(_) => "failed",
        }
    }
}

/// Looks whether the folder of an SSH environment can be worked in.
pub(super) async fn look(settings: &SshSettings, private_key: Option<&SecretString>) -> Result<(), Fault> {
    greet(settings).await?;
    let folder = tempfile::tempdir()?;
    let mut program = program(settings, private_key, folder.path())?;
    let mut running = program.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Fault::NoProgram(error),
        _ => Fault::Here(error),
    })?;
    let mut complaint = Vec::new();
    if let Some(stderr) = running.stderr.take() {
        stderr.take(COMPLAINT_BYTES).read_to_end(&mut complaint).await?;
    }
    match running.wait().await?.code() {
        Some(0) => Ok(()),
        Some(OWN_FAILURE) | None => Err(Fault::NotLetIn(last_line(&complaint))),
        Some(_) => Err(Fault::NoFolder(settings.remote_workspace_path.clone())),
    }
}

/// Makes sure that an SSH server answers, before a program is started.
async fn greet(settings: &SshSettings) -> Result<(), Fault> {
    let host = settings.host.trim_matches(['[', ']']);
    let address = format!("{}:{}", settings.host, settings.port);
    let unreachable = |reason| Fault::Unreachable { address: address.clone(), reason };
    let stream = TcpStream::connect((host, settings.port)).await.map_err(unreachable)?;
    let mut greeting = [0_u8; GREETING.len()];
    let read = BufReader::new(stream).read_exact(&mut greeting).await;
    match read {
        Ok(_) if greeting == GREETING => Ok(()),
        _ => Err(Fault::NoSshServer { address }),
    }
}

/// Prepares the program. What it needs to know stands in files that only we can read, and nothing
/// of this machine's own settings counts.
fn program(settings: &SshSettings, private_key: Option<&SecretString>, folder: &Path) -> io::Result<Command> {
    let known_hosts = folder.join("known_hosts");
    write(&known_hosts, settings.known_hosts.as_deref().unwrap_or_default())?;
    let strict = if settings.strict_host_key_checking { "yes" } else { "no" };
    let mut program = Command::new("ssh");
    program.args(["-F", "/dev/null", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"]);
    program.args(["-o", &format!("StrictHostKeyChecking={strict}"), "-o", "GlobalKnownHostsFile=/dev/null"]);
    program.arg("-o").arg(format!("UserKnownHostsFile={}", known_hosts.display()));
    if let Some(key) = private_key {
        let file = folder.join("key");
        write(&file, key.expose_secret())?;
        program.args(["-o", "IdentitiesOnly=yes", "-i"]).arg(file);
    }
    let path = quoted(&settings.remote_workspace_path);
    program.args(["-p", &settings.port.to_string(), "-l", &settings.username, "--"]);
    program.args([settings.host.trim_matches(['[', ']']), &format!("test -d {path} && test -w {path}")]);
    program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
    Ok(program)
}

/// Writes a file that only its owner can read; the SSH program wants a line's end at the end.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.trim_end().as_bytes())?;
    file.write_all(b"\n")
}

/// Writes a text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn last_line(complaint: &[u8]) -> String {
    let text = String::from_utf8_lossy(complaint);
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    line.unwrap_or("the program did not say why").chars().filter(|sign| !sign.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_of_the_shell_there() {
        assert_eq!(quoted("/srv/it's; rm -rf /"), r"'/srv/it'\''s; rm -rf /'");
    }

    #[test]
    fn of_a_long_complaint_the_end_is_told() {
        assert_eq!(
            last_line(b"Warning: x\r\nu@h: Permission denied (publickey).\r\n\r\n"),
            "u@h: Permission denied (publickey)."
        );
        assert_eq!(last_line(b""), "the program did not say why");
    }
}
