//! A client of the live events that speaks just enough of the websocket protocol, so that it can
//! also misbehave.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Company, Raw, Server};

/// Somebody who listens to a company.
pub(crate) struct LiveFeed {
    messages: Receiver<Value>,
}

impl LiveFeed {
    /// Listens to a company from now on.
    pub(crate) fn of(server: &Server, company: &Company) -> Self {
        let mut stream = connect(server, company);
        stream.set_read_timeout(None).unwrap();
        let (sender, messages) = channel();
        // Ends with the connection, or when nobody takes the messages.
        std::thread::spawn(move || {
            while let Some((kind, payload)) = frame(&mut stream) {
                if kind == PING {
                    // A sign of life; a mask of zeros leaves the payload as it is.
                    let length = u8::try_from(payload.len()).unwrap();
                    let head = [0x80 | PONG, 0x80 | length, 0, 0, 0, 0];
                    stream.write_all(&[&head[..], &payload].concat()).ok();
                }
                if kind != TEXT {
                    continue;
                }
                let message = serde_json::from_slice(&payload).unwrap();
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self { messages }
    }

    /// Opens a connection on which nobody reads.
    pub(crate) fn deaf(server: &Server, company: &Company) -> TcpStream {
        connect(server, company)
    }

    /// Waits for a message.
    pub(crate) fn next(&self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let give_up_at = Instant::now() + Duration::from_secs(60);
        loop {
            let left = give_up_at.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) if is_it(&message) => return message,
                Ok(_) => {}
                Err(error) => panic!("waited in vain for the event that {what}: {error}"),
            }
        }
    }
}

const TEXT: u8 = 1;
const PING: u8 = 9;
const PONG: u8 = 10;

fn connect(server: &Server, company: &Company) -> TcpStream {
    let mut raw = Raw::connect(server.authority());
    let line = format!("GET /api/companies/{}/events/ws", company.id);
    let headers = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    raw.head(server.authority(), &line, headers);
    let (status, body) = raw.answer().expect("an answer to the handshake");
    assert_eq!(status, 101, "{body}");
    raw.into_stream()
}

/// Reads a frame: its kind and payload. Servers do not mask.
fn frame(stream: &mut TcpStream) -> Option<(u8, Vec<u8>)> {
    let mut head = [0; 2];
    stream.read_exact(&mut head).ok()?;
    let length = match head[1] & 0x7f {
        126 => {
            let mut length = [0; 2];
            stream.read_exact(&mut length).ok()?;
            u64::from(u16::from_be_bytes(length))
        }
        127 => {
            let mut length = [0; 8];
            stream.read_exact(&mut length).ok()?;
            u64::from_be_bytes(length)
        }
        length => u64::from(length),
    };
    let mut payload = vec![0; usize::try_from(length).unwrap()];
    stream.read_exact(&mut payload).ok()?;
    Some((head[0] & 0x0f, payload))
}
