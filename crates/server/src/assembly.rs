//! Putting the parts together.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use secrecy::SecretString;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;
use wireclip_adapters::{Adapters, KeySealer, LocalRunHosts, RunHostsConfig};
use wireclip_domain::Timestamp;
use wireclip_engine::{Engine, EngineHandle};
use wireclip_files::LocalFiles;
use wireclip_http::{App, HttpSettings, Pages, Phase};
use wireclip_ports::adapter_catalog::TestPlace;
use wireclip_ports::clock::{Clock, SystemClock};
use wireclip_ports::random;
use wireclip_ports::sandbox::ArrivalLimits;
use wireclip_sandboxes::{PlaceProbe, Providers};
use wireclip_services::{Core, EventBus, Nudge, RunTokens, ServerFacts, Services};
use wireclip_store::{DatabaseUrl, Schema, Store, StoreError, company_secrets, instance_secrets};

use crate::config::Settings;
use crate::descriptors::Descriptors;
use crate::home::{self, Home};

/// The name of the secret that signs runs' tokens.
const TOKEN_SECRET: &str = "run_tokens";

/// The parts of a running server.
pub(crate) struct Assembly {
    /// The actions.
    pub(crate) services: Services,
    /// The routes.
    pub(crate) router: axum::Router,
    /// What the engine is to do.
    engine: wireclip_engine::Config,
    adapters: Arc<Adapters>,
}

impl Assembly {
    /// Opens the database and builds everything over it.
    ///
    /// # Errors
    /// If the database cannot be reached or is of another version, or the secret cannot be read.
    pub(crate) async fn build(
        settings: &Settings,
        home: &Home,
        port: u16,
        descriptors: Descriptors,
        phase: watch::Receiver<Phase>,
        unowned: TaskTracker,
    ) -> anyhow::Result<Self> {
        let store = open_store(settings).await?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let run_tokens = RunTokens::new(&token_secret(&store, clock.now()).await?, "default")?;
        let mut hosts = RunHostsConfig::new(own_executable()?, home.runs(), home.run_logs());
        hosts.open_files = Some(descriptors.of_programs);
        let hosts = LocalRunHosts::new(hosts).context("find the folders of runs")?;
        let adapters = Arc::new(Adapters::built_in(own_executable()?));
        let inherited = inherited_environment(settings, port);
        warn_of_missing_key(settings, &store).await?;
        let sealer = sealer(settings, home)?;
        let files =
            LocalFiles::in_folder(home.files(), home.node_id()?).context("find the folder of files")?;
        let services = Services::new(Core {
            store,
            clock,
            hosts: Arc::new(hosts),
            bus: EventBus::default(),
            nudge: Nudge::default(),
            run_tokens,
            facts: ServerFacts {
                node_id: home.node_id()?,
                // The embedded database lies in the folder itself, and is copied with it.
                place: settings.database_url.is_some().then(|| home.place()).transpose()?,
                api_url: api_url(settings, port),
                home: settings.home.clone(),
                version: env!("CARGO_PKG_VERSION"),
            },
            adapters: Arc::<Adapters>::clone(&adapters),
            test_place: TestPlace {
                inherited_environment: inherited.clone(),
                private_endpoints: settings.private_endpoints.clone(),
            },
            places: Arc::new(PlaceProbe),
            sandboxes: Arc::new(Providers::built_in(settings.daytona.clone())),
            sealer: Arc::new(sealer),
            files: Arc::new(files),
            // Those are waited for at the stop.
            carried: unowned.clone(),
        });
        anyhow::ensure!(
            services.nodes.name_is_free().await.context("look for other servers of this node's name")?,
            "another server of this database has the node id of {home}: the folder was copied. Remove \
             {home}/node-id from the copy and start it again, or stop the other server",
            home = settings.home.display()
        );
        services.environments.ensure_local().await.context("make the local environment")?;
        let http = HttpSettings {
            mode: settings.mode,
            port,
            allowed_hosts: settings.allowed_hosts.clone(),
            public_origin: settings.public_origin(),
            sign_up_is_open: settings.sign_up_is_open(),
            listeners: wireclip_http::Patience::default(),
        };
        let pages = Pages::new(wireclip_pages::files());
        let app = App::new(services.clone(), http, phase, Some(unowned)).with_pages(pages);
        let engine = wireclip_engine::Config {
            inherited_environment: inherited,
            private_endpoints: settings.private_endpoints.clone(),
            executable: own_executable()?,
            shutdown_limit: settings.shutdown_limit,
            arrivals: ArrivalLimits { bytes: settings.workspace_limit, ..ArrivalLimits::default() },
            ..wireclip_engine::Config::default()
        };
        Ok(Self { router: wireclip_http::router(app), services, engine, adapters })
    }

