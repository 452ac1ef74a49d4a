//! API keys of agents. Only their hashes are stored.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use wireclip_schema::agent_keys::{Column, Entity};

pub use wireclip_schema::agent_keys::Model as AgentKey;

use crate::conn::Conn;
use crate::error::StoreResult;

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
