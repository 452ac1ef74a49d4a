//! The settings of an environment on Daytona.

mod fields;
mod reader;

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::Url;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use wireclip_domain::OpaqueJson;
use wireclip_egress::EgressPolicy;
use wireclip_ports::sandbox::{ConfigVerdict, ConfiguredSpec, ProviderError, ResolvedSpec};

use crate::handle_cache::AccountPrint;

pub(super) use fields::description;
use reader::Reader;

/// Where the hosted service is.
pub(super) const HOSTED: &str = "https://app.daytona.io/api";

/// The name of the secret setting.
const API_KEY: &str = "apiKey";

/// What the server's own settings add, for the program of a run.
const PRIVATE_ORIGINS: &str = "privateOrigins";

/// What a server's own settings say where an environment's say nothing (`DAYTONA_API_KEY` and the
/// like).
#[derive(Debug, Clone, Default)]
pub struct DaytonaDefaults {
    /// The API key.
    pub api_key: Option<SecretString>,
    /// The address of the control plane.
    pub api_url: Option<String>,
    /// The region in which sandboxes are made.
    pub target: Option<String>,
    /// The organisation; only with keys that stand for a person.
    pub organisation: Option<String>,
    /// Origins on networks of which no others are called, such as `http://169.254.7.7:3000`.
    pub private_origins: Vec<String>,
}

/// Settings in their normal form, without secrets.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Settings {
    pub(super) api_url: Option<String>,
    pub(super) target: Option<String>,
    pub(super) snapshot: Option<String>,
    pub(super) image: Option<String>,
    pub(super) language: Option<String>,
    pub(super) cpu: Option<f64>,
    pub(super) memory: Option<f64>,
    pub(super) disk: Option<f64>,
    pub(super) gpu: Option<f64>,
    pub(super) timeout_ms: i64,
    pub(super) liveness_timeout_ms: i64,
    pub(super) auto_stop_interval: i64,
    pub(super) auto_archive_interval: i64,
    pub(super) auto_delete_interval: i64,
    pub(super) reuse_lease: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) archive_on_release: Option<bool>,
}

impl Settings {
    /// Reads settings; everything that is wrong is in the second part.
    fn read(settings: &OpaqueJson) -> (Self, Vec<String>) {
        let mut read = Reader::new(settings);
        let settings = Self {
            api_url: read.url("apiUrl"),
            target: read.text("target"),
            snapshot: read.text_not_blank("snapshot"),
            image: read.text_not_blank("image"),
            language: read.choice("language", fields::LANGUAGES),
            cpu: read.positive("cpu"),
            memory: read.positive("memory"),
            disk: read.positive("disk"),
            gpu: read.positive("gpu"),
            timeout_ms: read.integer("timeoutMs", fields::TIMEOUT_MS),
            liveness_timeout_ms: read.integer("livenessTimeoutMs", fields::LIVENESS_TIMEOUT_MS),
            auto_stop_interval: read.integer("autoStopInterval", fields::AUTO_STOP),
            auto_archive_interval: read.integer("autoArchiveInterval", fields::AUTO_ARCHIVE),
            auto_delete_interval: read.integer("autoDeleteInterval", fields::AUTO_DELETE),
            reuse_lease: read.is_true("reuseLease"),
            archive_on_release: read.is_true("archiveOnRelease").then_some(true),
        };
        let mut errors = read.errors();
        if settings.snapshot.is_some() && settings.image.is_some() {
            errors
                .push("snapshot and image exclude each other: a sandbox starts from one of them".to_owned());
        }
        (settings, errors)
    }

    fn has_resources(&self) -> bool {
        [self.cpu, self.memory, self.disk, self.gpu].iter().any(Option::is_some)
    }

    /// How long a call or command may take unless it says otherwise.
    pub(super) fn timeout(&self) -> Duration {
        millis(self.timeout_ms)
    }

    /// How long it may take to see that a sandbox lives, and to bring it up.
    pub(super) fn liveness_limit(&self) -> Option<Duration> {
        (self.liveness_timeout_ms > 0).then(|| millis(self.liveness_timeout_ms))
    }
}

fn millis(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or(0))
}

