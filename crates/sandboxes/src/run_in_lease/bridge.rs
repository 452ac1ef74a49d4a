//! The way from the sandbox to the control plane's API, over the stream of a command.
//!
//! A small server inside, on the sandbox's own loopback, prints each request as a line and reads
//! answers as lines; nothing is polled, and nothing of this machine is reachable from outside. The
//! token by which the agent calls it opens nothing but this bridge: the run's own token stays here.

mod rules;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Client;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;
use wireclip_domain::OpaqueJson;
use wireclip_ports::sandbox::{
    LeasedPlace, OutputStream, ProviderError, RemoteCommand, RemoteControl, RemoteInput, RemoteOutput,
    RemotePath, ShellProfile, SpawnOrder,
};
use wireclip_ports::sandboxed_run::ApiOrder;

/// The server inside, for the two programs that images have.
const NODE: &str = include_str!("relay.js");
const PYTHON: &str = include_str!("relay.py");
/// Starts whichever is there.
const START: &str = r#"if command -v node >/dev/null 2>&1; then exec node -e "$1"; fi
if command -v python3 >/dev/null 2>&1; then exec python3 -u -c "$2"; fi
echo "neither node nor python3 is there" >&2; exit 127"#;

/// How long the server inside may take to listen.
const READY_LIMIT: Duration = Duration::from_secs(20);
/// How long starting and ending its command may take.
const STEP_LIMIT: Duration = Duration::from_secs(30);
/// How long the control plane may take to answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(28);
/// How long requests that are under way may take when the run ends.
const DRAIN: Duration = Duration::from_secs(2);
/// How many requests are passed on at once.
const AT_ONCE: usize = 16;
/// The longest line of the server inside: a body of 1 MiB in base64, with its headers.
const LONGEST_LINE: usize = 2 << 20;
/// The longest answer that is passed on.
const LONGEST_ANSWER: usize = 4 << 20;

/// A request as it is told.
#[derive(Debug, Deserialize)]
struct Request {
    id: u64,
    method: String,
    path: String,
    headers: BTreeMap<String, String>,
    body: String,
}

/// An answer as it is told.
#[derive(Debug, Serialize)]
struct Answer {
    id: u64,
    status: u16,
    headers: BTreeMap<String, String>,
    body: String,
}

#[derive(Deserialize)]
struct Listening {
    port: u16,
}

/// A bridge that stands.
pub(super) struct Bridge {
    /// Where the server inside listens.
    port: u16,
    control: Arc<dyn RemoteControl>,
    passing: Arc<Passing>,
    work: tokio::task::JoinHandle<()>,
}

impl Bridge {
    /// Builds a bridge.
    ///
    /// # Errors
    /// If the server inside does not come up.
    pub(super) async fn build(
        place: &dyn LeasedPlace,
        directory: &RemotePath,
        api: &ApiOrder,
    ) -> Result<Self, String> {
        let command = RemoteCommand {
            program: "sh".to_owned(),
            arguments: ["-c", START, "sh", NODE, PYTHON].map(str::to_owned).to_vec(),
            directory: Some(directory.clone()),
            environment: BTreeMap::new(),
            profile: ShellProfile::Login,
        };
        let passing = Passing::new(api)?;
        let spawned = place.spawn(SpawnOrder { command, stdin: None }, STEP_LIMIT).await;
        let process = spawned.map_err(|error| error.to_string())?;
        let mut lines = Lines { output: process.output, stdout: Vec::new(), stderr: Vec::new() };
        let first = tokio::time::timeout(READY_LIMIT, lines.next()).await;
        let first = first.map_err(|_| "its server did not come up in time".to_owned())?;
        let listening = first.as_deref().and_then(|line| serde_json::from_slice::<Listening>(line).ok());
        let Some(Listening { port }) = listening else {
            let said = String::from_utf8_lossy(&lines.stderr).trim().to_owned();
            return Err(if said.is_empty() { "its server did not come up".to_owned() } else { said });
        };
        let passing = Arc::new(passing);
        let work = TaskTracker::new().spawn(serve(lines, process.input, Arc::clone(&passing)));
        Ok(Self { port, control: process.control, passing, work })
    }

    /// Returns the variables by which a command inside finds the bridge.
    pub(super) fn variables(&self, api: &ApiOrder) -> [(String, String); 3] {
        let url = format!("http://127.0.0.1:{}", self.port);
        [
            ("PAPERCLIP_API_URL".to_owned(), url.clone()),
            ("PAPERCLIP_RUNTIME_API_URL".to_owned(), url),
            ("PAPERCLIP_API_KEY".to_owned(), api.bridge_token.clone()),
        ]
    }

    /// Takes the bridge down. What is under way has a moment to end.
    pub(super) async fn take_down(self) {
        let Self { port: _, control, passing, work } = self;
        let all_slots = u32::try_from(AT_ONCE).unwrap_or(1);
        // What takes longer is broken off.
        drop(tokio::time::timeout(DRAIN, passing.slots.acquire_many(all_slots)).await);
        if let Err(error) = control.kill(STEP_LIMIT).await {
            super::say(&format!("the way from the sandbox to the API could not be closed there: {error}"));
        }
        work.abort();
    }
}

