//! What agents have used since they were hired, and their last session.

use sea_orm::EntityTrait;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, OpaqueJson, Timestamp};
use wireclip_schema::agent_runtime_states::{ActiveModel, Column, Entity};

pub use wireclip_schema::agent_runtime_states::Model as RuntimeState;

use crate::agents::Agent;
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

/// Makes the state of an agent that never ran.
#[must_use]
pub fn untouched(agent: &Agent, at: Timestamp) -> RuntimeState {
    RuntimeState {
        agent_id: agent.id,
        company_id: agent.company_id,
        adapter_type: agent.adapter_type,
        session_id: None,
        state: OpaqueJson::object(),
        last_run_id: None,
        last_run_status: None,
        total_input_tokens: 0,
        total_output_tokens: 0,
        total_cached_input_tokens: 0,
        total_cost_micros: MicroDollars::new(0),
        dearest_run_micros: MicroDollars::new(0),
        last_error: None,
        created_at: at,
        updated_at: at,
    }
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
        Column::DearestRunMicros,
        Column::LastError,
        Column::UpdatedAt,
    ];
    change::put::<Entity, ActiveModel>(conn, state, &[Column::AgentId], &replaced).await
}
