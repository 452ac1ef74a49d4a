//! Terminals: one in which an agent's program logs in, and a shell for a person who sets a sandbox
//! up.
//!
//! A login's program runs in a home of its own, which only its user can look into, and takes the place
//! of the shell: when it ends the terminal ends, and nothing else can be started there. What is
//! typed goes through the terminal's socket and appears on no command line.

mod shell;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use serde::Deserialize;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use wireclip_ports::random;
use wireclip_ports::sandbox::{
    CommandEnding, LoginCommand, ProviderError, RUNTIME_FOLDER, RemotePath, Terminal, TerminalControl,
    TerminalInput, TerminalSize,
};

pub(super) use shell::open_shell;

use super::activation::Again;
use super::client::{ExecuteRequest, SocketEnd, SocketMessage, TerminalOrder, ToolboxSocket};
use super::deadline::{Deadline, pause};
use super::errors::CallError;
use super::handle::SandboxHandle;
use super::place::unless_forced;
use super::provider::Link;
use crate::handle_cache::Activity;
use crate::shell::quoted;

/// The service closes a terminal to which more is sent at once.
const CHUNK_BYTES: usize = 32 * 1024;

/// How many pieces of output wait for a slow reader. A reader that is slower still is cut off by
/// the service.
const WAITING_PIECES: usize = 1024;

/// The most columns and rows that the service takes.
const LARGEST: u16 = 1000;

/// How long the service may take to say that the terminal is connected.
const CONNECTING: Duration = Duration::from_secs(10);

/// How long clearing up may take.
const CLEARING: Duration = Duration::from_secs(15);

/// How long what a login left can be read, if its terminal is not dropped.
const READING: Duration = Duration::from_secs(10 * 60);

/// What is known of a terminal's end.
type End = Option<Result<CommandEnding, ProviderError>>;

/// The command lines that may be started; nothing of them comes from anybody else.
fn command_line(command: LoginCommand) -> &'static str {
    match command {
        LoginCommand::Claude => "claude setup-token",
        LoginCommand::Codex => "codex login --device-auth",
        LoginCommand::Grok => "grok login --device-auth",
    }
}

/// Opens a terminal and starts a login in it.
pub(super) async fn open_login(
    link: &Link,
    command: LoginCommand,
    size: TerminalSize,
    deadline: Deadline,
) -> Result<Terminal, ProviderError> {
    let id = random::name::<16>();
    let root = link
        .lease
        .observed
        .root
        .as_ref()
        .ok_or_else(|| ProviderError::Refused { message: "the lease has no directory".to_owned() })?;
    let logins = format!("{RUNTIME_FOLDER}/login");
    let home = root.join(&logins).join(&id);
    let activity = link.enter(deadline).await?;
    let opened = link.inside(&activity, deadline, Again::Harmful, |active| {
        let place = Place { root, logins: &logins, home: &home };
        open(link, active.handle, &id, place, size, deadline)
    });
    let ((mut socket, handle), _) =
        unless_forced(&activity, async { opened.await.map_err(|error| error.error) }).await?;
    // The shell has read the user's own profile, so that programs are found where they are. Where
    // this one is missing an interactive shell would stay.
    let line = format!(
        " unset CLAUDE_CONFIG_DIR CODEX_HOME XDG_CONFIG_HOME XDG_DATA_HOME; export HOME={}; exec {}; exit 127\n",
        quoted(home.as_str()),
        command_line(command)
    );
    if !socket.send(Bytes::from(line)).await {
        return Err(lost());
    }
    let home = Home { path: home, is_private: true };
    Ok(begin(link, activity, Connected { socket, handle, id, home }))
}

/// A terminal that is connected.
struct Connected {
    socket: ToolboxSocket,
    handle: Arc<SandboxHandle>,
    id: String,
    home: Home,
}

/// Where a terminal's program is at home.
struct Home {
    path: RemotePath,
    /// Whether it was made for the terminal, and goes with it.
    is_private: bool,
}

/// Carries what is typed in and shown out from here on.
fn begin(link: &Link, activity: Activity<SandboxHandle>, connected: Connected) -> Terminal {
    let Connected { socket, handle, id, home } = connected;
    let path = home.path.clone();
    let (typed, inputs) = mpsc::channel(16);
    let (shown, output) = mpsc::channel(WAITING_PIECES);
    let shared = Arc::new(Shared {
        link: link.clone(),
        handle,
        id,
        home,
        end: watch::Sender::new(None),
        is_alone: CancellationToken::new(),
    });
    link.access.core.tasks.spawn(serve(Arc::clone(&shared), activity, socket, inputs, shown));
    let owner = Arc::new(Owner(Arc::clone(&shared)));
    Terminal {
        input: Box::new(TypedInput { typed, owner: Arc::clone(&owner) }),
        output,
        home: path,
        control: Arc::new(OpenTerminal { owner }),
    }
}

