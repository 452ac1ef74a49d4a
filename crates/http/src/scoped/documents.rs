//! Documents of issues, by path.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Serialize;
use wireclip_domain::document::DocumentKey;
use wireclip_domain::{CompanyId, OpaqueJson};
use wireclip_services::records::{Document, Issue};
use wireclip_services::{Refusal, RefusalKind, Request, Scoped, ServiceResult};

use super::{Load, PathParams, path_of};
use crate::app::App;
use crate::error::ApiError;

/// The name that a path gives to a document, which need not be there. Stands behind the issue: where that
/// is not there, the name does not matter.
#[derive(Debug)]
pub(crate) struct NamedDocument(pub(crate) DocumentKey);

impl FromRequestParts<App> for NamedDocument {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        Ok(Self(key_of(&path_of(parts, app).await?)?))
    }
}

impl Load for Document {
    async fn load(app: &App, request: &Request, path: &PathParams) -> ServiceResult<Scoped<Self>> {
        let issue = Issue::load(app, request, path).await?;
        app.services.documents.load(&issue, &key_of(path)?).await
    }

    fn company(&self) -> Option<CompanyId> {
        Some(self.company_id)
    }
}

/// Reads the name that stands in the path; the refusal is the recorded one.
fn key_of(path: &PathParams) -> ServiceResult<DocumentKey> {
    #[derive(Serialize)]
    struct Broken {
        origin: &'static str,
        code: &'static str,
        format: &'static str,
        pattern: &'static str,
        path: [String; 0],
        message: &'static str,
    }
    let broken = Broken {
        origin: "string",
        code: "invalid_format",
        format: "regex",
        pattern: "/^[a-z0-9][a-z0-9_-]*$/",
        path: [],
        message: "A document's key has small letters, digits, _ and -, at most 64",
    };
    path.text("documentKey").parse().map_err(|invalid: wireclip_domain::document::InvalidKey| {
        let refusal = Refusal::new(RefusalKind::Invalid, invalid.to_string());
        refusal.with_details(OpaqueJson::of(&[broken])).into()
    })
}
