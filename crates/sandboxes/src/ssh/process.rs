//! A command on a machine, from its start to its end.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;
use wireclip_ports::sandbox::{
    CommandEnding, CommandTimings, OutputStream, ProviderError, RemoteControl, RemoteInput, RemoteOutput,
    RemoteProcess, SpawnOrder,
};

use super::commands::Stdin;
use super::connection::{self, Connection, Input, OWN_FAILURE, Output};
use super::fresh_id;
use super::place::Held;
use crate::shell;

/// How many pieces of output wait for a slow reader.
const WAITING_PIECES: usize = 64;
/// How long a piece is at most, in bytes.
const PIECE_BYTES: usize = 32 * 1024;
/// How much a machine may say before a command starts, in bytes.
const GREETING_BYTES: u64 = 64 * 1024;
/// How long asking for a lost command's end may take.
const LAST_LOOK: Duration = Duration::from_secs(45);
/// What is kept back of a limit for force, after the command was asked to end.
const FORCE: Duration = Duration::from_secs(12);
/// How a command ended that was ended from here.
const ENDED: CommandEnding = CommandEnding::Signalled(15);

/// What is known of a command's end.
type End = Option<Result<CommandEnding, ProviderError>>;

/// A command that was started.
struct Running {
    held: Arc<Held>,
    connection: Arc<Connection>,
    id: String,
    end: watch::Sender<End>,
}

/// Starts a command.
pub(super) async fn spawn(
    connection: &Arc<Connection>,
    held: &Arc<Held>,
    (order, directory): (&SpawnOrder, &str),
    limit: Duration,
) -> Result<RemoteProcess, ProviderError> {
    shell::check(&order.command)?;
    let action = "start a command on the machine";
    let id = fresh_id();
    let commanded = held.commanded(&id);
    let started = async {
        let stdin = match &order.stdin {
            None => Stdin::Stream,
            Some(bytes) if bytes.is_empty() => Stdin::Nothing,
            Some(bytes) => {
                let io = (Input::Bytes(bytes), Output::Kept);
                connection.ask(&commanded.bring_input(), io, action, limit).await?;
                Stdin::Brought(bytes.len())
            }
        };
        let text = commanded.run(&order.command, directory, stdin);
        let mut child = connection.start(held.shell, &text).await?;
        let mut stdout = BufReader::new(child.stdout.take().expect("the output is a pipe"));
        hear_start(&mut stdout, &id).await?;
        Ok((child, stdout))
    };
    let timeout = ProviderError::Timeout { action };
    let (mut child, stdout) = tokio::time::timeout(limit, started).await.unwrap_or(Err(timeout))?;
    let running = Arc::new(Running {
        held: Arc::clone(held),
        connection: Arc::clone(connection),
        id,
        end: watch::Sender::new(None),
    });
    let stdin = child.stdin.take().expect("the input is a pipe");
    let stderr = child.stderr.take().expect("the output for errors is a pipe");
    let (pieces, output) = mpsc::channel(WAITING_PIECES);
    let is_alone = CancellationToken::new();
    let owner = Arc::new(is_alone.clone().drop_guard());
    // A command that reads nothing from us is cut off when our end of its stream goes: the watcher
    // holds it. Of any other it is the input.
    let (spoken, held_open) = if order.stdin.is_none() { (Some(stdin), None) } else { (None, Some(stdin)) };
    let follower = Follower { running: Arc::clone(&running), pieces, is_alone, _held_open: held_open };
    TaskTracker::new().spawn(follower.follow(child, stdout, stderr));
    Ok(RemoteProcess {
        input: Box::new(Spoken { stdin: spoken, _owner: Arc::clone(&owner) }),
        output,
        control: Arc::new(Control { running, _owner: owner }),
        timings: CommandTimings::default(),
    })
}

/// Reads until the command says that it starts: before it, whatever the machine says to everybody.
async fn hear_start(stdout: &mut BufReader<ChildStdout>, id: &str) -> Result<(), ProviderError> {
    let (started, unstarted) = (format!("{id}:started"), format!("{id}:unstarted "));
    let mut heard = 0;
    let mut line = Vec::new();
    while heard < GREETING_BYTES {
        line.clear();
        let read = (&mut *stdout).take(GREETING_BYTES).read_until(b'\n', &mut line).await;
        match read {
            Ok(length) if length > 0 => heard += length as u64,
            _ => return Err(connection::lost("start a command on the machine")),
        }
        let said = String::from_utf8_lossy(&line);
        if said.trim_end() == started {
            return Ok(());
        }
        if let Some(why) = said.trim_end().strip_prefix(&unstarted) {
            return Err(ProviderError::NotStarted { message: why.to_owned() });
        }
    }
    Err(ProviderError::NotStarted { message: "the machine says too much before".to_owned() })
}

