//! Sessions in which people set sandboxes up, by path.

use wireclip_domain::CompanyId;
use wireclip_services::records::CustomImageSession;
use wireclip_services::{Request, Scoped, ServiceResult};

use super::{Load, PathParams};
use crate::app::App;

impl Load for CustomImageSession {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let id = path.id("sessionId", "Custom image setup session not found")?;
        app.services.custom_images.load_session(request, id).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}
