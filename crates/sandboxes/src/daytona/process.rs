//! Commands that are spoken with while they run: each in a session of its own, its script in a
//! file, its output followed by a websocket.
//!
//! The websocket keeps the sandbox awake for as long as it is open. A lost one is opened again, as
//! often as it is lost, and skips what was delivered; how far the command is, is asked for between.

mod decoder;
mod follower;
mod input;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use wireclip_ports::random;
use wireclip_ports::sandbox::{
    CommandEnding, CommandTimings, ProviderError, RemoteControl, RemoteProcess, SpawnOrder,
};

use super::activation::{Active, Again};
use super::client::{Upload, UploadSource};
use super::deadline::Deadline;
use super::errors::{CallError, Evidence};
use super::execute::directory_of;
use super::handle::SandboxHandle;
use super::place::unless_forced;
use super::provider::Link;
use super::script;
use crate::shell;
use follower::Follower;
use input::SessionInput;

/// How many pieces of output wait for a slow reader.
const WAITING_PIECES: usize = 64;

/// How long clearing up may take.
const CLEARING: Duration = Duration::from_secs(20);

/// How a command ended that was killed by ending its session.
const KILLED: CommandEnding = CommandEnding::Signalled(15);

/// What is known of a command's end.
type End = Option<Result<CommandEnding, ProviderError>>;

/// A command in its session.
pub(super) struct Running {
    link: Arc<Link>,
    handle: Arc<SandboxHandle>,
    session: String,
    command: String,
    end: watch::Sender<End>,
}

/// Held by everybody who may speak with the command; when the last one goes, and nobody reads its
/// output, the command is killed.
struct Owner {
    running: Arc<Running>,
    is_alone: CancellationToken,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.is_alone.cancel();
    }
}

/// Starts a command: a folder, its script (and input), a session, the command; four requests.
pub(super) async fn spawn(
    link: &Arc<Link>,
    order: &SpawnOrder,
    deadline: Deadline,
) -> Result<RemoteProcess, ProviderError> {
    shell::check(&order.command)?;
    let directory = directory_of(link, &order.command)?;
    let id = random::name::<16>();
    let plan = Plan {
        session: format!("wireclip-{id}"),
        folder: format!("/tmp/.wireclip-{id}"),
        shell: link.lease.observed.shell.program(),
        script: script::spoken_with(
            &order.command,
            &directory,
            &format!("/tmp/.wireclip-{id}"),
            order.stdin.is_some(),
        ),
        stdin: order.stdin.as_ref().map(|stdin| Bytes::copy_from_slice(stdin)),
    };
    let activity = link.enter(deadline).await?;
    let mut clearing = ClearUp { link: Arc::clone(link), plan: &plan, at: Mutex::default(), is_armed: true };
    let start = link.inside(&activity, deadline, Again::Harmful, |active| {
        clearing.may_be_needed_at(&active.handle);
        plan.start(link, active.handle, deadline)
    });
    let started = unless_forced(&activity, async { start.await.map_err(|error| error.error) }).await;
    let (command, Active { handle, lookup, is_hit }) = started?;
    clearing.is_armed = false;
    let running = Arc::new(Running {
        link: Arc::clone(link),
        handle,
        session: plan.session.clone(),
        command,
        end: watch::Sender::new(None),
    });
    let (pieces, output) = mpsc::channel(WAITING_PIECES);
    let is_alone = CancellationToken::new();
    let follower = Follower::new(Arc::clone(&running), activity, pieces, is_alone.clone());
    link.access.core.tasks.spawn(follower.run());
    let owner = Arc::new(Owner { running, is_alone });
    Ok(RemoteProcess {
        input: Box::new(SessionInput::new(Arc::clone(&owner), order.stdin.is_none())),
        output,
        control: Arc::new(SessionControl { owner }),
        timings: CommandTimings { duration: None, lookup: Some(lookup), is_cache_hit: Some(is_hit) },
    })
}

/// What a command is started with.
struct Plan {
    session: String,
    folder: String,
    shell: &'static str,
    script: String,
    stdin: Option<Bytes>,
}

