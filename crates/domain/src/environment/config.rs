//! The settings of environments that are machines reached by SSH, and why settings are refused.

use std::fmt;

use serde::Serialize;

use crate::OpaqueJson;
use crate::redaction::HIDDEN;
use crate::refusal::{Refusal, RefusalKind};
use crate::secret::SecretRef;

/// The setting into which a private key is pasted.
pub const PRIVATE_KEY: &str = "privateKey";
/// The setting that refers to the secret which holds the key.
pub const PRIVATE_KEY_REF: &str = "privateKeySecretRef";

/// The settings of an SSH environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SshSettings {
    /// The machine's name or address.
    pub host: String,
    /// The port of its SSH server.
    pub port: u16,
    /// The user there.
    pub username: String,
    /// The folder there in which runs work.
    pub remote_workspace_path: String,
    /// The secret that holds the private key, if there is one.
    pub private_key: Option<SecretRef>,
    /// The keys by which the machine may prove itself, as lines of a `known_hosts` file.
    pub known_hosts: Option<String>,
    /// Whether a machine whose key is not known is refused.
    pub strict_host_key_checking: bool,
}

/// The settings of an SSH environment as they are sent: a key may have been pasted. Printing them
/// does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct SentSshSettings {
    /// The settings, with the key that is stored so far.
    pub settings: SshSettings,
    /// The key that was pasted. It is a secret, and goes to the secrets at once.
    pub pasted_key: Option<String>,
}

impl fmt::Debug for SentSshSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SentSshSettings").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// Why settings are refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ConfigRefused {
    /// Fields are missing, unknown or wrong.
    #[error("{}", issues.first().map_or("the settings are wrong", |issue| issue.message.as_str()))]
    Fields {
        /// What is wrong, field by field.
        issues: Vec<ConfigIssue>,
    },
    /// The provider does not take them.
    #[error("{}", errors.first().map_or("the provider does not take these settings", String::as_str))]
    Provider {
        /// Everything that is wrong.
        errors: Vec<String>,
        /// What is probably not meant.
        warnings: Vec<String>,
    },
    /// The one for trying things is not for keeping.
    #[error("Built-in fake sandbox environments are reserved for internal probes and cannot be saved.")]
    FakeIsNotKept,
    /// There is no such provider.
    #[error("Sandbox provider \"{key}\" is not installed or its plugin worker is not running.")]
    NoSuchProvider {
        /// The key that was named.
        key: String,
    },
    /// Places that plugins describe are not built.
    #[error("Environments of the driver \"plugin\" are not supported by this server")]
    NoPlugins,
    /// A secret that is named is none of the company's, or is not in use.
    #[error("'{path}' names a secret that the company does not have")]
    NoSuchSecret {
        /// The place in the settings.
        path: String,
    },
    /// Secrets belong to a company, and it is not clear to which.
    #[error("the secrets of an environment belong to a company: name it with companyId")]
    NoCompany,
}

/// One thing that is wrong with settings, in the shape that clients know from request bodies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConfigIssue {
    /// The kind of value that is expected, if the kind is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<&'static str>,
    /// The rule that is broken.
    pub code: &'static str,
    /// The names that nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// Where.
    pub path: Vec<&'static str>,
    /// What is wrong, for people.
    pub message: String,
}

impl Refusal for ConfigRefused {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }

    fn details(&self) -> Option<OpaqueJson> {
        let mut details = OpaqueJson::object();
        match self {
            Self::Fields { issues } => details.set("issues", issues),
            Self::Provider { errors, warnings } => {
                details.set("errors", errors);
                details.set("warnings", warnings);
            }
            _ => return None,
        }
        Some(details)
    }
}

