//! A secret of a company: a named value that is sealed where it is stored and read only by what
//! it is bound to.
//!
//! **Invariant:** a secret's value is in no answer, event or log. Settings name secrets by id.

use std::fmt;
use std::str::FromStr;

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

#[cfg(test)]
mod tests {
    use super::*;

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
