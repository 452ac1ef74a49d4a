//! What is asked of the table of runs, beside single rows.

use sea_orm::sea_query::{Expr, ExprTrait, NullOrdering, Order};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Statement,
};
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId, NodeId, RunId, Timestamp};
use wireclip_schema::runs::{Column, Entity};

use super::Run;
use crate::at_once;
use crate::conn::Conn;
use crate::dialect::is_among;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Which runs of a company are wanted.
#[derive(Debug, Clone, Default)]
pub struct RunFilter {
    /// Those of this agent.
    pub agent_id: Option<AgentId>,
    /// Those about this issue.
    pub issue_id: Option<IssueId>,
    /// Those that stand so; all if empty.
    pub statuses: Vec<RunStatus>,
}

/// Lists a company's runs, newest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    filter: &RunFilter,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Run>> {
    // Indexes: runs_by_company, runs_by_agent, runs_by_issue.
    let mut query = Entity::find().filter(Column::CompanyId.eq(company_id));
    if let Some(agent_id) = filter.agent_id {
        query = query.filter(Column::AgentId.eq(agent_id));
    }
    if let Some(issue_id) = filter.issue_id {
        query = query.filter(Column::IssueId.eq(issue_id));
    }
    if !filter.statuses.is_empty() {
        query = query.filter(Column::Status.is_in(filter.statuses.iter().copied()));
    }
    let query = query.order_by_desc(Column::CreatedAt).order_by_asc(Column::Id);
    at_once::all(conn, query.limit(limit.rows())).await
}

/// Returns the runs of these ids, newest first.
///
/// # Errors
/// If the database fails.
pub async fn get_many(conn: &Conn<'_>, ids: &[RunId]) -> StoreResult<Vec<Run>> {
    let mut found = Vec::with_capacity(ids.len());
    // Below SQLite's limit of parameters.
    for some in ids.chunks(1000) {
        let query = Entity::find().filter(Column::Id.is_in(some.iter().copied()));
        found.extend(query.all(conn.db()).await?);
    }
    found.sort_by_key(|run| std::cmp::Reverse((run.created_at, run.id)));
    Ok(found)
}

/// Lists a company's runs that are queued or running, newest first.
///
/// # Errors
/// If the database fails.
pub async fn live_of_company(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Run>> {
    let statuses = vec![RunStatus::Queued, RunStatus::Running];
    list(conn, company_id, &RunFilter { statuses, ..RunFilter::default() }, limit).await
}

/// Lists all live runs of a company.
///
/// # Errors
/// If the database fails.
pub async fn ids_of_live(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Vec<RunId>> {
    let query = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::Status.is_in(RunStatus::LIVE.iter().copied()))
        .order_by_asc(Column::Id);
    Ok(query.into_tuple().all(conn.db()).await?)
}

/// Counts the live runs of all companies by where they stand.
///
/// # Errors
/// If the database fails.
pub async fn count_live(conn: &Conn<'_>) -> StoreResult<Vec<(RunStatus, u64)>> {
    let counted: Vec<(RunStatus, i64)> = Entity::find()
        .select_only()
        .column(Column::Status)
        .column_as(Column::Id.count(), "count")
        .filter(is_among(Column::Status, RunStatus::LIVE.iter().copied()))
        .group_by(Column::Status)
        .into_tuple()
        .all(conn.db())
        .await?;
    Ok(counted.into_iter().map(|(status, count)| (status, count.cast_unsigned())).collect())
}

/// Returns those of these runs that live.
///
/// # Errors
/// If the database fails.
pub async fn living_among(conn: &Conn<'_>, asked: &[RunId]) -> StoreResult<Vec<RunId>> {
    let mut living = Vec::new();
    for some in asked.chunks(1000) {
        let query = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::Id.is_in(some.iter().copied()))
            .filter(Column::Status.is_in(RunStatus::LIVE.iter().copied()));
        living.extend(query.into_tuple::<RunId>().all(conn.db()).await?);
    }
    Ok(living)
}

