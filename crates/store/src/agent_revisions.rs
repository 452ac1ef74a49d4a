//! Stored changes of agents' configurations.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::{AgentId, AgentRevisionId};
use wireclip_schema::agent_revisions::{Column, Entity};

pub use wireclip_schema::agent_revisions::Model as AgentRevision;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Returns a revision of an agent.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    agent_id: AgentId,
    id: AgentRevisionId,
) -> StoreResult<Option<AgentRevision>> {
    Ok(Entity::find_by_id(id).filter(Column::AgentId.eq(agent_id)).one(conn.db()).await?)
}

/// Lists an agent's revisions, newest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    agent_id: AgentId,
    limit: PageLimit<200>,
) -> StoreResult<Vec<AgentRevision>> {
    // Index: agent_revisions_by_agent.
    Ok(Entity::find()
        .filter(Column::AgentId.eq(agent_id))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Stores a new revision.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, revision: &AgentRevision) -> StoreResult<()> {
    Entity::insert(revision.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}
