//! A thin client of the service: one function per call, typed errors, a deadline everywhere.
//!
//! Unknown fields and states of answers are let through. Only calls that can be repeated without
//! harm are repeated, once, and only when the service says when to ask again.

mod control;
mod names;
mod sessions;
mod socket;
mod terminals;
mod toolbox;
mod transfer;
mod views;

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Body, Client, Method, RequestBuilder, Response, Url, redirect};
use secrecy::ExposeSecret as _;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wireclip_ports::sandbox::ProviderError;

use super::config::Account;
use super::deadline::Deadline;
use super::errors::{Answer, CallError, Plane, masked, transport_error};

use names::CheckedNames;

pub(super) use control::{BuildInfo, CreateBody, ListQuery};
pub(super) use socket::{SocketEnd, SocketMessage, ToolboxSocket};
pub(super) use terminals::TerminalOrder;
pub(super) use toolbox::{ExecuteAnswer, ExecuteRequest};
pub(super) use transfer::{BulkPart, Upload, UploadSource};
pub(super) use views::{SandboxPhase, SandboxView, SshAccess};

/// How long a connection may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(20);

/// The most that is read of an answer which is held in memory.
const ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// The most that is read of an answer which is an error.
const ERROR_BYTES: usize = 64 * 1024;

/// How long to wait before the one repetition when the service does not say.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Calls the service for one account, through connections of its own.
pub(super) struct DaytonaClient {
    http: Client,
    base: Url,
    account: Account,
}

/// Whether a call may be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Repeat {
    /// It changes nothing, or the same again.
    Safe,
    /// Twice is not the same as once.
    Never,
}

/// What to call.
struct Call {
    action: &'static str,
    method: Method,
    url: Url,
    plane: Plane,
    repeat: Repeat,
}

impl DaytonaClient {
    /// Makes a client of an account. Connects to nothing.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] if the address cannot be read or the key cannot be sent.
    pub(super) fn new(account: Account) -> Result<Self, ProviderError> {
        let refused = |message: &str| ProviderError::Refused { message: message.to_owned() };
        let base = Url::parse(&account.api_url).map_err(|_| refused("the API address cannot be read"))?;
        account.egress.check(&base).map_err(|error| refused(&error.to_string()))?;
        let mut headers = HeaderMap::new();
        let bearer = format!("Bearer {}", account.api_key.expose_secret());
        let mut bearer = HeaderValue::from_str(&bearer)
            .map_err(|_| refused("the API key has characters that cannot be sent"))?;
        bearer.set_sensitive(true);
        headers.insert(AUTHORIZATION, bearer);
        headers.insert("x-daytona-source", HeaderValue::from_static("wireclip"));
        // Otherwise the logs of sessions are one text of both streams.
        headers.insert("x-daytona-split-output", HeaderValue::from_static("true"));
        if let Some(organisation) = &account.organisation {
            let name = HeaderName::from_static("x-daytona-organization-id");
            let value = HeaderValue::from_str(organisation)
                .map_err(|_| refused("the organisation has characters that cannot be sent"))?;
            headers.insert(name, value);
        }
        install_tls();
        let mut builder = Client::builder()
            .default_headers(headers)
            .redirect(redirect::Policy::none())
            .dns_resolver(Arc::new(CheckedNames { policy: account.egress.clone() }))
            .connect_timeout(CONNECT_LIMIT)
            .user_agent(concat!("wireclip/", env!("CARGO_PKG_VERSION")));
        if base.scheme() == "http" {
            // A machine without certificates can still speak plain HTTP.
            builder = builder.tls_certs_only([]);
        }
        let http = builder.build().map_err(|error| ProviderError::Refused {
            message: format!("no connection can be made: {error}"),
        })?;
        Ok(Self { http, base, account })
    }

    fn call(
        &self,
        plane: Plane,
        action: &'static str,
        method: Method,
        repeat: Repeat,
        path: &[&str],
    ) -> Result<Call, CallError> {
        Ok(Call { action, method, url: url_below(&self.base, path)?, plane, repeat })
    }

    /// Sends a call without a body, or with one of JSON.
    async fn send(
        &self,
        call: &Call,
        json: Option<&(impl Serialize + Sync)>,
        deadline: Deadline,
    ) -> Result<Response, CallError> {
        let body = match json {
            Some(json) => Some(serde_json::to_vec(json).map_err(|error| ProviderError::Malformed {
                action: call.action,
                message: error.to_string(),
            })?),
            None => None,
        };
        let mut may_repeat = call.repeat == Repeat::Safe;
        loop {
            let mut request = self.http.request(call.method.clone(), call.url.clone());
            if let Some(body) = &body {
                request = request.header(CONTENT_TYPE, "application/json").body(body.clone());
            }
            match self.send_once(call, request, deadline).await {
                Err(CallError { error: ProviderError::RateLimited { retry_after }, .. }) if may_repeat => {
                    may_repeat = false;
                    if !deadline.pause(retry_after.unwrap_or(RETRY_PAUSE)).await {
                        return Err(ProviderError::RateLimited { retry_after }.into());
                    }
                }
                answer => return answer,
            }
        }
    }

