//! Companies.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::{CompanyId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::text;

/// A company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    /// Its id.
    pub id: CompanyId,
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: Option<String>,
    /// Whether it works.
    pub status: CompanyStatus,
    /// What its issues' identifiers begin with.
    pub issue_prefix: String,
    /// The number of its newest issue.
    pub issue_counter: i64,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A wish for a company.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateCompanyRequest {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: Option<String>,
}

impl FromFields for CreateCompanyRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", text().min(1));
        let description = fields.nullable("description", text());
        Some(Self { name: name?, description: description?.set() })
    }
}
