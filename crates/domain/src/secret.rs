//! A secret of a company: a named value that is sealed where it is stored and read only by what
//! it is bound to.
//!
//! **Invariant:** a secret's value is in no answer, event or log. Settings name secrets by id.

use std::fmt;
use std::str::FromStr;

use crate::refusal::{Refusal, RefusalKind};
use crate::run_error_code::RunErrorCode;
use crate::words::UnknownWord;
use crate::{OpaqueJson, SecretId, words};

words! {
    /// Whether a secret may be read.
    pub enum SecretStatus("secret status") {
        Active = "active",
        Disabled = "disabled",
        Archived = "archived",
        Deleted = "deleted",
    }
}

words! {
    /// Whether a version of a secret may be read.
    pub enum SecretVersionStatus("secret version status") {
        Current = "current",
        Previous = "previous",
        Disabled = "disabled",
        Destroyed = "destroyed",
        Failed = "failed",
    }
}

words! {
    /// Where a secret's values may be kept.
    pub enum SecretProvider("secret provider") {
        /// Here, sealed with the server's key.
        LocalEncrypted = "local_encrypted",
        AwsSecretsManager = "aws_secrets_manager",
        GcpSecretManager = "gcp_secret_manager",
        Vault = "vault",
    }
}

words! {
    /// Who keeps a secret's values up to date.
    pub enum SecretManagedMode("secret managed mode") {
        /// Whoever gives them to this server.
        PaperclipManaged = "paperclip_managed",
        /// The provider; this server follows a reference.
        ExternalReference = "external_reference",
    }
}

words! {
    /// As what a secret was asked for.
    pub enum SecretConsumer("secret consumer") {
        /// As a variable of an agent's run.
        Agent = "agent",
        /// By an agent, in words of its own, during a run.
        AgentApi = "agent_api",
    }
}

words! {
    /// What came of asking for a secret.
    pub enum SecretAccessOutcome("secret access outcome") {
        Success = "success",
        Failure = "failure",
    }
}

words! {
    /// The kind of thing that a secret is bound to.
    pub enum SecretTarget("secret target") {
        Agent = "agent",
        Project = "project",
        Routine = "routine",
        Environment = "environment",
    }
}

/// Which value of a secret a reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VersionSelector {
    /// Whatever is current when it is read.
    Latest,
    /// This version.
    Number(i32),
}

impl fmt::Display for VersionSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Latest => f.write_str("latest"),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl FromStr for VersionSelector {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text.parse::<i32>() {
            _ if text == "latest" => Ok(Self::Latest),
            Ok(number) if number > 0 => Ok(Self::Number(number)),
            _ => Err(UnknownWord { list: "secret version", word: text.to_owned() }),
        }
    }
}

/// A reference to a secret, as settings hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretRef {
    /// The secret.
    pub secret_id: SecretId,
    /// Which value of it.
    pub version: VersionSelector,
}

impl SecretRef {
    /// Refers to a secret's current value.
    #[must_use]
    pub const fn latest(secret_id: SecretId) -> Self {
        Self { secret_id, version: VersionSelector::Latest }
    }

    /// Reads a reference; nothing if the JSON is something else.
    #[must_use]
    pub fn read(json: &OpaqueJson) -> Option<Self> {
        let secret_id = json.text("secretId")?.parse().ok()?;
        let version = match json.get("version").filter(|version| !version.is_null()) {
            None => VersionSelector::Latest,
            Some(version) => match version.as_text() {
                Some(text) => text.parse().ok()?,
                None => VersionSelector::Number(version.parse::<i32>().ok().filter(|number| *number > 0)?),
            },
        };
        (json.text("type") == Some("secret_ref")).then_some(Self { secret_id, version })
    }

    /// Writes the reference as settings hold it.
    #[must_use]
    pub fn written(self) -> OpaqueJson {
        let mut json = OpaqueJson::object();
        json.set("type", &"secret_ref");
        json.set("secretId", &self.secret_id);
        match self.version {
            VersionSelector::Latest => json.set("version", &"latest"),
            VersionSelector::Number(number) => json.set("version", &number),
        }
        json
    }
}

/// The setting that binds names of variables to their values.
const VARIABLES: &str = "env";

/// Returns the place of a variable in an agent's settings.
#[must_use]
pub fn path_of_variable(name: &str) -> String {
    format!("{VARIABLES}.{name}")
}

