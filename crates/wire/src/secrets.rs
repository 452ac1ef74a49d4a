//! Secrets of companies: everything but their values.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::secret::SecretStatus;
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RowId, SecretId, Timestamp, UserId};

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
    /// To how many places of settings it is bound.
    pub reference_count: i64,
}
