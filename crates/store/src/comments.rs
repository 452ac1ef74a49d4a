//! Comments on issues.

use sea_orm::{EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::CommentId;
use wireclip_schema::comments::{Column, Entity};

pub use wireclip_schema::comments::Model as Comment;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the comment, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: CommentId) -> StoreResult<Option<Comment>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the comment anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: CommentId) -> StoreResult<Option<Comment>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new comment.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, comment: &Comment) -> StoreResult<()> {
    Entity::insert(comment.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the comment; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Comment, after: &Comment) -> StoreResult<bool> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the comment.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: CommentId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}