/// Checks settings without asking anybody.
pub(super) fn validate(config: &ConfiguredSpec, defaults: &DaytonaDefaults) -> ConfigVerdict {
    let (settings, mut errors) = Settings::read(&config.settings);
    let has_key = config.present_secrets.iter().any(|key| key == API_KEY) || defaults.api_key.is_some();
    if !has_key {
        errors.push("an API key is needed: set apiKey, or DAYTONA_API_KEY for the whole server".to_owned());
    }
    if settings.has_resources() && settings.image.is_none() {
        errors
            .push("cpu, memory, disk and gpu need an image; a snapshot brings its own resources".to_owned());
    }
    let address = settings.api_url.as_deref().and_then(|address| Url::parse(address).ok());
    let egress = EgressPolicy::allowing(&defaults.private_origins).of_operators();
    if let Some(Err(refused)) = address.map(|address| egress.check(&address)) {
        errors.push(refused.to_string());
    }
    let mut warnings = Vec::new();
    if settings.auto_stop_interval == 0 && settings.auto_delete_interval == -1 {
        warnings.push(
            "sandboxes are neither stopped nor removed by the provider: one that is lost costs money \
             until somebody sees it"
                .to_owned(),
        );
    }
    let normalized = errors.is_empty().then(|| OpaqueJson::of(&settings));
    ConfigVerdict { errors, warnings, normalized }
}

/// Settings with the account, ready to work with. Not printable: it holds the key.
#[derive(Clone)]
pub(super) struct DaytonaConfig {
    pub(super) settings: Settings,
    pub(super) account: Account,
    private_origins: Vec<String>,
}

/// Who the provider takes us for, and where it is.
#[derive(Clone)]
pub(super) struct Account {
    /// Without a slash at the end.
    pub(super) api_url: String,
    pub(super) api_key: SecretString,
    pub(super) organisation: Option<String>,
    /// Where requests may go.
    pub(super) egress: EgressPolicy,
}

impl Account {
    /// Returns what tells this account from others.
    pub(super) fn print(&self) -> AccountPrint {
        AccountPrint::of(&self.api_url, &self.api_key, self.organisation.as_deref())
    }
}

impl DaytonaConfig {
    /// Reads resolved settings, with the server's own where they say nothing.
    ///
    /// Resources beside a snapshot are dropped, so that a captured template can be laid over
    /// settings that have them.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] with everything that is wrong.
    pub(super) fn resolve(spec: &ResolvedSpec, defaults: &DaytonaDefaults) -> Result<Self, ProviderError> {
        let (mut settings, mut errors) = Settings::read(&spec.settings);
        if settings.snapshot.is_some() {
            (settings.cpu, settings.memory, settings.disk, settings.gpu) = (None, None, None, None);
        } else if settings.has_resources() && settings.image.is_none() {
            errors.push("cpu, memory, disk and gpu need an image".to_owned());
        }
        let own_key = spec.secrets.get(API_KEY).filter(|key| !key.expose_secret().trim().is_empty());
        let api_key = own_key.or(defaults.api_key.as_ref());
        if api_key.is_none() {
            errors.push("there is no API key, neither in the environment nor for the server".to_owned());
        }
        let (Some(api_key), true) = (api_key, errors.is_empty()) else {
            return Err(ProviderError::Refused { message: errors.join("; ") });
        };
        if settings.target.is_none() {
            settings.target.clone_from(&defaults.target);
        }
        let api_url = settings.api_url.as_deref().or(defaults.api_url.as_deref()).unwrap_or(HOSTED);
        let organisation =
            spec.settings.text("organizationId").map(str::to_owned).or_else(|| defaults.organisation.clone());
        let private_origins = private_origins(spec, defaults);
        let account = Account {
            api_url: api_url.trim_end_matches('/').to_owned(),
            api_key: SecretString::from(api_key.expose_secret().trim()),
            organisation,
            egress: EgressPolicy::allowing(&private_origins).of_operators(),
        };
        Ok(Self { settings, account, private_origins })
    }

    /// Writes the account into the settings, so that another process reaches the same one.
    pub(super) fn settle(&self, spec: &ResolvedSpec) -> ResolvedSpec {
        let mut settings = spec.settings.clone();
        settings.set("apiUrl", &self.account.api_url);
        if let Some(target) = &self.settings.target {
            settings.set("target", target);
        }
        if let Some(organisation) = &self.account.organisation {
            settings.set("organizationId", organisation);
        }
        settings.set(PRIVATE_ORIGINS, &self.private_origins);
        let mut secrets: BTreeMap<String, SecretString> = spec.secrets.clone();
        secrets.insert(API_KEY.to_owned(), self.account.api_key.clone());
        ResolvedSpec { settings, secrets }
    }
}

/// Returns what the server's own settings say, in whatever process that is asked.
fn private_origins(spec: &ResolvedSpec, defaults: &DaytonaDefaults) -> Vec<String> {
    match spec.settings.get(PRIVATE_ORIGINS) {
        Some(settled) => {
            settled.elements().filter_map(|origin| origin.as_text().map(str::to_owned)).collect()
        }
        None => defaults.private_origins.clone(),
    }
}

#[cfg(test)]
mod tests;