/// Returns the secrets that an agent's settings name for its variables, by the variables' names.
#[must_use]
pub fn named_by_variables(settings: &OpaqueJson) -> Vec<(String, SecretRef)> {
    let variables = settings.get(VARIABLES).unwrap_or_default();
    let named = |(name, value): (&str, OpaqueJson)| Some((name.to_owned(), SecretRef::read(&value)?));
    variables.members().filter_map(named).collect()
}

/// Returns an agent's settings with every reference to a secret spelled out, as clients read it.
#[must_use]
pub fn spelled_out(mut settings: OpaqueJson) -> OpaqueJson {
    let named = named_by_variables(&settings);
    if named.is_empty() {
        return settings;
    }
    let mut variables = settings.get(VARIABLES).unwrap_or_default();
    for (name, reference) in named {
        let mut spelled = reference.written();
        // Wire: classes of projection, of which there is one.
        spelled.set("projectionClass", &"unclassified");
        spelled.set("projectionAllowlistKey", &None::<String>);
        variables.set(&name, &spelled);
    }
    settings.set(VARIABLES, &variables);
    settings
}

/// Why a secret's value cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is gone, or was never there.
    #[error("does not exist")]
    NotThere,
    /// Nobody has bound it to where it is asked for.
    #[error("is not bound to it")]
    NotBound,
    /// Somebody switched it off.
    #[error("is not in use")]
    Inactive,
    /// It has no value of that number any more.
    #[error("has no such version")]
    NoSuchVersion,
    /// This server has another key.
    #[error("was sealed with another key: bring that key back to this server")]
    OtherKey,
}

impl Unreadable {
    /// Returns how the record of it is coded.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotThere => "secret_not_found",
            Self::NotBound => "secret_not_bound",
            Self::Inactive => "secret_inactive",
            Self::NoSuchVersion => "secret_version_unavailable",
            Self::OtherKey => "secret_key_mismatch",
        }
    }

    /// Returns how a run fails that needs it: what only new settings can mend is their fault.
    #[must_use]
    pub const fn of_run(self) -> RunErrorCode {
        match self {
            Self::NotThere | Self::NotBound | Self::NoSuchVersion => RunErrorCode::ConfigurationIncomplete,
            Self::Inactive | Self::OtherKey => RunErrorCode::SetupFailed,
        }
    }
}

/// A change of a secret that its status does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Cannot rotate a non-active secret")]
pub struct NotRotatable;

impl Refusal for NotRotatable {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }

    fn code(&self) -> Option<&'static str> {
        Some("secret_inactive")
    }
}

/// Decides whether a secret may get another value.
///
/// # Errors
/// If it is switched off: whoever did that does not expect it to change.
pub fn decide_rotation(status: SecretStatus) -> Result<(), NotRotatable> {
    if status == SecretStatus::Active { Ok(()) } else { Err(NotRotatable) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_in_variables_are_found_and_spelled_out_once() {
        let id = SecretId::random();
        let settings = OpaqueJson::of(&serde_json::json!({
            "command": "true",
            "env": {"A": "plain", "B": {"type": "secret_ref", "secretId": id}, "C": {"type": "plain", "value": "x"}},
        }));
        assert_eq!(named_by_variables(&settings), [("B".to_owned(), SecretRef::latest(id))]);
        let spelled = spelled_out(settings);
        let expected = serde_json::json!({
            "type": "secret_ref", "secretId": id, "version": "latest",
            "projectionClass": "unclassified", "projectionAllowlistKey": null,
        });
        let variables = spelled.get("env").unwrap_or_default();
        assert_eq!(variables.get("B"), Some(OpaqueJson::of(&expected)));
        assert_eq!(variables.text("A"), Some("plain"));
        assert_eq!(spelled_out(spelled.clone()), spelled);
    }

    #[test]
    fn a_reference_is_read_as_it_is_written() {
        let id = SecretId::random();
        for version in [VersionSelector::Latest, VersionSelector::Number(3)] {
            let reference = SecretRef { secret_id: id, version };
            assert_eq!(SecretRef::read(&reference.written()), Some(reference));
            assert_eq!(version.to_string().parse(), Ok(version));
        }
        let mut plain = OpaqueJson::object();
        plain.set("type", &"plain");
        plain.set("secretId", &id);
        assert_eq!(SecretRef::read(&plain), None);
        assert!("0".parse::<VersionSelector>().is_err());
    }
}
