//! API keys of agents. Only their hashes are stored.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::{AgentId, AgentKeyId, Timestamp};
use wireclip_schema::agent_keys::{Column, Entity};

pub use wireclip_schema::agent_keys::Model as AgentKey;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Finds the key with this hash that has not been revoked. For authentication alone: it looks in
/// all companies.
///
/// # Errors
/// If the database fails.
pub async fn find_valid(conn: &Conn<'_>, key_hash: &str) -> StoreResult<Option<AgentKey>> {
    Ok(Entity::find()
        .filter(Column::KeyHash.eq(key_hash))
        .filter(Column::RevokedAt.is_null())
        .one(conn.db())
        .await?)
}

/// Returns a key of an agent, revoked or not.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, agent_id: AgentId, id: AgentKeyId) -> StoreResult<Option<AgentKey>> {
    Ok(Entity::find_by_id(id).filter(Column::AgentId.eq(agent_id)).one(conn.db()).await?)
}

/// Lists an agent's keys, newest first, also the revoked ones.
///
/// # Errors
/// If the database fails.
pub async fn list(conn: &Conn<'_>, agent_id: AgentId, limit: PageLimit<1000>) -> StoreResult<Vec<AgentKey>> {
    // Index: agent_keys_by_agent.
    Ok(Entity::find()
        .filter(Column::AgentId.eq(agent_id))
        .order_by_desc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Stores a new key.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, key: &AgentKey) -> StoreResult<()> {
    Entity::insert(key.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Revokes a key; one that is revoked keeps its moment.
///
/// # Errors
/// If the database fails.
pub async fn revoke(conn: &Conn<'_>, id: AgentKeyId, now: Timestamp) -> StoreResult<()> {
    revoke_where(conn, Condition::all().add(Column::Id.eq(id)), now).await
}

/// Revokes all keys of an agent.
///
/// # Errors
/// If the database fails.
pub async fn revoke_all(conn: &Conn<'_>, agent_id: AgentId, now: Timestamp) -> StoreResult<()> {
    revoke_where(conn, Condition::all().add(Column::AgentId.eq(agent_id)), now).await
}

async fn revoke_where(conn: &Conn<'_>, which: Condition, now: Timestamp) -> StoreResult<()> {
    Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(now))
        .filter(which)
        .filter(Column::RevokedAt.is_null())
        .exec(conn.db())
        .await?;
    Ok(())
}

/// Notes when a key was used.
///
/// # Errors
/// If the database fails.
pub async fn note_use(conn: &Conn<'_>, id: AgentKeyId, now: Timestamp) -> StoreResult<()> {
    Entity::update_many()
        .col_expr(Column::LastUsedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .exec(conn.db())
        .await?;
    Ok(())
}
