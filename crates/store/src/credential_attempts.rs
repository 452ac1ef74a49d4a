//! How often something was tried from somewhere. Stored, so that a restart forgives nothing.

use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::Timestamp;
use wireclip_schema::credential_attempts::{Column, Entity, Model};

use crate::conn::Conn;
use crate::error::StoreResult;

pub use wireclip_schema::credential_attempts::Model as CredentialAttempts;

/// Counts a try under a name, and returns how many there are. Others who count under it wait until
/// the transaction ends, so that of many at once each is counted.
///
/// # Errors
/// If the database fails.
pub async fn count(conn: &Conn<'_>, bucket: &str, resets_at: Timestamp) -> StoreResult<Model> {
    let first = Model { bucket: bucket.to_owned(), attempts: 1, resets_at };
    let one_more = OnConflict::column(Column::Bucket)
        .value(Column::Attempts, Expr::col((Entity, Column::Attempts)).add(1))
        .to_owned();
    Entity::insert(first.clone().into_active_model())
        .on_conflict(one_more)
        .exec_without_returning(conn.db())
        .await?;
    Ok(Entity::find_by_id(bucket).one(conn.db()).await?.unwrap_or(first))
}

/// Takes a try under a name back.
///
/// # Errors
/// If the database fails.
pub async fn uncount(conn: &Conn<'_>, bucket: &str) -> StoreResult<()> {
    Entity::update_many()
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).sub(1))
        .filter(Column::Bucket.eq(bucket))
        .filter(Column::Attempts.gt(0))
        .exec(conn.db())
        .await?;
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
