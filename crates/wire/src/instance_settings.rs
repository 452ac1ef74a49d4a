//! What the whole instance is set to, as far as it is built.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::patch::Field;
use wireclip_domain::{EnvironmentId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::id;

/// What the whole instance is set to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceSettings {
    /// The environment of whatever chooses none; null for this machine.
    pub default_environment_id: Option<EnvironmentId>,
    /// When something was first set.
    pub created_at: Option<Timestamp>,
    /// When something was last set.
    pub updated_at: Option<Timestamp>,
}

/// A request to set something.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateInstanceSettingsRequest {
    /// The environment of whatever chooses none.
    #[schema(value_type = Option<EnvironmentId>)]
    pub default_environment_id: Field<EnvironmentId>,
}

impl FromFields for UpdateInstanceSettingsRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let default_environment_id = fields.nullable("defaultEnvironmentId", id());
        fields.refuse_unknown();
        Some(Self { default_environment_id: default_environment_id? })
    }
}
