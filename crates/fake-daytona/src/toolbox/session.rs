//! A session: one shell that lives on between its commands, which run one after another in it.
//!
//! The shell reads its commands from its standard input and reports each exit code on its
//! standard output; the commands themselves write into named pipes. So everything holds that
//! holds of the service: `cd` and variables stay, `exit` and `exec` at top level take the shell
//! away and no exit code comes, and a synchronous command that reads its input waits for ever.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::pipe;
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::session_log::{SessionLog, Stream};
use crate::answers::{Answer, Refusal};
use crate::machine::{Machine, kill_group};
use crate::shared::{Shared, new_id};

/// How long a session may take to end by itself.
const GRACE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct Session {
    group: Option<Pid>,
    commands: Mutex<Vec<Arc<SessionCommand>>>,
    queue: mpsc::UnboundedSender<Arc<SessionCommand>>,
    /// Cancelled when the shell has ended.
    ended: CancellationToken,
}

/// How a command goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// It runs, or waits for the one before it.
    Open,
    /// Its log is complete.
    Exited(i32),
    /// The shell went away under it.
    Lost,
}

#[derive(Debug)]
pub(super) struct SessionCommand {
    pub(super) id: String,
    pub(super) text: String,
    is_async: bool,
    echoes_input: bool,
    pub(super) log: SessionLog,
    progress: watch::Sender<Progress>,
    input: tokio::sync::Mutex<Option<pipe::Sender>>,
}

impl SessionCommand {
    pub(super) fn exit_code(&self) -> Option<i32> {
        match *self.progress.borrow() {
            Progress::Exited(code) => Some(code),
            Progress::Open | Progress::Lost => None,
        }
    }

    pub(super) fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    /// Gives text to the command's standard input.
    pub(super) async fn give(&self, text: &str) -> Answer<()> {
        let closed = || Refusal::new(axum::http::StatusCode::GONE, "the command takes no input any more");
        let mut input = self.input.lock().await;
        let pipe = input.as_mut().ok_or_else(closed)?;
        pipe.write_all(text.as_bytes()).await.map_err(|_| closed())?;
        if self.echoes_input {
            self.log.add(Stream::Stdout, text.as_bytes());
        }
        Ok(())
    }
}

impl Session {
    /// Starts the shell.
    pub(super) fn start(shared: &Arc<Shared>, machine: &Arc<Machine>) -> io::Result<Arc<Self>> {
        std::fs::create_dir_all(&machine.pipes)?;
        let mut command = machine.shell_command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let group = machine.adopt(child.id());
        let input = child.stdin.take().expect("it was asked for");
        let reports = BufReader::new(child.stdout.take().expect("it was asked for"));
        let (queue, commands) = mpsc::unbounded_channel();
        let ended = CancellationToken::new();
        let session = Arc::new(Self { group, commands: Mutex::default(), queue, ended: ended.clone() });
        let machine = Arc::clone(machine);
        shared.spawn(async move {
            Shell { child, input, reports, pipes: machine.pipes.clone() }.serve(commands).await;
            if let Some(group) = group {
                machine.part_with(group);
            }
            ended.cancel();
        });
        Ok(session)
    }

    /// Puts a command behind those that the session has already.
    pub(super) fn run(
        &self,
        text: String,
        is_async: bool,
        echoes_input: bool,
    ) -> Answer<Arc<SessionCommand>> {
        let command = Arc::new(SessionCommand {
            id: new_id(),
            text,
            is_async,
            echoes_input,
            log: SessionLog::new(),
            progress: watch::Sender::new(Progress::Open),
            input: tokio::sync::Mutex::default(),
        });
        self.queue
            .send(Arc::clone(&command))
            .map_err(|_| Refusal::bad_request("the shell of this session has ended"))?;
        self.lock().push(Arc::clone(&command));
        Ok(command)
    }

    pub(super) fn commands(&self) -> Vec<Arc<SessionCommand>> {
        self.lock().clone()
    }

    pub(super) fn find(&self, id: &str) -> Answer<Arc<SessionCommand>> {
        let found = self.lock().iter().find(|command| command.id == id).cloned();
        found.ok_or_else(|| Refusal::not_found(format!("command {id} not found")))
    }

