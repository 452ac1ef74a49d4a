//! Projects.

use sea_orm::{EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::ProjectId;
use wireclip_schema::projects::{Column, Entity};

pub use wireclip_schema::projects::Model as Project;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the project, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: ProjectId) -> StoreResult<Option<Project>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the project anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: ProjectId) -> StoreResult<Option<Project>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new project.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, project: &Project) -> StoreResult<()> {
    Entity::insert(project.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the project; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Project, after: &Project) -> StoreResult<bool> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the project.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: ProjectId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}
