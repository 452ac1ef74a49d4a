//! Commands in a sandbox: run to their end, or spoken with while they run.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::SecretString;
use tokio::sync::mpsc;

use super::{ProviderError, RemotePath};

/// A command. Printing one shows its program, not what it is told.
#[derive(Clone)]
pub struct RemoteCommand {
    /// The program: a path, or a name to look up in the sandbox's `PATH`.
    pub program: String,
    /// Its arguments; never read as shell text. They show in the sandbox's process list.
    pub arguments: Vec<String>,
    /// Where it starts; the lease's directory if absent.
    pub directory: Option<RemotePath>,
    /// What is added to the sandbox's own environment; names must be shell identifiers. Values
    /// are on no command line.
    pub environment: BTreeMap<String, SecretString>,
    /// What is read before it starts.
    pub profile: ShellProfile,
}

impl fmt::Debug for RemoteCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteCommand")
            .field("program", &self.program)
            .field("directory", &self.directory)
            .finish_non_exhaustive()
    }
}

/// What a shell reads before a command starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ShellProfile {
    /// What a login shell reads, so that programs which a person installed are found.
    #[default]
    Login,
    /// Nothing.
    Bare,
}

/// A command that is to be run to its end.
#[derive(Debug, Clone)]
pub struct ExecuteOrder {
    /// The command.
    pub command: RemoteCommand,
    /// What it reads on standard input; nothing if empty.
    pub stdin: Vec<u8>,
    /// How long it may run; the environment's setting if absent. The call itself may take a
    /// little longer, for the sake of a late answer.
    pub time_limit: Option<Duration>,
    /// How much of each stream is kept; the rest is dropped and said to be.
    pub output_limit_bytes: usize,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandEnding {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal.
    Signalled(i32),
    /// Its time was up, and it was killed.
    TimedOut,
}

/// A command that ended, and what it printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executed {
    /// How it ended.
    pub ending: CommandEnding,
    /// Its standard output, from the start.
    pub stdout: Vec<u8>,
    /// Its standard error, from the start.
    pub stderr: Vec<u8>,
    /// Whether something of the output was dropped.
    pub is_truncated: bool,
    /// What it took.
    pub timings: CommandTimings,
}

/// What a command took, for its metadata (`durationMs`, `getDurationMs`, `cacheHit`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CommandTimings {
    /// The call that ran it.
    pub duration: Option<Duration>,
    /// Getting hold of the sandbox before it; about zero if it was known.
    pub lookup: Option<Duration>,
    /// Whether the sandbox was known, or being looked up for somebody else.
    pub is_cache_hit: Option<bool>,
}

/// A command that is to be started and spoken with.
#[derive(Debug, Clone)]
pub struct SpawnOrder {
    /// The command.
    pub command: RemoteCommand,
    /// What it reads on standard input. `None` leaves its input open for [`RemoteInput`].
    pub stdin: Option<Vec<u8>>,
}

/// A command that runs. Dropping all parts kills it.
pub struct RemoteProcess {
    /// Its input.
    pub input: Box<dyn RemoteInput>,
    /// What it prints, as it comes. Ends with the process, and early if the stream was lost for
    /// good; [`RemoteControl::wait`] says which. A reader that is slow slows the stream down.
    pub output: mpsc::Receiver<RemoteOutput>,
    /// Its end.
    pub control: Arc<dyn RemoteControl>,
    /// What getting hold of its sandbox took; its duration is known to whoever waits for its end.
    pub timings: CommandTimings,
}

/// Which of its streams a process printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputStream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// A piece of what a process printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteOutput {
    /// On which stream.
    pub stream: OutputStream,
    /// What, as bytes: a piece may end within a character.
    pub bytes: Vec<u8>,
}

/// Writes to a process that runs elsewhere.
#[async_trait]
pub trait RemoteInput: Send {
    /// Writes all of it, in order.
    ///
    /// # Errors
    /// [`ProviderError::InvalidState`] if the process reads no more. After an error it is unknown
    /// how much arrived.
    async fn write(&mut self, bytes: &[u8]) -> Result<(), ProviderError>;

    /// Ends the input: the process reads the end of a file.
    ///
    /// # Errors
    /// As [`RemoteInput::write`].
    async fn close(&mut self) -> Result<(), ProviderError>;
}

/// Waits for a process that runs elsewhere, or kills it.
#[async_trait]
pub trait RemoteControl: Send + Sync {
    /// Waits for the end. May be called again and by several; answers once all output was
    /// delivered or its receiver is gone.
    ///
    /// # Errors
    /// If the process was lost: its sandbox stopped, or its end cannot be found out.
    async fn wait(&self) -> Result<CommandEnding, ProviderError>;

    /// Kills the process and everything that it started: softly first, then by force. Returns
    /// once that is confirmed. Killing what ended does no harm.
    ///
    /// # Errors
    /// If it is not confirmed.
    async fn kill(&self, limit: Duration) -> Result<(), ProviderError>;
}
