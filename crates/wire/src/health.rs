//! Whether the server is well.

use serde::Serialize;
use utoipa::ToSchema;

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// `ok`, or the answer would not be.
    pub status: &'static str,
    /// How far the server has come.
    pub phase: HealthPhase,
    /// The program's version.
    pub version: &'static str,
    /// Who is let in without a credential: `local_trusted` or `authenticated`.
    pub deployment_mode: &'static str,
    /// Whom the server is there for: `private`.
    pub deployment_exposure: &'static str,
    /// Whether people can sign in.
    pub auth_ready: bool,
    /// Whether the first administrator is there: `ready` or `bootstrap_pending`.
    pub bootstrap_status: &'static str,
    /// Whether an invitation of the first administrator is open.
    pub bootstrap_invite_active: bool,
    /// What this server allows.
    pub features: HealthFeatures,
}

/// What a server allows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthFeatures {
    /// Whether companies may be removed for good.
    pub company_deletion_enabled: bool,
}

/// How far a server has come.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HealthPhase {
    /// It opens the database and brings its schema up to date.
    Starting,
    /// It answers, while it looks for what the last server left.
    Reconciling,
    /// It does everything.
    Ready,
    /// It starts no run any more, and waits for those at work; all else goes on.
    Draining,
    /// It ends what it does and takes on nothing new.
    Stopping,
}
