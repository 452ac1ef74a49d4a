//! Wishes to change an agent.

use serde_json::Value;
use utoipa::ToSchema;
use wireclip_domain::agent::{AgentRole, AgentStatus};
use wireclip_domain::patch::Field;
use wireclip_domain::{AgentId, OpaqueJson, RowId};

use super::requests::{AdapterSettings, RuntimeSettings};
use crate::error::BrokenRule;
use crate::fields::{Fields, FromFields, Place};
use crate::kinds::{
    Kind, LONGEST_LISTED_TEXT, LONGEST_TITLE, boolean, cents, id, indexed, record, text, word,
};

/// A request to change an agent. Only what is sent changes.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdateAgentRequest {
    /// Its name.
    pub name: Option<String>,
    /// What it is hired as.
    pub role: Option<AgentRole>,
    /// Its title.
    #[schema(value_type = Option<String>)]
    pub title: Field<String>,
    /// Its icon.
    #[schema(value_type = Option<String>)]
    pub icon: Field<String>,
    /// To whom it reports.
    #[schema(value_type = Option<AgentId>)]
    pub reports_to: Field<AgentId>,
    /// What it can do.
    #[schema(value_type = Option<String>)]
    pub capabilities: Field<String>,
    /// Where it shall stand.
    pub status: Option<AgentStatus>,
    /// The code that runs it.
    pub adapter_type: Option<String>,
    /// The settings for that code; laid over those that are there.
    pub adapter_config: Option<OpaqueJson>,
    /// Whether the settings take the place of all instead.
    pub replace_adapter_config: bool,
    /// The settings that are no adapter's; they take the place of all.
    pub runtime_config: Option<OpaqueJson>,
    /// Where its runs execute by default.
    #[schema(value_type = Option<RowId>)]
    pub default_environment_id: Field<RowId>,
    /// How much it may spend in a month, in cents; zero is no limit.
    pub budget_monthly_cents: Option<i64>,
    /// What others keep with it.
    #[schema(value_type = Option<OpaqueJson>)]
    pub metadata: Field<OpaqueJson>,
}

impl FromFields for UpdateAgentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", indexed());
        let role = fields.optional("role", word());
        let title = fields.nullable("title", text().max(LONGEST_TITLE));
        let icon = fields.nullable("icon", text().max(LONGEST_TITLE));
        let reports_to = fields.nullable("reportsTo", id());
        let capabilities = fields.nullable("capabilities", text().max(LONGEST_LISTED_TEXT));
        let status = fields.optional("status", word());
        let adapter_type = fields.optional("adapterType", indexed());
        let adapter_config = fields.optional("adapterConfig", AdapterSettings);
        let replaces = fields.optional("replaceAdapterConfig", boolean());
        let runtime_config = fields.optional("runtimeConfig", RuntimeSettings);
        let default_environment_id = fields.nullable("defaultEnvironmentId", id());
        let budget_monthly_cents = fields.optional("budgetMonthlyCents", cents());
        let metadata = fields.nullable("metadata", record());
        // They have a path of their own.
        fields.optional("permissions", Never)?;
        Some(Self {
            name: name?,
            role: role?,
            title: title?,
            icon: icon?,
            reports_to: reports_to?,
            capabilities: capabilities?,
            status: status?,
            adapter_type: adapter_type?,
            adapter_config: adapter_config?,
            replace_adapter_config: replaces?.unwrap_or(false),
            runtime_config: runtime_config?,
            default_environment_id: default_environment_id?,
            budget_monthly_cents: budget_monthly_cents?,
            metadata: metadata?,
        })
    }
}

/// The kind of what may not be there at all.
struct Never;

impl Kind for Never {
    type Out = ();

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<()> {
        place.wrong_type("never", value)
    }
}

/// A request to change an agent's switches.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UpdatePermissionsRequest {
    /// Whether it may hire.
    pub can_create_agents: bool,
    /// Whether it may add skills.
    pub can_create_skills: Option<bool>,
    /// Whether it is granted to give work to others.
    pub can_assign_tasks: bool,
}

impl FromFields for UpdatePermissionsRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let can_create_agents = fields.required("canCreateAgents", boolean());
        let can_create_skills = fields.optional("canCreateSkills", boolean());
        let can_assign_tasks = fields.required("canAssignTasks", boolean());
        Some(Self {
            can_create_agents: can_create_agents?,
            can_create_skills: can_create_skills?,
            can_assign_tasks: can_assign_tasks?,
        })
    }
}

/// A request to forget sessions.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ResetSessionRequest {
    /// The task whose session is forgotten; all that runs left if none is named.
    pub task_key: Option<String>,
}

impl FromFields for ResetSessionRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let task_key = fields.nullable("taskKey", indexed().trimmed());
        Some(Self { task_key: task_key?.set() })
    }
}

/// A request for a key.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateAgentKeyRequest {
    /// Its name; `default` if nothing is said.
    pub name: Option<String>,
    /// What it opens.
    #[schema(value_type = Option<OpaqueJson>)]
    pub scope: Option<KeyScope>,
}

/// What a key opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    /// All that its agent may.
    Standard,
    /// Less than that.
    Limited,
}

impl FromFields for CreateAgentKeyRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.optional("name", indexed());
        let scope = fields.optional("scope", Scopes);
        Some(Self { name: name?, scope: scope? })
    }
}

struct Scopes;

impl Kind for Scopes {
    type Out = KeyScope;

    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<KeyScope> {
        let names = |key: &str| value.and_then(|value| value.get(key)).is_some_and(Value::is_string);
        match value.and_then(|value| value.get("kind")).and_then(Value::as_str) {
            Some("standard") => Some(KeyScope::Standard),
            Some("task_bridge") if names("projectId") || names("parentIssueId") => Some(KeyScope::Limited),
            Some("task_bridge") => place.member("projectId").violate(
                BrokenRule::Custom,
                "task_bridge keys require at least one project or parent issue boundary",
            ),
            Some("skill_test") if names("issueId") => Some(KeyScope::Limited),
            _ => place.violate(BrokenRule::InvalidUnion { errors: Vec::new() }, "Invalid input"),
        }
    }
}