impl SentSshSettings {
    /// Reads settings as they are sent, laid over the stored ones.
    ///
    /// # Errors
    /// With everything that is wrong.
    pub fn read(config: &OpaqueJson) -> Result<Self, ConfigRefused> {
        const KNOWN: &[&str] = &[
            "host",
            "port",
            "username",
            "remoteWorkspacePath",
            PRIVATE_KEY,
            PRIVATE_KEY_REF,
            "knownHosts",
            "strictHostKeyChecking",
        ];
        let mut read = Reader { config, issues: Vec::new() };
        let host = read.required("host", "SSH environments require a host.");
        let username = read.required("username", "SSH environments require a username.");
        let path = read.required("remoteWorkspacePath", "SSH environments require a remote workspace path.");
        read.word("host", &host, "@/");
        read.word("username", &username, "@:/");
        if !path.is_empty() && !path.starts_with('/') {
            read.custom("remoteWorkspacePath", "SSH remote workspace path must be absolute.");
        }
        let port = read.port();
        let pasted_key = read.optional(PRIVATE_KEY).filter(|key| !key.trim().is_empty() && key != HIDDEN);
        let known_hosts = read.optional("knownHosts").filter(|lines| !lines.trim().is_empty());
        let private_key = read.reference(PRIVATE_KEY_REF);
        let strict_host_key_checking = read.flag("strictHostKeyChecking", true);
        read.unknown(KNOWN);
        if !read.issues.is_empty() {
            return Err(ConfigRefused::Fields { issues: read.issues });
        }
        let settings = SshSettings {
            host,
            port,
            username,
            remote_workspace_path: path,
            private_key,
            known_hosts,
            strict_host_key_checking,
        };
        Ok(Self { settings, pasted_key })
    }
}

impl SshSettings {
    /// Writes the settings as they are stored and shown: the key by reference.
    #[must_use]
    pub fn written(&self) -> OpaqueJson {
        let mut config = OpaqueJson::object();
        config.set("host", &self.host);
        config.set("port", &self.port);
        config.set("username", &self.username);
        config.set("remoteWorkspacePath", &self.remote_workspace_path);
        config.set(PRIVATE_KEY, &None::<String>);
        config.set(PRIVATE_KEY_REF, &self.private_key.map(SecretRef::written));
        config.set("knownHosts", &self.known_hosts);
        config.set("strictHostKeyChecking", &self.strict_host_key_checking);
        config
    }
}

struct Reader<'a> {
    config: &'a OpaqueJson,
    issues: Vec<ConfigIssue>,
}

