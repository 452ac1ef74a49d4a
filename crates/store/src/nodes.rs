//! Server processes that share the database, each with a lease and a fencing number.
//!
//! A node holds its lease while the row has its number and the lease has not run out. Whoever
//! takes the number up (the node itself when it starts again, or another node that found the
//! lease run out) fences the old holder off: its renewals change nothing from then on.
//!
//! A node's name lies in its home folder, and folders are copied. The row therefore says in which
//! place the holder is, and while its lease lives nobody in another place takes the number up.

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    Statement,
};
use wireclip_domain::{NodeId, Timestamp};
use wireclip_schema::nodes::{Column, Entity};

pub use wireclip_schema::nodes::Model as Node;

use crate::change::shared;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// A node takes its own row, whoever held it before, unless that one lives in another place.
const REGISTER: &str = "INSERT INTO nodes (id, fence, lease_until, started_at, place)
    VALUES ($1, 1, $2, $3, $4)
    ON CONFLICT (id) DO UPDATE
    SET fence = nodes.fence + 1, lease_until = excluded.lease_until, started_at = excluded.started_at,
        place = excluded.place
    WHERE nodes.place IS NULL OR nodes.place = excluded.place OR nodes.lease_until <= excluded.started_at
    RETURNING fence";

/// Gives a node its lease under a new fencing number. Returns the number, or nothing while a
/// server in another place holds the lease of this name.
///
/// # Errors
/// If the database fails.
pub async fn register(
    conn: &Conn<'_>,
    id: NodeId,
    place: Option<&str>,
    lease_until: Timestamp,
    now: Timestamp,
) -> StoreResult<Option<i64>> {
    let values = [id.into(), lease_until.into(), now.into(), place.into()];
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), REGISTER, values);
    let row = conn.db().query_one_raw(statement).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
}

/// Finds a node.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, id: NodeId) -> StoreResult<Option<Node>> {
    Ok(Entity::find_by_id(id).one(conn.db()).await?)
}

/// Lets a node that stops in order be started in any place. Its lease goes on for the sake of its
/// runs. Returns whether it still held it.
///
/// # Errors
/// If the database fails.
pub async fn leave_place(conn: &Conn<'_>, id: NodeId, fence: i64) -> StoreResult<bool> {
    let changed = Entity::update_many()
        .col_expr(Column::Place, Expr::value(None::<String>))
        .filter(Column::Id.eq(id))
        .filter(Column::Fence.eq(fence))
        .exec(conn.db())
        .await?;
    Ok(changed.rows_affected == 1)
}

/// Prolongs a node's lease. Returns whether the node still had it.
///
/// # Errors
/// If the database fails.
pub async fn renew(
    conn: &Conn<'_>,
    id: NodeId,
    fence: i64,
    lease_until: Timestamp,
    now: Timestamp,
) -> StoreResult<bool> {
    let changed = Entity::update_many()
        .col_expr(Column::LeaseUntil, Expr::value(lease_until))
        .filter(Column::Id.eq(id))
        .filter(Column::Fence.eq(fence))
        .filter(Column::LeaseUntil.gt(now))
        .exec(conn.db())
        .await?;
    Ok(changed.rows_affected == 1)
}

/// Returns whether a node has its lease, under this number, and keeps others from taking it until
/// the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn hold(conn: &Conn<'_>, id: NodeId, fence: i64, now: Timestamp) -> StoreResult<bool> {
    let row = Entity::find_by_id(id).filter(Column::Fence.eq(fence)).filter(Column::LeaseUntil.gt(now));
    Ok(shared(row).one(conn.db()).await?.is_some())
}

/// Counts the nodes but for one whose lease has not run out.
///
/// # Errors
/// If the database fails.
pub async fn count_live_others(conn: &Conn<'_>, id: NodeId, now: Timestamp) -> StoreResult<u64> {
    let others = Entity::find().filter(Column::Id.ne(id)).filter(Column::LeaseUntil.gt(now));
    Ok(others.count(conn.db()).await?)
}

/// Lists nodes whose lease ran out before a moment.
///
/// # Errors
/// If the database fails.
pub async fn lapsed(conn: &Conn<'_>, before: Timestamp, limit: PageLimit<100>) -> StoreResult<Vec<Node>> {
    Ok(Entity::find()
        .filter(Column::LeaseUntil.lt(before))
        .order_by_asc(Column::LeaseUntil)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Takes the lease from a node that let it run out, under the next number. Returns that number;
/// nothing if the node is back, or somebody else was first.
///
/// # Errors
/// If the database fails.
pub async fn fence_off(conn: &Conn<'_>, node: &Node) -> StoreResult<Option<i64>> {
    let fence = node.fence + 1;
    let changed = Entity::update_many()
        .col_expr(Column::Fence, Expr::value(fence))
        .filter(Column::Id.eq(node.id))
        .filter(Column::Fence.eq(node.fence))
        .filter(Column::LeaseUntil.eq(node.lease_until))
        .exec(conn.db())
        .await?;
    Ok((changed.rows_affected == 1).then_some(fence))
}

/// Forgets a node that was fenced off under a number. Returns whether it was forgotten; not if it
/// is back.
///
/// # Errors
/// If the database fails.
pub async fn forget(conn: &Conn<'_>, id: NodeId, fence: i64) -> StoreResult<bool> {
    let deleted = Entity::delete_many()
        .filter(Column::Id.eq(id))
        .filter(Column::Fence.eq(fence))
        .exec(conn.db())
        .await?;
    Ok(deleted.rows_affected == 1)
}
