//! Custom images: sandboxes that people set up, and the templates that are captured of them.

mod terminal;

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::custom_image::{SessionStatus, TemplateKind, TemplateStatus};
use wireclip_domain::{CompanyId, EnvironmentId, LeaseId, OpaqueJson, SetupSessionId, TemplateId, Timestamp};

use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, id, int, record, text};

pub use terminal::{FromTerminal, TerminalSessionToken, ToTerminal, is_size};

/// A template that was captured of a sandbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomImageTemplate {
    /// Its id.
    pub id: TemplateId,
    /// Its environment.
    pub environment_id: Option<EnvironmentId>,
    /// The provider's key.
    pub provider: String,
    /// What it is.
    pub template_kind: TemplateKind,
    /// The provider's name for it.
    pub template_ref: String,
    /// What its sandbox started from, if from a template.
    pub source_template_ref: Option<String>,
    /// Tells the settings that it fits from others.
    pub source_environment_config_fingerprint: String,
    /// Where it stands.
    pub status: TemplateStatus,
    /// Who had it captured.
    pub created_by_user_id: Option<String>,
    /// Always null: agents set nothing up.
    pub created_by_agent_id: Option<String>,
    /// When it was captured.
    pub captured_at: Option<Timestamp>,
    /// When a sandbox was last made of it.
    pub last_used_at: Option<Timestamp>,
    /// What took its place.
    pub superseded_by_template_id: Option<TemplateId>,
    /// More about it.
    pub metadata: Option<OpaqueJson>,
    /// When it was begun.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A person's work on a sandbox that becomes a template.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomImageSetupSession {
    /// Its id.
    pub id: SetupSessionId,
    /// Its environment.
    pub environment_id: EnvironmentId,
    /// The company in whose name it is.
    pub company_id: CompanyId,
    /// The template that it started from.
    pub template_id: Option<TemplateId>,
    /// The template that came of it.
    pub promoted_template_id: Option<TemplateId>,
    /// The provider's key.
    pub provider: String,
    /// The provider's id of the sandbox.
    pub provider_lease_id: Option<String>,
    /// The lease of the sandbox.
    pub environment_lease_id: Option<LeaseId>,
    /// Where it stands.
    pub status: SessionStatus,
    /// Who began it.
    pub started_by_user_id: Option<String>,
    /// Always null: agents set nothing up.
    pub started_by_agent_id: Option<String>,
    /// The provider's name for the template that it started from.
    pub base_template_ref: Option<String>,
    /// When its time is over.
    pub expires_at: Timestamp,
    /// When it came to its end.
    pub finished_at: Option<Timestamp>,
    /// Why it came to nothing, or waits again.
    pub failure_reason: Option<String>,
    /// What may be shown of the way in.
    pub connection_summary: Option<OpaqueJson>,
    /// Always null: the way in is kept in no secret.
    pub connection_secret_ref: Option<String>,
    /// More about it.
    pub metadata: Option<OpaqueJson>,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A session, with the way in while it waits for a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownSetupSession {
    /// The session.
    pub session: CustomImageSetupSession,
    /// How the person gets in.
    pub connection_payload: Option<ConnectionPayload>,
}

/// How a person gets into a sandbox. Whoever has it is in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionPayload {
    /// By what means.
    pub r#type: &'static str,
    /// The command that lets a person in.
    pub command: String,
    /// Until when.
    pub expires_at: Option<Timestamp>,
}

/// What there is of an environment's custom image.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomImage {
    /// The template from which sandboxes start, if it fits.
    pub active_template: Option<CustomImageTemplate>,
    /// Whether it fits the settings.
    pub active_template_matches_config: bool,
    /// The session that is going on.
    pub active_session: Option<CustomImageSetupSession>,
    /// The session that began last.
    pub latest_session: Option<CustomImageSetupSession>,
}

/// A session of which a template came.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinishedSetupSession {
    /// The session.
    pub session: CustomImageSetupSession,
    /// The template.
    pub template: CustomImageTemplate,
}

/// A template that is in its place again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RolledBackTemplate {
    /// The one from which sandboxes start.
    pub active_template: CustomImageTemplate,
    /// The one before.
    pub superseded_template: CustomImageTemplate,
}

/// What became of a template with other settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomImageReconciliation {
    /// `relinked` or `detached`.
    pub action: &'static str,
    /// The template.
    pub template: CustomImageTemplate,
}

/// The shortest and the longest time that a person may have, and the time if nothing is said, in
/// seconds.
const LEAST_SECONDS: i64 = 60;
const MOST_SECONDS: i64 = 86_400;
const USUAL_SECONDS: u64 = 3600;

/// A request for a session.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct StartSetupRequest {
    /// The template to start from, instead of what the settings say.
    pub template_id: Option<TemplateId>,
    /// How many seconds the person has, from a minute to a day; an hour if nothing is said.
    #[schema(value_type = Option<u64>)]
    pub ttl_seconds: u64,
}

impl FromFields for StartSetupRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let template_id = fields.nullable("templateId", id());
        let ttl_seconds = fields.optional("ttlSeconds", int().min(LEAST_SECONDS).max(MOST_SECONDS));
        fields.refuse_unknown();
        let ttl_seconds = ttl_seconds?.map_or(Some(USUAL_SECONDS), |seconds| u64::try_from(seconds).ok());
        Some(Self { template_id: template_id?.set(), ttl_seconds: ttl_seconds? })
    }
}

/// A request to capture a session's sandbox.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct FinishSetupRequest {
    /// What is kept with the template.
    pub metadata: Option<OpaqueJson>,
}

impl FromFields for FinishSetupRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let metadata = fields.nullable("metadata", record());
        fields.refuse_unknown();
        Some(Self { metadata: metadata?.set() })
    }
}

/// A request to give a session up.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CancelSetupRequest {
    /// Why.
    pub reason: Option<String>,
}

impl FromFields for CancelSetupRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let reason = fields.optional("reason", text().trimmed().min(1).max(1000));
        fields.refuse_unknown();
        Some(Self { reason: reason? })
    }
}

/// A request to let a template go on with the settings as they are.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct RelinkTemplateRequest {
    /// Whether sandboxes may start from it although they would start from something else without it.
    #[schema(value_type = Option<bool>)]
    pub confirm_boot_source_drift: bool,
}

impl FromFields for RelinkTemplateRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let confirmed = fields.optional("confirmBootSourceDrift", boolean());
        fields.refuse_unknown();
        Some(Self { confirm_boot_source_drift: confirmed?.unwrap_or(false) })
    }
}

/// A request that says nothing.
#[derive(Debug, ToSchema)]
pub struct NothingRequest {}

impl FromFields for NothingRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        fields.refuse_unknown();
        Some(Self {})
    }
}

/// In whose name a template is disabled, and what becomes of it at its provider.
#[derive(Debug, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct DisableTemplateQuery {
    /// The company.
    pub company_id: Option<CompanyId>,
    /// Whether its provider removes it.
    #[param(required = false)]
    pub delete_provider_template: bool,
}

impl FromFields for DisableTemplateQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let company_id = fields.optional("companyId", id());
        let deletes = fields.optional("deleteProviderTemplate", boolean());
        Some(Self { company_id: company_id?, delete_provider_template: deletes?.unwrap_or(false) })
    }
}
