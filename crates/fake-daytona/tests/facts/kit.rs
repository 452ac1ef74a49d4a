//! A caller that speaks plain HTTP, to the fake or to the real service.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use wireclip_fake_daytona::{Builder, FakeDaytona};

/// How long anything may take here.
pub(crate) const LIMIT: Duration = Duration::from_secs(20);
pub(crate) const KEY: &str = "key-of-acme";

pub(crate) fn builder() -> Builder {
    FakeDaytona::builder().key(KEY, "acme").key("key-of-other", "other")
}

pub(crate) async fn fake() -> (FakeDaytona, Caller) {
    with(builder()).await
}

pub(crate) async fn with(builder: Builder) -> (FakeDaytona, Caller) {
    let fake = builder.start().await.unwrap();
    let caller = Caller::new(&fake.api_url(), KEY);
    (fake, caller)
}

/// Lets something go on beside the test.
#[expect(clippy::disallowed_methods, reason = "a test has no tracker; the task ends with it")]
pub(crate) fn aside<T: Send + 'static>(task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(task)
}

/// Somebody with a key.
#[derive(Clone)]
pub(crate) struct Caller {
    http: reqwest::Client,
    pub(crate) api: String,
    key: String,
    headers: Vec<(String, String)>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("{} is no JSON: {}", self.status, self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Asserts the status and returns the JSON, or null.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        if self.body.is_empty() { Value::Null } else { self.json() }
    }
}

impl Caller {
    pub(crate) fn new(api: &str, key: &str) -> Self {
        // Another test of this process may have been first.
        drop(rustls::crypto::ring::default_provider().install_default());
        let http = reqwest::Client::builder().timeout(Duration::from_secs(120)).build().unwrap();
        Self { http, api: api.to_owned(), key: key.to_owned(), headers: Vec::new() }
    }

    pub(crate) fn with_key(&self, key: &str) -> Self {
        Self { key: key.to_owned(), ..self.clone() }
    }

    pub(crate) fn with_header(&self, name: &str, value: &str) -> Self {
        let mut headers = self.headers.clone();
        headers.push((name.to_owned(), value.to_owned()));
        Self { headers, ..self.clone() }
    }

    fn request(&self, method: Method, url: &str) -> RequestBuilder {
        let request = self.http.request(method, url).bearer_auth(&self.key);
        self.headers.iter().fold(request, |request, (name, value)| request.header(name, value))
    }

