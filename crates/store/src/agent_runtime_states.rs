//! What agents have used since they were hired, and their last session.

use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, IntoActiveModel};
use wireclip_domain::AgentId;
use wireclip_schema::agent_runtime_states::{Column, Entity};

pub use wireclip_schema::agent_runtime_states::Model as RuntimeState;

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
    let replace = OnConflict::column(Column::AgentId).update_columns(replaced).to_owned();
    Entity::insert(state.clone().into_active_model())
        .on_conflict(replace)
        .exec_without_returning(conn.db())
        .await?;
    Ok(())
}
