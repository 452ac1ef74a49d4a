//! What only waits, ended at once, however much it is, for whoever stops an agent, an issue or a
//! company. The caller holds the company, so that nothing moves meanwhile.

use sea_orm::sea_query::{Expr, SimpleExpr};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId, ProjectId, RunId, Timestamp};
use wireclip_schema::{issues, runs, wakeups};

use crate::conn::Conn;
use crate::dialect::is;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::runs::Run;

/// Whose work is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// An agent's.
    Agent(AgentId),
    /// What is done for an issue.
    Issue(IssueId),
    /// What is done for the issues of a project.
    Project(ProjectId),
    /// A company's.
    Company(CompanyId),
}

/// What is written beside what is cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled<'c> {
    /// Why, as a word.
    pub code: &'c str,
    /// Why, for people.
    pub message: &'c str,
    /// When.
    pub at: Timestamp,
}

/// Cancels the wake-ups that wait for issues.
///
/// # Errors
/// If the database fails.
pub async fn cancel_deferred(conn: &Conn<'_>, whose: Whose, cancelled: Cancelled<'_>) -> StoreResult<()> {
    // Index: wakeups_deferred_by_issue, wakeups_by_agent.
    let those = match whose {
        Whose::Agent(id) => wakeups::Column::AgentId.eq(id),
        Whose::Issue(id) => wakeups::Column::IssueId.eq(id),
        Whose::Project(id) => wakeups::Column::IssueId.in_subquery(issues_of(id)),
        Whose::Company(id) => wakeups::Column::CompanyId.eq(id),
    };
    cancel_wakeups(conn, those, WakeupStatus::Deferred, cancelled).await
}

/// Lists runs that have not started, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn waiting_runs(conn: &Conn<'_>, whose: Whose, limit: PageLimit<1000>) -> StoreResult<Vec<Run>> {
    let query = runs::Entity::find()
        .filter(of_runs(whose))
        .filter(runs::Column::Status.is_in(waiting()))
        .order_by_asc(runs::Column::CreatedAt)
        .order_by_asc(runs::Column::Id);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}

/// Lists running runs, by id.
///
/// # Errors
/// If the database fails.
pub async fn running(conn: &Conn<'_>, whose: Whose) -> StoreResult<Vec<RunId>> {
    let query = runs::Entity::find()
        .select_only()
        .column(runs::Column::Id)
        .filter(of_runs(whose))
        .filter(runs::Column::Status.eq(RunStatus::Running))
        .order_by_asc(runs::Column::Id);
    Ok(query.into_tuple().all(conn.db()).await?)
}

/// Cancels runs that have not started, with the wake-ups that they serve.
///
/// # Errors
/// If the database fails.
pub async fn cancel_runs(conn: &Conn<'_>, ids: &[RunId], cancelled: Cancelled<'_>) -> StoreResult<()> {
    let served = wakeups::Column::RunId.is_in(ids.iter().copied());
    cancel_wakeups(conn, served, WakeupStatus::Queued, cancelled).await?;
    runs::Entity::update_many()
        .col_expr(runs::Column::Status, Expr::value(RunStatus::Cancelled))
        .col_expr(runs::Column::ErrorCode, Expr::value(cancelled.code))
        .col_expr(runs::Column::Error, Expr::value(cancelled.message))
        .col_expr(runs::Column::FinishedAt, Expr::value(cancelled.at))
        .col_expr(runs::Column::UpdatedAt, Expr::value(cancelled.at))
        .filter(runs::Column::Id.is_in(ids.iter().copied()))
        .filter(runs::Column::Status.is_in(waiting()))
        .exec(conn.db())
        .await?;
    Ok(())
}

async fn cancel_wakeups(
    conn: &Conn<'_>,
    those: SimpleExpr,
    status: WakeupStatus,
    cancelled: Cancelled<'_>,
) -> StoreResult<()> {
    wakeups::Entity::update_many()
        .col_expr(wakeups::Column::Status, Expr::value(WakeupStatus::Cancelled))
        .col_expr(wakeups::Column::StatusReason, Expr::value(cancelled.code))
        .col_expr(wakeups::Column::Error, Expr::value(cancelled.message))
        .col_expr(wakeups::Column::FinishedAt, Expr::value(cancelled.at))
        .col_expr(wakeups::Column::UpdatedAt, Expr::value(cancelled.at))
        .filter(those)
        .filter(is(wakeups::Column::Status, status))
        .exec(conn.db())
        .await?;
    Ok(())
}

fn of_runs(whose: Whose) -> SimpleExpr {
    match whose {
        Whose::Agent(id) => runs::Column::AgentId.eq(id),
        Whose::Issue(id) => runs::Column::IssueId.eq(id),
        Whose::Project(id) => runs::Column::IssueId.in_subquery(issues_of(id)),
        Whose::Company(id) => runs::Column::CompanyId.eq(id),
    }
}

/// The issues of a project. Index: issues_by_project.
fn issues_of(id: ProjectId) -> sea_orm::sea_query::SelectStatement {
    sea_orm::sea_query::Query::select()
        .column(issues::Column::Id)
        .from(issues::Entity)
        .and_where(issues::Column::ProjectId.eq(id))
        .to_owned()
}

/// What [`RunStatus::is_waiting`] says, for a query.
fn waiting() -> impl Iterator<Item = RunStatus> {
    RunStatus::LIVE.iter().copied().filter(|status| status.is_waiting())
}
