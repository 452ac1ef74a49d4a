//! One sandboxed run, step by step.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use secrecy::SecretString;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc;
use wireclip_domain::environment::EnvironmentErrorCode;
use wireclip_ports::clock::{Clock as _, SystemClock};
use wireclip_ports::sandbox::{
    CommandEnding, ExecuteOrder, FileAccess, FileKind, LeaseHold, LeasedPlace, OutputStream, ProviderError,
    RemoteCommand, RemoteOutput, RemotePath, RemoteProcess, SSH_PROVIDER, SandboxProvider,
    SandboxProviderSet as _, ShellProfile, SpawnOrder, SyncFile, SyncInOperation, SyncInOrder,
    SyncOutOperation, SyncOutOrder,
};
use wireclip_ports::sandboxed_run::{
    ExecutionFacts, SandboxedRunFailure, SandboxedRunOrder, SandboxedRunReport,
};

use super::bridge::Bridge;
use super::caches;
use super::merge::{self, Merge};
use super::tree::{self, Tree};
use super::{FAILED, say};
use crate::Providers;
use crate::daytona::DaytonaDefaults;

/// How long a small step may take.
const STEP_LIMIT: Duration = Duration::from_secs(60);
/// How long moving a workspace may take.
const MOVE_LIMIT: Duration = Duration::from_secs(30 * 60);
/// The exit code of a program that was told to end.
const TOLD_TO_END: u8 = 128 + 15;
/// The exit code of a command whose time was up by the provider's limit.
const TIMED_OUT: u8 = 124;
/// How much of a small step's output is kept.
const STEP_OUTPUT: usize = 16 * 1024;

/// Why a run's command did not come to its own end.
enum Broken {
    /// Somebody told this program to end.
    Stopped,
    /// Something was in the way.
    Failed(SandboxedRunFailure),
}

/// A sandboxed run.
pub(super) struct Carrying<'o> {
    order: &'o SandboxedRunOrder,
    provider: Option<Arc<dyn SandboxProvider>>,
    /// What the command took, once it was started.
    execution: Mutex<Option<ExecutionFacts>>,
}

/// A workspace that was moved in.
struct MovedIn {
    place: Arc<dyn LeasedPlace>,
    directory: RemotePath,
    baseline: Tree,
}

/// Hears whether this program is told to end.
struct Stop {
    terminate: Signal,
    interrupt: Signal,
}

