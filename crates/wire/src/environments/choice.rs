//! Choices of an environment in the settings of issues and projects.

use serde_json::Value;
use utoipa::ToSchema;
use wireclip_domain::environment::CHOICE;
use wireclip_domain::patch::Field;
use wireclip_domain::{EnvironmentId, OpaqueJson};

use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{Kind, any, id, record};

/// Returns the kind of objects that are carried for somebody else, but for the environment that
/// they may choose.
pub(crate) fn choosing() -> Choosing {
    Choosing
}

/// Objects that are carried for somebody else, but for the environment that they may choose.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choosing;

impl Kind for Choosing {
    type Out = OpaqueJson;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<OpaqueJson> {
        let carried = record().read(value, place)?;
        let choice = value.and_then(|value| value.get(CHOICE)).filter(|choice| !choice.is_null());
        if choice.is_some() {
            id::<EnvironmentId>().read(choice, &mut place.member(CHOICE))?;
        }
        Some(carried)
    }
}

/// What an issue says of the workspace in which it is worked on. Workspaces of its own are not
/// built: all but the environment is read and left out.
#[derive(Debug, Clone, Default, PartialEq, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct WorkspaceSettings {
    /// Where its runs execute.
    #[schema(value_type = Option<EnvironmentId>)]
    pub environment_id: Field<EnvironmentId>,
    /// How its workspace would be made.
    #[schema(value_type = Option<OpaqueJson>)]
    pub workspace_strategy: Option<OpaqueJson>,
}

impl FromFields for WorkspaceSettings {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let environment_id = fields.nullable(CHOICE, id());
        let strategy = fields.nullable("workspaceStrategy", any());
        // Wire: read and then left out, as long as workspaces of their own are not built.
        fields.disregard("workspaceStrategy");
        Some(Self { environment_id: environment_id?, workspace_strategy: strategy?.set() })
    }
}

/// Returns what settings choose: without them no longer anything.
#[must_use]
pub fn chosen_by(settings: Field<WorkspaceSettings>) -> Field<EnvironmentId> {
    match settings {
        Field::Keep => Field::Keep,
        Field::Clear => Field::Clear,
        Field::Set(settings) => settings.environment_id,
    }
}
