//! Secrets of companies: everything but their values, which only runs are told.

mod requests;

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::secret::{SecretAccessOutcome, SecretConsumer, SecretStatus, SecretTarget};
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RowId, RunId, SecretId, Timestamp, UserId};

pub use requests::{CreateSecretRequest, RotateSecretRequest, UpdateSecretRequest};

/// A secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanySecret {
    /// Its id.
    pub id: SecretId,
    /// The company that has it.
    pub company_id: CompanyId,
    /// Always `company`.
    pub scope: &'static str,
    /// Always null: it is no person's.
    pub owner_user_id: Option<UserId>,
    /// Always null: it is no person's.
    pub user_secret_definition_id: Option<RowId>,
    /// The key by which it is called.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Where its values are sealed.
    pub provider: String,
    /// Whether it is in use.
    pub status: SecretStatus,
    /// Always `paperclip_managed`.
    pub managed_mode: &'static str,
    /// Always null: its values are here.
    pub external_ref: Option<String>,
    /// Always null: its values are here.
    pub provider_config_id: Option<RowId>,
    /// Always null: its values are here.
    pub provider_metadata: Option<OpaqueJson>,
    /// The number of its newest value.
    pub latest_version: i32,
    /// What it is for.
    pub description: Option<String>,
    /// When its value was last read.
    pub last_resolved_at: Option<Timestamp>,
    /// When it last got another value.
    pub last_rotated_at: Option<Timestamp>,
    /// When it was deleted.
    pub deleted_at: Option<Timestamp>,
    /// The agent that made it.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who made it.
    pub created_by_user_id: Option<UserId>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// To how many places of settings it is bound; in lists only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reference_count: Option<i64>,
}

/// What names a secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecretUsage {
    /// The secret.
    pub secret_id: SecretId,
    /// The places of settings that name it, the oldest first.
    pub bindings: Vec<SecretBinding>,
}

/// A place of settings that names a secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecretBinding {
    /// Its id.
    pub id: RowId,
    /// The company that has the secret.
    pub company_id: CompanyId,
    /// The secret.
    pub secret_id: SecretId,
    /// The kind of thing whose settings they are.
    pub target_type: SecretTarget,
    /// Its id.
    pub target_id: RowId,
    /// The place in its settings, such as `env.TOKEN`.
    pub config_path: String,
    /// `latest`, or the number of a version.
    pub version_selector: String,
    /// Always true: nothing starts without it.
    pub required: bool,
    /// Always null.
    pub label: Option<String>,
    /// Always `unclassified`.
    pub projection_class: &'static str,
    /// Always null.
    pub projection_allowlist_key: Option<String>,
    /// When it was bound.
    pub created_at: Timestamp,
    /// When that was last changed.
    pub updated_at: Timestamp,
    /// The thing; null if it is gone.
    pub target: Option<SecretUser>,
}

/// A thing whose settings name a secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecretUser {
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: SecretTarget,
    /// Its id.
    pub id: RowId,
    /// Its name.
    pub label: String,
    /// Its page, below the company's.
    pub href: String,
    /// How it stands, if it is an agent.
    pub status: Option<String>,
}

/// A run asked for a secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecretAccessEvent {
    /// Its id.
    pub id: RowId,
    /// The company that has the secret.
    pub company_id: CompanyId,
    /// The secret.
    pub secret_id: SecretId,
    /// Always `company`.
    pub secret_scope: &'static str,
    /// Always null: it is no person's.
    pub user_secret_definition_id: Option<RowId>,
    /// Which of its values was read; null if none was.
    pub version: Option<i32>,
    /// Where its values are sealed.
    pub provider: String,
    /// Always `agent`.
    pub actor_type: &'static str,
    /// The agent.
    pub actor_id: AgentId,
    /// As what it was asked for: as a variable of the run, or by the agent itself.
    pub consumer_type: SecretConsumer,
    /// The agent.
    pub consumer_id: AgentId,
    /// The place of settings that names it.
    pub config_path: Option<String>,
    /// The run's issue.
    pub issue_id: Option<IssueId>,
    /// The run.
    pub heartbeat_run_id: RunId,
    /// Always null.
    pub plugin_id: Option<RowId>,
    /// What came of it.
    pub outcome: SecretAccessOutcome,
    /// Why it was refused.
    pub error_code: Option<String>,
    /// When.
    pub created_at: Timestamp,
}

/// What the calling run may read by key.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadableSecrets {
    /// The secrets, by key.
    pub secrets: Vec<ReadableSecret>,
}

/// A secret that the calling run may read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadableSecret {
    /// Its id.
    pub id: SecretId,
    /// The key by which it is read.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Whether it may be read now.
    pub status: SecretStatus,
    /// The number of its newest value.
    pub latest_version: i32,
    /// The places of the agent's settings that name it.
    pub config_paths: Vec<String>,
}

/// A value, for a run and nobody else.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecretValue {
    /// The secret.
    pub secret_id: SecretId,
    /// Its key.
    pub key: String,
    /// Which of its values it is.
    pub version: i32,
    /// The value.
    pub value: String,
}
