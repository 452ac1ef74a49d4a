//! Whether the server is well.

use serde::Serialize;
use utoipa::ToSchema;

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// `ok` from the first answer on.
    pub status: &'static str,
    /// How far the server has come.
    pub phase: HealthPhase,
    /// The program's version.
    pub version: &'static str,
}

/// How far the server has come.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthPhase {
    /// It opens the database and brings its schema up to date.
    Starting,
    /// It answers, while it looks for what the last server left.
    Reconciling,
    /// It does everything.
    Ready,
    /// It ends what it does and takes on nothing new.
    Stopping,
}
