//! Runs.

mod queries;
mod waiting;

pub use queries::{
    QueuedRun, RunFilter, at_work_on, count_finished_since, count_live, count_running, count_started_since,
    due_retries, finished_on_issue, get_many, ids_of_live, list, live_of_company, live_of_issue,
    live_of_issues, live_of_task, living_among, queued_of_agent, running_of_node, stop_wishes, subjects_of,
    successor_of, take_event_seq,
};
pub use waiting::{WaitingAgent, WaitingPlace, waiting_agents};

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::run::RunStatus;
use wireclip_domain::{NodeId, RunId, Timestamp};
use wireclip_schema::runs::{Column, Entity};

pub use wireclip_schema::runs::Model as Run;

use crate::change::{locked, update_changed};
use crate::claims::RunningRun;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the run, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: RunId) -> StoreResult<Option<Run>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the run anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: RunId) -> StoreResult<Option<Run>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new run.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, run: &Run) -> StoreResult<()> {
    Entity::insert(run.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Moves a queued run to running, under a host; the caller holds its lock.
///
/// Returns the proof that it is running; nothing if it was not queued any more.
///
/// # Errors
/// If the database fails.
pub async fn start(
    conn: &Conn<'_>,
    queued: &Run,
    node_id: NodeId,
    fence: i64,
    now: Timestamp,
) -> StoreResult<Option<RunningRun>> {
    let mut running = queued.clone();
    running.status = RunStatus::Running;
    running.started_at = queued.started_at.or(Some(now));
    running.node_id = Some(node_id);
    running.fence = Some(fence);
    running.updated_at = now;
    let moved = Entity::update_many()
        .col_expr(Column::Status, Expr::value(running.status))
        .col_expr(Column::StartedAt, Expr::value(running.started_at))
        .col_expr(Column::NodeId, Expr::value(running.node_id))
        .col_expr(Column::Fence, Expr::value(running.fence))
        .col_expr(Column::UpdatedAt, Expr::value(running.updated_at))
        .filter(Column::Id.eq(queued.id))
        .filter(Column::Status.eq(RunStatus::Queued))
        .exec(conn.db())
        .await?;
    Ok((moved.rows_affected > 0).then(|| RunningRun::just_started(running)))
}

/// Writes what changed of the run; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Run, after: &Run) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the run.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: RunId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}
