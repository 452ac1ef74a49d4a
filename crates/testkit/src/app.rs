//! The whole API in a test's process, without a socket.

use std::ops::Deref;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::Value;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;
use wireclip_adapters::Adapters;
use wireclip_domain::NodeId;
use wireclip_http::{App, DeploymentMode, HttpSettings, Pages, Patience, Phase};
use wireclip_ports::adapter_catalog::TestPlace;
use wireclip_ports::clock::SystemClock;
use wireclip_ports::sandbox::SandboxProviderSet;
use wireclip_services::{Core, EventBus, Nudge, RunTokens, ServerFacts, Services};

use crate::database::{TestStore, databases};
use crate::described::Description;
use crate::files::MemoryFiles;
use crate::logs::LogsOnly;

/// The API over a fresh database.
pub struct TestApp {
    /// What it runs on, for messages.
    pub database: &'static str,
    /// The actions behind it.
    pub services: Services,
    /// What every request finds.
    pub app: App,
    /// The logs of runs.
    pub logs: Arc<LogsOnly>,
    /// Where its files are.
    pub files: Arc<MemoryFiles>,
    api: Api,
    _store: TestStore,
}

/// The API in the test's process, over whatever services.
#[derive(Debug, Clone)]
pub struct Api {
    router: axum::Router,
    /// What its answers are held against; none where only what happens counts.
    description: Option<&'static Description>,
}

/// What the API answered.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The body, `null` if there was none; a text if it is no JSON.
    pub body: Value,
    /// The headers.
    pub headers: axum::http::HeaderMap,
}

impl TestApp {
    /// Starts the API on a fresh database of each kind, in local mode.
    pub async fn on_each_database() -> Vec<Self> {
        let mut apps = Vec::new();
        for store in databases().await {
            apps.push(Self::on(store).await);
        }
        apps
    }

    /// Starts the API on a fresh SQLite database, in local mode.
    pub async fn new() -> Self {
        Self::on(crate::database::sqlite().await).await
    }

    /// Starts the API on a fresh database of each kind, with these providers of sandboxes.
    pub async fn on_each_database_with(sandboxes: Arc<dyn SandboxProviderSet>) -> Vec<Self> {
        let mut apps = Vec::new();
        for store in databases().await {
            apps.push(Self::with(store, Arc::clone(&sandboxes)).await);
        }
        apps
    }

    async fn on(store: TestStore) -> Self {
        Self::with(store, Arc::new(crate::sandboxes::FakeSandboxes)).await
    }

    async fn with(store: TestStore, sandboxes: Arc<dyn SandboxProviderSet>) -> Self {
        let logs = Arc::new(LogsOnly::default());
        let files = Arc::new(MemoryFiles::default());
        let core = Core {
            store: store.store.clone(),
            clock: Arc::new(SystemClock),
            bus: EventBus::default(),
            nudge: Nudge::default(),
            hosts: Arc::<LogsOnly>::clone(&logs),
            run_tokens: RunTokens::new(&"a secret for tests, and for nothing else".into(), "test")
                .expect("the secret is long enough"),
            facts: ServerFacts {
                node_id: NodeId::random(),
                place: None,
                api_url: "http://127.0.0.1:3100".to_owned(),
                home: std::env::temp_dir(),
                version: "0.0.0-test",
            },
            adapters: Arc::new(Adapters::built_in("wireclip".into())),
            test_place: TestPlace::default(),
            places: Arc::new(wireclip_sandboxes::PlaceProbe),
            sandboxes,
            sealer: crate::sealing::sealer(),
            files: Arc::<MemoryFiles>::clone(&files),
            carried: TaskTracker::new(),
        };
        let services = Services::new(core);
        services.environments.ensure_local().await.expect("the local environment");
        let app = local(services.clone(), Some(TaskTracker::new()));
        let api = Api::described(&app);
        Self { database: store.name, services, app, logs, files, api, _store: store }
    }

    /// Goes on with the same data as a server that lets nobody in without a credential.
    #[must_use]
    pub fn authenticated(mut self) -> Self {
        let settings = HttpSettings { mode: DeploymentMode::Authenticated, ..(*self.app.settings).clone() };
        self.app.settings = Arc::new(settings);
        self.serving_anew()
    }

