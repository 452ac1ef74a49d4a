//! The hidden mode `call-http`: makes one HTTP request for an agent behind an address.
//!
//! The server starts its own executable in this mode under a run host, like any agent's program.
//! So such a run, too, outlives the server, has the host's time limit and can be stopped. The
//! order comes as JSON on standard input, where no process list shows it; the report is one line
//! of JSON on standard output, and the exit code is 0 only if the agent took the call.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, Response, Url, redirect};
use serde::{Deserialize, Serialize};
use wireclip_domain::OpaqueJson;

use wireclip_egress::{EgressPolicy, Resolve, RouteError, SystemResolver};

/// The argument by which the server's executable is started to make one HTTP request.
pub const CALL_HTTP_MODE: &str = "call-http";

/// How long a host may take to accept a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(30);

/// How much of an answer's body is taken off the wire before the connection is closed.
const DISCARDED_BYTES: usize = 64 * 1024;

/// How long that may take.
const DISCARD_LIMIT: Duration = Duration::from_secs(2);

/// What to call. Cannot be printed: headers hold credentials.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallOrder {
    pub(crate) url: String,
    pub(crate) method: String,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, String>,
    /// Sent as JSON; without a body if absent.
    #[serde(default)]
    pub(crate) body: Option<OpaqueJson>,
    /// Origins that may be called although they are private.
    #[serde(default)]
    pub(crate) private_endpoints: Vec<String>,
}

/// What came of a call.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub(crate) enum CallReport {
    /// The agent answered.
    Answered { status: u16 },
    /// The call is not allowed or not possible; nothing was sent.
    Refused { message: String },
    /// The agent's host was not reached; nothing was sent.
    Unreachable { message: String },
    /// The connection broke before an answer; the agent may have taken the call.
    Broken { message: String },
}

impl CallReport {
    pub(crate) fn is_success(&self) -> bool {
        matches!(self, Self::Answered { status: 200..=299 })
    }
}

