//! Looking whether runs can work on a machine.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, BufReader};
use tokio::net::TcpStream;
use wireclip_domain::environment::config::SshSettings;
use wireclip_ports::sandbox::ProviderError;

use super::claim::{self, Lack};
use super::connection::{Connection, Input, Output};
use super::fresh_id;
use super::login::Login;

/// What an SSH server says first (RFC 4253).
const GREETING: &[u8] = b"SSH-";

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
    /// The program did not get in.
    #[error("The log-in failed: {0}.")]
    NotLetIn(ProviderError),
    /// The folder is not there, or cannot be written.
    #[error("The log-in works, but {0} is no folder that can be written there.")]
    NoFolder(String),
    /// Something else is not there.
    #[error("The log-in works, but {0}.")]
    Lacks(String),
}

impl Fault {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "unreachable",
            Self::NoSshServer { .. } => "no_ssh_server",
            Self::Slow { .. } => "timeout",
            Self::NotLetIn(_) => "login_failed",
            Self::NoFolder(_) => "no_workspace_folder",
            Self::Lacks(_) => "unsuitable_machine",
        }
    }
}

/// Looks whether runs can work on a machine: the same login as theirs, the same programs there.
pub(super) async fn look(login: &Login, limit: Duration) -> Result<(), Fault> {
    greet(&login.settings).await?;
    let base = &login.settings.remote_workspace_path;
    let id = fresh_id();
    let io = (Input::Nothing, Output::Kept);
    let connection = Connection::new(login.clone());
    let answer = connection.ask(&claim::look(&id, base), io, "look at the machine", limit).await;
    let answer = answer.map_err(Fault::NotLetIn)?;
    match claim::lack(&String::from_utf8_lossy(&answer.stdout), &id) {
        Some(Lack::Folder) => Err(Fault::NoFolder(base.clone())),
        Some(lack) => Err(Fault::Lacks(lack.told(base))),
        None => Ok(()),
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