    /// Goes on with the same data as a server with the settings that were changed.
    #[must_use]
    pub fn serving_anew(mut self) -> Self {
        self.api = Api::described(&self.app);
        self
    }

    /// Goes on with the same data as a server that has pages.
    #[must_use]
    pub fn with_pages(mut self, pages: Pages) -> Self {
        self.app = self.app.with_pages(pages);
        self.api = Api::described(&self.app);
        self
    }

    /// Goes on with the same data as a server that waits this much for those who listen.
    #[must_use]
    pub fn waiting(mut self, listeners: Patience) -> Self {
        self.app.settings = Arc::new(HttpSettings { listeners, ..(*self.app.settings).clone() });
        self.api = Api::described(&self.app);
        self
    }

    /// Serves the API on a socket of the loopback until the test ends, and returns its address.
    ///
    /// # Panics
    /// If there is no free port.
    #[expect(clippy::disallowed_methods, reason = "a server of a test ends with the test's runtime")]
    pub async fn listen(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("its address").to_string();
        let router = self.api.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }
}

impl Deref for TestApp {
    type Target = Api;

    fn deref(&self) -> &Api {
        &self.api
    }
}

/// What requests find in local mode.
fn local(services: Services, unowned: Option<TaskTracker>) -> App {
    let settings = HttpSettings {
        mode: DeploymentMode::LocalTrusted,
        port: 3100,
        allowed_hosts: Vec::new(),
        public_origin: None,
        sign_up_is_open: true,
        listeners: Patience::default(),
    };
    App::new(services, settings, watch::channel(Phase::Ready).1, unowned)
}

impl Api {
    /// Answers requests by a server's actions, in local mode. A request ends when it is dropped,
    /// like all that its server does when that dies.
    #[must_use]
    pub fn over(services: Services) -> Self {
        Self { router: wireclip_http::router(local(services, None)), description: None }
    }

    fn described(app: &App) -> Self {
        let description = Some(Description::of(app));
        Self { router: wireclip_http::router(app.clone()), description }
    }

    /// Sends a request as the local person.
    pub async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Reply {
        self.send_with(method, path, body, &[]).await
    }

    /// Sends a request as whoever has the token.
    pub async fn send_as(&self, token: &str, method: &str, path: &str, body: Option<Value>) -> Reply {
        self.send_with(method, path, body, &[("authorization", &format!("Bearer {token}"))]).await
    }

    /// Sends a request with headers, in the place of the usual ones.
    pub async fn send_with(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Reply {
        let body = body.map_or_else(Vec::new, |body| body.to_string().into_bytes());
        self.send_bytes(method, path, body, headers).await
    }

    /// Sends a request with a body that may be anything, and headers in the place of the usual
    /// ones.
    ///
    /// # Panics
    /// If the request or the answer is no HTTP.
    pub async fn send_bytes(
        &self,
        method: &str,
        path: &str,
        body: Vec<u8>,
        headers: &[(&str, &str)],
    ) -> Reply {
        self.send_to(method, &format!("/api{path}"), body, headers).await
    }

    /// Goes to an address, which need not be below `/api`.
    pub async fn go_to(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.send_to(method, path, Vec::new(), headers).await
    }

    async fn send_to(&self, method: &str, path: &str, body: Vec<u8>, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in [("host", "127.0.0.1:3100"), ("content-type", "application/json")] {
            if !headers.iter().any(|(other, _)| *other == name) {
                request = request.header(name, value);
            }
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body)).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let (parts, body) = response.into_parts();
        let is_json = parts
            .headers
            .get("content-type")
            .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        let bytes = to_bytes(body, usize::MAX).await.expect("a body");
        let body = if bytes.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&bytes)
                .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into_owned()))
        };
        if let (true, Some(description), Some(path)) = (is_json, self.description, path.strip_prefix("/api"))
        {
            description.check(method, path, parts.status.as_u16(), &body);
        }
        Reply { status: parts.status, body, headers: parts.headers }
    }
}
