//! The provider: builds what every operation needs, and hands the port's calls on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use async_trait::async_trait;
use reqwest::Url;
use tokio_util::task::TaskTracker;
use wireclip_domain::{OpaqueJson, Timestamp};
use wireclip_ports::clock::{Clock, SystemClock};
use wireclip_ports::sandbox::{
    AcquireFailure, AcquireOrder, AcquiredLease, CaptureOrder, CapturedTemplate, ConfigVerdict,
    ConfiguredSpec, DeleteTemplateOrder, FindCreatedOrder, FindOwnedOrder, LeaseHold, LeasedPlace,
    LoginCommand, OwnedPage, OwnedSandbox, ProbeOrder, ProbeReport, ProviderDescription, ProviderError,
    Receipt, ReleaseOrder, ResolvedSpec, ResumeAnswer, ResumeOrder, SandboxProvider, SetupOrder, SetupState,
    StartedSetup, Terminal, TerminalSize,
};

use super::client::DaytonaClient;
use super::config::{self, Account, DaytonaConfig, DaytonaDefaults};
use super::deadline::{Deadline, Pacing};
use super::handle::SandboxHandle;
use super::place::DaytonaPlace;
use super::{DRIVER, capture, lifecycle, pty, setup};
use crate::handle_cache::{AccountPrint, CacheFigures, CacheLimits, LeaseCache, LeaseKey};

/// How many accounts keep their connections.
const KEPT_CLIENTS: usize = 32;

/// For how long an account keeps them of which nobody hears: its key may have been rotated.
const KEPT_FOR: Duration = Duration::from_secs(60 * 60);

/// How a provider is built.
#[derive(Clone)]
pub struct DaytonaOptions {
    /// What holds where an environment says nothing.
    pub defaults: DaytonaDefaults,
    /// By which freshness is measured.
    pub clock: Arc<dyn Clock>,
    /// By which durations are measured.
    pub timing: Arc<dyn Clock>,
    /// How often changing sandboxes are looked at.
    pub pacing: Pacing,
    /// How the cache keeps itself small; without a cache if absent, to measure what it is worth.
    pub cache: Option<CacheLimits>,
}

impl Default for DaytonaOptions {
    fn default() -> Self {
        Self {
            defaults: DaytonaDefaults::default(),
            clock: Arc::new(SystemClock),
            timing: Arc::new(SystemClock),
            pacing: Pacing::default(),
            cache: Some(CacheLimits::default()),
        }
    }
}

/// Sandboxes of Daytona. Cheap to clone.
#[derive(Clone)]
pub struct DaytonaProvider(pub(super) Arc<Core>);

/// What all operations share.
pub(super) struct Core {
    defaults: RwLock<DaytonaDefaults>,
    clients: Mutex<HashMap<AccountPrint, KeptClient>>,
    pub(super) cache: LeaseCache<SandboxHandle>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) timing: Arc<dyn Clock>,
    pub(super) pacing: Pacing,
    pub(super) tasks: TaskTracker,
}

/// The connections of an account, and when they were last wanted.
struct KeptClient {
    client: Arc<DaytonaClient>,
    wanted_at: Timestamp,
}

/// An account and the settings of an environment there.
#[derive(Clone)]
pub(super) struct Access {
    pub(super) core: Arc<Core>,
    pub(super) config: Arc<DaytonaConfig>,
    pub(super) client: Arc<DaytonaClient>,
}

/// A lease, with everything that an operation on it needs.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) access: Access,
    pub(super) key: LeaseKey,
    pub(super) lease: LeaseHold,
}

impl DaytonaProvider {
    /// Builds a provider. Asks nobody.
    #[must_use]
    pub fn new(options: DaytonaOptions) -> Self {
        let tasks = TaskTracker::new();
        let (clock, timing) = (Arc::clone(&options.clock), Arc::clone(&options.timing));
        let cache = match options.cache {
            Some(limits) => LeaseCache::new(clock, timing, tasks.clone(), limits),
            None => LeaseCache::keeping_nothing(clock, timing, tasks.clone()),
        };
        Self(Arc::new(Core {
            defaults: RwLock::new(options.defaults),
            clients: Mutex::default(),
            cache,
            clock: options.clock,
            timing: options.timing,
            pacing: options.pacing,
            tasks,
        }))
    }

    /// Replaces what holds where an environment says nothing, such as a rotated key. Leases under
    /// the old account are out of reach from here on.
    pub fn replace_defaults(&self, defaults: DaytonaDefaults) {
        *self.0.defaults.write().unwrap_or_else(PoisonError::into_inner) = defaults;
    }

    /// Returns what the handle cache counted.
    #[must_use]
    pub fn cache_figures(&self) -> CacheFigures {
        self.0.cache.figures()
    }

    /// Returns how many leases are known.
    #[must_use]
    pub fn known_leases(&self) -> usize {
        self.0.cache.known_leases()
    }

    /// Returns how many accounts keep their connections.
    #[must_use]
    pub fn known_accounts(&self) -> usize {
        self.0.clients.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns how many activities are inside a lease.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] if the settings cannot be read.
    pub fn activities(&self, lease: &LeaseHold) -> Result<usize, ProviderError> {
        Ok(self.0.cache.active(&self.link(lease)?.key))
    }

    pub(super) fn access(&self, spec: &ResolvedSpec) -> Result<Access, ProviderError> {
        let config = {
            let defaults = self.0.defaults.read().unwrap_or_else(PoisonError::into_inner);
            DaytonaConfig::resolve(spec, &defaults)?
        };
        let client = self.client(&config.account)?;
        Ok(Access { core: Arc::clone(&self.0), config: Arc::new(config), client })
    }

    pub(super) fn link(&self, lease: &LeaseHold) -> Result<Link, ProviderError> {
        Ok(self.access(&lease.spec)?.link(lease.clone()))
    }

