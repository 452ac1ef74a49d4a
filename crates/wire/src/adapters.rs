//! Adapters.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::agent::{AdapterType, TestStatus};
use wireclip_domain::{OpaqueJson, RowId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, id, record, text};

/// An adapter type.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Adapter {
    /// The type.
    #[serde(rename = "type")]
    pub adapter_type: AdapterType,
    /// Its name for people.
    pub label: String,
    /// Where it comes from; always `builtin`.
    pub source: &'static str,
    /// How many models can be chosen from.
    pub models_count: usize,
    /// Whether this server can run such agents.
    pub loaded: bool,
    /// Whether the board switched it off.
    pub disabled: bool,
    /// What it can do.
    pub capabilities: OpaqueJson,
    /// Always false: nothing takes the place of what is built in.
    pub override_paused: bool,
}

/// The form of an adapter's settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdapterForm {
    /// Its fields.
    pub fields: OpaqueJson,
}

/// A request to switch an adapter type on or off.
#[derive(Debug, ToSchema)]
pub struct UpdateAdapterRequest {
    /// Whether it is off.
    pub disabled: Option<bool>,
}

impl FromFields for UpdateAdapterRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let disabled = fields.optional("disabled", boolean());
        Some(Self { disabled: disabled? })
    }
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateAdapterResponse {
    /// The type.
    #[serde(rename = "type")]
    pub adapter_type: AdapterType,
    /// Whether it is off now.
    pub disabled: bool,
    /// Whether that is a change.
    pub changed: bool,
}

/// A request to install an adapter.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct InstallAdapterRequest {
    /// The package that has it.
    pub package_name: Option<String>,
}

impl FromFields for InstallAdapterRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let package_name = fields.optional("packageName", text());
        Some(Self { package_name: package_name? })
    }
}

/// Which models are asked for.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListModelsQuery {
    /// Those in this environment.
    pub environment_id: Option<RowId>,
}

impl FromFields for ListModelsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let environment_id = fields.optional("environmentId", id());
        // Models are not looked up again: the list is the program's.
        let _refresh: Option<Option<String>> = fields.optional("refresh", text());
        Some(Self { environment_id: environment_id? })
    }
}

/// A model.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdapterModel {
    /// Its id in the settings.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
}

/// A request to try settings.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct TestEnvironmentRequest {
    /// The settings.
    pub adapter_config: Option<OpaqueJson>,
    /// Where they are tried.
    pub environment_id: Option<RowId>,
}

impl FromFields for TestEnvironmentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let adapter_config = fields.optional("adapterConfig", record());
        let environment_id = fields.nullable("environmentId", id());
        Some(Self { adapter_config: adapter_config?, environment_id: environment_id?.set() })
    }
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestEnvironmentResponse {
    /// The type whose settings they are.
    pub adapter_type: AdapterType,
    /// What the findings amount to.
    pub status: TestStatus,
    /// The findings.
    pub checks: OpaqueJson,
    /// When it was tried.
    pub tested_at: Timestamp,
}
