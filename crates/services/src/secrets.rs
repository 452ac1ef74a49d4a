//! Secrets of companies: values that are sealed where they are stored, and read only by what they
//! are bound to.
//!
//! **Invariant:** people are answered no value. `keeping` hands one out to an action that works
//! with it, by its binding; a run gets those that are bound to its agent, and each time is recorded.

mod for_runs;
pub(crate) mod keeping;
pub(crate) mod of_agents;
mod uses;
mod writing;

use std::sync::Arc;

use wireclip_domain::SecretId;
use wireclip_store::PageLimit;
use wireclip_store::companies::Company;
use wireclip_store::company_secrets::{self, Secret};

use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

pub use for_runs::{ReadValue, ReadableSecret};
pub use keeping::OWN_PROVIDER;
pub use uses::{SecretUse, UseTarget};
pub use writing::{SecretPatch, SecretToMake};

const NOT_FOUND: &str = "Secret not found";

/// Actions on secrets.
#[derive(Debug, Clone)]
pub struct Secrets {
    core: Arc<Core>,
}

/// A secret with what is counted of it.
#[derive(Debug, Clone)]
pub struct SecretView {
    /// The secret, without its value.
    pub secret: Secret,
    /// To how many places of settings it is bound.
    pub reference_count: i64,
}

impl Secrets {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a secret within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load(&self, request: &Request, id: SecretId) -> ServiceResult<Scoped<Secret>> {
        let secret = company_secrets::get(&self.core.store.read(), &request.scope(), id).await?;
        secret.map(|secret| request.found(secret)).ok_or_else(|| ServiceError::not_found(NOT_FOUND))
    }

    /// Lists a company's secrets, by name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(&self, company: &Scoped<Company>) -> ServiceResult<Vec<SecretView>> {
        let conn = self.core.store.read();
        let secrets = company_secrets::list(&conn, company.id, PageLimit::MAX).await?;
        let counts = company_secrets::binding_counts(&conn, company.id).await?;
        let view = |secret: Secret| SecretView {
            reference_count: counts.get(&secret.id).copied().unwrap_or(0),
            secret,
        };
        Ok(secrets.into_iter().map(view).collect())
    }
}