/// Where a login's home is.
#[derive(Clone, Copy)]
struct Place<'a> {
    root: &'a RemotePath,
    logins: &'a str,
    home: &'a RemotePath,
}

async fn open(
    link: &Link,
    handle: Arc<SandboxHandle>,
    id: &str,
    place: Place<'_>,
    size: TerminalSize,
    deadline: Deadline,
) -> Result<(ToolboxSocket, Arc<SandboxHandle>), CallError> {
    let client = &link.access.client;
    let (root, logins, home) = (quoted(place.root.as_str()), quoted(place.logins), place.home.as_str());
    // A folder that is made here cannot be a link that somebody laid; those above it might be.
    let request = ExecuteRequest {
        command: format!(
            "cd -P -- {root} && mkdir -p -- {logins} && [ ! -L {RUNTIME_FOLDER} ] && [ ! -L {logins} ] && \
             [ -O {logins} ] && mkdir -m 700 -- {}",
            quoted(home)
        ),
        envs: BTreeMap::new(),
        timeout: CLEARING.as_secs(),
    };
    let made = client.execute(&handle.toolbox, &request, deadline.or_within(CLEARING)).await?;
    if made.exit_code != 0 {
        let message = "no private folder could be made for the login".to_owned();
        return Err(ProviderError::NotStarted { message }.into());
    }
    let environment = BTreeMap::new();
    let (columns, rows) = within(size);
    let order = TerminalOrder { id, directory: home, environment: &environment, columns, rows };
    connect(link, handle, &order, deadline).await
}

/// Brings a size within what the service takes.
fn within(size: TerminalSize) -> (u16, u16) {
    (size.columns.clamp(1, LARGEST), size.rows.clamp(1, LARGEST))
}

/// Opens a terminal and connects to it.
async fn connect(
    link: &Link,
    handle: Arc<SandboxHandle>,
    order: &TerminalOrder<'_>,
    deadline: Deadline,
) -> Result<(ToolboxSocket, Arc<SandboxHandle>), CallError> {
    let client = &link.access.client;
    client.create_terminal(&handle.toolbox, order, deadline).await?;
    let mut socket = client.connect_terminal(&handle.toolbox, order.id, deadline).await?;
    let connected = connected(&mut socket);
    deadline.or_within(CONNECTING).bound("connect to the terminal", connected).await?;
    Ok((socket, handle))
}

#[derive(Deserialize)]
struct Greeting {
    #[serde(default)]
    status: String,
    #[serde(default)]
    error: Option<String>,
}

/// Waits until the service says that the terminal is connected.
async fn connected(socket: &mut ToolboxSocket) -> Result<(), ProviderError> {
    let malformed = |message: String| ProviderError::Malformed { action: "connect to the terminal", message };
    match socket.next().await {
        SocketMessage::Text(text) => {
            let greeting: Greeting =
                serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
            if greeting.status == "connected" {
                return Ok(());
            }
            Err(ProviderError::NotStarted {
                message: greeting.error.unwrap_or_else(|| "the terminal did not come up".to_owned()),
            })
        }
        SocketMessage::Binary(_) => Err(malformed("it is no greeting".to_owned())),
        SocketMessage::End(_) => Err(lost()),
    }
}

fn lost() -> ProviderError {
    ProviderError::Broken { action: "work in the terminal", message: "the connection is lost".to_owned() }
}

struct Shared {
    link: Link,
    handle: Arc<SandboxHandle>,
    id: String,
    home: Home,
    end: watch::Sender<End>,
    is_alone: CancellationToken,
}

impl Shared {
    fn ended(&self, end: Result<CommandEnding, ProviderError>) {
        self.end.send_if_modified(|known| {
            let is_first = known.is_none();
            known.get_or_insert(end);
            is_first
        });
    }

    async fn delete(&self, deadline: Deadline) -> Result<(), ProviderError> {
        match self.link.access.client.delete_terminal(&self.handle.toolbox, &self.id, deadline).await {
            Ok(()) | Err(CallError { error: ProviderError::NotFound { .. }, .. }) => Ok(()),
            Err(error) => Err(error.error),
        }
    }
}

