//! Goals, projects and their workspaces, by path.

use wireclip_domain::CompanyId;
use wireclip_services::records::{Goal, Project, ProjectWorkspace};
use wireclip_services::{Request, Scoped, ServiceResult};

use super::{Load, PathParams};
use crate::app::App;

impl Load for Goal {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        app.services.goals.load(request, path.id("goalId", "Goal not found")?).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}

impl Load for Project {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        app.services.projects.load(request, path.text("projectId"), path.company_of_query()?).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}

impl Load for ProjectWorkspace {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let project = Project::load(app, request, path).await?;
        let id = path.id("workspaceId", "Project workspace not found")?;
        app.services.projects.load_workspace(&project, id).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}
