//! Environments and leases of them, by path.

use wireclip_domain::CompanyId;
use wireclip_services::records::Environment;
use wireclip_services::records::EnvironmentLease;
use wireclip_services::{Request, Scoped, ServiceResult};

use super::{Load, PathParams};
use crate::app::App;

impl Load for Environment {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        app.services.environments.load(request, path.id("environmentId", "Environment not found")?).await
    }

    fn company(&self) -> Option<CompanyId> {
        None
    }
}

impl Load for EnvironmentLease {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let id = path.id("leaseId", "Environment lease not found")?;
        app.services.environments.load_lease(request, id).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}
