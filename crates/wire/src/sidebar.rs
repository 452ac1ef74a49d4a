//! The order in which a person sees companies, and the projects of each.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::{RowId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::{id, list};

/// How many ids an order may name.
const MAX_IDS: usize = 1000;

/// An order that a person chose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SidebarPreferences {
    /// What comes first; what is not named comes after.
    pub ordered_ids: Vec<RowId>,
    /// When it was chosen, if it was.
    pub updated_at: Option<Timestamp>,
}

/// An order to choose.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateSidebarPreferencesRequest {
    /// What comes first.
    pub ordered_ids: Vec<RowId>,
}

impl FromFields for UpdateSidebarPreferencesRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        Some(Self { ordered_ids: fields.required("orderedIds", list(id::<RowId>()).max(MAX_IDS))? })
    }
}
