//! What every action needs: the store, the clock, the bus, and the engine's ear.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::sync::Notify;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;
use wireclip_domain::caller::Actor;
use wireclip_domain::{CompanyId, NodeId};
use wireclip_ports::adapter_catalog::{AdapterCatalog, TestPlace};
use wireclip_ports::clock::Clock;
use wireclip_ports::files::FileStore;
use wireclip_ports::host::RunHosts;
use wireclip_ports::place_probe::PlaceProber;
use wireclip_ports::sandbox::SandboxProviderSet;
use wireclip_ports::sealing::Sealer;
use wireclip_store::Store;
use wireclip_store::counters::{self, Within};

use crate::activity::Activity;
use crate::adapters::Adapters;
use crate::agents::Agents;
use crate::approvals::Approvals;
use crate::assets::Assets;
use crate::audit::Audit;
use crate::authentication::{Authentication, RunTokens};
use crate::bootstrap::Bootstraps;
use crate::budgets::Budgets;
use crate::change::Change;
use crate::checkouts::Checkouts;
use crate::comments::Comments;
use crate::companies::Companies;
use crate::costs::Costs;
use crate::custom_images::CustomImages;
use crate::dashboard::Dashboard;
use crate::documents::Documents;
use crate::environments::Environments;
use crate::error::ServiceResult;
use crate::events::EventBus;
use crate::goals::Goals;
use crate::idempotency::Idempotency;
use crate::inbox::Inbox;
use crate::issues::Issues;
use crate::labels::Labels;
use crate::leases::Leases;
use crate::live_feed::LiveFeeds;
use crate::memberships::Memberships;
use crate::metrics::Metrics;
use crate::nodes::Nodes;
use crate::people::People;
use crate::projects::Projects;
use crate::request::Request;
use crate::retention::Retention;
use crate::runs::Runs;
use crate::search::Search;
use crate::secrets::Secrets;
use crate::sidebar::Sidebar;
use crate::tree_holds::TreeHolds;
use crate::wakeups::Wakeups;

/// What every action needs.
pub struct Core {
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Where events are told.
    pub bus: EventBus,
    /// Wakes the engine.
    pub nudge: Nudge,
    /// The run hosts of this machine; actions only read logs through them.
    pub hosts: Arc<dyn RunHosts>,
    /// Makes and reads the tokens of runs.
    pub run_tokens: RunTokens,
    /// What is known of this server.
    pub facts: ServerFacts,
    /// What is known of every adapter type.
    pub adapters: Arc<dyn AdapterCatalog>,
    /// Where adapters' settings are tried.
    pub test_place: TestPlace,
    /// Tries other places out.
    pub places: Arc<dyn PlaceProber>,
    /// The providers of sandboxes.
    pub sandboxes: Arc<dyn SandboxProviderSet>,
    /// Seals secrets.
    pub sealer: Arc<dyn Sealer>,
    /// Where files are kept.
    pub files: Arc<dyn FileStore>,
    /// Actions that go on when whoever asked for them hangs up; the server waits for them when it
    /// stops.
    pub carried: TaskTracker,
}

/// What is known of this server.
#[derive(Debug, Clone)]
pub struct ServerFacts {
    /// This server process among those that share the database.
    pub node_id: NodeId,
    /// Where this server's home folder is, among all machines; absent where nothing but the folder
    /// itself could have the same node id.
    pub place: Option<String>,
    /// The base of the API as agents on this machine reach it, without `/api`.
    pub api_url: String,
    /// The folder of everything that is no row.
    pub home: PathBuf,
    /// The program's version.
    pub version: &'static str,
}

/// What the engine is asked to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted(u8);

