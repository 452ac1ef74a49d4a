//! Runs.

use sea_orm::{EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::RunId;
use wireclip_schema::runs::{Column, Entity};

pub use wireclip_schema::runs::Model as Run;

use crate::change::update_changed;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the run, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: RunId) -> StoreResult<Option<Run>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the run anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: RunId) -> StoreResult<Option<Run>> {
    // The clause is left out on SQLite, where the one writer is lock enough.
    Ok(sea_orm::QuerySelect::lock_exclusive(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new run.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, run: &Run) -> StoreResult<()> {
    Entity::insert(run.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the run; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Run, after: &Run) -> StoreResult<bool> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the run.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: RunId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}
