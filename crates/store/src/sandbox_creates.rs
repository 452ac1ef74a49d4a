//! The journal of creates: what a provider was asked to make, until its fate is known.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::{CompanyId, EnvironmentId, NodeId, RowId, RunId, Timestamp};
use wireclip_schema::sandbox_creates::{Column, Entity};

pub use wireclip_schema::sandbox_creates::Model as SandboxCreate;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::dialect::names;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Writes down that a provider is about to be asked.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, create: &SandboxCreate) -> StoreResult<()> {
    Entity::insert(create.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Reads an entry anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: RowId) -> StoreResult<Option<SandboxCreate>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Writes what changed of an entry; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &SandboxCreate, after: &SandboxCreate) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes an entry: a lease took it over, or nothing is left of it.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: RowId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Lists the entries that somebody has to settle, the longest waiting first.
///
/// # Errors
/// If the database fails.
pub async fn due(conn: &Conn<'_>, now: Timestamp, limit: u64) -> StoreResult<Vec<SandboxCreate>> {
    // Index: sandbox_creates_due.
    let query = Entity::find()
        .filter(Column::NextAttemptAt.lte(now))
        .order_by_asc(Column::NextAttemptAt)
        .limit(limit);
    Ok(query.all(conn.db()).await?)
}

/// Makes the entries of a node due at once, and returns how many.
///
/// # Errors
/// If the database fails.
pub async fn disown(conn: &Conn<'_>, node_id: NodeId, now: Timestamp) -> StoreResult<u64> {
    let made_due = Entity::update_many()
        .col_expr(Column::NextAttemptAt, now.into())
        .filter(Column::NodeId.eq(node_id))
        .filter(Column::NextAttemptAt.gt(now))
        .exec(conn.db())
        .await?;
    Ok(made_due.rows_affected)
}

/// Makes the entries of a run due at once: it goes on with none of them.
///
/// # Errors
/// If the database fails.
pub async fn give_up(conn: &Conn<'_>, run_id: RunId, now: Timestamp) -> StoreResult<u64> {
    let made_due = Entity::update_many()
        .col_expr(Column::NextAttemptAt, now.into())
        .filter(Column::RunId.eq(run_id))
        .filter(Column::NextAttemptAt.gt(now))
        .exec(conn.db())
        .await?;
    Ok(made_due.rows_affected)
}

/// Lists the creates of a company that are not settled.
///
/// # Errors
/// If the database fails.
pub async fn of_company(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<SandboxCreate>> {
    let query = Entity::find().filter(Column::CompanyId.eq(company_id));
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}

/// Returns whether an entry of an environment has settings that name something, by its id.
///
/// # Errors
/// If the database fails.
pub async fn any_that_names(conn: &Conn<'_>, environment_id: EnvironmentId, id: &str) -> StoreResult<bool> {
    let query =
        Entity::find().filter(Column::EnvironmentId.eq(environment_id)).filter(names(Column::Config, id));
    Ok(query.one(conn.db()).await?.is_some())
}

/// Returns whether creates of an environment are not settled.
///
/// # Errors
/// If the database fails.
pub async fn any_of_environment(conn: &Conn<'_>, environment_id: EnvironmentId) -> StoreResult<bool> {
    let query = Entity::find().filter(Column::EnvironmentId.eq(environment_id));
    Ok(query.one(conn.db()).await?.is_some())
}