    /// Starts the engine.
    pub(crate) fn start_engine(&self) -> EngineHandle {
        Engine::start(self.engine.clone(), self.services.clone(), Arc::<Adapters>::clone(&self.adapters))
    }
}

/// Warns of secrets that the key which is about to be made does not open.
async fn warn_of_missing_key(settings: &Settings, store: &Store) -> anyhow::Result<()> {
    let path = home::secrets_key_in(&settings.home);
    if settings.secrets_key.is_some() || path.exists() {
        return Ok(());
    }
    if company_secrets::is_any_stored(&store.read()).await.context("look for stored secrets")? {
        tracing::warn!(
            "there are stored secrets, and their key is not in {}: a new one is made, which opens none of them. \
             Stop the server and bring the old one back, or set each secret again",
            path.display()
        );
    }
    Ok(())
}

/// Returns what seals stored secrets: with the key of the settings, or that of the home folder,
/// which the first start makes.
fn sealer(settings: &Settings, home: &Home) -> anyhow::Result<KeySealer> {
    if let Some(key) = &settings.secrets_key {
        return Ok(KeySealer::from_text(key)?);
    }
    let key = home.secrets_key(&KeySealer::fresh_key()?)?;
    KeySealer::from_text(&key).context("read the key for secrets in the home folder")
}

/// Returns what seals stored secrets, if there is a key already.
pub(crate) fn known_sealer(settings: &Settings) -> anyhow::Result<Option<KeySealer>> {
    let path = home::secrets_key_in(&settings.home);
    let key = match &settings.secrets_key {
        Some(key) => key.clone(),
        None if path.exists() => {
            let text = std::fs::read_to_string(&path);
            SecretString::from(text.with_context(|| format!("read {}", path.display()))?)
        }
        None => return Ok(None),
    };
    Ok(Some(KeySealer::from_text(&key)?))
}

/// Returns what of this process's environment agents may see, and what is added for them.
#[expect(clippy::disallowed_methods, reason = "what agents inherit is not a setting")]
fn inherited_environment(settings: &Settings, port: u16) -> BTreeMap<String, String> {
    let inherited = std::env::vars_os().filter_map(|(name, value)| {
        let (name, value) = (name.into_string().ok()?, value.into_string().ok()?);
        wireclip_adapters::inheritable(&name).then_some((name, value))
    });
    let added = [
        ("PAPERCLIP_LISTEN_HOST", settings.host.clone()),
        ("PAPERCLIP_LISTEN_PORT", port.to_string()),
        ("PAPERCLIP_RUNTIME_API_URL", api_url(settings, port)),
    ];
    inherited.chain(added.map(|(name, value)| (name.to_owned(), value))).collect()
}

/// Opens the database that the settings name, and brings its schema up to date.
///
/// # Errors
/// With what to do about it.
async fn open_store(settings: &Settings) -> anyhow::Result<Store> {
    let (url, advice) = database_of(settings);
    let context = || format!("open the database {url} ({advice})");
    if let DatabaseUrl::SqliteFile(file) = &url {
        let own = open_own(settings, file, &url).await?;
        home::make_private(file).with_context(|| format!("make {} (is the disk full?)", file.display()))?;
        if let Some((store, schema)) = own {
            return store.bring_up_to_date(&schema).await.with_context(context);
        }
    }
    Store::open(&url).await.with_context(context)
}

