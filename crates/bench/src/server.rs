//! A server under measurement: started on a folder of its own, and stopped with everything that it
//! started when this value goes.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::bench::Bench;
use crate::client::Client;
use crate::database::Database;
use crate::processes;

/// How long a start may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a stop may take before it is enforced.
const STOPPING: Duration = Duration::from_secs(15);
/// How often is looked whether the server answers, has begun or has ended.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// A running server.
pub(crate) struct Server {
    child: Child,
    place: Place,
    address: SocketAddr,
}

/// What a server keeps, and a later one finds.
pub(crate) struct Place {
    home: PathBuf,
    database: Option<Database>,
}

/// How long a start took, from the start of the process.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StartTimes {
    /// Until health answered 200.
    pub(crate) first_answer: Duration,
    /// Until health said `ready`.
    pub(crate) ready: Duration,
}

impl Place {
    /// Makes an empty home, and an empty database if it is PostgreSQL's turn.
    ///
    /// # Errors
    /// If the folder or the database cannot be made.
    pub(crate) fn new(bench: &Bench) -> anyhow::Result<Self> {
        let home = tempfile::Builder::new().prefix("home-").tempdir_in(bench.folder())?.keep();
        let database = bench.database_url.as_deref().map(Database::create).transpose()?;
        Ok(Self { home, database })
    }
}

impl Server {
    /// Starts a server on an empty home.
    ///
    /// # Errors
    /// If it does not become ready.
    pub(crate) async fn start_new(bench: &Bench) -> anyhow::Result<(Self, StartTimes)> {
        Self::start(bench, Place::new(bench)?).await
    }

    /// Starts a server on what an earlier one left.
    ///
    /// # Errors
    /// If it does not become ready.
    pub(crate) async fn start(bench: &Bench, place: Place) -> anyhow::Result<(Self, StartTimes)> {
        let address = free_address()?;
        let log = place.home.with_extension("log");
        let mut command = command(&bench.program, &place, address.port());
        command.stdout(Stdio::null()).stderr(File::create(&log).context("make a log file")?);
        let start = Instant::now();
        let child = command.spawn().with_context(|| format!("start {}", bench.program.display()))?;
        let mut server = Self { child, place, address };
        let times = server.wait_until_ready(start, &log).await?;
        Ok((server, times))
    }

    /// Returns where the server listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Opens a connection to it.
    ///
    /// # Errors
    /// If it does not listen any more.
    pub(crate) async fn client(&self) -> anyhow::Result<Client> {
        Client::connect(self.address).await
    }

    /// Lets the database count what was written, as one in service has long done.
    ///
    /// # Errors
    /// If PostgreSQL refuses.
    pub(crate) fn take_statistics(&self) -> anyhow::Result<()> {
        self.place.database.as_ref().map_or(Ok(()), Database::take_statistics)
    }

    /// Returns the memory of the server and its run hosts, in bytes.
    ///
    /// # Errors
    /// If the processes cannot be listed.
    pub(crate) fn memory(&self) -> anyhow::Result<u64> {
        Ok(processes::memory_of(&processes::of_home(&self.place.home)?))
    }

    /// Returns the processor time of the server and its run hosts up to now.
    ///
    /// # Errors
    /// If the processes cannot be listed.
    pub(crate) fn processor_time(&self) -> anyhow::Result<Duration> {
        Ok(processes::processor_time_of(&processes::of_home(&self.place.home)?))
    }

    /// Stops the server as a person would, and returns what it leaves.
    ///
    /// # Errors
    /// If it cannot be asked, or does not stop.
    pub(crate) async fn stop(mut self) -> anyhow::Result<Place> {
        processes::ask_to_end(self.child.id())?;
        let asked = Instant::now();
        while self.child.try_wait()?.is_none() {
            if asked.elapsed() > STOPPING {
                bail!("the server did not stop within {} s", STOPPING.as_secs());
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        Ok(std::mem::replace(&mut self.place, Place { home: PathBuf::new(), database: None }))
    }

    async fn wait_until_ready(&mut self, start: Instant, log: &Path) -> anyhow::Result<StartTimes> {
        let mut first_answer = None;
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait()? {
                let said = std::fs::read_to_string(log).unwrap_or_default();
                let last = said.lines().last().unwrap_or_default();
                bail!("the server ended with {status} instead of serving; it said: {last}");
            }
            if let Ok(phase) = self.phase().await {
                let first_answer = *first_answer.get_or_insert_with(|| start.elapsed());
                if phase == "ready" {
                    return Ok(StartTimes { first_answer, ready: start.elapsed() });
                }
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        bail!("the server was not ready within {} s", PATIENCE.as_secs())
    }

    async fn phase(&self) -> anyhow::Result<String> {
        self.client().await?.get("/health").await?.text("phase")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have stopped by itself or by `stop`; then there is nobody left to ask.
        if matches!(self.child.try_wait(), Ok(None)) && processes::ask_to_end(self.child.id()).is_ok() {
            let asked = Instant::now();
            while matches!(self.child.try_wait(), Ok(None)) && asked.elapsed() < STOPPING {
                std::thread::sleep(LOOK_AGAIN);
            }
        }
        drop(self.child.kill());
        drop(self.child.wait());
        if !self.place.home.as_os_str().is_empty() {
            drop(processes::end_all(&self.place.home));
        }
    }
}

fn command(program: &Path, place: &Place, port: u16) -> Command {
    let mut command = Command::new(program);
    command.arg("serve").arg("--home").arg(&place.home).args(["--port", &port.to_string()]);
    command.args(["--host", "127.0.0.1", "--on-shutdown", "stop"]);
    // Settings of the person who measures are not the server's.
    command.env_clear().stdin(Stdio::null());
    for name in ["PATH", "HOME", "TMPDIR"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    if let Some(database) = &place.database {
        // Not an argument: it may hold a password, and those are seen by everybody.
        command.env("WIRECLIP_DATABASE_URL", database.url());
    }
    command
}

/// An address on the loopback where nobody listens now.
fn free_address() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("find a free port")?;
    Ok(listener.local_addr()?)
}
