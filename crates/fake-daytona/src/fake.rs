//! The fake from the side of a test: what it was asked, what it has, and what shall go wrong.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::accounts::Permission;
use crate::builder::Builder;
use crate::clock;
use crate::faults::{Fault, Target};
use crate::journal::Entry;
use crate::options::Pace;
use crate::routes::Route;
use crate::sandbox::{Failure, Sandbox};
use crate::server;
use crate::shared::Shared;
use crate::states::{DesiredState, SandboxState};
use crate::transitions::DESTROY;

/// A fake that listens until it is dropped. Then its sandboxes and their processes are gone, too.
#[derive(Debug)]
pub struct FakeDaytona {
    shared: Arc<Shared>,
}

/// A sandbox as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct SandboxFacts {
    /// The wire's id.
    pub id: String,
    /// The wire's name.
    pub name: String,
    /// Whose it is.
    pub organisation: String,
    /// What it is doing.
    pub state: SandboxState,
    /// What it is meant to become.
    pub desired: DesiredState,
    /// Whether a change is under way.
    pub is_changing: bool,
    /// All labels.
    pub labels: BTreeMap<String, String>,
    /// The snapshot's name; absent if it was built.
    pub snapshot: Option<String>,
    /// The Dockerfile that it was built from.
    pub dockerfile: Option<String>,
    /// The region.
    pub target: String,
    /// Minutes; 0 = never.
    pub auto_stop_minutes: i64,
    /// Minutes; 0 = the longest that there is.
    pub auto_archive_minutes: i64,
    /// Minutes; negative = never, 0 = when it stops.
    pub auto_delete_minutes: i64,
    /// When its time to live is over, as the wire spells it.
    pub auto_destroy_at: Option<String>,
    /// When it was last used as far as the timers know, as the wire spells it.
    pub last_activity_at: String,
    /// The ssh token that is valid now.
    pub ssh_token: Option<String>,
    /// Its home, which is also its working directory: a folder of this computer.
    pub home: PathBuf,
}

impl SandboxFacts {
    fn of(sandbox: &Sandbox) -> Self {
        Self {
            id: sandbox.id.clone(),
            name: sandbox.name.clone(),
            organisation: sandbox.organisation.clone(),
            state: sandbox.state,
            desired: sandbox.desired,
            is_changing: sandbox.change.is_some(),
            labels: sandbox.labels.clone(),
            snapshot: sandbox.snapshot.clone(),
            dockerfile: sandbox.build.as_ref().map(|build| build.dockerfile_content.clone()),
            target: sandbox.target.clone(),
            auto_stop_minutes: sandbox.intervals.stop,
            auto_archive_minutes: sandbox.intervals.archive,
            auto_delete_minutes: sandbox.intervals.delete,
            auto_destroy_at: sandbox.destroy_at.map(clock::iso),
            last_activity_at: clock::iso(sandbox.activity.written),
            ssh_token: sandbox.ssh.as_ref().map(|access| access.token.clone()),
            home: sandbox.root().join("home/daytona"),
        }
    }
}

/// Where it listens, and who may ask.
impl FakeDaytona {
    /// Begins with the settings that most tests want.
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    /// Returns what clients call the API URL: `http://127.0.0.1:<port>/api`.
    #[must_use]
    pub fn api_url(&self) -> String {
        format!("{}/api", self.shared.base_url())
    }

    /// Returns the toolbox proxy's address, to which a sandbox's id is added.
    #[must_use]
    pub fn toolbox_url(&self) -> String {
        self.shared.toolbox_url()
    }

    /// Knows this API key from now on, with all permissions.
    pub fn add_key(&self, key: &str, organisation: &str) {
        self.add_limited_key(key, organisation, &Permission::ALL);
    }

    /// Knows this API key from now on; it may read, and do what is listed.
    pub fn add_limited_key(&self, key: &str, organisation: &str, permissions: &[Permission]) {
        server::add_key(&self.shared, key, organisation, permissions);
    }