/// Opens what is in the place of the embedded database, if there is something. Refuses a file that
/// is somebody else's, or empty although the home folder was used: with it, everything would seem
/// never to have been.
async fn open_own(
    settings: &Settings,
    file: &Path,
    url: &DatabaseUrl,
) -> anyhow::Result<Option<(Store, Schema)>> {
    let Ok(metadata) = tokio::fs::metadata(file).await else { return Ok(None) };
    let was_used = home::was_used(&settings.home);
    let name = file.display();
    let is_empty = || {
        anyhow::anyhow!(
            "{name} is empty, although this home folder was used: bring back a backup with `wireclip restore`, or \
             remove the file to begin anew"
        )
    };
    if metadata.len() == 0 {
        return if was_used { Err(is_empty()) } else { Ok(None) };
    }
    let (store, schema) = open_as_is(settings, url).await?;
    if schema != Schema::Absent {
        return Ok(Some((store, schema)));
    }
    let holds_tables = store.holds_tables().await.with_context(|| format!("read {name}"))?;
    store.close().await.with_context(|| format!("close {name}"))?;
    anyhow::ensure!(
        !holds_tables,
        "{name} is a database, but not Wireclip's: move it away, or choose another folder with --home DIR"
    );
    if was_used { Err(is_empty()) } else { Ok(None) }
}

/// Opens the database that the settings name, and changes nothing in it.
///
/// # Errors
/// With what to do about it.
pub(crate) async fn open_store_as_is(settings: &Settings) -> anyhow::Result<(Store, Schema)> {
    open_as_is(settings, &database_of(settings).0).await
}

async fn open_as_is(settings: &Settings, url: &DatabaseUrl) -> anyhow::Result<(Store, Schema)> {
    match Store::open_as_is(url).await {
        Err(error @ StoreError::Damaged(_)) => Err(error).with_context(|| {
            format!("open the database {url} (bring back a backup with `wireclip restore --replace`)")
        }),
        opened => opened.with_context(|| format!("open the database {url} ({})", database_of(settings).1)),
    }
}

/// Returns where the database is, and what to look at if it does not open.
fn database_of(settings: &Settings) -> (DatabaseUrl, String) {
    match &settings.database_url {
        Some(address) => (
            DatabaseUrl::Postgres(address.clone()),
            "is the PostgreSQL server of --database-url running, and does it have that user and database?"
                .to_owned(),
        ),
        None => {
            let file = home::database_in(&settings.home);
            let advice =
                format!("is {} a database of Wireclip, and is there room on its disk?", file.display());
            (DatabaseUrl::SqliteFile(file), advice)
        }
    }
}

/// Returns the secret that signs runs' tokens, the same for every server of the database; the first
/// start makes it.
async fn token_secret(store: &Store, now: Timestamp) -> anyhow::Result<SecretString> {
    let fresh = random::token::<32>();
    let change = store.begin_write().await.context("read the secret that signs runs' tokens")?;
    let kept = instance_secrets::keep_first(&change.conn(), TOKEN_SECRET, &fresh, now).await;
    let kept = kept.context("read the secret that signs runs' tokens")?;
    change.commit().await.context("keep the secret that signs runs' tokens")?;
    Ok(kept)
}

/// Returns the address by which agents reach the server.
fn api_url(settings: &Settings, port: u16) -> String {
    settings.public_url.clone().unwrap_or_else(|| {
        let host = match settings.host.as_str() {
            "0.0.0.0" | "::" => "127.0.0.1",
            host => host,
        };
        if host.contains(':') { format!("http://[{host}]:{port}") } else { format!("http://{host}:{port}") }
    })
}

/// Returns this program, for the modes in which it runs beside the server.
///
/// # Errors
/// If the operating system does not know, or the file is gone.
pub(crate) fn own_executable() -> anyhow::Result<std::path::PathBuf> {
    let path = std::env::current_exe().context("find this program's own file")?;
    anyhow::ensure!(Path::new(&path).exists(), "this program's own file {} is gone", path.display());
    Ok(path)
}