impl Stop {
    fn new() -> std::io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn heard(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

impl<'o> Carrying<'o> {
    pub(super) fn new(order: &'o SandboxedRunOrder) -> Self {
        let provider = Providers::built_in(DaytonaDefaults::default()).of_lease(&order.provider);
        Self { order, provider, execution: Mutex::default() }
    }

    fn is_on_machine(&self) -> bool {
        self.order.provider == SSH_PROVIDER
    }

    /// Says where the run executes.
    fn there(&self) -> &'static str {
        if self.is_on_machine() { "on the machine" } else { "in the sandbox" }
    }

    /// Says what went wrong, while doing what, and where.
    fn failed(&self, doing: &str, error: impl std::fmt::Display) -> String {
        let lease: LeaseHold = self.order.lease.clone().into();
        let address = self.provider.as_ref().and_then(|provider| provider.address(&lease.spec));
        let at = address.map(|address| format!(" at {address}")).unwrap_or_default();
        format!("could not {doing} {}{at}: {error}", self.there())
    }

    /// Notes something of what the command took.
    fn note(&self, write: impl FnOnce(&mut ExecutionFacts)) {
        write(self.execution.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default());
    }

    /// Returns what the command took, with what was counted meanwhile.
    fn took(&self) -> Option<ExecutionFacts> {
        let execution = self.execution.lock().unwrap_or_else(PoisonError::into_inner).take();
        let counters = self.provider.as_ref().and_then(|provider| provider.counters());
        execution.map(|execution| ExecutionFacts { counters, ..execution })
    }

    /// Carries the run to its end. Returns this program's exit code and its report.
    pub(super) async fn carry(&self) -> (u8, SandboxedRunReport) {
        let mut stop = match Stop::new() {
            Ok(stop) => stop,
            Err(error) => return untouched(Broken::transport(&format!("no signal can be heard: {error}"))),
        };
        let moved_in = tokio::select! {
            moved_in = self.move_in() => moved_in,
            () = stop.heard() => Err(Broken::Stopped),
        };
        let moved_in = match moved_in {
            Ok(moved_in) => moved_in,
            // What is there is a copy of what is here, or a part of one.
            Err(broken) => return untouched(broken),
        };
        let ran = self.run(&moved_in, &mut stop).await;
        let came_back = self.move_out(moved_in).await;
        let execution = self.took();
        let report = |failure| SandboxedRunReport { work_is_here: came_back.is_ok(), failure, execution };
        match (ran, &came_back) {
            (Ok(code), Ok(())) => (code, report(None)),
            (Err(Broken::Stopped), _) => (TOLD_TO_END, report(None)),
            (Err(Broken::Failed(failure)), _) => (FAILED, report(Some(failure))),
            (Ok(_), Err(message)) => {
                let message =
                    format!("the work {} did not come back; it is kept there: {message}", self.there());
                (FAILED, report(Some(failure(EnvironmentErrorCode::WorkspaceRealizationFailed, message))))
            }
        }
    }

    /// Opens the place and fills it with the workspace.
    async fn move_in(&self) -> Result<MovedIn, Broken> {
        let order = self.order;
        let lease: LeaseHold = order.lease.clone().into();
        let provider = self.provider.as_ref().ok_or_else(|| {
            Broken::transport(&format!("this program has no provider \"{}\"", order.provider))
        })?;
        let place = provider.open(&lease);
        let place = place.map_err(|error| Broken::transport(&self.failed("open the place", error)))?;
        let realized = place.realize(None, STEP_LIMIT).await;
        let realized =
            realized.map_err(|error| Broken::workspace(&self.failed("make the workspace", error)))?;
        let directory = realized.directory;
        if order.is_used_place {
            let cleared = clear(place.as_ref(), &directory).await;
            cleared.map_err(|error| Broken::workspace(&self.failed("remove an older workspace", error)))?;
        }
        let workspace = order.workspace.clone();
        let scanned = tokio::task::spawn_blocking(move || tree::scan(&workspace)).await;
        let baseline = scanned
            .map_err(std::io::Error::other)
            .and_then(|scanned| scanned)
            .map_err(|error| Broken::workspace(&format!("the workspace cannot be read: {error}")))?;
        let caches = caches::of(&order.workspace, &baseline);
        if order.workspace.join(".git").is_file() {
            say(&format!(
                "the workspace is a worktree of a repository that lies elsewhere and does not go along: git does \
                 not work {}",
                self.there()
            ));
        }
        let operation = SyncInOperation {
            operation_id: "workspace".to_owned(),
            files: vec![self.tree_of(order.workspace.clone(), &directory, &caches)],
            commands: Vec::new(),
        };
        let moved = place.sync_in(SyncInOrder { operations: vec![operation] }, MOVE_LIMIT).await;
        moved.map_err(|error| Broken::workspace(&self.failed("put the workspace", error)))?;
        Ok(MovedIn { place, directory, baseline })
    }

    fn tree_of(&self, local: PathBuf, remote: &RemotePath, caches: &BTreeSet<PathBuf>) -> SyncFile {
        let names = tree::LEFT_OUT.iter().map(|name| (*name).to_owned());
        SyncFile {
            local,
            remote: remote.clone(),
            kind: FileKind::Directory,
            mode: None,
            exclude: names.chain(caches::patterns(caches)).collect(),
            follow_symlinks: false,
            access: FileAccess::ReadWrite,
        }
    }

    /// Runs the command, with a way to the API; returns its exit code.
    async fn run(&self, moved_in: &MovedIn, stop: &mut Stop) -> Result<u8, Broken> {
        let order = self.order;
        let bridge = tokio::select! {
            bridge = Bridge::build(moved_in.place.as_ref(), &moved_in.directory, &order.api) => bridge,
            () = stop.heard() => return Err(Broken::Stopped),
        };
        let bridge = bridge.inspect_err(|error| {
            say(&format!("the command {} has no way to the API: {error}", self.there()));
        });
        let bridge = bridge.ok();
        let ran = self.run_beside(moved_in, stop, bridge.as_ref()).await;
        if let Some(bridge) = bridge {
            bridge.take_down().await;
        }
        ran
    }

    async fn run_beside(
        &self,
        moved_in: &MovedIn,
        stop: &mut Stop,
        bridge: Option<&Bridge>,
    ) -> Result<u8, Broken> {
        let order = self.order;
        let told = bridge.map(|bridge| bridge.variables(&order.api));
        let variables = order.environment.clone().into_iter().chain(told.into_iter().flatten());
        let command = RemoteCommand {
            program: order.program.clone(),
            arguments: order.arguments.clone(),
            directory: Some(moved_in.directory.clone()),
            environment: variables.map(|(name, value)| (name, SecretString::from(value))).collect(),
            profile: ShellProfile::Login,
        };
        let spawn = SpawnOrder { command, stdin: Some(order.stdin.clone()) };
        let spawned = tokio::select! {
            spawned = moved_in.place.spawn(spawn, STEP_LIMIT) => spawned,
            () = stop.heard() => return Err(Broken::Stopped),
        };
        let process = spawned.map_err(|error| Broken::transport(&self.failed("start the command", error)))?;
        let RemoteProcess { input, output, control, timings } = process;
        let began = SystemClock.now();
        self.note(|execution| {
            execution.get_duration_ms = timings.lookup.map(millis);
            execution.cache_hit = timings.is_cache_hit;
        });
        let pump = pump(output);
        tokio::pin!(pump);
        let ended = tokio::select! {
            ((), ended) = async { tokio::join!(&mut pump, control.wait()) } => Some(ended),
            () = stop.heard() => None,
        };
        drop(input);
        if let Some(Ok(ended)) = ended {
            self.note(|execution| execution.duration_ms = Some(millis(SystemClock.now().since(began))));
            return Ok(code_of(ended));
        }
        // Nothing is to change the workspace while it is moved out.
        let killed = control.kill(order.grace().max(Duration::from_secs(1))).await;
        if let Err(error) = killed {
            say(&format!("the command {} may be running still: {error}", self.there()));
        }
        Err(match ended {
            Some(Err(error)) => Broken::transport(&self.failed("follow the command", error)),
            _ => Broken::Stopped,
        })
    }

    /// Moves the workspace out and puts what changed in its place.
    async fn move_out(&self, moved_in: MovedIn) -> Result<(), String> {
        let order = self.order;
        let arrived = order.scratch.join("came-back");
        // One that is not known is moved, and does no harm.
        let found = caches::there(moved_in.place.as_ref(), &moved_in.directory).await;
        let caches = found.unwrap_or_else(|error| {
            say(&format!("the place was not searched for caches: {error}"));
            BTreeSet::new()
        });
        let operation = SyncOutOperation {
            operation_id: "workspace".to_owned(),
            files: vec![self.tree_of(arrived.clone(), &moved_in.directory, &caches)],
        };
        let moved = moved_in
            .place
            .sync_out(SyncOutOrder { operations: vec![operation], limits: order.limits }, MOVE_LIMIT)
            .await;
        moved.map_err(|error: ProviderError| self.failed("fetch the workspace", error))?;
        let merge = Merge {
            baseline: moved_in.baseline,
            arrived,
            workspace: order.workspace.clone(),
            caches,
            kept: if self.is_on_machine() { "from-machine" } else { "from-sandbox" },
            free_bytes: order.limits.free_bytes,
            lock: merge::lock_path(&order.scratch, &order.workspace),
        };
        let merged = tokio::task::spawn_blocking(move || merge.carry_out()).await;
        let merged = merged.map_err(std::io::Error::other).and_then(|merged| merged);
        let conflicts = merged.map_err(|error| error.to_string())?;
        if let Some(kept) = conflicts {
            say(&format!(
                "changed here as well as {}, so left as it is here; what became of it there is in {}: {}",
                self.there(),
                kept.folder,
                kept.paths.join(", ")
            ));
        }
        Ok(())
    }
}

impl Broken {
    fn transport(error: &impl ToString) -> Self {
        Self::Failed(failure(EnvironmentErrorCode::TransportResolutionFailed, error.to_string()))
    }

