//! Claims: which running run holds which issue.
//!
//! **Invariant:** a claim's run is running. Only [`RunningRun`] makes claims, and only a run that
//! was seen running under its row lock is one; the run's end takes its claims with it in the same
//! transaction. A lock that outlives its holder can therefore not be stored.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, Query};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, TryInsertResult};
use wireclip_domain::run::RunStatus;
use wireclip_domain::{IssueId, RunId, Timestamp};
use wireclip_schema::claims::{ActiveModel, Column, Entity};

pub use wireclip_schema::claims::Model as Claim;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::runs::{self, Run};

/// A run that is running and stays so until the transaction ends: its row is locked.
#[derive(Debug, Clone, PartialEq)]
pub struct RunningRun(Run);

impl RunningRun {
    /// Locks a run, and proves that it is running.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn lock(conn: &Conn<'_>, id: RunId) -> StoreResult<Option<Self>> {
        let run = runs::lock(conn, id).await?;
        Ok(run.filter(|run| run.status == RunStatus::Running).map(Self))
    }

    /// Takes a run that this transaction has just moved to running.
    pub(crate) fn just_started(run: Run) -> Self {
        debug_assert!(run.status == RunStatus::Running, "only a start calls this");
        Self(run)
    }

    /// Returns the run.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.0
    }
}

/// What a claim says besides who holds what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimTerms {
    /// The key of the agent's name, if the run was woken for the issue itself.
    pub agent_name_key: Option<String>,
    /// Since when the run was woken for it, if it was.
    pub locked_at: Option<Timestamp>,
    /// Since when the issue is checked out for it, if it is.
    pub checked_out_at: Option<Timestamp>,
}

/// Claims an issue for a running run, unless somebody else holds it.
///
/// Returns whether the run holds it now. A claim of its own is renewed: what was set stays set.
///
/// # Errors
/// If the database fails.
pub async fn take(
    conn: &Conn<'_>,
    run: &RunningRun,
    issue_id: IssueId,
    terms: &ClaimTerms,
    now: Timestamp,
) -> StoreResult<bool> {
    let run = run.run();
    let row = ActiveModel {
        issue_id: Set(issue_id),
        run_id: Set(run.id),
        company_id: Set(run.company_id),
        agent_id: Set(run.agent_id),
        agent_name_key: Set(terms.agent_name_key.clone()),
        locked_at: Set(terms.locked_at),
        checked_out_at: Set(terms.checked_out_at),
        created_at: Set(now),
    };
    let unless_held = Entity::insert(row).on_conflict_do_nothing_on([Column::IssueId]);
    let inserted = unless_held.exec_without_returning(conn.db());
    if matches!(inserted.await?, TryInsertResult::Inserted(rows) if rows > 0) {
        return Ok(true);
    }
    let mut renewed =
        Entity::update_many().filter(Column::IssueId.eq(issue_id)).filter(Column::RunId.eq(run.id));
    // A column is written in any case, so that the count of rows tells whose the claim is.
    renewed = renewed.col_expr(Column::AgentId, Expr::value(run.agent_id));
    if let Some(at) = terms.locked_at {
        renewed = renewed.col_expr(Column::LockedAt, Expr::value(at));
        renewed = renewed.col_expr(Column::AgentNameKey, Expr::value(terms.agent_name_key.clone()));
    }
    if let Some(at) = terms.checked_out_at {
        renewed = renewed.col_expr(Column::CheckedOutAt, Expr::value(at));
    }
    Ok(renewed.exec(conn.db()).await?.rows_affected > 0)
}

/// Returns the claim on an issue.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Option<Claim>> {
    Ok(Entity::find_by_id(issue_id).one(conn.db()).await?)
}

/// Returns the claims on these issues, by issue; an issue that nobody holds is absent.
///
/// # Errors
/// If the database fails.
pub async fn of_issues(conn: &Conn<'_>, issues: &[IssueId]) -> StoreResult<HashMap<IssueId, Claim>> {
    let mut claims = HashMap::new();
    // Below SQLite's limit of parameters.
    for some in issues.chunks(1000) {
        let found = Entity::find().filter(Column::IssueId.is_in(some.iter().copied())).all(conn.db()).await?;
        claims.extend(found.into_iter().map(|claim| (claim.issue_id, claim)));
    }
    Ok(claims)
}

/// Returns the claims of a run.
///
/// # Errors
/// If the database fails.
pub async fn of_run(conn: &Conn<'_>, run_id: RunId) -> StoreResult<Vec<Claim>> {
    Ok(Entity::find().filter(Column::RunId.eq(run_id)).all(conn.db()).await?)
}

/// Ends the claim on an issue, whoever holds it.
///
/// # Errors
/// If the database fails.
pub async fn release(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<bool> {
    Ok(Entity::delete_by_id(issue_id).exec(conn.db()).await?.rows_affected > 0)
}

/// Ends all claims of a run.
///
/// # Errors
/// If the database fails.
pub async fn release_all(conn: &Conn<'_>, run_id: RunId) -> StoreResult<()> {
    Entity::delete_many().filter(Column::RunId.eq(run_id)).exec(conn.db()).await?;
    Ok(())
}

/// Counts claims whose run is not running. There are none, as long as nothing is broken.
///
/// # Errors
/// If the database fails.
pub async fn without_running_run(conn: &Conn<'_>) -> StoreResult<u64> {
    use wireclip_schema::runs as all_runs;
    let running = Query::select()
        .column(all_runs::Column::Id)
        .from(all_runs::Entity)
        .and_where(all_runs::Column::Status.eq(RunStatus::Running))
        .to_owned();
    let held = Entity::find().filter(Column::RunId.not_in_subquery(running));
    Ok(held.count(conn.db()).await?)
}
