//! The server's end of a host's socket.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use wireclip_domain::run_host::socket::{HostMessage, HostRequest};
use wireclip_domain::run_host::{PROTOCOL, SOCKET_FILE, StartIntent};

use super::folder::RunFolder;

/// How long to wait before a socket that is not there yet is tried again.
pub(super) const RETRY_PAUSE: Duration = Duration::from_millis(20);
/// How long a host may take for an answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(5);
/// The longest message.
const MESSAGE_LIMIT_BYTES: u64 = 64 << 10;

/// A conversation with a host.
pub(super) struct HostSocket {
    stream: BufReader<UnixStream>,
    line: Vec<u8>,
}

impl HostSocket {
    /// Connects to a run's host and makes sure that it is the one.
    pub(super) async fn connect(folder: &RunFolder, intent: &StartIntent) -> io::Result<Self> {
        // By way of the open folder, since a socket's path may have no more than 107 bytes.
        let opened = File::open(folder.path())?;
        let path = format!("/proc/self/fd/{}/{SOCKET_FILE}", opened.as_raw_fd());
        let stream = BufReader::new(UnixStream::connect(path).await?);
        let mut socket = Self { stream, line: Vec::new() };
        let greeting = tokio::time::timeout(ANSWER_LIMIT, socket.receive()).await??;
        match greeting {
            Some(HostMessage::Hello { protocol: PROTOCOL, token }) if token == intent.token => Ok(socket),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "not the run's host")),
        }
    }

    /// Asks the host for something.
    pub(super) async fn send(&mut self, request: &HostRequest) -> io::Result<()> {
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        self.stream.get_mut().write_all(&line).await
    }

    /// Returns the host's next message, or `None` once it has hung up. Cancel safe.
    pub(super) async fn receive(&mut self) -> io::Result<Option<HostMessage>> {
        let room = MESSAGE_LIMIT_BYTES.saturating_sub(self.line.len() as u64);
        (&mut self.stream).take(room).read_until(b'\n', &mut self.line).await?;
        if self.line.last() != Some(&b'\n') {
            return Ok(None);
        }
        let message = serde_json::from_slice(&self.line);
        self.line.clear();
        Ok(Some(message?))
    }
}

/// Asks a host to stop its program; returns whether it took the request.
pub(super) async fn ask_to_stop(folder: &RunFolder, intent: &StartIntent, request: &HostRequest) -> bool {
    let conversation = async {
        let mut socket = HostSocket::connect(folder, intent).await?;
        socket.send(request).await?;
        loop {
            match socket.receive().await? {
                Some(HostMessage::Stopping {}) => return Ok::<bool, io::Error>(true),
                Some(_) => {}
                None => return Ok(false),
            }
        }
    };
    tokio::time::timeout(ANSWER_LIMIT, conversation).await.is_ok_and(|taken| taken.unwrap_or(false))
}
