//! People's work on sandboxes that become templates.

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use wireclip_domain::custom_image::SessionStatus;
use wireclip_domain::words::Word as _;
use wireclip_domain::{EnvironmentId, NodeId, SetupSessionId, Timestamp};
use wireclip_schema::custom_image_sessions::{Column, Entity};

pub use wireclip_schema::custom_image_sessions::Model as CustomImageSession;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the session, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    scope: &Scope,
    id: SetupSessionId,
) -> StoreResult<Option<CustomImageSession>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads a session anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: SetupSessionId) -> StoreResult<Option<CustomImageSession>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Returns the session of an environment that began last.
///
/// # Errors
/// If the database fails.
pub async fn latest(
    conn: &Conn<'_>,
    scope: &Scope,
    environment_id: EnvironmentId,
) -> StoreResult<Option<CustomImageSession>> {
    // Index: custom_image_sessions_by_environment.
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(scope.condition(Column::CompanyId))
        .order_by_desc(Column::CreatedAt);
    Ok(query.one(conn.db()).await?)
}

/// Returns the session of an environment that is going on.
///
/// # Errors
/// If the database fails.
pub async fn open(conn: &Conn<'_>, environment_id: EnvironmentId) -> StoreResult<Option<CustomImageSession>> {
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::Status.is_in(open_statuses()));
    Ok(query.one(conn.db()).await?)
}

/// Counts the sessions of an environment that are going on.
///
/// # Errors
/// If the database fails.
pub async fn count_open(conn: &Conn<'_>, environment_id: EnvironmentId) -> StoreResult<u64> {
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::Status.is_in(open_statuses()));
    Ok(query.count(conn.db()).await?)
}

fn open_statuses() -> Vec<SessionStatus> {
    SessionStatus::ALL.iter().copied().filter(|status| status.is_open()).collect()
}

/// Lists the sessions at which somebody has to look, the longest waiting first.
///
/// # Errors
/// If the database fails.
pub async fn due(conn: &Conn<'_>, now: Timestamp, limit: u64) -> StoreResult<Vec<CustomImageSession>> {
    // Index: custom_image_sessions_due.
    let query = Entity::find().filter(Column::DueAt.lte(now)).order_by_asc(Column::DueAt).limit(limit);
    Ok(query.all(conn.db()).await?)
}

/// Makes the sessions due at once that a node was carrying on, and returns how many.
///
/// # Errors
/// If the database fails.
pub async fn disown(conn: &Conn<'_>, node_id: NodeId, now: Timestamp) -> StoreResult<u64> {
    let made_due = Entity::update_many()
        .col_expr(Column::DueAt, now.into())
        .col_expr(Column::CarrierNodeId, Expr::value(None::<NodeId>))
        // Index: custom_image_sessions_due.
        .filter(Column::DueAt.gt(now))
        .filter(Column::CarrierNodeId.eq(node_id))
        .exec(conn.db())
        .await?;
    Ok(made_due.rows_affected)
}

/// Stores a new session.
///
/// # Errors
/// `Duplicate` if one of the environment is going on.
pub async fn insert(conn: &Conn<'_>, session: &CustomImageSession) -> StoreResult<()> {
    Entity::insert(session.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of a session; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(
    conn: &Conn<'_>,
    before: &CustomImageSession,
    after: &CustomImageSession,
) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}
