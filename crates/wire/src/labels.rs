//! Labels.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use wireclip_domain::{CompanyId, LabelId, Timestamp};

use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{Kind, text};

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

/// A request for a label.
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
        let color = fields.required("color", Color);
        Some(Self { name: name?, color: color? })
    }
}

/// Colours, as `#rrggbb`.
struct Color;

impl Kind for Color {
    type Out = String;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<String> {
        let color = text().read(value, place)?;
        let digits = color.strip_prefix('#').unwrap_or_default();
        if digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Some(color);
        }
        let pattern = Some("/^#(?:[0-9a-fA-F]{6})$/");
        let rule = BrokenRule::InvalidFormat { origin: Some("string"), format: "regex", pattern };
        place.violate(rule, "A color is a # and six hexadecimal digits")
    }
}
