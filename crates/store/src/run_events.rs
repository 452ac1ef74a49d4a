//! What runs noted about themselves.

use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use wireclip_domain::RunId;
use wireclip_schema::run_events::{Column, Entity};

pub use wireclip_schema::run_events::Model as RunEvent;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Stores a note, numbered by [`crate::runs::take_event_seq`].
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, event: &RunEvent) -> StoreResult<()> {
    Entity::insert(event.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Counts a run's notes of one kind.
///
/// # Errors
/// If the database fails.
pub async fn count(conn: &Conn<'_>, run_id: RunId, event_type: &str) -> StoreResult<u64> {
    let of_kind = Entity::find().filter(Column::RunId.eq(run_id)).filter(Column::EventType.eq(event_type));
    Ok(of_kind.count(conn.db()).await?)
}

/// Lists a run's notes after a number, in their order.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    run_id: RunId,
    after_seq: i64,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<RunEvent>> {
    let query = Entity::find()
        .filter(Column::RunId.eq(run_id))
        .filter(Column::Seq.gt(after_seq))
        .order_by_asc(Column::Seq);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}
