//! The adapter types that the board switched off for new agents.

use std::collections::BTreeSet;

use sea_orm::{ActiveValue::Set, EntityTrait};
use wireclip_domain::Timestamp;
use wireclip_domain::agent::AdapterType;
use wireclip_schema::disabled_adapters::{ActiveModel, Entity};

use crate::conn::Conn;
use crate::error::StoreResult;

/// Returns the types that are switched off.
///
/// # Errors
/// If the database fails.
pub async fn list(conn: &Conn<'_>) -> StoreResult<BTreeSet<AdapterType>> {
    // There are no more rows than types.
    let rows = Entity::find().all(conn.db()).await?;
    Ok(rows.into_iter().map(|row| row.adapter_type).collect())
}

/// Switches a type off.
///
/// # Errors
/// `Duplicate` if it is off.
pub async fn insert(conn: &Conn<'_>, adapter_type: AdapterType, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel { adapter_type: Set(adapter_type), disabled_at: Set(now) };
    Entity::insert(row).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Switches a type on again.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, adapter_type: AdapterType) -> StoreResult<()> {
    Entity::delete_by_id(adapter_type).exec(conn.db()).await?;
    Ok(())
}