/// Carries what is typed in and what is shown out, until the terminal ends or nobody wants it.
async fn serve(
    shared: Arc<Shared>,
    activity: Activity<SandboxHandle>,
    mut socket: ToolboxSocket,
    mut inputs: mpsc::Receiver<Bytes>,
    shown: mpsc::Sender<Vec<u8>>,
) {
    let mut ends = shared.end.subscribe();
    // Waits for room; meanwhile nothing more is read.
    let mut waiting: Option<Vec<u8>> = None;
    let end = loop {
        tokio::select! {
            message = socket.next(), if waiting.is_none() => match message {
                SocketMessage::Binary(bytes) => waiting = Some(bytes.to_vec()),
                SocketMessage::Text(text) => waiting = Some(text.into_bytes()),
                SocketMessage::End(end) => break ending(&end),
            },
            room = shown.reserve(), if waiting.is_some() => {
                if let (Ok(room), Some(bytes)) = (room, waiting.take()) {
                    room.send(bytes);
                }
            }
            Some(bytes) = inputs.recv() => {
                if !socket.send(bytes).await {
                    break Err(lost());
                }
            }
            () = shared.is_alone.cancelled() => break Ok(CommandEnding::Signalled(9)),
            () = activity.forced() => break Err(ProviderError::LeaseClosed),
            // Closed by its control.
            () = known(&mut ends) => break Ok(CommandEnding::Signalled(9)),
        }
    };
    shared.ended(end);
    drop((shown, inputs));
    socket.close().await;
    if let Err(error) = shared.delete(Deadline::within(CLEARING)).await {
        tracing::debug!("a terminal could not be closed: {error}");
    }
    if !shared.home.is_private {
        return;
    }
    // What the login left is read as long as somebody holds the terminal.
    tokio::select! {
        () = shared.is_alone.cancelled() => {}
        () = activity.forced() => {}
        () = pause(READING) => {}
    }
    let (client, home) = (&shared.link.access.client, shared.home.path.as_str());
    let removed = client.delete_file(&shared.handle.toolbox, home, Deadline::within(CLEARING)).await;
    if let Err(error) = removed {
        tracing::warn!("the private folder of a login could not be removed: {}", error.error);
    }
    drop(activity);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExitReason {
    exit_code: i32,
}

fn ending(end: &SocketEnd) -> Result<CommandEnding, ProviderError> {
    let SocketEnd::Closed { reason, .. } = end else { return Err(lost()) };
    match serde_json::from_str::<ExitReason>(reason) {
        Ok(ExitReason { exit_code: 137 }) => Ok(CommandEnding::Signalled(9)),
        Ok(ExitReason { exit_code }) => Ok(CommandEnding::Exited(exit_code)),
        Err(_) => Err(lost()),
    }
}

/// Waits until an end is known.
async fn known(ends: &mut watch::Receiver<End>) {
    // The sender lives as long as the terminal's task.
    drop(ends.wait_for(Option::is_some).await);
}

/// When the last one goes the terminal is closed.
struct Owner(Arc<Shared>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.is_alone.cancel();
    }
}

struct TypedInput {
    typed: mpsc::Sender<Bytes>,
    #[expect(dead_code, reason = "keeps the terminal open")]
    owner: Arc<Owner>,
}

#[async_trait]
impl TerminalInput for TypedInput {
    async fn write(&mut self, bytes: &[u8]) -> Result<(), ProviderError> {
        for chunk in bytes.chunks(CHUNK_BYTES) {
            self.typed.send(Bytes::copy_from_slice(chunk)).await.map_err(|_| {
                ProviderError::InvalidState {
                    state: "ended".to_owned(),
                    message: "the terminal is closed".to_owned(),
                }
            })?;
        }
        Ok(())
    }
}

struct OpenTerminal {
    owner: Arc<Owner>,
}

#[async_trait]
impl TerminalControl for OpenTerminal {
    async fn resize(&self, size: TerminalSize, limit: Duration) -> Result<(), ProviderError> {
        let shared = &self.owner.0;
        let client = &shared.link.access.client;
        let deadline = Deadline::within(limit);
        client.resize_terminal(&shared.handle.toolbox, &shared.id, within(size), deadline).await?;
        Ok(())
    }

    async fn wait(&self) -> Result<CommandEnding, ProviderError> {
        let mut ends = self.owner.0.end.subscribe();
        let end = ends.wait_for(Option::is_some).await;
        end.ok().and_then(|end| end.clone()).unwrap_or_else(|| Err(lost()))
    }

    async fn close(&self, limit: Duration) -> Result<(), ProviderError> {
        let shared = &self.owner.0;
        if shared.end.borrow().is_some() {
            return Ok(());
        }
        shared.delete(Deadline::within(limit)).await?;
        shared.ended(Ok(CommandEnding::Signalled(9)));
        Ok(())
    }
}