    /// Knows this API key no longer.
    pub fn revoke_key(&self, key: &str) {
        self.shared.world().accounts.revoke(key);
    }

    /// Refuses all of an organisation's keys with 403.
    pub fn suspend_organisation(&self, organisation: &str) {
        self.shared.world().accounts.suspend(organisation);
    }
}

/// Time.
impl FakeDaytona {
    /// Moves the fake's clock, and does on the way what is due by it: every ten seconds activity
    /// is written, and idle sandboxes are stopped, archived and deleted.
    pub fn advance(&self, by: Duration) {
        self.shared.advance(by);
    }

    /// Changes how fast the changes of state are that begin from now on.
    pub fn set_pace(&self, pace: Pace) {
        self.shared.world().pace = pace;
    }

    /// Finishes the change of state that a sandbox is in, whatever the pace.
    pub fn settle(&self, sandbox: &str) {
        self.shared.settle(&mut self.shared.world(), sandbox);
    }

    /// Finishes every change of state that is under way.
    pub fn settle_all(&self) {
        let mut world = self.shared.world();
        for id in world.sandboxes.keys().cloned().collect::<Vec<_>>() {
            self.shared.settle(&mut world, &id);
        }
    }
}

/// What goes wrong.
impl FakeDaytona {
    /// Plants a fault. A bare [`Route`] means its next call; see [`Route::nth`], [`Route::times`],
    /// [`Route::always`], [`Route::of`]. Several faults on one call all happen.
    pub fn fault(&self, target: impl Into<Target>, fault: Fault) {
        self.shared.world().faults.plant(target.into(), fault);
    }

    /// Takes back all planted faults. Calls that are held stay so.
    pub fn clear_faults(&self) {
        self.shared.world().faults.clear();
    }

    /// Ends the next change of state, of whichever sandbox, in an error.
    pub fn fail_next_change(&self, failure: Failure) {
        self.shared.world().failures.push_back(failure);
    }

    /// Lets `GET /sandbox` go on to answer what it would answer now, whatever happens.
    pub fn lag_search(&self) {
        let mut world = self.shared.world();
        let url = self.shared.toolbox_url();
        let mut now: Vec<_> = world.sandboxes.values().collect();
        now.sort_by_key(|sandbox| sandbox.number);
        let views = now.iter().map(|sandbox| (sandbox.organisation.clone(), sandbox.view(&url))).collect();
        world.stale_search = Some(views);
    }

    /// Lets `GET /sandbox` answer the truth again.
    pub fn catch_up_search(&self) {
        self.shared.world().stale_search = None;
    }
}

/// What was asked.
impl FakeDaytona {
    /// Returns the requests since the start or the last clearing, the latest 100 000 of them.
    #[must_use]
    pub fn journal(&self) -> Vec<Entry> {
        self.shared.world().journal.entries()
    }

    /// Returns how often an operation was asked for, whatever came of it.
    #[must_use]
    pub fn count(&self, route: Route) -> u64 {
        self.shared.world().journal.count(route)
    }

    /// Returns how often an operation was asked for with this sandbox in its path.
    #[must_use]
    pub fn count_for(&self, route: Route, sandbox: &str) -> u64 {
        self.shared.world().journal.count_for(route, sandbox)
    }

    /// Returns all counters, by `METHOD /template`.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<String, u64> {
        self.shared.world().journal.counts()
    }

    /// Forgets all requests and sets the counters to zero.
    pub fn clear_journal(&self) {
        self.shared.world().journal.clear();
    }

    /// Waits until an operation was asked for so often.
    pub async fn asked(&self, route: Route, times: u64) {
        let mut arrivals = self.shared.arrivals.subscribe();
        // The sender lives as long as `self`.
        drop(arrivals.wait_for(|_| self.count(route) >= times).await);
    }
}

/// What there is, and what happens to it behind the client's back.
impl FakeDaytona {
    /// Returns the sandboxes that are not destroyed, oldest first.
    #[must_use]
    pub fn sandboxes(&self) -> Vec<SandboxFacts> {
        let world = self.shared.world();
        let mut sandboxes: Vec<_> = world.sandboxes.values().collect();
        sandboxes.sort_by_key(|sandbox| sandbox.number);
        sandboxes.into_iter().map(SandboxFacts::of).collect()
    }