impl Wanted {
    /// Nothing.
    pub const NOTHING: Self = Self(0);
    /// Queued runs that may start now.
    pub const STARTS: Self = Self(1);
    /// Running runs that are to be stopped.
    pub const STOPS: Self = Self(2);
    /// Places whose leases have ended.
    pub const PLACES: Self = Self(4);
    /// Setups of custom images that go on, and templates that are to be removed.
    pub const CUSTOM_IMAGES: Self = Self(8);
    /// All of it.
    pub const EVERYTHING: Self = Self(15);

    /// Returns what is in either.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether something of the other is asked for.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Makes the engine look at once instead of at its next period. Losing one only costs time.
#[derive(Debug, Clone, Default)]
pub struct Nudge(Arc<Asked>);

#[derive(Debug, Default)]
struct Asked {
    wanted: AtomicU8,
    notify: Notify,
}

impl Nudge {
    /// Asks the engine to look for something.
    pub fn nudge(&self, wanted: Wanted) {
        self.0.wanted.fetch_or(wanted.0, Ordering::Relaxed);
        self.0.notify.notify_one();
    }

    /// Waits for somebody to ask, and returns for what. What came before the wait counts. Cancel
    /// safe.
    pub async fn nudged(&self) -> Wanted {
        self.0.notify.notified().await;
        Wanted(self.0.wanted.swap(0, Ordering::Relaxed))
    }
}

impl std::fmt::Debug for Core {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Core").field("facts", &self.facts).finish_non_exhaustive()
    }
}

impl Core {
    /// Carries an action to its end, also if whoever waits for it is dropped: what a provider was
    /// asked for must be booked.
    ///
    /// # Errors
    /// What the action answered.
    pub(crate) async fn carry<T: Send + 'static>(
        &self,
        action: impl Future<Output = ServiceResult<T>> + Send + 'static,
    ) -> ServiceResult<T> {
        let work = self.carried.spawn(action.in_current_span());
        work.await.unwrap_or_else(|ended| std::panic::resume_unwind(ended.into_panic()))
    }

    /// Begins a change in a company that a caller asked for. Until it ends nobody else changes
    /// anything in the company.
    ///
    /// # Errors
    /// If the database is busy.
    pub async fn begin_in(&self, company_id: CompanyId, request: &Request) -> ServiceResult<Change<'_>> {
        let change = self.begin(request).await?;
        counters::lock(&change.conn(), Within::Company(company_id)).await?;
        Ok(change)
    }

    /// Begins a change that a caller asked for, of what no company has.
    ///
    /// # Errors
    /// If the database is busy.
    pub async fn begin(&self, request: &Request) -> ServiceResult<Change<'_>> {
        Change::begin(self, request.actor(), request.idempotency.clone()).await
    }

    /// Begins a change in a company that the system makes by itself. Until it ends nobody else
    /// changes anything in the company.
    ///
    /// # Errors
    /// If the database is busy.
    pub async fn begin_within(&self, within: Within, actor: Actor) -> ServiceResult<Change<'_>> {
        let change = self.begin_as(actor).await?;
        counters::lock(&change.conn(), within).await?;
        Ok(change)
    }

    /// Begins a change of a single row that the system makes by itself.
    ///
    /// # Errors
    /// If the database is busy.
    pub async fn begin_as(&self, actor: Actor) -> ServiceResult<Change<'_>> {
        Change::begin(self, actor, None).await
    }
}