    fn client(&self, account: &Account) -> Result<Arc<DaytonaClient>, ProviderError> {
        let print = account.print();
        let wanted_at = self.0.clock.now();
        let mut clients = self.0.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let known = clients.get(&print).map(|kept| Arc::clone(&kept.client));
        let is_crowded = known.is_none() && clients.len() >= KEPT_CLIENTS;
        // Those in use live on with their users.
        clients.retain(|_, kept| {
            Arc::strong_count(&kept.client) > 1 || !is_crowded && wanted_at.since(kept.wanted_at) < KEPT_FOR
        });
        let client = match known {
            Some(client) => client,
            None => Arc::new(DaytonaClient::new(account.clone())?),
        };
        clients.insert(print, KeptClient { client: Arc::clone(&client), wanted_at });
        Ok(client)
    }
}

impl Access {
    /// Binds a lease to its account.
    pub(super) fn link(self, lease: LeaseHold) -> Link {
        let key = LeaseKey {
            driver: DRIVER,
            scope: lease.scope,
            lease: lease.id.clone(),
            account: self.config.account.print(),
        };
        Link { access: self, key, lease }
    }
}

#[async_trait]
impl SandboxProvider for DaytonaProvider {
    fn describe(&self) -> ProviderDescription {
        config::description()
    }

    fn address(&self, spec: &ResolvedSpec) -> Option<String> {
        let defaults = self.0.defaults.read().unwrap_or_else(PoisonError::into_inner);
        let config = DaytonaConfig::resolve(spec, &defaults).ok()?;
        let url = Url::parse(&config.account.api_url).ok()?;
        // Whoever puts a credential into an address does not want it told.
        Some(format!("{}{}", url.origin().ascii_serialization(), url.path().trim_end_matches('/')))
    }

    fn counters(&self) -> Option<OpaqueJson> {
        Some(self.cache_figures().to_json())
    }

    async fn shut_down(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn validate(&self, config: &ConfiguredSpec) -> ConfigVerdict {
        let defaults = self.0.defaults.read().unwrap_or_else(PoisonError::into_inner);
        config::validate(config, &defaults)
    }

    fn settle(&self, spec: &ResolvedSpec) -> Result<ResolvedSpec, ProviderError> {
        Ok(self.access(spec)?.config.settle(spec))
    }

    async fn probe(&self, order: ProbeOrder, limit: Duration) -> Result<ProbeReport, ProviderError> {
        let access = self.access(&order.spec)?;
        Ok(lifecycle::probe(&access, &order, Deadline::within(limit)).await)
    }

    async fn acquire(&self, order: AcquireOrder, limit: Duration) -> Result<AcquiredLease, AcquireFailure> {
        let access = self.access(&order.spec)?;
        lifecycle::acquire(access, order, limit).await
    }

    async fn resume(&self, order: ResumeOrder, limit: Duration) -> Result<ResumeAnswer, ProviderError> {
        let link = self.link(&order.lease)?;
        lifecycle::resume(&link, Deadline::within(limit)).await
    }

    async fn release(&self, order: ReleaseOrder, limit: Duration) -> Result<Receipt, ProviderError> {
        let link = self.link(&order.lease)?;
        lifecycle::release(link, order.disposition, order.drain, limit).await
    }

    async fn find_created(
        &self,
        order: FindCreatedOrder,
        limit: Duration,
    ) -> Result<Option<OwnedSandbox>, ProviderError> {
        let access = self.access(&order.spec)?;
        lifecycle::find_created(&access, order.scope, order.attempt, Deadline::within(limit)).await
    }

    async fn find_owned(&self, order: FindOwnedOrder, limit: Duration) -> Result<OwnedPage, ProviderError> {
        let access = self.access(&order.spec)?;
        lifecycle::find_owned(&access, &order, Deadline::within(limit)).await
    }

    fn open(&self, lease: &LeaseHold) -> Result<Arc<dyn LeasedPlace>, ProviderError> {
        Ok(Arc::new(DaytonaPlace::open(self.link(lease)?)?))
    }

    async fn start_setup(&self, order: SetupOrder, limit: Duration) -> Result<StartedSetup, AcquireFailure> {
        let access = self.access(&order.spec)?;
        setup::start(access, order, limit).await
    }

    async fn get_setup(
        &self,
        lease: LeaseHold,
        connection: Option<Duration>,
        limit: Duration,
    ) -> Result<SetupState, ProviderError> {
        let link = self.link(&lease)?;
        setup::get(&link, connection, Deadline::within(limit)).await
    }

    async fn capture_template(
        &self,
        order: CaptureOrder,
        limit: Duration,
    ) -> Result<CapturedTemplate, ProviderError> {
        let link = self.link(&order.lease)?;
        capture::capture(&link, &order.label, Deadline::within(limit)).await
    }

    async fn delete_template(
        &self,
        order: DeleteTemplateOrder,
        limit: Duration,
    ) -> Result<bool, ProviderError> {
        let access = self.access(&order.spec)?;
        capture::delete(&access, &order.template, Deadline::within(limit)).await
    }

    async fn open_setup_terminal(
        &self,
        lease: LeaseHold,
        size: TerminalSize,
        limit: Duration,
    ) -> Result<Terminal, ProviderError> {
        let link = self.link(&lease)?;
        pty::open_shell(&link, size, Deadline::within(limit)).await
    }

    async fn open_login_terminal(
        &self,
        lease: LeaseHold,
        command: LoginCommand,
        size: TerminalSize,
        limit: Duration,
    ) -> Result<Terminal, ProviderError> {
        let link = self.link(&lease)?;
        pty::open_login(&link, command, size, Deadline::within(limit)).await
    }
}