impl Reader<'_> {
    fn value(&self, key: &str) -> Option<OpaqueJson> {
        self.config.get(key).filter(|value| !value.is_null())
    }

    fn wrong_type(&mut self, key: &'static str, expected: &'static str, message: impl Into<String>) {
        let issue = ConfigIssue {
            expected: Some(expected),
            code: "invalid_type",
            keys: None,
            path: vec![key],
            message: message.into(),
        };
        self.issues.push(issue);
    }

    fn custom(&mut self, key: &'static str, message: impl Into<String>) {
        let (path, message) = (vec![key], message.into());
        self.issues.push(ConfigIssue { expected: None, code: "custom", keys: None, path, message });
    }

    fn required(&mut self, key: &'static str, missing: &'static str) -> String {
        let text = self.config.text(key).map(str::trim).unwrap_or_default().to_owned();
        if text.is_empty() {
            self.wrong_type(key, "string", missing);
        }
        text
    }

    fn optional(&mut self, key: &'static str) -> Option<String> {
        let value = self.value(key)?;
        let text = value.as_text().map(str::to_owned);
        if text.is_none() {
            self.wrong_type(key, "string", format!("{key} is a text or null"));
        }
        text
    }

    fn flag(&mut self, key: &'static str, default: bool) -> bool {
        let Some(value) = self.value(key) else { return default };
        value.parse().unwrap_or_else(|_| {
            self.wrong_type(key, "boolean", format!("{key} is true or false"));
            default
        })
    }

    fn port(&mut self) -> u16 {
        const SSH: u16 = 22;
        let Some(value) = self.value("port") else { return SSH };
        match value.parse::<u16>() {
            Ok(port) if port > 0 => port,
            _ => {
                self.wrong_type("port", "number", "port is a whole number from 1 to 65535");
                SSH
            }
        }
    }

    fn reference(&mut self, key: &'static str) -> Option<SecretRef> {
        let value = self.value(key)?;
        let reference = SecretRef::read(&value);
        if reference.is_none() {
            self.wrong_type(key, "object", format!("{key} is a reference to a secret"));
        }
        reference
    }

    /// Refuses what an SSH program could take for an option or for more than one word.
    fn word(&mut self, key: &'static str, text: &str, forbidden: &str) {
        let is_odd = |sign: char| sign.is_whitespace() || sign.is_control() || forbidden.contains(sign);
        if text.starts_with('-') || text.contains(is_odd) {
            self.custom(key, format!("{key} has a sign that it cannot have"));
        }
    }

    fn unknown(&mut self, known: &[&str]) {
        let keys: Vec<String> =
            self.config.keys().filter(|key| !known.contains(key)).map(str::to_owned).collect();
        if keys.is_empty() {
            return;
        }
        let message = format!("Unrecognized keys: {}", keys.join(", "));
        let code = "unrecognized_keys";
        self.issues.push(ConfigIssue { expected: None, code, keys: Some(keys), path: Vec::new(), message });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SecretId;

    fn box_of(more: &[(&str, OpaqueJson)]) -> OpaqueJson {
        let mut config = OpaqueJson::object();
        config.set("host", &"box.example");
        config.set("username", &"runner");
        config.set("remoteWorkspacePath", &"/srv/work");
        for (key, value) in more {
            config.set(key, value);
        }
        config
    }

    fn issues(config: &OpaqueJson) -> Vec<String> {
        match SentSshSettings::read(config) {
            Err(ConfigRefused::Fields { issues }) => {
                issues.iter().map(|issue| format!("{} {}", issue.code, issue.path.join("."))).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_not_said_has_its_default() {
        let read = SentSshSettings::read(&box_of(&[])).unwrap();
        assert_eq!((read.settings.port, read.settings.strict_host_key_checking), (22, true));
        assert_eq!((read.settings.private_key, read.pasted_key), (None, None));
    }

    #[test]
    fn settings_are_read_as_they_are_written() {
        let key = SecretRef::latest(SecretId::random());
        let config = box_of(&[(PRIVATE_KEY_REF, key.written()), ("port", OpaqueJson::of(&2222))]);
        let read = SentSshSettings::read(&config).unwrap().settings;
        assert_eq!(read.private_key, Some(key));
        assert_eq!(SentSshSettings::read(&read.written()).unwrap().settings, read);
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        assert_eq!(
            issues(&OpaqueJson::object()),
            ["invalid_type host", "invalid_type username", "invalid_type remoteWorkspacePath"]
        );
        let wrong = box_of(&[
            ("remoteWorkspacePath", OpaqueJson::of(&"work")),
            ("port", OpaqueJson::of(&0)),
            ("colour", OpaqueJson::of(&"red")),
        ]);
        assert_eq!(issues(&wrong), ["custom remoteWorkspacePath", "invalid_type port", "unrecognized_keys "]);
    }

    #[test]
    fn a_host_or_user_is_never_an_option_of_the_program() {
        for (key, value) in
            [("host", "-oProxyCommand=x"), ("host", "a b"), ("username", "-l"), ("username", "a@b")]
        {
            assert_eq!(issues(&box_of(&[(key, OpaqueJson::of(&value))])), [format!("custom {key}")]);
        }
    }

    #[test]
    fn a_key_that_was_shown_hidden_is_none_that_was_pasted() {
        let hidden = box_of(&[(PRIVATE_KEY, OpaqueJson::of(&HIDDEN))]);
        assert_eq!(SentSshSettings::read(&hidden).unwrap().pasted_key, None);
        let pasted = box_of(&[(PRIVATE_KEY, OpaqueJson::of(&"-----BEGIN KEY-----"))]);
        assert!(SentSshSettings::read(&pasted).unwrap().pasted_key.is_some());
    }
}
