//! The host's socket: who listens, what they are told, what they want.
//!
//! **Invariant:** nothing here waits, and a client that does not read costs a bounded amount of
//! memory: growth of the log is told as its latest size, and only when the last word has gone out.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::{UnixListener, UnixStream};

use rustix::event::{PollFd, PollFlags};
use wireclip_domain::run_host::socket::{HostMessage, HostRequest};
use wireclip_domain::run_host::{PROTOCOL, SOCKET_FILE};

/// More clients than this are turned away: there is one server, perhaps two while it is replaced.
const CLIENT_LIMIT: usize = 16;
/// The longest request.
const REQUEST_LIMIT_BYTES: usize = 4096;
/// A client with more unread answers than this is not listened to.
const UNREAD_LIMIT_BYTES: usize = 4096;

/// The host's side of the socket.
pub(crate) struct Control {
    listener: UnixListener,
    token: String,
    clients: Vec<Client>,
    started: Option<HostMessage>,
    log_bytes: u64,
}

struct Client {
    stream: UnixStream,
    request: Vec<u8>,
    unsent: Vec<u8>,
    is_watching: bool,
    log_bytes_told: u64,
    is_gone: bool,
}

impl Control {
    /// Opens the socket in the current folder. The path is relative since a socket's path may
    /// have no more than 107 bytes.
    pub(crate) fn open(token: &str) -> io::Result<Self> {
        let listener = UnixListener::bind(SOCKET_FILE)?;
        listener.set_nonblocking(true)?;
        let token = token.to_owned();
        Ok(Self { listener, token, clients: Vec::new(), started: None, log_bytes: 0 })
    }

    /// Adds what there is to wait for.
    pub(crate) fn waits_for<'a>(&'a self, poll: &mut Vec<PollFd<'a>>) {
        poll.push(PollFd::from_borrowed_fd(self.listener.as_fd(), PollFlags::IN));
        for client in &self.clients {
            poll.push(PollFd::from_borrowed_fd(client.stream.as_fd(), client.waits_for()));
        }
    }

    /// Tells that the program runs, now and to all who come later.
    pub(crate) fn started(&mut self, message: &HostMessage) {
        self.started = Some(message.clone());
        for client in self.clients.iter_mut().filter(|client| client.is_watching) {
            client.tell(message);
        }
    }

    /// Tells how large the log is.
    pub(crate) fn log_grew(&mut self, bytes: u64) {
        self.log_bytes = bytes;
        for client in &mut self.clients {
            client.tell_growth(bytes);
        }
    }

    /// Tells the end. Who does not hear it will see the socket close.
    pub(crate) fn ended(&mut self) {
        for client in self.clients.iter_mut().filter(|client| client.is_watching) {
            client.tell(&HostMessage::Ended {});
        }
    }

    /// Hears everybody who has something to say, and returns the wishes to stop.
    pub(crate) fn serve(&mut self) -> Vec<HostRequest> {
        self.accept();
        let mut stops = Vec::new();
        for client in &mut self.clients {
            client.send();
            for request in client.requests() {
                match request {
                    HostRequest::Watch {} => {
                        client.is_watching = true;
                        if let Some(message) = &self.started {
                            client.tell(message);
                        }
                    }
                    HostRequest::Stop { .. } => {
                        client.tell(&HostMessage::Stopping {});
                        stops.push(request);
                    }
                }
            }
            client.tell_growth(self.log_bytes);
        }
        self.clients.retain(|client| !client.is_gone);
        stops
    }

    fn accept(&mut self) {
        while let Ok((stream, _)) = self.listener.accept() {
            if self.clients.len() >= CLIENT_LIMIT || stream.set_nonblocking(true).is_err() {
                continue;
            }
            let mut client = Client {
                stream,
                request: Vec::new(),
                unsent: Vec::new(),
                is_watching: false,
                log_bytes_told: 0,
                is_gone: false,
            };
            client.tell(&HostMessage::Hello { protocol: PROTOCOL, token: self.token.clone() });
            self.clients.push(client);
        }
    }
}

impl Client {
    fn waits_for(&self) -> PollFlags {
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, self.unsent.len() < UNREAD_LIMIT_BYTES);
        flags.set(PollFlags::OUT, !self.unsent.is_empty());
        flags
    }

    fn tell(&mut self, message: &HostMessage) {
        serde_json::to_writer(&mut self.unsent, message).expect("a message is JSON");
        self.unsent.push(b'\n');
        self.send();
    }

    fn tell_growth(&mut self, bytes: u64) {
        if self.is_watching && self.unsent.is_empty() && bytes > self.log_bytes_told {
            self.log_bytes_told = bytes;
            self.tell(&HostMessage::Log { bytes });
        }
    }

    fn send(&mut self) {
        while !self.unsent.is_empty() && !self.is_gone {
            match self.stream.write(&self.unsent) {
                Ok(length) => drop(self.unsent.drain(..length)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.is_gone = true,
            }
        }
    }

    /// Returns the complete requests that have come in. A client that sends anything else is
    /// hung up on.
    fn requests(&mut self) -> Vec<HostRequest> {
        let mut requests = Vec::new();
        let mut piece = [0; 512];
        while !self.is_gone && self.unsent.len() < UNREAD_LIMIT_BYTES {
            match self.stream.read(&mut piece) {
                Ok(0) => self.is_gone = true,
                Ok(length) => self.request.extend_from_slice(&piece[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => self.is_gone = true,
            }
            while let Some(end) = self.request.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.request.drain(..=end).collect();
                match serde_json::from_slice(&line) {
                    Ok(request) => requests.push(request),
                    Err(_) => self.is_gone = true,
                }
            }
            if self.request.len() > REQUEST_LIMIT_BYTES || requests.len() > 64 {
                self.is_gone = true;
            }
        }
        requests
    }
}
