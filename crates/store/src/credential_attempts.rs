//! How often something was tried from somewhere. Stored, so that a restart forgives nothing.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use wireclip_domain::Timestamp;
use wireclip_schema::credential_attempts::{Column, Entity, Model};

use crate::change::put;
use crate::conn::Conn;
use crate::error::StoreResult;

pub use wireclip_schema::credential_attempts::Model as CredentialAttempts;

/// Returns what was tried under a name, if it counts still.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, bucket: &str, now: Timestamp) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(bucket).filter(Column::ResetsAt.gt(now)).one(conn.db()).await?)
}

/// Stores what was tried under a name.
///
/// # Errors
/// If the database fails.
pub async fn store(conn: &Conn<'_>, attempts: &Model) -> StoreResult<()> {
    put::<Entity, _>(conn, attempts, &[Column::Bucket], &[Column::Attempts, Column::ResetsAt]).await
}

/// Forgets what was tried under a name.
///
/// # Errors
/// If the database fails.
pub async fn forget(conn: &Conn<'_>, bucket: &str) -> StoreResult<()> {
    Entity::delete_by_id(bucket).exec(conn.db()).await?;
    Ok(())
}

/// Forgets all that counts no more.
///
/// # Errors
/// If the database fails.
pub async fn forget_past(conn: &Conn<'_>, now: Timestamp) -> StoreResult<()> {
    Entity::delete_many().filter(Column::ResetsAt.lte(now)).exec(conn.db()).await?;
    Ok(())
}