/// Reads an order from standard input, makes the call and prints the report.
///
/// Needs no settings, no database and no other thread than its caller's. Ends on the first
/// signal, since it installs no handler.
#[must_use]
pub fn call_http_main() -> ExitCode {
    let mut input = Vec::new();
    let report = match std::io::stdin().lock().read_to_end(&mut input) {
        Ok(_) => call_as_ordered(&input),
        Err(error) => CallReport::Refused { message: format!("no order could be read: {error}") },
    };
    let mut line = OpaqueJson::of(&report).to_string();
    line.push('\n');
    let mut stdout = std::io::stdout().lock();
    let is_told = stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()).is_ok();
    if report.is_success() && is_told { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn call_as_ordered(input: &[u8]) -> CallReport {
    let order: CallOrder = match serde_json::from_slice(input) {
        Ok(order) => order,
        Err(error) => return CallReport::Refused { message: format!("the order cannot be read: {error}") },
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return CallReport::Refused { message: format!("no runtime could be made: {error}") },
    };
    let report = runtime.block_on(call(&order, &SystemResolver));
    // A resolver that hangs must not hold up the end.
    runtime.shutdown_background();
    report
}

/// Makes one request: checked, pinned to the checked addresses, without proxies and redirects.
pub(crate) async fn call(order: &CallOrder, resolver: &dyn Resolve) -> CallReport {
    let (url, method, headers) = match request_parts(order) {
        Ok(parts) => parts,
        Err(message) => return CallReport::Refused { message },
    };
    let policy = EgressPolicy::allowing(&order.private_endpoints);
    let addresses = match policy.route(&url, resolver).await {
        Ok(addresses) => addresses,
        Err(RouteError::Refused(refused)) => return CallReport::Refused { message: refused.to_string() },
        Err(error) => return CallReport::Unreachable { message: chain(&error) },
    };
    let client = match client(&url, addresses) {
        Ok(client) => client,
        Err(error) => return CallReport::Refused { message: chain(&error) },
    };
    let mut request = client.request(method, url).headers(headers);
    if let Some(body) = &order.body {
        request = request.body(body.to_string());
    }
    match request.send().await {
        Ok(response) => {
            let status = response.status().as_u16();
            discard(response).await;
            CallReport::Answered { status }
        }
        Err(error) if error.is_connect() => CallReport::Unreachable { message: chain(&error.without_url()) },
        Err(error) => CallReport::Broken { message: chain(&error.without_url()) },
    }
}

fn request_parts(order: &CallOrder) -> Result<(Url, Method, HeaderMap), String> {
    let url = Url::parse(&order.url).map_err(|error| format!("the address cannot be read: {error}"))?;
    let method = Method::from_bytes(order.method.as_bytes())
        .map_err(|_| format!("{} is not a valid HTTP method", order.method))?;
    let mut headers = HeaderMap::new();
    if order.body.is_some() {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    for (name, value) in &order.headers {
        let (name, value) = header(name, value)?;
        headers.insert(name, value);
    }
    Ok((url, method, headers))
}

/// Reads a header as it stands in settings; its value will not be shown.
pub(crate) fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let header_name: HeaderName =
        name.parse().map_err(|_| format!("\"{name}\" is not a valid name of an HTTP header"))?;
    let mut header_value: HeaderValue = value
        .trim()
        .parse()
        .map_err(|_| format!("the value of the header {name} has characters that HTTP cannot carry"))?;
    header_value.set_sensitive(true);
    Ok((header_name, header_value))
}

fn client(url: &Url, addresses: Vec<SocketAddr>) -> reqwest::Result<Client> {
    let is_installed = rustls::crypto::CryptoProvider::get_default().is_some();
    if !is_installed && rustls::crypto::ring::default_provider().install_default().is_err() {
        tracing::debug!("another thread installed the TLS provider first");
    }
    let mut builder = Client::builder()
        .no_proxy()
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT_LIMIT)
        .dns_resolver(Arc::new(Pinned(addresses)))
        .user_agent(concat!("wireclip/", env!("CARGO_PKG_VERSION")));
    if url.scheme() == "http" {
        // A machine without certificates can still speak plain HTTP.
        builder = builder.tls_certs_only([]);
    }
    builder.build()
}

/// Resolves whatever name to the addresses that were checked.
#[derive(Debug)]
struct Pinned(Vec<SocketAddr>);

impl reqwest::dns::Resolve for Pinned {
    fn resolve(&self, _name: reqwest::dns::Name) -> reqwest::dns::Resolving {
        let addresses: reqwest::dns::Addrs = Box::new(self.0.clone().into_iter());
        Box::pin(std::future::ready(Ok(addresses)))
    }
}

/// Takes a bounded part of an answer's body off the wire, so that the agent is not cut off in the
/// middle of a short answer. What it says does not matter, nor whether it arrives.
async fn discard(mut response: Response) {
    let read = async {
        let mut taken = 0;
        while let Ok(Some(chunk)) = response.chunk().await {
            taken += chunk.len();
            if taken >= DISCARDED_BYTES {
                break;
            }
        }
    };
    if tokio::time::timeout(DISCARD_LIMIT, read).await.is_err() {
        tracing::debug!("the rest of a slow answer was not waited for");
    }
}

/// Writes an error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        message = format!("{message}: {source}");
        cause = source.source();
    }
    message
}

/// Asks whether anybody answers at an address, and returns the status.
///
/// # Errors
/// With the reason, also if there was no answer within the limit.
pub(crate) async fn probe(order: &CallOrder, resolver: &dyn Resolve, limit: Duration) -> Result<u16, String> {
    match tokio::time::timeout(limit, call(order, resolver)).await {
        Ok(CallReport::Answered { status }) => Ok(status),
        Ok(
            CallReport::Refused { message }
            | CallReport::Unreachable { message }
            | CallReport::Broken { message },
        ) => Err(message),
        Err(_) => Err(format!("no answer within {} s", limit.as_secs())),
    }
}

#[cfg(test)]
mod tests;
