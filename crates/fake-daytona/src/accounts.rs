//! Organisations, and the API keys that speak for them.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::{HeaderMap, header};

use crate::answers::{Answer, Refusal};
use crate::clock::Moment;

/// What a key may do beyond reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the service's own words, each of which says it all")]
pub enum Permission {
    WriteSandboxes,
    DeleteSandboxes,
    WriteSnapshots,
    DeleteSnapshots,
}

impl Permission {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::WriteSandboxes, Self::DeleteSandboxes, Self::WriteSnapshots, Self::DeleteSnapshots];

    /// Returns the word of the wire.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::WriteSandboxes => "write:sandboxes",
            Self::DeleteSandboxes => "delete:sandboxes",
            Self::WriteSnapshots => "write:snapshots",
            Self::DeleteSnapshots => "delete:snapshots",
        }
    }
}

/// The caller that a key stands for.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) organisation: String,
    pub(crate) permissions: BTreeSet<Permission>,
    pub(crate) created_at: Moment,
}

impl Account {
    pub(crate) fn require(&self, permission: Permission) -> Answer<()> {
        if self.permissions.contains(&permission) {
            return Ok(());
        }
        Err(Refusal::forbidden(format!("the API key lacks the permission {}", permission.word())))
    }
}

#[derive(Debug, Default)]
pub(crate) struct Accounts {
    keys: BTreeMap<String, Account>,
    suspended: BTreeSet<String>,
}

impl Accounts {
    pub(crate) fn add(&mut self, key: &str, account: Account) {
        self.keys.insert(key.to_owned(), account);
    }

    pub(crate) fn revoke(&mut self, key: &str) {
        self.keys.remove(key);
    }

    pub(crate) fn suspend(&mut self, organisation: &str) {
        self.suspended.insert(organisation.to_owned());
    }

    pub(crate) fn is_suspended(&self, organisation: &str) -> bool {
        self.suspended.contains(organisation)
    }

    pub(crate) fn find(&self, key: &str) -> Option<&Account> {
        self.keys.get(key)
    }
}

/// Returns the key that a request carries.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}