    /// Sends a call whose body is made as it goes. Never repeated.
    async fn send_stream(
        &self,
        call: &Call,
        content_type: &str,
        body: Body,
        deadline: Deadline,
    ) -> Result<Response, CallError> {
        let request = self.http.request(call.method.clone(), call.url.clone());
        self.send_once(call, request.header(CONTENT_TYPE, content_type).body(body), deadline).await
    }

    async fn send_once(
        &self,
        call: &Call,
        request: RequestBuilder,
        deadline: Deadline,
    ) -> Result<Response, CallError> {
        // The toolbox's address is what the service says; names are checked where they are resolved.
        self.account
            .egress
            .check(&call.url)
            .map_err(|refused| ProviderError::Refused { message: refused.to_string() })?;
        let sent = async {
            let response =
                request.header(ACCEPT, "*/*").send().await.map_err(|error| {
                    transport_error(call.action, call.plane, &error, &self.account.api_key)
                })?;
            let status = response.status();
            if status.is_success() || status == reqwest::StatusCode::SWITCHING_PROTOCOLS {
                return Ok(response);
            }
            let headers = response.headers().clone();
            let body = read(response, ERROR_BYTES).await.unwrap_or_default();
            let answer = Answer {
                action: call.action,
                plane: call.plane,
                status,
                headers: &headers,
                body: &String::from_utf8_lossy(&body),
                key: &self.account.api_key,
            };
            Err(answer.error())
        };
        match tokio::time::timeout(deadline.left(), sent).await {
            Ok(answer) => answer,
            Err(_) => Err(ProviderError::Timeout { action: call.action }.into()),
        }
    }

    /// Sends a call and reads its answer as JSON.
    async fn ask<T: DeserializeOwned>(
        &self,
        call: &Call,
        json: Option<&(impl Serialize + Sync)>,
        deadline: Deadline,
    ) -> Result<T, CallError> {
        let response = self.send(call, json, deadline).await?;
        let bytes = self.read_whole(call, response, deadline).await?;
        serde_json::from_slice(&bytes).map_err(|error| {
            let message = masked(&error.to_string(), &self.account.api_key);
            ProviderError::Malformed { action: call.action, message }.into()
        })
    }

    /// Sends a call whose answer says nothing more.
    async fn tell(
        &self,
        call: &Call,
        json: Option<&(impl Serialize + Sync)>,
        deadline: Deadline,
    ) -> Result<(), CallError> {
        let response = self.send(call, json, deadline).await?;
        // Read to its end, so that the connection can be used again.
        self.read_whole(call, response, deadline).await.map(drop)
    }

    async fn read_whole(
        &self,
        call: &Call,
        response: Response,
        deadline: Deadline,
    ) -> Result<Vec<u8>, CallError> {
        match tokio::time::timeout(deadline.left(), read(response, ANSWER_BYTES)).await {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(ReadError::TooLong)) => {
                let message = format!("it is longer than {ANSWER_BYTES} bytes");
                Err(ProviderError::Malformed { action: call.action, message }.into())
            }
            Ok(Err(ReadError::Broken(error))) => {
                Err(transport_error(call.action, call.plane, &error, &self.account.api_key))
            }
            Err(_) => Err(ProviderError::Timeout { action: call.action }.into()),
        }
    }
}

/// Why an answer could not be read.
enum ReadError {
    TooLong,
    Broken(reqwest::Error),
}

async fn read(mut response: Response, limit: usize) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(ReadError::Broken)? {
        if bytes.len() + chunk.len() > limit {
            return Err(ReadError::TooLong);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Returns the address of something below a base; every part is one segment of the path.
fn url_below(base: &Url, path: &[&str]) -> Result<Url, CallError> {
    if path.iter().any(|segment| matches!(*segment, "" | "." | "..")) {
        return Err(ProviderError::Refused { message: "an id is empty or a dot".to_owned() }.into());
    }
    let mut url = base.clone();
    url.path_segments_mut()
        .map_err(|()| ProviderError::Refused { message: "the address has no path".to_owned() })?
        .pop_if_empty()
        .extend(path);
    Ok(url)
}

/// Nothing, as a body of JSON.
const NO_BODY: Option<&()> = None;

fn install_tls() {
    let is_installed = rustls::crypto::CryptoProvider::get_default().is_some();
    if !is_installed && rustls::crypto::ring::default_provider().install_default().is_err() {
        tracing::debug!("another thread installed the TLS provider first");
    }
}