    pub(crate) async fn try_send(request: RequestBuilder) -> reqwest::Result<Reply> {
        let response = request.send().await?;
        let status = response.status().as_u16();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()))
            .collect();
        Ok(Reply { status, headers, body: response.bytes().await?.to_vec() })
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        Self::try_send(self.request(Method::GET, &format!("{}{path}", self.api))).await.unwrap()
    }

    pub(crate) async fn try_post(&self, path: &str, body: Value) -> reqwest::Result<Reply> {
        Self::try_send(self.request(Method::POST, &format!("{}{path}", self.api)).json(&body)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.try_post(path, body).await.unwrap()
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Reply {
        Self::try_send(self.request(Method::PUT, &format!("{}{path}", self.api)).json(&body)).await.unwrap()
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        Self::try_send(self.request(Method::DELETE, &format!("{}{path}", self.api))).await.unwrap()
    }

    /// Creates a sandbox and waits until it is started.
    pub(crate) async fn sandbox(&self, body: Value) -> Sandbox {
        let created = self.post("/sandbox", body).await.expect(200);
        let id = created["id"].as_str().unwrap().to_owned();
        self.reaches(&id, "started").await;
        let toolbox = format!("{}/{id}", created["toolboxProxyUrl"].as_str().unwrap());
        Sandbox { id, toolbox, caller: self.clone() }
    }

    pub(crate) async fn state(&self, id: &str) -> String {
        let sandbox = self.get(&format!("/sandbox/{id}")).await.expect(200);
        sandbox["state"].as_str().unwrap().to_owned()
    }

    /// Waits until a sandbox is in this state.
    pub(crate) async fn reaches(&self, id: &str, state: &str) {
        let reached = async {
            while self.state(id).await != state {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(LIMIT * 9, reached).await.unwrap_or_else(|_| panic!("{id} is never {state}"));
    }
}

/// A sandbox with its toolbox.
#[derive(Clone)]
pub(crate) struct Sandbox {
    pub(crate) id: String,
    toolbox: String,
    pub(crate) caller: Caller,
}

impl Sandbox {
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/sandbox/{}{rest}", self.id)
    }

    pub(crate) fn by(&self, caller: Caller) -> Self {
        Self { caller, ..self.clone() }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.caller.request(method, &format!("{}{path}", self.toolbox))
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        Caller::try_send(self.request(Method::GET, path)).await.unwrap()
    }

    pub(crate) async fn try_post(&self, path: &str, body: Value) -> reqwest::Result<Reply> {
        Caller::try_send(self.request(Method::POST, path).json(&body)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.try_post(path, body).await.unwrap()
    }

    pub(crate) async fn post_bytes(&self, path: &str, content_type: &str, body: Vec<u8>) -> Reply {
        let request = self.request(Method::POST, path).header("content-type", content_type).body(body);
        Caller::try_send(request).await.unwrap()
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        Caller::try_send(self.request(Method::DELETE, path)).await.unwrap()
    }

    pub(crate) async fn work_dir(&self) -> String {
        self.get("/work-dir").await.expect(200)["dir"].as_str().unwrap().to_owned()
    }

    /// Runs a one-shot command; returns exit code and output.
    pub(crate) async fn execute(&self, command: &str) -> (i64, String) {
        let answer = self.post("/process/execute", json!({ "command": command })).await.expect(200);
        (answer["exitCode"].as_i64().unwrap(), answer["result"].as_str().unwrap().to_owned())
    }

    pub(crate) async fn upload(&self, files: &[(&str, &[u8])]) -> Reply {
        let parts = files.iter().enumerate().flat_map(|(index, (path, content))| {
            [
                part(&format!("files[{index}].path"), None, path.as_bytes()),
                part(&format!("files[{index}].file"), Some("file"), content),
            ]
        });
        self.post_bytes("/files/bulk-upload", MULTIPART, multipart(parts)).await
    }

    /// Opens a websocket of the toolbox.
    pub(crate) async fn socket(&self, path: &str) -> Socket {
        let url = format!("{}{path}", self.toolbox).replacen("http", "ws", 1);
        let mut request = url.into_client_request().unwrap();
        let bearer = format!("Bearer {}", self.caller.key).parse().unwrap();
        request.headers_mut().insert("authorization", bearer);
        Socket(tokio_tungstenite::connect_async(request).await.unwrap().0)
    }
}

pub(crate) const MULTIPART: &str = "multipart/form-data; boundary=test-boundary";

pub(crate) fn part(name: &str, filename: Option<&str>, content: &[u8]) -> Vec<u8> {
    let filename = filename.map(|filename| format!("; filename=\"{filename}\"")).unwrap_or_default();
    let head =
        format!("--test-boundary\r\nContent-Disposition: form-data; name=\"{name}\"{filename}\r\n\r\n");
    [head.as_bytes(), content, b"\r\n"].concat()
}

pub(crate) fn multipart(parts: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut body = parts.into_iter().collect::<Vec<_>>().concat();
    body.extend_from_slice(b"--test-boundary--\r\n");
    body
}

/// Takes a bulk download apart: name, file name, content of each part, and whether it is complete.
pub(crate) fn read_parts(body: &[u8]) -> (Vec<(String, String, Vec<u8>)>, bool) {
    let text: Vec<u8> = body.to_vec();
    let mark = b"--DAYTONA-FILE-BOUNDARY";
    let starts: Vec<usize> = (0..text.len()).filter(|at| text[*at..].starts_with(mark)).collect();
    let mut parts = Vec::new();
    for pair in starts.windows(2) {
        let piece = &text[pair[0]..pair[1]];
        let head_end = piece.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&piece[..head_end]).into_owned();
        let value = |name: &str| {
            let from = head.find(&format!("{name}=\"")).unwrap() + name.len() + 2;
            head[from..].split('"').next().unwrap().to_owned()
        };
        let content = piece[head_end + 4..].strip_suffix(b"\r\n").unwrap().to_vec();
        parts.push((value(" name"), value("filename"), content));
    }
    (parts, text.ends_with(b"--DAYTONA-FILE-BOUNDARY--\r\n"))
}

/// How a websocket ended.
#[derive(Debug, PartialEq)]
pub(crate) enum Ended {
    Closed(u16, String),
    /// Without a goodbye.
    Broken,
}

pub(crate) struct Socket(
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
);

impl Socket {
    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        self.0.send(Message::Binary(bytes.to_vec().into())).await.unwrap();
    }

    /// Returns the next message's bytes, or how it ended.
    pub(crate) async fn next(&mut self) -> Result<Vec<u8>, Ended> {
        loop {
            let message = tokio::time::timeout(LIMIT, self.0.next()).await.expect("the socket is silent");
            match message {
                Some(Ok(Message::Binary(bytes))) => return Ok(bytes.to_vec()),
                Some(Ok(Message::Text(text))) => return Ok(text.as_bytes().to_vec()),
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Err(Ended::Closed(frame.code.into(), frame.reason.to_string()));
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => return Err(Ended::Broken),
                Some(Ok(_)) => {}
            }
        }
    }

    /// Reads until `wanted` has been said.
    pub(crate) async fn until(&mut self, wanted: &str) -> String {
        let mut said = String::new();
        while !said.contains(wanted) {
            match self.next().await {
                Ok(bytes) => said.push_str(&String::from_utf8_lossy(&bytes)),
                Err(ended) => panic!("{ended:?} instead of {wanted:?} after {said:?}"),
            }
        }
        said
    }

    /// Reads to the end.
    pub(crate) async fn rest(mut self) -> (Vec<u8>, Ended) {
        let mut said = Vec::new();
        loop {
            match self.next().await {
                Ok(bytes) => said.extend(bytes),
                Err(ended) => return (said, ended),
            }
        }
    }
}