/// Returns of each of these runs whose it is and which issue it is about.
///
/// # Errors
/// If the database fails.
pub async fn subjects_of(conn: &Conn<'_>, asked: &[RunId]) -> StoreResult<Vec<(AgentId, Option<IssueId>)>> {
    let mut found = Vec::new();
    for some in asked.chunks(1000) {
        let query = Entity::find()
            .select_only()
            .columns([Column::AgentId, Column::IssueId])
            .filter(Column::Id.is_in(some.iter().copied()));
        found.extend(query.into_tuple::<(AgentId, Option<IssueId>)>().all(conn.db()).await?);
    }
    Ok(found)
}

/// Lists the live runs about an issue, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn live_of_issue(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Vec<Run>> {
    live_of_issues(conn, &[issue_id]).await
}

/// Lists the live runs about an issue, and the one that holds it although it is about something
/// else, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn at_work_on(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Vec<Run>> {
    let mut runs = live_of_issue(conn, issue_id).await?;
    if let Some(claim) = crate::claims::get(conn, issue_id).await?
        && runs.iter().all(|run| run.id != claim.run_id)
    {
        let holder = Entity::find_by_id(claim.run_id).one(conn.db()).await?;
        runs.extend(holder.filter(|holder| !holder.status.is_terminal()));
        runs.sort_by_key(|run| (run.created_at, run.id));
    }
    Ok(runs)
}

/// Lists the live runs about these issues, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn live_of_issues(conn: &Conn<'_>, issues: &[IssueId]) -> StoreResult<Vec<Run>> {
    let mut runs = Vec::new();
    for some in issues.chunks(1000) {
        // Index: runs_live_by_issue.
        let query = Entity::find()
            .filter(Column::IssueId.is_in(some.iter().copied()))
            .filter(is_among(Column::Status, RunStatus::LIVE.iter().copied()))
            .order_by_asc(Column::CreatedAt)
            .order_by_asc(Column::Id);
        runs.extend(at_once::all(conn, query.limit(10_000)).await?);
    }
    Ok(runs)
}

/// Lists an agent's live runs about no issue and under this task key, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn live_of_task(
    conn: &Conn<'_>,
    agent_id: AgentId,
    task_key: Option<&str>,
) -> StoreResult<Vec<Run>> {
    let query = Entity::find()
        .filter(Column::AgentId.eq(agent_id))
        .filter(Column::Status.is_in(RunStatus::LIVE.iter().copied()))
        .filter(Column::IssueId.is_null());
    let query = match task_key {
        Some(key) => query.filter(Column::TaskKey.eq(key)),
        None => query.filter(Column::TaskKey.is_null()),
    };
    Ok(query.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id).limit(1000).all(conn.db()).await?)
}

/// A queued run, as far as its place in the queue depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromQueryResult)]
pub struct QueuedRun {
    /// Which one.
    pub id: RunId,
    /// The issue that it is about.
    pub issue_id: Option<IssueId>,
    /// Since when it waits.
    pub created_at: Timestamp,
}

/// Lists an agent's queued runs, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn queued_of_agent(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<Vec<QueuedRun>> {
    let query = Entity::find()
        .select_only()
        .columns([Column::Id, Column::IssueId, Column::CreatedAt])
        .filter(Column::AgentId.eq(agent_id))
        .filter(Column::Status.eq(RunStatus::Queued))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id);
    Ok(query.limit(1000).into_model().all(conn.db()).await?)
}

