//! What a cached handle is found by.

use std::collections::BTreeMap;
use std::fmt;

use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use wireclip_ports::sandbox::{LeaseScope, ProviderLeaseId};

/// Finds a lease's slot. All of it counts: the same sandbox id under another company, environment
/// or account is another lease.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LeaseKey {
    /// The provider.
    pub driver: &'static str,
    /// Whose lease it is, and of which environment.
    pub scope: LeaseScope,
    /// The provider's id of the sandbox.
    pub lease: ProviderLeaseId,
    /// The account by which the provider is asked.
    pub account: AccountPrint,
}

/// Tells accounts apart without holding what opens them: the digest of everything that decides
/// who the provider takes us for. Where a sandbox is to be placed is no part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AccountPrint([u8; 32]);

impl AccountPrint {
    /// Digests an account: the address after all defaults, the credential and the organisation.
    #[must_use]
    pub fn of(address: &str, credential: &SecretString, organisation: Option<&str>) -> Self {
        let credential = credential.expose_secret();
        let mut parts = BTreeMap::from([("apiKey", credential), ("apiUrl", address)]);
        if let Some(organisation) = organisation {
            parts.insert("organizationId", organisation);
        }
        let canonical = serde_json::to_string(&parts).expect("a map of texts is JSON");
        Self(Sha256::digest(canonical).into())
    }
}

impl fmt::Debug for AccountPrint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0[..6]))
    }
}
