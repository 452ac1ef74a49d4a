//! Bytes on a connection, as a client sends them that does not care for HTTP.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A connection to a server.
pub(crate) struct Raw(TcpStream);

impl Raw {
    pub(crate) fn connect(authority: &str) -> Self {
        let stream = TcpStream::connect(authority).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        Self(stream)
    }

    /// Sends bytes; says whether the server still took them.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> bool {
        self.0.write_all(bytes).is_ok()
    }

    /// Sends the head of a request.
    pub(crate) fn head(&mut self, authority: &str, line: &str, headers: &str) {
        self.0
            .write_all(format!("{line} HTTP/1.1\r\nhost: {authority}\r\n{headers}\r\n").as_bytes())
            .unwrap();
    }

    /// Reads the next answer, with a body of the length that it names; `None` if there is none.
    pub(crate) fn answer(&mut self) -> Option<(u16, String)> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            match self.0.read(&mut byte) {
                Ok(1) => head.push(byte[0]),
                _ => return None,
            }
        }
        let head = String::from_utf8(head).unwrap().to_lowercase();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        self.0.read_exact(&mut body).ok()?;
        Some((status, String::from_utf8(body).unwrap()))
    }

    pub(crate) fn into_stream(self) -> TcpStream {
        self.0
    }
}
