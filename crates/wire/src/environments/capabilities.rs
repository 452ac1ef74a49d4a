//! What can be done where.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;

/// Whether something can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Support {
    /// It can.
    Supported,
    /// It cannot.
    Unsupported,
}

impl From<bool> for Support {
    fn from(can: bool) -> Self {
        if can { Self::Supported } else { Self::Unsupported }
    }
}

/// What can be done where.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnvironmentCapabilities {
    /// For each type of adapter.
    pub adapters: Vec<AdapterEnvironments>,
    /// Which kinds of environment there can be.
    pub drivers: AdapterDrivers,
    /// What each provider of sandboxes can do, by its key.
    pub sandbox_providers: BTreeMap<String, SandboxProvider>,
}

/// Where agents of a type work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdapterEnvironments {
    /// The type.
    pub adapter_type: AdapterType,
    /// In which kinds of environment.
    pub drivers: AdapterDrivers,
    /// In the sandboxes of which providers, by their keys.
    pub sandbox_providers: BTreeMap<String, Support>,
}

/// The kinds of environment.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdapterDrivers {
    /// This machine.
    pub local: Support,
    /// Other machines.
    pub ssh: Support,
    /// Sandboxes.
    pub sandbox: Support,
    /// What plugins describe.
    pub plugin: Support,
}

/// What a provider of sandboxes can do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxProvider {
    /// Whether environments of it can be saved.
    pub status: Support,
    /// Whether a saved environment can be tried.
    pub supports_saved_probe: bool,
    /// Whether settings can be tried.
    pub supports_unsaved_probe: bool,
    /// Whether runs can execute there.
    pub supports_run_execution: bool,
    /// Whether a place can be kept between runs.
    pub supports_reusable_leases: bool,
    /// Whether a person can set a sandbox up.
    pub supports_interactive_setup: bool,
    /// How the person gets in.
    pub interactive_setup_connection_types: Vec<&'static str>,
    /// Whether a sandbox can be captured as a template.
    pub supports_template_capture: bool,
    /// What a template is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub template_ref_kind: Option<&'static str>,
    /// How a template takes its place in the settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub template_config_binding: Option<TemplateConfigBinding>,
    /// Whether templates can be removed.
    pub supports_template_delete: bool,
    /// Whether an agent's program can log in through a terminal.
    pub supports_login_pty: bool,
    /// Its name for people.
    pub display_name: &'static str,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description: Option<&'static str>,
    /// Always `builtin`: no provider comes from a plugin.
    pub source: &'static str,
    /// The settings, as a JSON Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub config_schema: Option<OpaqueJson>,
}

/// How a template takes its place in the settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateConfigBinding {
    /// The setting that takes its reference.
    pub field: &'static str,
    /// The settings that are taken away when it does.
    pub unset_fields: Vec<&'static str>,
}