impl Plan {
    async fn start(
        &self,
        link: &Link,
        handle: Arc<SandboxHandle>,
        deadline: Deadline,
    ) -> Result<String, CallError> {
        let (client, toolbox) = (&link.access.client, &handle.toolbox);
        // The script holds the environment's values: nobody else may look into its folder.
        client.create_folder(toolbox, &self.folder, "700", deadline).await?;
        let script = Bytes::copy_from_slice(self.script.as_bytes());
        let mut uploads =
            vec![Upload { remote: format!("{}/run", self.folder), source: UploadSource::Bytes(script) }];
        if let Some(stdin) = &self.stdin {
            let source = UploadSource::Bytes(stdin.clone());
            uploads.push(Upload { remote: format!("{}/in", self.folder), source });
        }
        client.upload(toolbox, uploads, deadline).await?;
        client.create_session(toolbox, &self.session, deadline).await?;
        let command = format!("{} {}/run", self.shell, self.folder);
        let started = client.session_exec(toolbox, &self.session, &command, deadline).await?;
        Ok(started.cmd_id)
    }
}

/// Takes away what a start left that did not succeed, or was dropped in the middle.
struct ClearUp<'a> {
    link: Arc<Link>,
    plan: &'a Plan,
    at: Mutex<Option<Arc<SandboxHandle>>>,
    is_armed: bool,
}

impl ClearUp<'_> {
    fn may_be_needed_at(&self, handle: &Arc<SandboxHandle>) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(handle));
    }
}

impl Drop for ClearUp<'_> {
    fn drop(&mut self) {
        let handle = self.at.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (true, Some(handle)) = (self.is_armed, handle) else { return };
        let link = Arc::clone(&self.link);
        let (session, folder) = (self.plan.session.clone(), self.plan.folder.clone());
        self.link.access.core.tasks.spawn(async move {
            let deadline = Deadline::within(CLEARING);
            let (client, toolbox) = (&link.access.client, &handle.toolbox);
            if let Err(error) = client.delete_session(toolbox, &session, deadline).await {
                tracing::debug!("a session that was not used could not be ended: {}", error.error);
            }
            if let Err(error) = client.delete_file(toolbox, &folder, deadline).await {
                tracing::debug!("a script that was not used could not be removed: {}", error.error);
            }
        });
    }
}

impl Running {
    /// Ends the session with everything in it. Gone is as good as ended.
    async fn end_session(&self, deadline: Deadline) -> Result<(), ProviderError> {
        let client = &self.link.access.client;
        match client.delete_session(&self.handle.toolbox, &self.session, deadline).await {
            Ok(()) => Ok(()),
            Err(error) if error.evidence == Evidence::NotRunning => Ok(()),
            Err(CallError { error: ProviderError::NotFound { .. }, .. }) => Ok(()),
            Err(error) => Err(error.error),
        }
    }

    /// Says how the command ended, if nobody has yet.
    fn ended(&self, end: Result<CommandEnding, ProviderError>) {
        self.end.send_if_modified(|known| {
            let is_first = known.is_none();
            known.get_or_insert(end);
            is_first
        });
    }

    async fn wait(&self) -> Result<CommandEnding, ProviderError> {
        let mut ends = self.end.subscribe();
        let end = ends.wait_for(Option::is_some).await;
        end.ok().and_then(|end| end.clone()).unwrap_or(Err(ProviderError::LeaseClosed))
    }
}

struct SessionControl {
    owner: Arc<Owner>,
}

#[async_trait]
impl RemoteControl for SessionControl {
    async fn wait(&self) -> Result<CommandEnding, ProviderError> {
        self.owner.running.wait().await
    }

    async fn kill(&self, limit: Duration) -> Result<(), ProviderError> {
        let running = &self.owner.running;
        // A command of which nobody knows how it ended may be running still.
        if matches!(*running.end.borrow(), Some(Ok(_))) {
            return Ok(());
        }
        running.end_session(Deadline::within(limit)).await?;
        running.ended(Ok(KILLED));
        Ok(())
    }
}