    fn workspace(error: &impl ToString) -> Self {
        Self::Failed(failure(EnvironmentErrorCode::WorkspaceRealizationFailed, error.to_string()))
    }
}

fn failure(code: EnvironmentErrorCode, message: String) -> SandboxedRunFailure {
    SandboxedRunFailure { code, message }
}

/// The end of a run whose command was never started.
fn untouched(broken: Broken) -> (u8, SandboxedRunReport) {
    let report = |failure| SandboxedRunReport { work_is_here: true, failure, execution: None };
    match broken {
        Broken::Stopped => (TOLD_TO_END, report(None)),
        Broken::Failed(failure) => (FAILED, report(Some(failure))),
    }
}

/// Empties a place of an older workspace.
async fn clear(place: &dyn LeasedPlace, directory: &RemotePath) -> Result<(), String> {
    let command = RemoteCommand {
        program: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), tree::clearing()],
        directory: Some(directory.clone()),
        environment: BTreeMap::new(),
        profile: ShellProfile::Bare,
    };
    let order = ExecuteOrder {
        command,
        stdin: Vec::new(),
        time_limit: Some(STEP_LIMIT),
        output_limit_bytes: STEP_OUTPUT,
    };
    let cleared = place.execute(order).await.map_err(|error| error.to_string())?;
    if cleared.ending == CommandEnding::Exited(0) {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&cleared.stderr).trim().to_owned())
}

/// Prints what the command prints, each stream on its own, as it comes.
async fn pump(mut output: mpsc::Receiver<RemoteOutput>) {
    while let Some(RemoteOutput { stream, bytes }) = output.recv().await {
        // The run host reads all the time; if it is gone, nobody hears.
        let printed = tokio::task::spawn_blocking(move || match stream {
            OutputStream::Stdout => print(std::io::stdout().lock(), &bytes),
            OutputStream::Stderr => print(std::io::stderr().lock(), &bytes),
        });
        drop(printed.await);
    }
}

fn print(mut to: impl std::io::Write, bytes: &[u8]) {
    drop(to.write_all(bytes).and_then(|()| to.flush()));
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn code_of(ending: CommandEnding) -> u8 {
    match ending {
        CommandEnding::Exited(code) => u8::try_from(code & 0xff).unwrap_or(FAILED),
        CommandEnding::Signalled(signal) => u8::try_from((128 + signal) & 0xff).unwrap_or(FAILED),
        CommandEnding::TimedOut => TIMED_OUT,
    }
}
