//! One connection to a machine, over which every command has a stream of its own.
//!
//! The connection is held by a program whose input we keep open: when this process is gone, however
//! it went, that input ends and the connection with it. A connection that was lost is made anew by
//! the next command.

use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::Mutex;
use wireclip_ports::sandbox::{ArrivalLimits, ProviderError, RemoteShell};

use super::fresh_id;
use super::login::{self, Login};
use crate::moving::Room;

/// How long logging in may take.
const LOGIN_LIMIT: Duration = Duration::from_secs(30);
/// How much of what a program complains is read, in bytes.
const COMPLAINT_BYTES: u64 = 4096;
/// How much a machine may say before it says what we wait for, in bytes.
const GREETING_BYTES: u64 = 64 * 1024;
/// How much of what our own commands print is kept, in bytes.
const ANSWER_BYTES: u64 = 1 << 20;
/// The socket by which commands find the connection.
const SOCKET: &str = "./c";
/// With this code the program says that it failed itself, not the command there.
pub(super) const OWN_FAILURE: i32 = 255;

/// A way to a machine.
pub(super) struct Connection {
    login: Login,
    master: Mutex<Option<Arc<Master>>>,
}

/// The program that holds the connection.
struct Master {
    child: Mutex<Child>,
    folder: TempDir,
    // The connection ends with its input.
    _input: ChildStdin,
    _output: BufReader<ChildStdout>,
}