/// Counts an agent's running runs.
///
/// # Errors
/// If the database fails.
pub async fn count_running(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<u32> {
    let query =
        Entity::find().filter(Column::AgentId.eq(agent_id)).filter(Column::Status.eq(RunStatus::Running));
    Ok(u32::try_from(query.count(conn.db()).await?).unwrap_or(u32::MAX))
}

/// Counts an agent's runs that started at this moment or later.
///
/// # Errors
/// If the database fails.
pub async fn count_started_since(conn: &Conn<'_>, agent_id: AgentId, since: Timestamp) -> StoreResult<u32> {
    let query = Entity::find()
        .filter(Column::AgentId.eq(agent_id))
        .filter(Column::StartedAt.gte(since))
        .filter(Column::Status.is_not_in([RunStatus::Queued, RunStatus::ScheduledRetry]));
    Ok(u32::try_from(query.count(conn.db()).await?).unwrap_or(u32::MAX))
}

/// Counts an agent's runs on an issue that ended at this moment or later.
///
/// # Errors
/// If the database fails.
pub async fn count_finished_since(
    conn: &Conn<'_>,
    agent_id: AgentId,
    issue_id: IssueId,
    since: Timestamp,
) -> StoreResult<u32> {
    let query = Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .filter(Column::AgentId.eq(agent_id))
        .filter(Column::FinishedAt.gte(since));
    Ok(u32::try_from(query.count(conn.db()).await?).unwrap_or(u32::MAX))
}

/// Lists an agent's finished runs on an issue, the latest first.
///
/// # Errors
/// If the database fails.
pub async fn finished_on_issue(
    conn: &Conn<'_>,
    agent_id: AgentId,
    issue_id: IssueId,
    limit: PageLimit<50>,
) -> StoreResult<Vec<Run>> {
    let query = Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .filter(Column::AgentId.eq(agent_id))
        .filter(Column::FinishedAt.is_not_null())
        .order_by_desc(Column::FinishedAt)
        .order_by_desc(Column::CreatedAt);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}

/// Returns the run that repeats another, the newest if there are several.
///
/// # Errors
/// If the database fails.
pub async fn successor_of(conn: &Conn<'_>, id: RunId) -> StoreResult<Option<Run>> {
    let query = Entity::find().filter(Column::RetryOfRunId.eq(id)).order_by_desc(Column::CreatedAt);
    Ok(query.limit(1).one(conn.db()).await?)
}

/// Lists the running runs of a node with the fencing numbers under which they are hosted, oldest
/// first.
///
/// # Errors
/// If the database fails.
pub async fn running_of_node(conn: &Conn<'_>, node_id: NodeId) -> StoreResult<Vec<(RunId, Option<i64>)>> {
    let query = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Fence])
        .filter(Column::NodeId.eq(node_id))
        .filter(Column::Status.eq(RunStatus::Running))
        .order_by_asc(Column::CreatedAt);
    Ok(query.limit(10_000).into_tuple().all(conn.db()).await?)
}

/// Lists the running runs of a node that somebody wants stopped, the oldest wish first.
///
/// # Errors
/// If the database fails.
pub async fn stop_wishes(conn: &Conn<'_>, node_id: NodeId) -> StoreResult<Vec<RunId>> {
    let query = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::NodeId.eq(node_id))
        .filter(Column::Status.eq(RunStatus::Running))
        .filter(Column::StopRequestedAt.is_not_null())
        .order_by_asc(Column::StopRequestedAt);
    Ok(query.limit(1000).into_tuple().all(conn.db()).await?)
}

/// Lists planned retries that are due, the earliest first.
///
/// # Errors
/// If the database fails.
pub async fn due_retries(conn: &Conn<'_>, now: Timestamp, limit: PageLimit<1000>) -> StoreResult<Vec<RunId>> {
    let query = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Status.eq(RunStatus::ScheduledRetry))
        .filter(Expr::col(Column::ScheduledRetryAt).lte(now))
        .order_by_with_nulls(Column::ScheduledRetryAt, Order::Asc, NullOrdering::Last);
    Ok(query.limit(limit.rows()).into_tuple().all(conn.db()).await?)
}

/// Takes the next number for an event of the run.
///
/// # Errors
/// If the database fails.
pub async fn take_event_seq(conn: &Conn<'_>, id: RunId) -> StoreResult<Option<i64>> {
    let sql =
        "UPDATE runs SET next_event_seq = next_event_seq + 1 WHERE id = $1 RETURNING next_event_seq - 1";
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, [id.into()]);
    let row = conn.db().query_one_raw(statement).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
}