/// Reads the server's lines.
struct Lines {
    output: mpsc::Receiver<RemoteOutput>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Lines {
    /// Returns the next line; none if there will be no more, or if it is too long for one.
    async fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Some(end) = self.stdout.iter().position(|byte| *byte == b'\n') {
                let rest = self.stdout.split_off(end + 1);
                return Some(std::mem::replace(&mut self.stdout, rest));
            }
            if self.stdout.len() > LONGEST_LINE {
                super::say("the way to the API is closed: a request was longer than any may be");
                return None;
            }
            let piece = self.output.recv().await?;
            match piece.stream {
                OutputStream::Stdout => self.stdout.extend(piece.bytes),
                OutputStream::Stderr if self.stderr.len() < 4096 => self.stderr.extend(piece.bytes),
                OutputStream::Stderr => {}
            }
        }
    }
}

/// Passes requests on until there are no more.
async fn serve(mut lines: Lines, mut input: Box<dyn RemoteInput>, passing: Arc<Passing>) {
    let (answers, mut answered) = mpsc::channel::<Answer>(AT_ONCE);
    let answering = async move {
        while let Some(answer) = answered.recv().await {
            let mut line = OpaqueJson::of(&answer).to_string().into_bytes();
            line.push(b'\n');
            let written: Result<(), ProviderError> = input.write(&line).await;
            if written.is_err() {
                break;
            }
        }
    };
    let asking = async move {
        let mut under_way = JoinSet::new();
        while let Some(line) = lines.next().await {
            // What cannot be read was not written by our server.
            let Ok(request) = serde_json::from_slice::<Request>(&line) else { continue };
            let (passing, answers) = (Arc::clone(&passing), answers.clone());
            // Whoever writes the lines decides how many come: no more are read than are worked on.
            while under_way.len() >= AT_ONCE {
                under_way.join_next().await;
            }
            under_way.spawn(async move {
                let answer = passing.pass(request).await;
                // Nobody waits any more.
                drop(answers.send(answer).await);
            });
        }
        drop(answers);
        while under_way.join_next().await.is_some() {}
    };
    tokio::join!(asking, answering);
}

/// Calls the API in the name of the run.
struct Passing {
    client: Client,
    base: String,
    bridge_token: String,
    run_token: HeaderValue,
    slots: Semaphore,
}

impl Passing {
    fn new(api: &ApiOrder) -> Result<Self, String> {
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Somebody else may be first, which is as good.
            drop(rustls::crypto::ring::default_provider().install_default());
        }
        let client =
            Client::builder().no_proxy().timeout(ANSWER_LIMIT).redirect(reqwest::redirect::Policy::none());
        let client = client.build().map_err(|error| error.to_string())?;
        let mut run_token: HeaderValue =
            format!("Bearer {}", api.run_token).parse().map_err(|_| "the run's token is none".to_owned())?;
        run_token.set_sensitive(true);
        Ok(Self {
            client,
            base: api.url.trim_end_matches('/').to_owned(),
            bridge_token: api.bridge_token.clone(),
            run_token,
            slots: Semaphore::new(AT_ONCE),
        })
    }

    async fn pass(&self, request: Request) -> Answer {
        let id = request.id;
        let (status, headers, body) = match self.try_pass(request).await {
            Ok(passed) => passed,
            Err((status, message)) => {
                let mut error = OpaqueJson::object();
                error.set("error", &message);
                let json = BTreeMap::from([("content-type".to_owned(), "application/json".to_owned())]);
                (status, json, error.to_string().into_bytes())
            }
        };
        Answer { id, status, headers, body: STANDARD.encode(body) }
    }

    async fn try_pass(
        &self,
        request: Request,
    ) -> Result<(u16, BTreeMap<String, String>, Vec<u8>), (u16, &'static str)> {
        let Request { id: _, method, path, headers, body } = request;
        let body = STANDARD.decode(body).map_err(|_| (400, "The body cannot be read"))?;
        let method = rules::check(&method, &path, &headers, &body, &self.bridge_token)?;
        // Closed never: it lives as long as the bridge.
        let _slot = self.slots.acquire().await;
        let mut passed: HeaderMap = headers
            .iter()
            .filter(|(name, _)| rules::ASKED_HEADERS.contains(&name.as_str()))
            .filter_map(|(name, value)| Some((name.parse::<HeaderName>().ok()?, value.parse().ok()?)))
            .collect();
        passed.insert(AUTHORIZATION, self.run_token.clone());
        let call = self.client.request(method, format!("{}{path}", self.base)).headers(passed).body(body);
        let answer = call.send().await.map_err(|error| match error.is_timeout() {
            true => (502, "The control plane did not answer in time"),
            false => (503, "The control plane was not reached"),
        })?;
        let status = answer.status().as_u16();
        let headers = answer.headers().iter().filter(|(name, _)| rules::is_told(name.as_str()));
        let headers =
            headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
        let headers = headers.collect();
        let body = whole(answer).await.ok_or((502, "The control plane's answer did not arrive whole"))?;
        Ok((status, headers, body))
    }
}

/// Reads an answer's body, if it is not too long.
async fn whole(mut answer: reqwest::Response) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await.ok()? {
        body.extend(part);
        if body.len() > LONGEST_ANSWER {
            return None;
        }
    }
    Some(body)
}

#[cfg(test)]
mod tests;