/// What a command of ours reads.
pub(super) enum Input<'a> {
    /// Nothing.
    Nothing,
    /// This, to its end.
    Bytes(&'a [u8]),
    /// A file of this machine, to its end.
    File(&'a std::path::Path),
}

/// Where what a command of ours prints goes.
pub(super) enum Output<'a> {
    /// It is kept, within bounds.
    Kept,
    /// Into a file of this machine, within limits.
    File(&'a std::path::Path, ArrivalLimits),
}

/// What a command of ours answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) code: i32,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

impl Connection {
    pub(super) fn new(login: Login) -> Self {
        Self { login, master: Mutex::const_new(None) }
    }

    pub(super) fn login(&self) -> &Login {
        &self.login
    }

    /// Starts a command: a text that a shell there reads from the stream itself. What the text is
    /// told besides follows on the same stream.
    ///
    /// # Errors
    /// If the machine is not reached, does not prove to be the one, or does not let us in.
    pub(super) async fn start(&self, shell: RemoteShell, script: &str) -> Result<Child, ProviderError> {
        let master = self.master().await?;
        let mut program = login::program(master.folder.path());
        // Without the connection there is no command: the program must not make one of its own.
        program.args(["-q", "-S", SOCKET, "-o", "ControlMaster=no", "-o", "ProxyCommand=false"]);
        program.args(["-o", "BatchMode=yes", "--", self.login.host(), &reading(shell, script.len())]);
        let mut child = program.spawn().map_err(|error| no_program(&error))?;
        let mut input = child.stdin.take().expect("the input is a pipe");
        let written = input.write_all(script.as_bytes()).await;
        written.map_err(|error| broken("tell the machine what to do", &error))?;
        child.stdin = Some(input);
        Ok(child)
    }

    /// Runs a text of ours to its end.
    ///
    /// # Errors
    /// As [`Connection::start`]; [`ProviderError::Broken`] if the connection was lost in the middle,
    /// [`ProviderError::Timeout`] at the limit.
    pub(super) async fn ask(
        &self,
        script: &str,
        (input, output): (Input<'_>, Output<'_>),
        action: &'static str,
        limit: Duration,
    ) -> Result<Answer, ProviderError> {
        let asked = async {
            let mut child = self.start(RemoteShell::Sh, script).await?;
            let stdin = child.stdin.take();
            let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
            // A command that has failed does not read to the end; its code says why.
            let (_, stdout, stderr) = tokio::join!(feed(stdin, input), drain(stdout, output), keep(stderr));
            let ended = child.wait().await.map_err(|error| broken(action, &error))?;
            match ended.code() {
                Some(OWN_FAILURE) | None => Err(lost(action)),
                Some(code) => {
                    let stdout = stdout.map_err(|error| broken(action, &error))?;
                    let stderr = stderr.map_err(|error| broken(action, &error))?;
                    Ok(Answer { code, stdout, stderr })
                }
            }
        };
        tokio::time::timeout(limit, asked).await.unwrap_or(Err(ProviderError::Timeout { action }))
    }

    /// Returns the connection, made anew if there is none that lives.
    async fn master(&self) -> Result<Arc<Master>, ProviderError> {
        let mut known = self.master.lock().await;
        if let Some(master) = known.as_ref()
            && matches!(master.child.lock().await.try_wait(), Ok(None))
        {
            return Ok(Arc::clone(master));
        }
        *known = None;
        let timeout = ProviderError::Timeout { action: "log in to the machine" };
        let made = tokio::time::timeout(LOGIN_LIMIT, self.log_in()).await.unwrap_or(Err(timeout))?;
        let made = Arc::new(made);
        *known = Some(Arc::clone(&made));
        Ok(made)
    }

    async fn log_in(&self) -> Result<Master, ProviderError> {
        let here = |error: std::io::Error| ProviderError::Refused {
            message: format!("this machine cannot prepare a login: {error}"),
        };
        let folder = tempfile::Builder::new().prefix("wireclip-ssh-").tempdir().map_err(here)?;
        let (mut program, key) = self.login.program(folder.path()).map_err(here)?;
        program.args(["-S", SOCKET, "-o", "ControlMaster=yes", "-o", "ControlPersist=no"]);
        // It says again what it is told: so we see that the way is open.
        program.args(["--", self.login.host(), "exec cat"]);
        let mut child = program.spawn().map_err(|error| no_program(&error))?;
        let mut input = child.stdin.take().expect("the input is a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("the output is a pipe"));
        let mut complaints = child.stderr.take().expect("the output for errors is a pipe");
        let mark = fresh_id();
        let is_open = match input.write_all(format!("{mark}\n").as_bytes()).await {
            Ok(()) => has_line(&mut output, &mark).await,
            Err(_) => false,
        };
        drop(key);
        if !is_open {
            let mut complaint = Vec::new();
            drop(input);
            // What it says is all that is known.
            drop((&mut complaints).take(COMPLAINT_BYTES).read_to_end(&mut complaint).await);
            return Err(self.login.fault(&complaint));
        }
        Ok(Master { child: Mutex::new(child), folder, _input: input, _output: output })
    }
}

/// Returns the command that makes a shell read a text of so many bytes from its input, and no more
/// of it. It is the same whatever the text says, and means the same to every login shell.
fn reading(shell: RemoteShell, length: usize) -> String {
    format!("exec {} -c 'eval \"$(dd bs=1 count={length} 2>/dev/null)\"'", shell.program())
}

/// Reads lines until one is the mark: before it, whatever the machine says to everybody.
async fn has_line(output: &mut (impl tokio::io::AsyncBufRead + Unpin), mark: &str) -> bool {
    let mut lines = output.take(GREETING_BYTES).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if line == mark {
            return true;
        }
    }
    false
}

async fn feed(stdin: Option<ChildStdin>, input: Input<'_>) {
    let Some(mut stdin) = stdin else { return };
    let fed = match input {
        Input::Nothing => Ok(()),
        Input::Bytes(bytes) => stdin.write_all(bytes).await,
        Input::File(path) => match tokio::fs::File::open(path).await {
            Ok(mut file) => tokio::io::copy(&mut file, &mut stdin).await.map(drop),
            Err(error) => Err(error),
        },
    };
    if let Err(error) = fed {
        tracing::debug!("a command elsewhere did not read all of its input: {error}");
    }
}

async fn drain(stdout: Option<impl AsyncRead + Unpin>, output: Output<'_>) -> std::io::Result<Vec<u8>> {
    let Some(mut stdout) = stdout else { return Ok(Vec::new()) };
    match output {
        Output::Kept => keep(Some(stdout)).await,
        Output::File(path, limits) => {
            let mut file = tokio::fs::File::create(path).await?;
            let mut room = Room::on_disk_of(path, limits);
            let mut block = vec![0; 64 * 1024];
            loop {
                let read = stdout.read(&mut block).await?;
                if read == 0 {
                    break;
                }
                room.take(read as u64)?;
                file.write_all(&block[..read]).await?;
            }
            file.flush().await?;
            Ok(Vec::new())
        }
    }
}

async fn keep(stream: Option<impl AsyncRead + Unpin>) -> std::io::Result<Vec<u8>> {
    let Some(mut stream) = stream else { return Ok(Vec::new()) };
    let mut kept = Vec::new();
    (&mut stream).take(ANSWER_BYTES).read_to_end(&mut kept).await?;
    tokio::io::copy(&mut stream, &mut tokio::io::sink()).await?;
    Ok(kept)
}

fn no_program(error: &std::io::Error) -> ProviderError {
    ProviderError::Refused { message: format!("this machine has no ssh program that works: {error}") }
}

fn broken(action: &'static str, error: &std::io::Error) -> ProviderError {
    ProviderError::Broken { action, message: error.to_string() }
}

/// The connection was lost.
pub(super) fn lost(action: &'static str) -> ProviderError {
    ProviderError::Broken { action, message: "the connection to the machine was lost".to_owned() }
}