    /// Returns a sandbox that is not destroyed, by id.
    #[must_use]
    pub fn sandbox(&self, id: &str) -> Option<SandboxFacts> {
        self.shared.world().sandboxes.get(id).map(SandboxFacts::of)
    }

    /// Whether there was such a sandbox and it is destroyed.
    #[must_use]
    pub fn is_destroyed(&self, id: &str) -> bool {
        self.shared.world().destroyed.contains(id)
    }

    /// Puts a sandbox into a state at once, as if somebody else had changed it: `Started` with a
    /// machine, all that do not run without. Returns whether there is such a sandbox.
    pub fn set_state(&self, id: &str, state: SandboxState) -> bool {
        let mut world = self.shared.world();
        let now = self.shared.now();
        let Some(sandbox) = world.sandboxes.get_mut(id) else { return false };
        sandbox.change = None;
        sandbox.desired = match state {
            SandboxState::Stopped => DesiredState::Stopped,
            SandboxState::Archived => DesiredState::Archived,
            SandboxState::Paused => DesiredState::Paused,
            SandboxState::Destroyed => DesiredState::Destroyed,
            SandboxState::Started => DesiredState::Started,
            _ => sandbox.desired,
        };
        sandbox.enter(state, now);
        self.shared.arrive(&mut world, id, state);
        true
    }

    /// Puts a sandbox into the state `error`. Returns whether there is such a sandbox.
    pub fn set_error(&self, id: &str, failure: Failure) -> bool {
        let is_there = self.set_state(id, SandboxState::Error);
        if let Some(sandbox) = self.shared.world().sandboxes.get_mut(id) {
            sandbox.error = Some(failure);
        }
        is_there
    }

    /// Stops a sandbox at once, as the service or another client would.
    pub fn stop_sandbox(&self, id: &str) -> bool {
        self.set_state(id, SandboxState::Stopped)
    }

    /// Destroys a sandbox at once. Returns whether there was one.
    pub fn destroy_sandbox(&self, id: &str) -> bool {
        let mut world = self.shared.world();
        let is_there = world.sandboxes.contains_key(id);
        if is_there {
            self.shared.begin(&mut world, id, DESTROY, None);
            self.shared.settle(&mut world, id);
        }
        is_there
    }

    /// Returns the names of the snapshots that an organisation may use.
    #[must_use]
    pub fn snapshots(&self, organisation: &str) -> Vec<String> {
        let world = self.shared.world();
        let mut names: Vec<_> = world
            .snapshots
            .values()
            .filter(|snapshot| snapshot.is_for(organisation))
            .map(|snapshot| snapshot.name.clone())
            .collect();
        names.sort();
        names
    }

    /// Returns where a path of a sandbox is on this computer; relative ones begin at its home.
    ///
    /// # Errors
    /// If there is no such sandbox.
    pub fn path(&self, id: &str, path: impl AsRef<Path>) -> io::Result<PathBuf> {
        let sandbox = self.sandbox(id).ok_or(io::ErrorKind::NotFound)?;
        Ok(sandbox.home.join(path))
    }

    /// Reads a file of a sandbox, running or not.
    ///
    /// # Errors
    /// If there is no such sandbox or file.
    pub fn read_file(&self, id: &str, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        std::fs::read(self.path(id, path)?)
    }

    /// Replaces a file of a sandbox, running or not.
    ///
    /// # Errors
    /// If there is no such sandbox, or the file cannot be written.
    pub fn write_file(&self, id: &str, path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.path(id, path)?;
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, content)
    }
}

impl Drop for FakeDaytona {
    fn drop(&mut self) {
        self.shared.off.cancel();
        for sandbox in self.shared.world().sandboxes.values_mut() {
            if let Some(machine) = sandbox.machine.take() {
                machine.power_off();
            }
        }
    }
}
