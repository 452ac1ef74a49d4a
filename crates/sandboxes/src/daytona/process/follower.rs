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

/// The pauses before the exit code is asked for again within one look: it is written just behind the
/// output.
const EXIT_CODE_PAUSES: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(100), Duration::from_millis(200)];

/// The pauses before a stream that broke is opened again, in the longest pauses between looks. They
/// begin anew whenever something came.
const REOPENING: [f64; 4] = [0.1, 1.0, 2.0, 5.0];

/// The pause after those.
const LONGEST_PAUSE: u32 = 15;

/// How many looks may fail in a row before the command is given up, and for how long.
const FAILED_LOOKS: usize = 30;
const FAILED_FOR: Duration = Duration::from_secs(10 * 60);

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
    /// Reads the stream, as often as it breaks, until the command has ended and all of it was read.
    async fn follow(&mut self) -> Result<CommandEnding, ProviderError> {
        let pacing = self.running.link.access.core.pacing;
        let mut pauses = REOPENING.iter();
        let mut losses = Losses::default();
        let mut had_ended = false;
        loop {
            let read_before = self.decoder.read();
            let is_whole = match self.open().await {
                Ok(socket) => self.read(socket).await,
                // One word ends no command: if it is lost, the looks will say so again.
                Err(error) => {
                    tracing::debug!("a command's output could not be followed: {}", error.error);
                    false
                }
            };
            match self.exit_code_soon(is_whole).await {
                Ok(Some(code)) if is_whole => return Ok(ending(code)),
                // The stream of a command that has ended does not come: its text does, perhaps.
                Ok(Some(code)) if had_ended => match self.deliver_rest().await {
                    Ok(()) => return Ok(ending(code)),
                    Err(error) => losses.add(error)?,
                },
                Ok(Some(_)) => had_ended = true,
                Ok(None) if is_whole => losses.add(without_an_end())?,
                Ok(None) => losses = Losses::default(),
                Err(error) => losses.add(error)?,
            }
            if self.decoder.read() > read_before {
                pauses = REOPENING.iter();
            }
            pause(
                pauses.next().map_or(pacing.longest * LONGEST_PAUSE, |times| pacing.longest.mul_f64(*times)),
            )
            .await;
            self.decoder.reconnected();
        }
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

    /// Asks for the exit code; again after short pauses if nobody answers, or if the stream has come
    /// to its end.
    async fn exit_code_soon(&self, is_whole: bool) -> Result<Option<i32>, CallError> {
        let mut pauses = EXIT_CODE_PAUSES.iter();
        loop {
            let seen = self.exit_code().await;
            let is_told = match &seen {
                Ok(code) => code.is_some() || !is_whole,
                Err(_) => false,
            };
            let Some(time) = pauses.next().filter(|_| !is_told) else { return seen };
            pause(*time).await;
        }
    }

    /// Delivers what did not come of the stream of a command that has ended.
    async fn deliver_rest(&mut self) -> Result<(), CallError> {
        let logs = {
            let Running { link, handle, session, command, .. } = &*self.running;
            link.access.client.logs(&handle.toolbox, session, command, Deadline::within(LOOK)).await?
        };
        let stdout = self.decoder.rest(OutputStream::Stdout, &logs.stdout);
        let stderr = self.decoder.rest(OutputStream::Stderr, &logs.stderr);
        for piece in stdout.into_iter().chain(stderr) {
            self.deliver(piece).await;
        }
        Ok(())
    }
}

/// What is said of a command whose stream ends again and again, and which does not end.
fn without_an_end() -> CallError {
    let message = "its output has come to an end, and it has none".to_owned();
    ProviderError::Failed { action: "look at the command", status: 0, message }.into()
}

fn ending(code: i32) -> CommandEnding {
    // The shell of the script was killed, and nothing else is known.
    if code < 0 { CommandEnding::Signalled(9) } else { CommandEnding::Exited(code) }
}

/// Looks that failed in a row.
#[derive(Debug, Default)]
struct Losses {
    count: usize,
    /// Those of them, to the last, that said why in one voice.
    alike: usize,
    voice: Option<Loss>,
    patience: Option<Deadline>,
}

impl Losses {
    /// Adds one.
    ///
    /// # Errors
    /// With what it said, if the command is to be given up.
    fn add(&mut self, error: CallError) -> Result<(), ProviderError> {
        let says = Loss::of(&error);
        self.alike = if says == self.voice { self.alike + 1 } else { 1 };
        self.count += 1;
        self.voice = says;
        let patience = *self.patience.get_or_insert_with(|| Deadline::within(FAILED_FOR));
        if self.count > FAILED_LOOKS
            || patience.is_over()
            || says.is_some_and(|says| self.alike > says.looks())
        {
            return Err(error.error);
        }
        Ok(())
    }
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
