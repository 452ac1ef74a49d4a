//! Wishes to make an agent.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AllOfBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};
use wireclip_domain::agent::AgentRole;
use wireclip_domain::heartbeat_policy;
use wireclip_domain::{AgentId, IssueId, OpaqueJson, RowId};

use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{
    Kind, LONGEST_LISTED_TEXT, LONGEST_TITLE, Record, cents, id, indexed, list, object, record, text, word,
};

/// A request for an agent.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateAgentRequest {
    /// Its name.
    pub name: String,
    /// What it is hired as; `general` if nothing is said.
    pub role: Option<AgentRole>,
    /// Its title.
    pub title: Option<String>,
    /// Its icon.
    pub icon: Option<String>,
    /// To whom it reports.
    pub reports_to: Option<AgentId>,
    /// What it can do.
    pub capabilities: Option<String>,
    /// The code that runs it; `process` if nothing is said.
    pub adapter_type: Option<String>,
    /// The settings for that code.
    pub adapter_config: Option<OpaqueJson>,
    /// The settings that are no adapter's.
    pub runtime_config: Option<OpaqueJson>,
    /// Where its runs execute by default.
    pub default_environment_id: Option<RowId>,
    /// How much it may spend in a month, in cents; zero is no limit.
    pub budget_monthly_cents: Option<i64>,
    /// What others keep with it.
    pub metadata: Option<OpaqueJson>,
}

impl FromFields for CreateAgentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", indexed());
        let role = fields.optional("role", word());
        let title = fields.nullable("title", text().max(LONGEST_TITLE));
        let icon = fields.nullable("icon", text().max(LONGEST_TITLE));
        let reports_to = fields.nullable("reportsTo", id());
        let capabilities = fields.nullable("capabilities", text().max(LONGEST_LISTED_TEXT));
        let adapter_type = fields.optional("adapterType", indexed());
        let adapter_config = fields.optional("adapterConfig", AdapterSettings);
        let runtime_config = fields.optional("runtimeConfig", RuntimeSettings);
        let default_environment_id = fields.nullable("defaultEnvironmentId", id());
        let budget_monthly_cents = fields.optional("budgetMonthlyCents", cents());
        let metadata = fields.nullable("metadata", record());
        let bundle = fields.optional("instructionsBundle", object::<InstructionsBundle>());
        // Checked, but kept by nobody yet: the answer says so.
        fields.disregard("instructionsBundle");
        bundle?;
        Some(Self {
            name: name?,
            role: role?,
            title: title?.set(),
            icon: icon?.set(),
            reports_to: reports_to?.set(),
            capabilities: capabilities?.set(),
            adapter_type: adapter_type?,
            adapter_config: adapter_config?,
            runtime_config: runtime_config?,
            default_environment_id: default_environment_id?.set(),
            budget_monthly_cents: budget_monthly_cents?,
            metadata: metadata?.set(),
        })
    }
}

/// A request to hire an agent: one for an agent, with the reason.
#[derive(Debug)]
pub struct HireAgentRequest {
    /// Who is to be hired.
    pub agent: CreateAgentRequest,
    /// The reason.
    pub reason: HireReason,
}

/// Why an agent is to be hired.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct HireReason {
    /// The issue that is the reason.
    pub source_issue_id: Option<IssueId>,
    /// The issues that are the reason.
    pub source_issue_ids: Option<Vec<IssueId>>,
}

impl FromFields for HireAgentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let agent = CreateAgentRequest::from_fields(fields);
        let source_issue_id = fields.nullable("sourceIssueId", id());
        let source_issue_ids = fields.optional("sourceIssueIds", list(id()).max(MOST_SOURCES));
        let reason =
            HireReason { source_issue_id: source_issue_id?.set(), source_issue_ids: source_issue_ids? };
        Some(Self { agent: agent?, reason })
    }
}

impl HireReason {
    /// Returns the issues, in the order in which they are named.
    pub fn issues(self) -> impl Iterator<Item = IssueId> {
        self.source_issue_id.into_iter().chain(self.source_issue_ids.into_iter().flatten())
    }
}

impl PartialSchema for HireAgentRequest {
    fn schema() -> RefOr<Schema> {
        AllOfBuilder::new().item(CreateAgentRequest::schema()).item(HireReason::schema()).into()
    }
}

impl ToSchema for HireAgentRequest {}

/// How many issues a hire may name.
const MOST_SOURCES: usize = 100;

struct InstructionsBundle;

impl FromFields for InstructionsBundle {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let files = fields.required("files", record())?;
        if files.keys().next().is_none() {
            fields.refuse("files", "instructionsBundle.files must contain at least one file");
            return None;
        }
        Some(Self)
    }
}

/// The kind of an adapter's settings: an object whose `env` binds names to values.
#[derive(Debug, Clone, Copy)]
pub struct AdapterSettings;

impl Kind for AdapterSettings {
    type Out = OpaqueJson;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<OpaqueJson> {
        let settings = Record.read(value, place)?;
        let is_env = match value.and_then(|value| value.get("env")) {
            None => true,
            Some(Value::Object(env)) => env.values().all(is_binding),
            Some(_) => false,
        };
        if !is_env {
            return place
                .member("env")
                .violate(BrokenRule::Custom, "adapterConfig.env must be a map of valid env bindings");
        }
        Some(settings)
    }
}

/// Returns whether this can be the value of an environment variable: a text, the same spelled
/// out, or a reference to a secret.
pub(crate) fn is_binding(value: &Value) -> bool {
    let is_text = |key: &str| value.get(key).is_some_and(Value::is_string);
    match value.get("type").and_then(Value::as_str) {
        Some("plain") => is_text("value"),
        Some("secret_ref") => is_text("secretId"),
        Some("user_secret_ref") => true,
        Some(_) => false,
        None => value.is_string(),
    }
}

/// The kind of settings that are no adapter's.
#[derive(Debug, Clone, Copy)]
pub struct RuntimeSettings;

impl Kind for RuntimeSettings {
    type Out = OpaqueJson;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<OpaqueJson> {
        let settings = Record.read(value, place)?;
        if settings.get("modelProfiles").is_some() {
            return place
                .member("modelProfiles")
                .violate(BrokenRule::Custom, "runtimeConfig.modelProfiles is no longer supported");
        }
        // Kept, as existing clients expect; but a timer that never comes must leave a trace.
        let heartbeat = settings.get("heartbeat").unwrap_or_default();
        for setting in heartbeat.keys().filter(|setting| !heartbeat_policy::knows(setting)) {
            place.member("heartbeat").pass_over(setting);
        }
        Some(settings)
    }
}
