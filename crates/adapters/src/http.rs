//! Agents behind an HTTP address: one request tells such an agent that it has work.
//!
//! What the answer says is not read: 2xx means that the agent took the call, and it reports its
//! work through the API with a key of its own. The run's token is not sent.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::Url;
use secrecy::SecretString;
use serde::Serialize;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::redaction::HIDDEN;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_ports::adapter::{
    Adapter, AdapterResult, Launch, PrepareError, RunOrder, SettingProblem, Verdict,
};
use wireclip_ports::adapter_catalog::{EnvironmentCheck, TestPlace};
use wireclip_ports::host::Ending;

use crate::http_call::{self, CALL_HTTP_MODE, CallOrder, CallReport};
use crate::process;
use crate::settings::SettingsReader;
use crate::{checks, secret_values, settings};
use wireclip_egress::EgressPolicy;

/// The caller holds nothing that it would have to put down.
const GRACE: Duration = Duration::from_secs(2);

/// Of the server's environment the caller needs to know where certificates are, if at an unusual
/// place.
const CALLER_VARIABLES: &[&str] = &["SSL_CERT_FILE", "SSL_CERT_DIR"];

/// Headers that say how the request is framed; they are the caller's own.
const FRAMING_HEADERS: &[&str] =
    &["connection", "content-length", "te", "trailer", "transfer-encoding", "upgrade"];

/// Runs agents behind an HTTP address.
#[derive(Debug, Clone)]
pub struct HttpAdapter {
    executable: PathBuf,
}

impl HttpAdapter {
    /// Makes the adapter; `executable` is the server's own program, whose mode
    /// [`CALL_HTTP_MODE`] makes the calls.
    #[must_use]
    pub fn new(executable: PathBuf) -> Self {
        Self { executable }
    }
}

/// The settings of such an agent. Cannot be printed: headers hold credentials.
pub(crate) struct HttpSettings {
    pub(crate) url: Url,
    pub(crate) method: String,
    pub(crate) headers: BTreeMap<String, String>,
    /// What every request's body holds beside the run; an object.
    pub(crate) payload_template: OpaqueJson,
    /// Without limit if absent.
    pub(crate) time_limit: Option<Duration>,
}

impl HttpSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    pub(crate) fn read(settings: &OpaqueJson) -> Result<Self, Vec<SettingProblem>> {
        let mut reader = SettingsReader::new(settings);
        let url = read_url(&mut reader);
        let method = read_method(&mut reader);
        let headers = read_headers(&mut reader);
        let payload_template = reader.object("payloadTemplate").unwrap_or_default();
        let time_limit = time_limit(&mut reader);
        // Without an address there is a problem, and what stands in its place is never read.
        let url = url.unwrap_or_else(|| Url::parse("http://invalid").expect("this is an address"));
        reader.finish(Self { url, method, headers, payload_template, time_limit })
    }

    /// Returns the address with the values hidden that its query must not show.
    fn shown_url(&self) -> String {
        let is_hidden = |name: &str, value: &str| secret_values::is_hidden(name, value);
        if !self.url.query_pairs().any(|(name, value)| is_hidden(&name, &value)) {
            return self.url.to_string();
        }
        let mut shown = self.url.clone();
        shown.query_pairs_mut().clear().extend_pairs(self.url.query_pairs().map(|(name, value)| {
            let value = if is_hidden(&name, &value) { HIDDEN.into() } else { value };
            (name, value)
        }));
        shown.to_string()
    }

    /// Returns what must not reach a log: secret headers and values of the query.
    fn secrets(&self) -> Vec<SecretString> {
        let of_headers =
            self.headers.iter().flat_map(|(name, value)| secret_values::masked_parts(name, value));
        let of_query =
            self.url.query_pairs().flat_map(|(name, value)| secret_values::masked_parts(&name, &value));
        of_headers.chain(of_query).map(SecretString::from).collect()
    }
}

fn read_url(reader: &mut SettingsReader<'_>) -> Option<Url> {
    let Some(address) = reader.line("url") else {
        reader.problem("url", "is missing: an agent of this kind needs an address to call");
        return None;
    };
    match Url::parse(&address) {
        Ok(url) => Some(url),
        Err(error) => {
            reader.problem("url", format!("is not a valid address: {error}"));
            None
        }
    }
}

/// Returns the method as it will be configured, valid or not.
pub(crate) fn method_of(settings: &OpaqueJson) -> String {
    settings
        .text("method")
        .map(str::trim)
        .filter(|method| !method.is_empty())
        .unwrap_or("POST")
        .to_uppercase()
}

fn read_method(reader: &mut SettingsReader<'_>) -> String {
    let method = reader.line("method").unwrap_or_else(|| "POST".to_owned()).to_uppercase();
    if !matches!(method.as_str(), "POST" | "PUT" | "PATCH" | "DELETE") {
        reader.problem(
            "method",
            format!("must be POST, PUT, PATCH or DELETE; {method} would not carry what the agent is told"),
        );
    }
    method
}

fn read_headers(reader: &mut SettingsReader<'_>) -> BTreeMap<String, String> {
    let headers = reader.text_map("headers");
    for (name, value) in &headers {
        let key = format!("headers.{name}");
        if FRAMING_HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
            reader.problem(key, "cannot be set: it says how the request is framed");
        } else if let Err(message) = http_call::header(name, value) {
            reader.problem(key, format!("cannot be sent: {message}"));
        }
    }
    headers
}

