//! What runs asked for secrets, and what came of it.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::secret::SecretAccessOutcome;
use wireclip_domain::{RunId, SecretId};
use wireclip_schema::secret_access_events::{Column, Entity};

pub use wireclip_schema::secret_access_events::Model as SecretAccessEvent;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Stores that a run asked for a secret.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, event: &SecretAccessEvent) -> StoreResult<()> {
    Entity::insert(event.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Lists who asked for a secret, the newest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    secret_id: SecretId,
    limit: PageLimit<200>,
) -> StoreResult<Vec<SecretAccessEvent>> {
    // Index: secret_access_events_by_secret.
    Ok(Entity::find()
        .filter(Column::SecretId.eq(secret_id))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns which value of a secret a run was given first.
///
/// # Errors
/// If the database fails.
pub async fn version_given(conn: &Conn<'_>, run_id: RunId, secret_id: SecretId) -> StoreResult<Option<i32>> {
    // Index: secret_access_events_by_run.
    let version = Entity::find()
        .filter(Column::RunId.eq(run_id))
        .filter(Column::SecretId.eq(secret_id))
        .filter(Column::Outcome.eq(SecretAccessOutcome::Success))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .select_only()
        .column(Column::Version)
        .into_tuple::<Option<i32>>()
        .one(conn.db())
        .await?;
    Ok(version.flatten())
}
