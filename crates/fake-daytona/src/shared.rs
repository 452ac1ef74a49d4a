//! What all requests share: the settings, the clock, and the one world behind a lock.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::accounts::{Account, Accounts};
use crate::answers::{Answer, Refusal};
use crate::clock::{Moment, VirtualClock};
use crate::faults::FaultPlan;
use crate::journal::Journal;
use crate::limits::Windows;
use crate::options::{Latency, Options, Pace};
use crate::sandbox::{Failure, Sandbox, SandboxView};
use crate::snapshots::Snapshot;
use crate::transitions;

/// The one state of a fake.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) clock: VirtualClock,
    pub(crate) address: SocketAddr,
    pub(crate) folder: TempDir,
    /// Cancelled when the fake ends.
    pub(crate) off: CancellationToken,
    /// Counts requests, so that tests can wait for one.
    pub(crate) arrivals: watch::Sender<u64>,
    world: Mutex<World>,
}

/// What changes.
#[derive(Debug)]
pub(crate) struct World {
    /// Those that are not destroyed, by id.
    pub(crate) sandboxes: BTreeMap<String, Sandbox>,
    pub(crate) destroyed: BTreeSet<String>,
    pub(crate) snapshots: BTreeMap<String, Snapshot>,
    pub(crate) accounts: Accounts,
    pub(crate) journal: Journal,
    pub(crate) faults: FaultPlan,
    pub(crate) limits: Windows,
    pub(crate) pace: Pace,
    /// How the next changes of state end instead.
    pub(crate) failures: VecDeque<Failure>,
    /// What the search goes on to show while it lags behind.
    pub(crate) stale_search: Option<Vec<(String, SandboxView)>>,
    pub(crate) random: SmallRng,
    pub(crate) next_tick: Moment,
    next_number: u64,
}

impl Shared {
    pub(crate) fn new(options: Options, address: SocketAddr, folder: TempDir) -> Self {
        let clock = VirtualClock::new(options.has_running_clock);
        let seed = match options.latency {
            Some(Latency::Random { seed, .. }) => seed,
            _ => 0,
        };
        let world = World {
            sandboxes: BTreeMap::new(),
            destroyed: BTreeSet::new(),
            snapshots: Snapshot::at_start(&options, clock.now()),
            accounts: Accounts::default(),
            journal: Journal::default(),
            faults: FaultPlan::default(),
            limits: Windows::default(),
            pace: options.pace,
            failures: VecDeque::new(),
            stale_search: None,
            random: SmallRng::seed_from_u64(seed),
            next_tick: clock.now() + crate::timers::TICK,
            next_number: 0,
        };
        Self {
            options,
            clock,
            address,
            folder,
            off: CancellationToken::new(),
            arrivals: watch::Sender::new(0),
            world: Mutex::new(world),
        }
    }

    /// Locks the world. Never held across a wait.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        // A test that panicked meanwhile does not make the world wrong.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn now(&self) -> Moment {
        self.clock.now()
    }

    pub(crate) fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn toolbox_url(&self) -> String {
        format!("{}/toolbox", self.base_url())
    }

    pub(crate) fn sandbox_folder(&self, id: &str) -> std::path::PathBuf {
        self.folder_path().join(id)
    }

    pub(crate) fn folder_path(&self) -> &Path {
        self.folder.path()
    }
}

impl World {
    /// Returns a number that was never returned before.
    pub(crate) fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }

    /// Finds what `reference` names for this caller: by id, else by name.
    pub(crate) fn find(&self, account: &Account, reference: &str) -> Answer<&Sandbox> {
        let is_own = |sandbox: &&Sandbox| sandbox.organisation == account.organisation;
        let by_id = self.sandboxes.get(reference).filter(is_own);
        let found = by_id
            .or_else(|| self.sandboxes.values().filter(is_own).find(|sandbox| sandbox.name == reference));
        found
            .filter(|sandbox| transitions::is_visible(sandbox.state, sandbox.desired))
            .ok_or_else(|| Refusal::not_found(format!("sandbox {reference} not found")))
    }

    /// Finds what `reference` names for this caller, to change it.
    pub(crate) fn find_mut(&mut self, account: &Account, reference: &str) -> Answer<&mut Sandbox> {
        let id = self.find(account, reference)?.id.clone();
        Ok(self.sandboxes.get_mut(&id).expect("it was found under this id"))
    }
}

/// Makes a new id.
#[expect(clippy::disallowed_methods, reason = "the fake has no id types")]
pub(crate) fn new_id() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// Makes a new token.
pub(crate) fn new_token() -> String {
    new_id().replace('-', "")
}
