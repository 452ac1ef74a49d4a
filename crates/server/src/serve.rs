//! `wireclip serve`: the listener first, everything else in the background.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use wireclip_engine::OnShutdown;
use wireclip_http::{DeploymentMode, Phase};
use wireclip_store::Store;

use crate::assembly::Assembly;
use crate::config::Settings;
use crate::descriptors::Descriptors;
use crate::home::Home;
use crate::{connections, gateway, logging};

/// How long requests that are being answered may take once the server stops.
const LAST_ANSWERS: Duration = Duration::from_secs(5);
/// How long putting places to rest may take then.
const LAST_TEARDOWNS: Duration = Duration::from_secs(10);

/// A server that listens.
pub(crate) struct Server {
    address: SocketAddr,
    stop: Stop,
    task: JoinHandle<anyhow::Result<()>>,
}

/// How a server is told to stop.
#[derive(Debug, Clone, Default)]
struct Stop {
    /// It is to end.
    wanted: CancellationToken,
    /// It is not to wait for its agents any longer.
    hurried: CancellationToken,
}

/// Serves until a signal comes.
///
/// # Errors
/// If the server cannot start; the message says what to do.
pub(crate) fn main(settings: Settings) -> anyhow::Result<ExitCode> {
    logging::start(&settings)?;
    wireclip_runhost::keep_files_from_programs();
    runtime()?.block_on(async {
        // Before anybody can know that there is somebody to be signalled.
        let mut stop_signals = StopSignals::listen()?;
        let mut server = Server::start(settings).await?;
        logging::print(&format!("Wireclip listens on http://{}", server.address));
        // By itself it ends only if it fails, for want of a database, say.
        for (step, message) in
            [(&server.stop.wanted, "stopping"), (&server.stop.hurried, "asked again: not waiting any longer")]
        {
            tokio::select! {
                () = stop_signals.heard() => {}
                ended = &mut server.task => return ended.context("the server panicked")?.map(|()| ExitCode::SUCCESS),
            }
            tracing::info!("{message}");
            step.cancel();
        }
        server.task.await.context("the server panicked")?.map(|()| ExitCode::SUCCESS)
    })
}

/// Makes the runtime of the server: few threads, since the database and the agents do the work.
///
/// # Errors
/// If the operating system gives no threads.
pub(crate) fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 8))
        .enable_all()
        .build()
        .context("start the runtime")
}

impl Server {
    /// Takes the home folder, opens the listener, and starts everything else behind it.
    ///
    /// # Errors
    /// If the folder is another server's or cannot be written, or the port is taken.
    pub(crate) async fn start(settings: Settings) -> anyhow::Result<Self> {
        let home = Home::take(&settings.home)?;
        let listener = listen(&settings).await?;
        let address = listener.local_addr().context("ask for the listener's address")?;
        let stop = Stop::default();
        let task = spawn_awaited(serve(settings, home, listener, stop.clone()));
        Ok(Self { address, stop, task })
    }

    /// Returns where the server listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops the server and waits until it has stopped.
    ///
    /// # Errors
    /// If it failed while it ran.
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        self.stop.wanted.cancel();
        self.task.await.context("the server panicked")?
    }
}

/// Spawns a task whose end is waited for.
#[expect(
    clippy::disallowed_methods,
    reason = "the tracker is the engine's; who calls this waits for the end"
)]
fn spawn_awaited<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(future)
}

/// Answers requests from the start to the end, and does everything else in between.
async fn serve(settings: Settings, home: Home, listener: TcpListener, stop: Stop) -> anyhow::Result<()> {
    let port = listener.local_addr().context("ask for the listener's port")?.port();
    let (router, router_receiver) = watch::channel(None);
    let requests_end = CancellationToken::new();
    let descriptors = Descriptors::raise();
    let limits = connections::Limits::within(descriptors.of_server);
    let answering =
        connections::serve(listener, gateway::router(router_receiver), limits, requests_end.clone());
    let mut answering = spawn_awaited(answering);
    // Nobody is answered any more once this function is left, however that happens.
    let requests_end = requests_end.drop_guard();
    let requests = Requests { router, unowned: TaskTracker::new() };

    let worked = tokio::select! {
        worked = work(&settings, &home, port, descriptors, &requests, &stop) => worked,
        ended = &mut answering => return ended.context("the listener panicked"),
    };
    drop(requests_end);
    requests.unowned.close();
    let last_answers = async {
        let ended = (&mut answering).await;
        requests.unowned.wait().await;
        ended
    };
    let answered = match tokio::time::timeout(LAST_ANSWERS, last_answers).await {
        Ok(ended) => ended.context("the listener panicked"),
        Err(_) => {
            tracing::warn!("some requests were not answered in time");
            answering.abort();
            Ok(())
        }
    };
    if let Some(store) = worked? {
        close(store).await;
    }
    answered
}

