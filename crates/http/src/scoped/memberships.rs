//! What a person can join, leave and star, by path.

use wireclip_domain::CompanyId;
use wireclip_services::memberships::Resource;
use wireclip_services::records::Company;
use wireclip_services::{Request, Scoped, ServiceResult};

use super::{Load, PathParams};
use crate::app::App;

impl Load for Resource {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let company = Company::load(app, request, path).await?;
        let memberships = &app.services.memberships;
        if path.text("agentId").is_empty() {
            memberships.load_project(&company, path.id("projectId", "Project not found")?).await
        } else {
            memberships.load_agent(&company, path.id("agentId", "Agent not found")?).await
        }
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company.id)
    }
}
