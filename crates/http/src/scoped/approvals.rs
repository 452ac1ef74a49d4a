//! Approvals, by path.

use wireclip_domain::CompanyId;
use wireclip_services::records::Approval;
use wireclip_services::{Request, Scoped, ServiceResult};

use super::{Load, PathParams};
use crate::app::App;

impl Load for Approval {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        app.services.approvals.load(request, path.id("approvalId", "Approval not found")?).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}
