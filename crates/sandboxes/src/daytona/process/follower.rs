//! Follows a command to its end, and delivers what it prints.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use wireclip_ports::sandbox::{CommandEnding, OutputStream, ProviderError, RemoteOutput};

use super::decoder::LogDecoder;
use super::{CLEARING, KILLED, Running};
use crate::daytona::client::{SocketEnd, SocketMessage, ToolboxSocket};
use crate::daytona::deadline::{Deadline, pause};
use crate::daytona::errors::{CallError, Evidence};
use crate::daytona::handle::SandboxHandle;
use crate::handle_cache::Activity;

/// How long one look may take.
const LOOK: Duration = Duration::from_secs(30);

/// The pauses before the exit code is asked for again: it is written just behind the output.
const EXIT_CODE_PAUSES: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(100), Duration::from_millis(200)];

/// How many looks may fail in a row before the command is given up.
const FAILED_LOOKS: usize = 30;

/// How many looks in a row may say that the credential opens nothing: the service's proxy keeps a
/// refusal for a while.
const REFUSED_LOOKS: usize = 10;

/// How many looks in a row may say that the command is gone.
const GONE_LOOKS: usize = 2;

/// The service's code for the good end of a stream.
const NORMAL_CLOSE: u16 = 1000;

pub(super) struct Follower {
    stream: Stream,
    /// A teardown waits for the command.
    activity: Activity<SandboxHandle>,
    is_alone: CancellationToken,
}

impl Follower {
    pub(super) fn new(
        running: Arc<Running>,
        activity: Activity<SandboxHandle>,
        pieces: mpsc::Sender<RemoteOutput>,
        is_alone: CancellationToken,
    ) -> Self {
        Self { stream: Stream { running, pieces, decoder: LogDecoder::new() }, activity, is_alone }
    }

    /// Follows the command until it ended, was killed, or nobody wants it any more.
    pub(super) async fn run(self) {
        let Self { mut stream, activity, is_alone } = self;
        let running = Arc::clone(&stream.running);
        let pieces = stream.pieces.clone();
        let nobody_listens = async move {
            is_alone.cancelled().await;
            pieces.closed().await;
        };
        let mut ends = running.end.subscribe();
        let killed = async move {
            // The sender lives as long as the command's task.
            drop(ends.wait_for(Option::is_some).await);
        };
        let broken_off = tokio::select! {
            end = stream.follow() => {
                running.ended(end);
                None
            }
            // Killed by its control.
            () = killed => None,
            () = nobody_listens => Some(Ok(KILLED)),
            () = activity.forced() => Some(Err(ProviderError::LeaseClosed)),
        };
        if let Err(error) = running.end_session(Deadline::within(CLEARING)).await {
            tracing::debug!("a session could not be ended: {error}");
        }
        if let Some(end) = broken_off {
            running.ended(end);
        }
        let has_exited = matches!(*running.end.borrow(), Some(Ok(CommandEnding::Exited(_))));
        if has_exited {
            activity.succeeded();
        }
    }
}

/// The way from the service's stream to the reader.
struct Stream {
    running: Arc<Running>,
    pieces: mpsc::Sender<RemoteOutput>,
    decoder: LogDecoder,
}

impl Stream {
    async fn follow(&mut self) -> Result<CommandEnding, ProviderError> {
        for is_first in [true, false] {
            if !is_first {
                self.decoder.reconnected();
            }
            let is_whole = match self.open().await {
                Ok(socket) => self.read(socket).await,
                // One word ends no command: if it is lost, the looks below will say so again.
                Err(error) => {
                    tracing::debug!("a command's output could not be followed: {}", error.error);
                    false
                }
            };
            if let Some(code) = self.exit_code_soon().await
                && is_whole
            {
                return Ok(ending(code));
            }
        }
        self.poll().await
    }

    async fn open(&self) -> Result<ToolboxSocket, CallError> {
        let Running { link, handle, session, command, .. } = &*self.running;
        link.access.client.follow_logs(&handle.toolbox, session, command, Deadline::within(LOOK)).await
    }

