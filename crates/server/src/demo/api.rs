//! The demo's own client of the public API.

use std::time::Duration;

use anyhow::{Context, bail};
use reqwest::{Client, Method, RequestBuilder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wireclip_ports::clock::Clock;

/// The API, as one caller uses it.
#[derive(Debug, Clone)]
pub(super) struct Api {
    base: String,
    token: Option<String>,
    run_id: Option<String>,
    client: Client,
}

/// A company or an agent.
#[derive(Debug, Deserialize)]
pub(super) struct Named {
    pub(super) id: String,
    pub(super) name: String,
}

/// What the demo needs to know of an issue.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Issue {
    pub(super) id: String,
    pub(super) identifier: String,
    pub(super) title: String,
    pub(super) status: String,
}

/// What the demo needs to know of a comment.
#[derive(Debug, Deserialize)]
pub(super) struct Comment {
    pub(super) body: String,
}

impl Api {
    /// Calls as the person at this machine.
    pub(super) fn of_person(address: &str) -> anyhow::Result<Self> {
        Self::new(address, None, None)
    }

    /// Calls as an agent, from within its run.
    pub(super) fn of_agent(address: &str, token: String, run_id: String) -> anyhow::Result<Self> {
        Self::new(address, Some(token), Some(run_id))
    }

    fn new(address: &str, token: Option<String>, run_id: Option<String>) -> anyhow::Result<Self> {
        // The client wants to know how it would encrypt, although nothing here is encrypted; a
        // second call in one process finds the first one's answer.
        drop(rustls::crypto::ring::default_provider().install_default());
        let client = Client::builder().no_proxy().build().context("build an HTTP client")?;
        Ok(Self { base: format!("{}/api", address.trim_end_matches('/')), token, run_id, client })
    }

    pub(super) async fn wait_until_ready(&self, clock: &dyn Clock, patience: Duration) -> anyhow::Result<()> {
        #[derive(Deserialize)]
        struct Health {
            phase: String,
        }
        let start = clock.now();
        while clock.now().since(start) < patience {
            if let Ok(health) = self.get::<Health>("/health").await
                && health.phase == "ready"
            {
                return Ok(());
            }
            clock.sleep(Duration::from_millis(20)).await;
        }
        bail!("the server was not ready within {} s", patience.as_secs())
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> anyhow::Result<T> {
        self.send(Method::GET, path, self.request(Method::GET, path)).await
    }

    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> anyhow::Result<T> {
        self.send(Method::POST, path, self.request(Method::POST, path).json(body)).await
    }

    pub(super) async fn patch<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> anyhow::Result<T> {
        self.send(Method::PATCH, path, self.request(Method::PATCH, path).json(body)).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(run_id) = &self.run_id {
            request = request.header("X-Paperclip-Run-Id", run_id);
        }
        request
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        request: RequestBuilder,
    ) -> anyhow::Result<T> {
        let response = request.send().await.with_context(|| format!("{method} {path}"))?;
        let status = response.status();
        if !status.is_success() {
            let body = response.text().await.unwrap_or_default();
            bail!("{method} {path} answered {status}: {body}");
        }
        response.json().await.with_context(|| format!("read the answer to {method} {path}"))
    }
}
