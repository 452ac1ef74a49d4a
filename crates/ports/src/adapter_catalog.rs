//! The port of the adapter list: what clients may know of every adapter type, also of those that
//! cannot run yet, and the test of settings before an agent is hired with them.

use std::collections::BTreeMap;
use std::time::Duration;

use async_trait::async_trait;
use serde::Serialize;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::{AdapterType, CheckLevel, TestStatus};

use crate::adapter::SettingProblem;

/// Knows every adapter type.
#[async_trait]
pub trait AdapterCatalog: std::fmt::Debug + Send + Sync {
    /// Returns the facts of every type, in the order of the wire.
    fn all(&self) -> &[AdapterFacts];

    /// Returns the facts of one type.
    fn facts(&self, adapter_type: AdapterType) -> &AdapterFacts;

    /// Returns what is wrong with settings, as far as the settings themselves tell. Nothing for a
    /// type whose settings this server does not know.
    fn problems(&self, adapter_type: AdapterType, settings: &OpaqueJson) -> Vec<SettingProblem>;

    /// Returns how long a program with these settings may take to end after a soft signal
    /// ([`Adapter::grace`](crate::adapter::Adapter::grace)).
    fn grace(&self, adapter_type: AdapterType, settings: &OpaqueJson) -> Duration;

    /// Tries settings with the adapter of a type
    /// ([`Adapter::try_settings`](crate::adapter::Adapter::try_settings)); says so if it cannot run.
    async fn test_environment(
        &self,
        adapter_type: AdapterType,
        settings: &OpaqueJson,
        place: &TestPlace,
    ) -> Vec<EnvironmentCheck>;
}

/// Where settings are tried.
#[derive(Debug, Clone, Default)]
pub struct TestPlace {
    /// What of the server's own environment children may see.
    pub inherited_environment: BTreeMap<String, String>,
    /// Where the http adapter may call although the address is private: exact origins.
    pub private_endpoints: Vec<String>,
}

/// What clients may know of an adapter type.
#[derive(Debug, Clone)]
pub struct AdapterFacts {
    /// The type by which agents name it.
    pub adapter_type: AdapterType,
    /// Its name for people.
    pub label: &'static str,
    /// Whether this server can run such agents; if not, their runs fail and say so.
    pub can_run: bool,
    /// Whether clients are told that such agents work in environments on other machines.
    pub can_run_elsewhere: bool,
    /// What it can do.
    pub capabilities: AdapterCapabilities,
    /// The models that a person may choose from.
    pub models: &'static [AdapterModel],
    /// The form of its settings; absent if the type has none on the wire.
    pub form: Option<&'static [FormField]>,
    /// What a new agent's settings hold unless its maker says otherwise.
    pub default_settings: &'static [(&'static str, FormValue)],
}

impl AdapterFacts {
    /// Lays a new agent's settings over the defaults of its type.
    #[must_use]
    pub fn with_defaults(&self, settings: &OpaqueJson) -> OpaqueJson {
        let mut complete = settings.clone();
        for (key, value) in self.default_settings {
            if complete.get(key).is_none() {
                complete.set(key, value);
            }
        }
        complete
    }
}

/// What an adapter can do, as the wire spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AdapterCapabilities {
    /// Its agents have instruction files that the server keeps.
    pub supports_instructions_bundle: bool,
    /// Its agents can be given skills.
    pub supports_skills: bool,
    /// Its runs get a token of their own.
    pub supports_local_agent_jwt: bool,
    /// Skills must lie in a folder before its program starts.
    pub requires_materialized_runtime_skills: bool,
    /// Its program speaks the Agent Client Protocol.
    pub supports_acp: bool,
}

/// A model that an adapter's agents can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AdapterModel {
    /// Its id in the settings.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
}

/// One field of the form of an adapter's settings, as the wire spells it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FormField {
    /// The setting's key.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// How it is asked for: `select`, `text`, `number`, `toggle`.
    #[serde(rename = "type")]
    pub input: &'static str,
    /// What counts when nothing is chosen.
    pub default: FormValue,
    /// What it does, in a sentence.
    pub hint: &'static str,
    /// What can be chosen.
    pub options: &'static [FormOption],
}

/// One choice of a form's field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FormOption {
    /// The setting's value.
    pub value: &'static str,
    /// Its name for people.
    pub label: &'static str,
}

/// A value of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum FormValue {
    /// A text.
    Text(&'static str),
    /// Yes or no.
    Flag(bool),
}

/// Says what findings amount to: the worst of them decides.
#[must_use]
pub fn status_of(checks: &[EnvironmentCheck]) -> TestStatus {
    match checks.iter().map(|check| check.level).max() {
        Some(CheckLevel::Error) => TestStatus::Fail,
        Some(CheckLevel::Warn) => TestStatus::Warn,
        Some(CheckLevel::Info) | None => TestStatus::Pass,
    }
}

/// One finding of an environment test, as the wire spells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EnvironmentCheck {
    /// What was looked at and how it came out, such as `process_cwd_valid`.
    pub code: &'static str,
    /// How much it matters.
    pub level: CheckLevel,
    /// What was found, for people.
    pub message: String,
    /// The value that was looked at, if naming it helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl EnvironmentCheck {
    /// Makes a finding without detail and hint.
    #[must_use]
    pub fn new(code: &'static str, level: CheckLevel, message: impl Into<String>) -> Self {
        Self { code, level, message: message.into(), detail: None, hint: None }
    }

    /// Adds the value that was looked at.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_finding_decides() {
        let check = |level| EnvironmentCheck::new("x", level, "m");
        assert_eq!(status_of(&[]), TestStatus::Pass);
        assert_eq!(status_of(&[check(CheckLevel::Info), check(CheckLevel::Warn)]), TestStatus::Warn);
        assert_eq!(status_of(&[check(CheckLevel::Error), check(CheckLevel::Info)]), TestStatus::Fail);
    }
}
