//! Agents.

use sea_orm::{EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::AgentId;
use wireclip_schema::agents::{Column, Entity};

pub use wireclip_schema::agents::Model as Agent;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the agent, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: AgentId) -> StoreResult<Option<Agent>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the agent anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: AgentId) -> StoreResult<Option<Agent>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new agent.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, agent: &Agent) -> StoreResult<()> {
    Entity::insert(agent.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the agent; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Agent, after: &Agent) -> StoreResult<bool> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the agent.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: AgentId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}