/// All actions, by area.
#[derive(Debug, Clone)]
pub struct Services {
    /// What they share.
    pub core: Arc<Core>,
    /// Adapters.
    pub adapters: Adapters,
    /// Agents.
    pub agents: Agents,
    /// What the board decides about.
    pub approvals: Approvals,
    /// Attachments and images.
    pub assets: Assets,
    /// Documents of issues.
    pub documents: Documents,
    /// The activity log.
    pub activity: Activity,
    /// Signing what the log says.
    pub audit: Audit,
    /// Proving who calls.
    pub authentication: Authentication,
    /// What pages need first.
    pub bootstraps: Bootstraps,
    /// Limits of what may be spent.
    pub budgets: Budgets,
    /// Comments on issues.
    pub comments: Comments,
    /// Who holds which issue.
    pub checkouts: Checkouts,
    /// Companies.
    pub companies: Companies,
    /// What is counted of this server.
    pub metrics: Metrics,
    /// What work costs.
    pub costs: Costs,
    /// Sandboxes that people set up, and what is captured of them.
    pub custom_images: CustomImages,
    /// Environments.
    pub environments: Environments,
    /// Goals.
    pub goals: Goals,
    /// Companies from above.
    pub dashboard: Dashboard,
    /// Answers to requests that come again.
    pub idempotency: Idempotency,
    /// What asks for people.
    pub inbox: Inbox,
    /// Issues.
    pub issues: Issues,
    /// Labels.
    pub labels: Labels,
    /// What companies hold of places elsewhere.
    pub leases: Leases,
    /// People.
    pub people: People,
    /// Projects.
    pub projects: Projects,
    /// Listening to companies.
    pub live_feeds: LiveFeeds,
    /// Server processes that share the database.
    pub nodes: Nodes,
    /// Removing what has been kept long enough.
    pub retention: Retention,
    /// People's relations to projects and agents.
    pub memberships: Memberships,
    /// Runs.
    pub runs: Runs,
    /// Secrets of companies.
    pub secrets: Secrets,
    /// People's sidebars.
    pub sidebar: Sidebar,
    /// Control of trees of issues.
    pub tree_holds: TreeHolds,
    /// Waking agents by hand.
    pub wakeups: Wakeups,
    /// Searching.
    pub search: Search,
}

impl Services {
    /// Builds all areas over one core.
    #[must_use]
    pub fn new(core: Core) -> Self {
        let core = Arc::new(core);
        Self {
            adapters: Adapters::new(Arc::clone(&core)),
            agents: Agents::new(Arc::clone(&core)),
            approvals: Approvals::new(Arc::clone(&core)),
            assets: Assets::new(Arc::clone(&core)),
            documents: Documents::new(Arc::clone(&core)),
            activity: Activity::new(Arc::clone(&core)),
            audit: Audit::new(Arc::clone(&core)),
            authentication: Authentication::new(Arc::clone(&core)),
            bootstraps: Bootstraps::new(Arc::clone(&core)),
            budgets: Budgets::new(Arc::clone(&core)),
            comments: Comments::new(Arc::clone(&core)),
            checkouts: Checkouts::new(Arc::clone(&core)),
            companies: Companies::new(Arc::clone(&core)),
            metrics: Metrics::new(Arc::clone(&core)),
            costs: Costs::new(Arc::clone(&core)),
            custom_images: CustomImages::new(Arc::clone(&core)),
            environments: Environments::new(Arc::clone(&core)),
            goals: Goals::new(Arc::clone(&core)),
            dashboard: Dashboard::new(Arc::clone(&core)),
            idempotency: Idempotency::new(Arc::clone(&core)),
            inbox: Inbox::new(Arc::clone(&core)),
            issues: Issues::new(Arc::clone(&core)),
            labels: Labels::new(Arc::clone(&core)),
            leases: Leases::new(Arc::clone(&core)),
            people: People::new(Arc::clone(&core)),
            projects: Projects::new(Arc::clone(&core)),
            live_feeds: LiveFeeds::new(Arc::clone(&core)),
            nodes: Nodes::new(Arc::clone(&core)),
            retention: Retention::new(Arc::clone(&core)),
            memberships: Memberships::new(Arc::clone(&core)),
            runs: Runs::new(Arc::clone(&core)),
            secrets: Secrets::new(Arc::clone(&core)),
            sidebar: Sidebar::new(Arc::clone(&core)),
            tree_holds: TreeHolds::new(Arc::clone(&core)),
            wakeups: Wakeups::new(Arc::clone(&core)),
            search: Search::new(Arc::clone(&core)),
            core,
        }
    }
}