    /// Reads a stream to its end, and returns whether that was a good one.
    async fn read(&mut self, mut socket: ToolboxSocket) -> bool {
        loop {
            let pieces = match socket.next().await {
                SocketMessage::Binary(bytes) => self.decoder.feed(&bytes),
                SocketMessage::Text(text) => self.decoder.feed(text.as_bytes()),
                SocketMessage::End(SocketEnd::Closed { code, .. }) => {
                    socket.close().await;
                    return code == NORMAL_CLOSE;
                }
                SocketMessage::End(SocketEnd::Lost) => return false,
            };
            for piece in pieces {
                self.deliver(piece).await;
            }
        }
    }

    async fn deliver(&self, piece: RemoteOutput) {
        // Whoever does not read is not told.
        drop(self.pieces.send(piece).await);
    }

    async fn exit_code(&self) -> Result<Option<i32>, CallError> {
        let Running { link, handle, session, command, .. } = &*self.running;
        link.access.client.exit_code(&handle.toolbox, session, command, Deadline::within(LOOK)).await
    }

    /// Asks for the exit code, again after short pauses. What is no answer is no code.
    async fn exit_code_soon(&self) -> Option<i32> {
        let mut pauses = EXIT_CODE_PAUSES.iter();
        loop {
            match self.exit_code().await {
                Ok(Some(code)) => return Some(code),
                Ok(None) => {}
                Err(error) => tracing::debug!("a command could not be looked at: {}", error.error),
            }
            pause(*pauses.next()?).await;
        }
    }

    /// Looks every second, when streams do not hold.
    async fn poll(&mut self) -> Result<CommandEnding, ProviderError> {
        let every = self.running.link.access.core.pacing.longest;
        // Looks that failed in a row, and those of them, to the last, that said why in one voice.
        let (mut failures, mut alike, mut voice) = (0, 0, None);
        loop {
            match self.look().await {
                Ok(Some(code)) => return Ok(ending(code)),
                Ok(None) => (failures, alike, voice) = (0, 0, None),
                Err(error) => {
                    let says = Loss::of(&error);
                    alike = if says == voice { alike + 1 } else { 1 };
                    (failures, voice) = (failures + 1, says);
                    if failures > FAILED_LOOKS || says.is_some_and(|says| alike > says.looks()) {
                        return Err(error.error);
                    }
                }
            }
            pause(every).await;
        }
    }

    /// Looks once: the code first, since what was printed is complete when there is one.
    async fn look(&mut self) -> Result<Option<i32>, CallError> {
        let code = self.exit_code().await?;
        let logs = {
            let Running { link, handle, session, command, .. } = &*self.running;
            link.access.client.logs(&handle.toolbox, session, command, Deadline::within(LOOK)).await?
        };
        let stdout = self.decoder.rest(OutputStream::Stdout, &logs.stdout);
        let stderr = self.decoder.rest(OutputStream::Stderr, &logs.stderr);
        for piece in stdout.into_iter().chain(stderr) {
            self.deliver(piece).await;
        }
        Ok(code)
    }
}

fn ending(code: i32) -> CommandEnding {
    // The shell of the script was killed, and nothing else is known.
    if code < 0 { CommandEnding::Signalled(9) } else { CommandEnding::Exited(code) }
}

/// Why a command cannot be followed any more, if an error says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// Its sandbox stopped, or its session ended.
    Gone,
    /// The credential opens nothing any more.
    Refused,
}

impl Loss {
    fn of(error: &CallError) -> Option<Self> {
        match error.error {
            _ if error.evidence == Evidence::NotRunning => Some(Self::Gone),
            ProviderError::NotFound { .. } => Some(Self::Gone),
            ProviderError::Unauthorized { .. } | ProviderError::Forbidden { .. } => Some(Self::Refused),
            _ => None,
        }
    }

    /// How often in a row it may be said before it is believed.
    const fn looks(self) -> usize {
        match self {
            Self::Gone => GONE_LOOKS,
            Self::Refused => REFUSED_LOOKS,
        }
    }
}
