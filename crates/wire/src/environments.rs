//! Environments, and wishes to make, change and try them.

mod capabilities;
mod choice;
mod leases;
mod removal;

use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::environment::{EnvironmentDriver, EnvironmentStatus};
use wireclip_domain::patch::Field;
use wireclip_domain::secret::SecretStatus;
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson, SecretId, Timestamp};

use crate::agents::is_binding;
use crate::custom_images::CustomImageReconciliation;
use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{Kind, LONGEST_LISTED_TEXT, LONGEST_TITLE, Record, id, indexed, record, text, word};

pub use capabilities::{
    AdapterDrivers, AdapterEnvironments, EnvironmentCapabilities, SandboxProvider, Support,
    TemplateConfigBinding,
};
pub(crate) use choice::choosing;
pub use choice::{WorkspaceSettings, chosen_by};
pub use leases::{EnvironmentLease, ListLeasesQuery};
pub use removal::{
    ActiveUse, BlastRadius, DeleteEnvironmentQuery, EnvironmentChooser, RemovedEnvironment,
    ReusableLeaseHolder, StaticReferences,
};

/// An environment. Whoever does not look after the instance sees no settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Environment {
    /// Its id.
    pub id: EnvironmentId,
    /// Its name, unique in the instance.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Its kind.
    pub driver: EnvironmentDriver,
    /// Whether it may be used.
    pub status: EnvironmentStatus,
    /// How it is reached, with secrets by reference.
    pub config: OpaqueJson,
    /// The variables of runs there, without their values.
    pub env_vars: OpaqueJson,
    /// What others keep with it.
    pub metadata: Option<OpaqueJson>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// An environment after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatedEnvironment {
    /// The environment.
    #[serde(flatten)]
    pub environment: Environment,
    /// What became of its custom image, if the change concerns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub custom_image_reconciliation: Option<CustomImageReconciliation>,
}

/// Which environments are asked for.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListEnvironmentsQuery {
    /// Those with this status.
    pub status: Option<EnvironmentStatus>,
    /// Those of this kind.
    pub driver: Option<EnvironmentDriver>,
}

impl FromFields for ListEnvironmentsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let status = fields.optional("status", word());
        let driver = fields.optional("driver", word());
        Some(Self { status: status?, driver: driver? })
    }
}

/// In whose name something is done with an environment.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct CompanyQuery {
    /// The company.
    pub company_id: Option<CompanyId>,
}

impl FromFields for CompanyQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let company_id = fields.optional("companyId", id());
        Some(Self { company_id: company_id? })
    }
}

/// A request for an environment.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateEnvironmentRequest {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Its kind.
    pub driver: EnvironmentDriver,
    /// Whether it may be used; active if nothing is said.
    pub status: Option<EnvironmentStatus>,
    /// How it is reached. A pasted secret becomes a secret of the company.
    pub config: Option<OpaqueJson>,
    /// The variables of runs there.
    pub env_vars: Option<OpaqueJson>,
    /// What others keep with it.
    pub metadata: Option<OpaqueJson>,
}

impl FromFields for CreateEnvironmentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", indexed().trimmed());
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let driver = fields.required("driver", word());
        let status = fields.optional("status", word());
        let config = fields.optional("config", record());
        let env_vars = fields.optional("envVars", EnvVars);
        let metadata = fields.nullable("metadata", record());
        fields.refuse_unknown();
        Some(Self {
            name: name?,
            description: description?.set(),
            driver: driver?,
            status: status?,
            config: config?,
            env_vars: env_vars?,
            metadata: metadata?.set(),
        })
    }
}

/// A request to change an environment; what is not named stays.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateEnvironmentRequest {
    /// Its name.
    pub name: Option<String>,
    /// What it is for.
    #[schema(value_type = Option<String>)]
    pub description: Field<String>,
    /// Its kind.
    pub driver: Option<EnvironmentDriver>,
    /// Whether it may be used.
    pub status: Option<EnvironmentStatus>,
    /// How it is reached; laid over what is there, or in its place if the kind changes.
    pub config: Option<OpaqueJson>,
    /// The variables of runs there; they take the place of all.
    pub env_vars: Option<OpaqueJson>,
    /// What others keep with it.
    #[schema(value_type = Option<OpaqueJson>)]
    pub metadata: Field<OpaqueJson>,
}

impl FromFields for UpdateEnvironmentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", indexed().trimmed());
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let driver = fields.optional("driver", word());
        let status = fields.optional("status", word());
        let config = fields.optional("config", record());
        let env_vars = fields.optional("envVars", EnvVars);
        let metadata = fields.nullable("metadata", record());
        fields.refuse_unknown();
        Some(Self {
            name: name?,
            description: description?,
            driver: driver?,
            status: status?,
            config: config?,
            env_vars: env_vars?,
            metadata: metadata?,
        })
    }
}

/// A request to try settings before they are saved.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ProbeConfigRequest {
    /// The kind.
    pub driver: EnvironmentDriver,
    /// What it shall be called.
    pub name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// How it is reached.
    pub config: Option<OpaqueJson>,
    /// The variables of runs there.
    pub env_vars: Option<OpaqueJson>,
    /// What others keep with it.
    pub metadata: Option<OpaqueJson>,
}

impl FromFields for ProbeConfigRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let driver = fields.required("driver", word());
        let name = fields.optional("name", text().max(LONGEST_TITLE));
        let description = fields.nullable("description", text().max(LONGEST_LISTED_TEXT));
        let config = fields.optional("config", record());
        let env_vars = fields.optional("envVars", EnvVars);
        let metadata = fields.nullable("metadata", record());
        fields.refuse_unknown();
        Some(Self {
            driver: driver?,
            name: name?,
            description: description?.set(),
            config: config?,
            env_vars: env_vars?,
            metadata: metadata?.set(),
        })
    }
}

/// What came of trying an environment.
#[derive(Debug, Serialize, ToSchema)]
pub struct EnvironmentProbe {
    /// Whether runs could work there.
    pub ok: bool,
    /// Its kind.
    pub driver: EnvironmentDriver,
    /// What was found, in a sentence.
    pub summary: String,
    /// More about it.
    pub details: OpaqueJson,
}

/// The secrets that an environment's settings name.
#[derive(Debug, Serialize, ToSchema)]
pub struct EnvironmentSecretRefs {
    /// They.
    pub refs: Vec<EnvironmentSecretRef>,
}

/// A secret that an environment's settings name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnvironmentSecretRef {
    /// The place in the settings.
    pub config_path: String,
    /// The secret.
    pub secret_id: SecretId,
    /// Its name.
    pub name: String,
    /// Whether it is in use.
    pub status: SecretStatus,
    /// The company that has it.
    pub company_id: CompanyId,
    /// That company's name.
    pub company_name: String,
}

/// The kind of variables: names that a shell takes, with values or references to secrets.
struct EnvVars;

impl Kind for EnvVars {
    type Out = OpaqueJson;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<OpaqueJson> {
        let variables = Record.read(value, place)?;
        for (name, value) in value.and_then(Value::as_object).into_iter().flatten() {
            if !is_variable_name(name) {
                return place
                    .member(name)
                    .violate(BrokenRule::Custom, "this cannot be the name of a variable");
            }
            if !is_binding(value) {
                return place
                    .member(name)
                    .violate(BrokenRule::Custom, "this cannot be the value of a variable");
            }
        }
        Some(variables)
    }
}

fn is_variable_name(name: &str) -> bool {
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || sign == b'_';
    name.bytes().all(is_sign) && name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
}