    /// Ends the shell and what runs in it: asked first, then killed.
    pub(super) async fn end(&self) {
        let Some(group) = self.group else { return };
        if self.ended.is_cancelled() {
            return;
        }
        kill_group(group, Signal::TERM);
        if tokio::time::timeout(GRACE, self.ended.cancelled()).await.is_err() {
            kill_group(group, Signal::KILL);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<SessionCommand>>> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The shell's process, as its task holds it.
struct Shell {
    child: Child,
    input: ChildStdin,
    /// One exit code per line.
    reports: BufReader<ChildStdout>,
    pipes: PathBuf,
}

impl Shell {
    /// Runs commands until the shell ends.
    async fn serve(mut self, mut commands: mpsc::UnboundedReceiver<Arc<SessionCommand>>) {
        loop {
            let command = tokio::select! {
                command = commands.recv() => command,
                _ = self.child.wait() => None,
            };
            let Some(command) = command else { break };
            let progress = match self.run(&command).await {
                Ok(code) => Progress::Exited(code),
                Err(_) => Progress::Lost,
            };
            command.input.lock().await.take();
            command.progress.send_replace(progress);
            if progress == Progress::Lost {
                break;
            }
        }
        commands.close();
        while let Some(command) = commands.recv().await {
            command.progress.send_replace(Progress::Lost);
        }
        // It is gone, or has become another program that goes on.
        drop(self.child.wait().await);
    }

    /// Runs one command until its streams have ended, and returns its exit code. The error is
    /// that the shell went away.
    async fn run(&mut self, command: &SessionCommand) -> io::Result<i32> {
        let pipes = Pipes::make(&self.pipes, &command.id)?;
        // Opened for both ends, so that the shell need not wait for a writer.
        let input = pipe::OpenOptions::new().read_write(true).open_sender(&pipes.input)?;
        let stdout = pipe::OpenOptions::new().open_receiver(&pipes.stdout)?;
        let stderr = pipe::OpenOptions::new().open_receiver(&pipes.stderr)?;
        // Without a writer of our own the streams would end before they begin.
        let keepers = [&pipes.stdout, &pipes.stderr]
            .map(|path| pipe::OpenOptions::new().open_sender(path))
            .into_iter()
            .collect::<io::Result<Vec<_>>>()?;
        if command.is_async {
            *command.input.lock().await = Some(input);
        }
        self.input.write_all(pipes.script(command).as_bytes()).await?;
        let report = async {
            let mut line = String::new();
            let read = self.reports.read_line(&mut line).await;
            drop(keepers);
            let code = line.trim().parse().map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe));
            read.and(code)
        };
        let (code, (), ()) = tokio::join!(
            report,
            command.log.take_in(stdout, Stream::Stdout),
            command.log.take_in(stderr, Stream::Stderr),
        );
        code
    }
}

/// The named pipes of one command; removed with it.
struct Pipes {
    input: PathBuf,
    stdout: PathBuf,
    stderr: PathBuf,
}

impl Pipes {
    fn make(folder: &std::path::Path, command: &str) -> io::Result<Self> {
        let path = |kind: &str| folder.join(format!("{command}.{kind}"));
        let pipes = Self { input: path("in"), stdout: path("out"), stderr: path("err") };
        for path in [&pipes.input, &pipes.stdout, &pipes.stderr] {
            mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
        }
        Ok(pipes)
    }

    /// The whole is one compound command: the shell has read all of it before it runs any.
    fn script(&self, command: &SessionCommand) -> String {
        let Self { input, stdout, stderr } = self;
        let input = if command.is_async { format!("< '{}'", input.display()) } else { String::new() };
        format!(
            "{{ {{\n{}\n}} > '{}' 2> '{}' {input}; printf '%s\\n' \"$?\"; }}\n",
            command.text,
            stdout.display(),
            stderr.display()
        )
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        for path in [&self.input, &self.stdout, &self.stderr] {
            // Gone already if the sandbox was destroyed.
            drop(std::fs::remove_file(path));
        }
    }
}
