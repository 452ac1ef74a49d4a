//! Labels.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::{CompanyId, LabelId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::text;

/// A label.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// Its id.
    pub id: LabelId,
    /// The company that has it.
    pub company_id: CompanyId,
    /// Its name, unique within the company.
    pub name: String,
    /// Its colour, as `#rrggbb`.
    pub color: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A wish for a label.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateLabelRequest {
    /// Its name, 1 to 48 characters.
    pub name: String,
    /// Its colour, as `#rrggbb`.
    pub color: String,
}

impl FromFields for CreateLabelRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", text().trimmed().min(1).max(48));
        let color = fields.required("color", text().min(1).max(32));
        Some(Self { name: name?, color: color? })
    }
}
