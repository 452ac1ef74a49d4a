//! A small HTTP/1.1 client over one connection that is kept. It asks for no compression and reads
//! bodies of a known length and in chunks: all that a loopback measurement needs, and cheap
//! enough that the server is what is measured.

use std::io::Write;
use std::net::SocketAddr;

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A body larger than this, in bytes, is a mistake.
const MAX_BODY: usize = 256 << 20;

/// A connection to the server, as the person at this machine.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    host: String,
    request: Vec<u8>,
    line: Vec<u8>,
}

/// What the server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) etag: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Client {
    /// Opens a connection.
    ///
    /// # Errors
    /// If nobody listens there.
    pub(crate) async fn connect(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await.context("connect to the server")?;
        stream.set_nodelay(true)?;
        let stream = BufReader::with_capacity(64 << 10, stream);
        Ok(Self { stream, host: address.to_string(), request: Vec::new(), line: Vec::new() })
    }

    /// Gets `path`, which is relative to `/api`.
    ///
    /// # Errors
    /// If the connection breaks or the answer is no success.
    pub(crate) async fn get(&mut self, path: &str) -> anyhow::Result<Answer> {
        self.send("GET", path, "", b"").await?.success("GET", path)
    }

    /// Sends JSON to `path` and returns the answer's.
    ///
    /// # Errors
    /// If the connection breaks or the answer is no success.
    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send("POST", path, "", &serde_json::to_vec(body)?).await?.success("POST", path)
    }

    /// Changes what is at `path`.
    ///
    /// # Errors
    /// If the connection breaks or the answer is no success.
    pub(crate) async fn patch(&mut self, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send("PATCH", path, "", &serde_json::to_vec(body)?).await?.success("PATCH", path)
    }

    /// Sends a request with further header lines, each ended by CR LF, and returns the answer,
    /// whatever its status.
    ///
    /// # Errors
    /// If the connection breaks or the answer is not HTTP.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> anyhow::Result<Answer> {
        self.request.clear();
        write!(self.request, "{method} /api{path} HTTP/1.1\r\nhost: {}\r\n{headers}", self.host)?;
        if !body.is_empty() {
            write!(self.request, "content-type: application/json\r\n")?;
        }
        if method != "GET" {
            write!(self.request, "content-length: {}\r\n", body.len())?;
        }
        self.request.extend_from_slice(b"\r\n");
        self.request.extend_from_slice(body);
        self.stream.get_mut().write_all(&self.request).await.context("send a request")?;
        self.read_answer().await.with_context(|| format!("read the answer to {method} {path}"))
    }

    async fn read_answer(&mut self) -> anyhow::Result<Answer> {
        let status = self.read_line().await?.split(' ').nth(1).context("find a status")?.parse()?;
        let (mut length, mut is_chunked, mut etag) = (0, false, None);
        loop {
            let line = self.read_line().await?;
            let Some((name, value)) = line.split_once(':') else {
                ensure!(line.is_empty(), "'{line}' is no header");
                break;
            };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().context("read the length")?,
                "transfer-encoding" => is_chunked = value.trim().eq_ignore_ascii_case("chunked"),
                "etag" => etag = Some(value.trim().to_owned()),
                _ => {}
            }
        }
        let mut body = Vec::new();
        if is_chunked {
            while self.read_chunk(&mut body).await? {}
        } else if status != 304 && status != 204 {
            self.read_body(&mut body, length).await?;
        }
        Ok(Answer { status, etag, body })
    }

    /// Reads a chunk; returns whether more follow.
    async fn read_chunk(&mut self, body: &mut Vec<u8>) -> anyhow::Result<bool> {
        let line = self.read_line().await?;
        let digits = line.split(';').next().unwrap_or_default().trim();
        let length = usize::from_str_radix(digits, 16).context("read the length of a chunk")?;
        self.read_body(body, length).await?;
        if length == 0 {
            // Trailers, of which there may be none.
            while !self.read_line().await?.is_empty() {}
        } else {
            self.read_line().await?;
        }
        Ok(length > 0)
    }

    async fn read_body(&mut self, body: &mut Vec<u8>, length: usize) -> anyhow::Result<()> {
        let start = body.len();
        ensure!(start + length <= MAX_BODY, "a body of more than {MAX_BODY} bytes");
        body.resize(start + length, 0);
        self.stream.read_exact(&mut body[start..]).await.context("read the body")?;
        Ok(())
    }

    async fn read_line(&mut self) -> anyhow::Result<String> {
        self.line.clear();
        self.stream.read_until(b'\n', &mut self.line).await?;
        let line = self.line.strip_suffix(b"\r\n").context("the connection was closed")?;
        Ok(String::from_utf8_lossy(line).into_owned())
    }
}

impl Answer {
    fn success(self, method: &str, path: &str) -> anyhow::Result<Self> {
        if (200..300).contains(&self.status) {
            return Ok(self);
        }
        let start = &self.body[..self.body.len().min(300)];
        bail!("{method} {path} answered {}: {}", self.status, String::from_utf8_lossy(start));
    }

    /// Reads the body as JSON.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn json(&self) -> anyhow::Result<Value> {
        serde_json::from_slice(&self.body).context("read an answer as JSON")
    }

    /// Returns the text under `key` of the JSON object that the body is.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn text(&self, key: &str) -> anyhow::Result<String> {
        let text = self.json()?.get(key).and_then(Value::as_str).map(str::to_owned);
        text.with_context(|| format!("find '{key}' in an answer"))
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    async fn answered(raw: &'static str) -> anyhow::Result<Answer> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let mut client = Client::connect(listener.local_addr()?).await?;
        let (mut stream, _) = listener.accept().await?;
        stream.write_all(raw.as_bytes()).await?;
        drop(stream);
        client.read_answer().await
    }

    #[tokio::test]
    async fn a_body_of_known_length_is_read() {
        let answer =
            answered("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: \"a:b\"\r\n\r\nbodyrest").await.unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (200, b"body".as_slice()));
        assert_eq!(answer.etag.as_deref(), Some("\"a:b\""));
    }

    #[tokio::test]
    async fn a_body_in_chunks_is_put_together() {
        let raw = "HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n";
        assert_eq!(answered(raw).await.unwrap().body, b"abc0123456789");
    }

    #[tokio::test]
    async fn a_connection_that_breaks_off_is_an_error() {
        let error = answered("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbody").await.unwrap_err();
        assert_eq!(error.to_string(), "read the body");
        let error = answered("HTTP/1.1 200 OK\r\n").await.unwrap_err();
        assert_eq!(error.to_string(), "the connection was closed");
    }
}
