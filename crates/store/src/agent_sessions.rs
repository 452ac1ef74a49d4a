//! The sessions of agents' programs, by task, for the next run to resume.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::AgentId;
use wireclip_domain::agent::AdapterType;
use wireclip_schema::agent_sessions::{ActiveModel, Column, Entity};

pub use wireclip_schema::agent_sessions::Model as StoredSession;

use crate::change;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Returns the session that an agent has for a task.
///
/// # Errors
/// If the database fails.
pub async fn find(
    conn: &Conn<'_>,
    agent_id: AgentId,
    adapter_type: AdapterType,
    task_key: &str,
) -> StoreResult<Option<StoredSession>> {
    let query = Entity::find()
        .filter(Column::AgentId.eq(agent_id))
        .filter(Column::AdapterType.eq(adapter_type))
        .filter(Column::TaskKey.eq(task_key));
    Ok(query.one(conn.db()).await?)
}

/// Lists an agent's sessions, the one used last first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    agent_id: AgentId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<StoredSession>> {
    Ok(Entity::find()
        .filter(Column::AgentId.eq(agent_id))
        .order_by_desc(Column::UpdatedAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Stores the session of a task, in place of the one before.
///
/// # Errors
/// If the database fails.
pub async fn put(conn: &Conn<'_>, session: &StoredSession) -> StoreResult<()> {
    let key = [Column::CompanyId, Column::AgentId, Column::AdapterType, Column::TaskKey];
    let replaced =
        [Column::Parameters, Column::DisplayId, Column::LastRunId, Column::LastError, Column::UpdatedAt];
    change::put::<Entity, ActiveModel>(conn, session, &key, &replaced).await
}

/// Forgets the session of a task.
///
/// # Errors
/// If the database fails.
pub async fn forget(
    conn: &Conn<'_>,
    agent_id: AgentId,
    adapter_type: AdapterType,
    task_key: &str,
) -> StoreResult<()> {
    Entity::delete_many()
        .filter(Column::AgentId.eq(agent_id))
        .filter(Column::AdapterType.eq(adapter_type))
        .filter(Column::TaskKey.eq(task_key))
        .exec(conn.db())
        .await?;
    Ok(())
}

/// Forgets an agent's sessions with whatever adapter: that of one task, or all. Returns how many
/// there were.
///
/// # Errors
/// If the database fails.
pub async fn forget_all(conn: &Conn<'_>, agent_id: AgentId, task_key: Option<&str>) -> StoreResult<u64> {
    let mut query = Entity::delete_many().filter(Column::AgentId.eq(agent_id));
    if let Some(task_key) = task_key {
        query = query.filter(Column::TaskKey.eq(task_key));
    }
    Ok(query.exec(conn.db()).await?.rows_affected)
}
