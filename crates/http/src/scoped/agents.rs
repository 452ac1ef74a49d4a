//! Agents, and what belongs to one, by path.

use wireclip_domain::CompanyId;
use wireclip_services::records::{Agent, AgentRevision};
use wireclip_services::{Request, Scoped, ServiceResult};

use super::{Load, PathParams};
use crate::app::App;

impl Load for Agent {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        app.services.agents.load(request, path.text("agentId"), path.company_of_query()?).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}

impl Load for AgentRevision {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let agent = Agent::load(app, request, path).await?;
        app.services.agents.load_revision(&agent, path.id("revisionId", "Revision not found")?).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}