/// What the agent is told, beside the template.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<'a> {
    agent_id: String,
    run_id: String,
    context: &'a OpaqueJson,
}

/// Wire: clients write `timeoutMs`, the original's guide speaks of `timeoutSec`.
fn time_limit(reader: &mut SettingsReader<'_>) -> Option<Duration> {
    let seconds = reader.time("timeoutSec", Duration::from_secs(1));
    let limit = reader.time("timeoutMs", Duration::from_millis(1)).or(seconds);
    limit.filter(|limit| !limit.is_zero())
}

#[async_trait]
impl Adapter for HttpAdapter {
    fn adapter_type(&self) -> AdapterType {
        AdapterType::Http
    }

    fn problems(&self, settings: &OpaqueJson) -> Vec<SettingProblem> {
        HttpSettings::read(settings).err().unwrap_or_default()
    }

    fn grace(&self, _settings: &OpaqueJson) -> Duration {
        GRACE
    }

    fn time_limit(&self, settings: &OpaqueJson) -> Option<Duration> {
        time_limit(&mut SettingsReader::new(settings))
    }

    async fn try_settings(&self, settings: &OpaqueJson, place: &TestPlace) -> Vec<EnvironmentCheck> {
        checks::http(settings, place).await
    }

    fn prepare(&self, order: &RunOrder) -> Result<Launch, PrepareError> {
        let settings =
            HttpSettings::read(&order.settings).map_err(|problems| settings::refusal(&problems))?;
        EgressPolicy::allowing(&order.private_endpoints)
            .check(&settings.url)
            .map_err(|refused| PrepareError::Refused(refused.to_string()))?;
        let told = Told {
            agent_id: order.agent_id.to_string(),
            run_id: order.run_id.to_string(),
            context: &order.context,
        };
        let secrets = settings.secrets();
        let environment = CALLER_VARIABLES
            .iter()
            .filter_map(|name| {
                Some(((*name).to_owned(), order.inherited_environment.get(*name)?.clone().into()))
            })
            .collect();
        let call = CallOrder {
            url: settings.url.to_string(),
            method: settings.method,
            headers: settings.headers,
            body: Some(settings.payload_template.merged_with(&OpaqueJson::of(&told))),
            private_endpoints: order.private_endpoints.clone(),
        };
        Ok(Launch {
            program: self.executable.to_string_lossy().into_owned(),
            arguments: vec![CALL_HTTP_MODE.to_owned()],
            working_directory: order.scratch.clone(),
            environment,
            shown_environment: CALLER_VARIABLES.iter().map(|name| (*name).to_owned()).collect(),
            stdin: OpaqueJson::of(&call).to_string().into_bytes(),
            time_limit: settings.time_limit,
            grace: GRACE,
            secrets,
            notes: Vec::new(),
        })
    }

    fn conclude(&self, order: &RunOrder, ending: &Ending) -> AdapterResult {
        let report = ending.stdout_tail.lines().rev().find(|line| !line.trim().is_empty());
        let report: Option<CallReport> = report.and_then(|line| serde_json::from_str(line).ok());
        let http_status = match &report {
            Some(CallReport::Answered { status }) => Some(*status),
            _ => None,
        };
        let is_reported = report.is_some();
        let verdict = match report {
            Some(report) => verdict(report),
            None => without_report(ending),
        };
        let summary = HttpSettings::read(&order.settings)
            .ok()
            .filter(|_| verdict == Verdict::Succeeded)
            .map(|settings| format!("HTTP {} {}", settings.method, settings.shown_url()));
        let result = HttpResult { summary, http_status };
        AdapterResult {
            verdict,
            is_reported,
            result: OpaqueJson::of(&result),
            usage: None,
            used: Vec::new(),
            session: None,
        }
    }
}

/// What such an agent leaves.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct HttpResult {
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    http_status: Option<u16>,
}

/// Says what a call's report means. Only what the agent certainly did not take is worth another
/// try: the call itself has no key by which the agent could tell a repetition.
fn verdict(report: CallReport) -> Verdict {
    let failed =
        |message, is_transient| Verdict::Failed { message, code: RunErrorCode::AdapterFailed, is_transient };
    match report {
        CallReport::Answered { status: 200..=299 } => Verdict::Succeeded,
        CallReport::Answered { status: status @ 300..=399 } => {
            failed(format!("HTTP invoke failed with status {status}; redirects are not followed"), false)
        }
        CallReport::Answered { status } => {
            failed(format!("HTTP invoke failed with status {status}"), matches!(status, 429 | 503))
        }
        CallReport::Refused { message } => failed(message, false),
        CallReport::Unreachable { message } => {
            failed(format!("the agent's address could not be reached: {message}"), true)
        }
        CallReport::Broken { message } => {
            failed(format!("the agent's answer did not arrive: {message}"), false)
        }
    }
}

/// A caller that ended without a report has not succeeded, whatever its exit code says.
fn without_report(ending: &Ending) -> Verdict {
    match process::verdict(ending.exit.as_ref()) {
        Verdict::Succeeded => Verdict::Failed {
            message: "the call ended without a report".to_owned(),
            code: RunErrorCode::AdapterFailed,
            is_transient: false,
        },
        failed @ Verdict::Failed { .. } => failed,
    }
}

#[cfg(test)]
mod tests;
