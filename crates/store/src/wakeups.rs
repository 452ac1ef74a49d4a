//! Wake-ups.

mod queries;

pub use queries::{
    RefusedForNow, find_by_dedup_key, issues_with_waiting, latest_of, of_agent, of_issue, open_of_run,
    refused_for_now, waiting_for, waiting_of_issue,
};

use sea_orm::{EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::WakeupId;
use wireclip_schema::wakeups::{Column, Entity};

pub use wireclip_schema::wakeups::Model as Wakeup;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the wakeup, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: WakeupId) -> StoreResult<Option<Wakeup>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the wakeup anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: WakeupId) -> StoreResult<Option<Wakeup>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new wakeup.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, wakeup: &Wakeup) -> StoreResult<()> {
    Entity::insert(wakeup.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the wakeup; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Wakeup, after: &Wakeup) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the wakeup.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: WakeupId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}
