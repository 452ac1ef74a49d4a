//! Work that only one node does at a time.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Statement};
use wireclip_domain::{NodeId, Timestamp};
use wireclip_schema::leases::{Column, Entity};

use crate::conn::Conn;
use crate::error::StoreResult;

/// Takes a lease that is free, has run out or is one's own; the number changes with the holder.
const TAKE: &str = "INSERT INTO leases (name, node_id, fence, held_until) VALUES ($1, $2, 1, $3)
    ON CONFLICT (name) DO UPDATE
    SET fence = leases.fence + CASE WHEN leases.node_id = excluded.node_id THEN 0 ELSE 1 END,
        node_id = excluded.node_id, held_until = excluded.held_until
    WHERE leases.node_id = excluded.node_id OR leases.held_until <= $4
    RETURNING fence";

/// Takes or prolongs a lease. Returns its fencing number, or nothing while another node holds it.
///
/// # Errors
/// If the database fails.
pub async fn take(
    conn: &Conn<'_>,
    name: &str,
    node_id: NodeId,
    held_until: Timestamp,
    now: Timestamp,
) -> StoreResult<Option<i64>> {
    let values = [name.into(), node_id.into(), held_until.into(), now.into()];
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), TAKE, values);
    let row = conn.db().query_one_raw(statement).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
}

/// Gives all leases of a node back, so that another need not wait until they run out.
///
/// # Errors
/// If the database fails.
pub async fn release_all(conn: &Conn<'_>, node_id: NodeId) -> StoreResult<u64> {
    let deleted = Entity::delete_many().filter(Column::NodeId.eq(node_id)).exec(conn.db()).await?;
    Ok(deleted.rows_affected)
}