/// Hands on what a command prints, and learns how it ended.
struct Follower {
    running: Arc<Running>,
    pieces: mpsc::Sender<RemoteOutput>,
    /// Nobody speaks with the command any more.
    is_alone: CancellationToken,
    _held_open: Option<ChildStdin>,
}

impl Follower {
    async fn follow(self, mut child: Child, stdout: BufReader<ChildStdout>, stderr: ChildStderr) {
        let Self { running, pieces, is_alone, _held_open } = self;
        let printing = async {
            tokio::join!(
                pass(stdout, OutputStream::Stdout, &pieces),
                pass(stderr, OutputStream::Stderr, &pieces)
            );
        };
        let nobody_is_there = async {
            is_alone.cancelled().await;
            pieces.closed().await;
        };
        tokio::select! {
            () = printing => {}
            // The program ends with its handle, and with our end of the stream the command.
            () = nobody_is_there => return,
        }
        let code = child.wait().await.ok().and_then(|status| status.code());
        let end = match code {
            Some(code) if code != OWN_FAILURE => Ok(CommandEnding::Exited(code)),
            _ => running.last_look().await,
        };
        running.ended(end);
    }
}

async fn pass(
    mut from: impl tokio::io::AsyncRead + Unpin,
    stream: OutputStream,
    to: &mpsc::Sender<RemoteOutput>,
) {
    let mut buffer = vec![0; PIECE_BYTES];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        // If nobody hears it, it must be read all the same: a full pipe would hold the command up.
        drop(to.send(RemoteOutput { stream, bytes: buffer[..length].to_vec() }).await);
    }
}

impl Running {
    /// Asks for the end of a command of which the connection was lost, or whose code is the one by
    /// which that is told.
    async fn last_look(&self) -> Result<CommandEnding, ProviderError> {
        let action = "hear of a command's end";
        let commanded = self.held.commanded(&self.id);
        let io = (Input::Nothing, Output::Kept);
        let answer = self.connection.ask(&commanded.code(), io, action, LAST_LOOK).await;
        let mark = format!("{}:code ", self.id);
        let said = answer.map(|answer| String::from_utf8_lossy(&answer.stdout).into_owned());
        let code = said.ok().and_then(|said| {
            said.lines().find_map(|line| line.strip_prefix(&mark)?.trim().parse::<i32>().ok())
        });
        code.map(CommandEnding::Exited).ok_or_else(|| connection::lost("follow a command on the machine"))
    }

    /// Says how the command ended, if nobody has yet.
    fn ended(&self, end: Result<CommandEnding, ProviderError>) {
        self.end.send_if_modified(|known| {
            let is_first = known.is_none();
            known.get_or_insert(end);
            is_first
        });
    }
}

struct Control {
    running: Arc<Running>,
    _owner: Arc<DropGuard>,
}

#[async_trait]
impl RemoteControl for Control {
    async fn wait(&self) -> Result<CommandEnding, ProviderError> {
        let mut ends = self.running.end.subscribe();
        let end = ends.wait_for(Option::is_some).await;
        end.ok().and_then(|end| end.clone()).unwrap_or(Err(ProviderError::LeaseClosed))
    }

    async fn kill(&self, limit: Duration) -> Result<(), ProviderError> {
        let running = &self.running;
        if matches!(*running.end.borrow(), Some(Ok(_))) {
            return Ok(());
        }
        let action = "end a command on the machine";
        let commanded = running.held.commanded(&running.id);
        let text = commanded.end(limit.as_millis() / 100);
        let io = (Input::Nothing, Output::Kept);
        let answer = running.connection.ask(&text, io, action, limit + FORCE).await?;
        if !String::from_utf8_lossy(&answer.stdout).contains(&format!("{}:ended", running.id)) {
            let message = "it does not end".to_owned();
            return Err(ProviderError::InvalidState { state: "running".to_owned(), message });
        }
        running.ended(Ok(ENDED));
        Ok(())
    }
}

/// Writes to a command.
struct Spoken {
    stdin: Option<ChildStdin>,
    _owner: Arc<DropGuard>,
}

#[async_trait]
impl RemoteInput for Spoken {
    async fn write(&mut self, bytes: &[u8]) -> Result<(), ProviderError> {
        let reads_no_more =
            |message: String| ProviderError::InvalidState { state: "running".to_owned(), message };
        let stdin = self.stdin.as_mut().ok_or_else(|| reads_no_more("it reads no more".to_owned()))?;
        let written = async {
            stdin.write_all(bytes).await?;
            stdin.flush().await
        };
        written.await.map_err(|error| reads_no_more(error.to_string()))
    }

    async fn close(&mut self) -> Result<(), ProviderError> {
        self.stdin = None;
        Ok(())
    }
}
