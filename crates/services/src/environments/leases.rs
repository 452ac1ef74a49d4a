//! What companies hold of environments, to look at.

use wireclip_domain::LeaseId;
use wireclip_domain::lease::LeaseStatus;
use wireclip_domain::redaction::shown;
use wireclip_store::PageLimit;
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_store::environments::Environment;

use super::{Environments, require_board};
use crate::error::{ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

impl Environments {
    /// Lists an environment's leases within the caller's reach, the last used first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leases(
        &self,
        environment: &Scoped<Environment>,
        status: Option<LeaseStatus>,
    ) -> ServiceResult<Vec<EnvironmentLease>> {
        let (conn, scope) = (self.core.store.read(), environment.request().scope());
        let limit = PageLimit::MAX;
        let leases = environment_leases::of_environment(&conn, &scope, environment.id, status, limit).await?;
        Ok(leases.into_iter().map(safe).collect())
    }

    /// Finds a lease within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none; `Forbidden` for agents.
    pub async fn load_lease(
        &self,
        request: &Request,
        id: LeaseId,
    ) -> ServiceResult<Scoped<EnvironmentLease>> {
        require_board(request)?;
        let lease = environment_leases::get(&self.core.store.read(), &request.scope(), id).await?;
        lease.map(|lease| request.found(safe(lease))).ok_or_else(no_lease)
    }
}

/// There is no such lease, as far as the caller can see.
pub(crate) fn no_lease() -> ServiceError {
    ServiceError::not_found("Environment lease not found")
}

/// A provider's facts hold no secret; should a provider err, its names give it away.
pub(crate) fn safe(mut lease: EnvironmentLease) -> EnvironmentLease {
    lease.metadata = lease.metadata.as_ref().map(shown);
    lease
}
