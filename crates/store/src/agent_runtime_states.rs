//! What agents have used since they were hired, and their last session.

use sea_orm::EntityTrait;
use wireclip_domain::AgentId;
use wireclip_schema::agent_runtime_states::{ActiveModel, Column, Entity};

pub use wireclip_schema::agent_runtime_states::Model as RuntimeState;

use crate::change;
use crate::conn::Conn;
use crate::error::StoreResult;

/// Returns an agent's state, if it ever ran.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<Option<RuntimeState>> {
    Ok(Entity::find_by_id(agent_id).one(conn.db()).await?)
}

/// Stores an agent's state, in place of the one before; the caller holds the agent's lock.
///
/// # Errors
/// If the database fails.
pub async fn put(conn: &Conn<'_>, state: &RuntimeState) -> StoreResult<()> {
    let replaced = [
        Column::AdapterType,
        Column::SessionId,
        Column::State,
        Column::LastRunId,
        Column::LastRunStatus,
        Column::TotalInputTokens,
        Column::TotalOutputTokens,
        Column::TotalCachedInputTokens,
        Column::TotalCostMicros,
        Column::LastError,
        Column::UpdatedAt,
    ];
    change::put::<Entity, ActiveModel>(conn, state, &[Column::AgentId], &replaced).await
}
