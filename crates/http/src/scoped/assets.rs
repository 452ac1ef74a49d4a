//! Files, by path.

use wireclip_domain::CompanyId;
use wireclip_services::records::Asset;
use wireclip_services::{Request, Scoped, ServiceResult};

use super::{Load, PathParams};
use crate::app::App;

impl Load for Asset {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        match path.text("attachmentId") {
            "" => app.services.assets.load(request, path.id("assetId", "Asset not found")?).await,
            _ => {
                let id = path.id("attachmentId", "Attachment not found")?;
                app.services.assets.load_attachment(request, id).await
            }
        }
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}