/// Closes the database. The embedded one's log goes into its file then, so that the next start has
/// nothing to bring over; without it nothing would be lost.
async fn close(store: Store) {
    match tokio::time::timeout(LAST_ANSWERS, store.close()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::warn!(error = &error as &dyn std::error::Error, "the database was not closed in order");
        }
        Err(_) => tracing::warn!("the database is still in use, and is left open"),
    }
}

/// Who answers requests.
struct Requests {
    /// The routes, once there are any.
    router: watch::Sender<Option<axum::Router>>,
    /// Requests that go on without their connections.
    unowned: TaskTracker,
}

/// Does everything that is behind the listener, until the server is to stop. Returns the database,
/// if it came to one.
async fn work(
    settings: &Settings,
    home: &Home,
    port: u16,
    descriptors: Descriptors,
    requests: &Requests,
    stop: &Stop,
) -> anyhow::Result<Option<Store>> {
    let (phase, phase_receiver) = watch::channel(Phase::Starting);
    let unowned = requests.unowned.clone();
    let assembly = tokio::select! {
        built = Assembly::build(settings, home, port, descriptors, phase_receiver, unowned) => built?,
        () = stop.wanted.cancelled() => return Ok(None),
    };
    phase.send_replace(Phase::Reconciling);
    if settings.mode == DeploymentMode::Authenticated && !assembly.services.people.is_claimed().await? {
        tracing::warn!(
            sign_up_is_open = settings.sign_up_is_open(),
            "nobody looks after this instance yet: the first person who signs in and claims it will"
        );
    }
    requests.router.send_replace(Some(assembly.router.clone()));
    let engine = assembly.start_engine();
    tokio::select! {
        () = engine.reconciled() => {
            phase.send_replace(Phase::Ready);
            tracing::info!("ready");
        }
        () = stop.wanted.cancelled() => {}
    }

    stop.wanted.cancelled().await;
    if settings.on_shutdown != OnShutdown::Keep {
        phase.send_replace(Phase::Draining);
        let limit = settings.shutdown_limit.as_secs();
        tracing::info!("waiting {limit} s at most for agents to end; ask again to leave them at work");
    }
    // Agents need the API for as long as they are waited for.
    tokio::select! {
        () = engine.wind_down(settings.on_shutdown) => {}
        () = stop.hurried.cancelled() => tracing::warn!("the agents work on; the next server finds them"),
    }
    engine.shutdown().await;
    let torn_down = assembly.services.core.sandboxes.shut_down();
    tokio::select! {
        torn_down = tokio::time::timeout(LAST_TEARDOWNS, torn_down) => if torn_down.is_err() {
            tracing::warn!("some places are still being put to rest; the next server asks again");
        },
        () = stop.hurried.cancelled() => {}
    }
    phase.send_replace(Phase::Stopping);
    assembly.services.core.bus.close();
    Ok(Some(assembly.services.core.store.clone()))
}

async fn listen(settings: &Settings) -> anyhow::Result<TcpListener> {
    let (host, port) = (settings.host.trim_matches(['[', ']']), settings.port);
    match TcpListener::bind((host, port)).await {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => bail!(
            "port {port} is taken, perhaps by another server: stop that, or choose another with --port PORT \
             (0 takes a free one)"
        ),
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            bail!("port {port} needs rights that this user lacks: choose one above 1023 with --port PORT")
        }
        Err(error) => Err(error)
            .with_context(|| format!("listen on {host}:{port} (is --host an address of this machine?)")),
    }
}

/// The signals by which people and service managers stop a server.
struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    /// From here on such a signal is kept until it is heard.
    fn listen() -> anyhow::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate()).context("listen for SIGTERM")?,
            interrupt: signal(SignalKind::interrupt()).context("listen for SIGINT")?,
        })
    }

    async fn heard(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
