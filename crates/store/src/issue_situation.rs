//! What holds an issue up at this moment: the run that works on it, what it waits for, and the
//! retry that is due later.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::blocker::Blocker;
use wireclip_domain::checkout::Claim;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, IssueId, RunId};
use wireclip_schema::{claims, issue_blockers, issues, runs};

use crate::conn::Conn;
use crate::error::StoreResult;

/// More blockers than this are not asked for at once.
const BLOCKERS_CAP: u64 = 1000;

/// Returns the claim on an issue, with where its run stands.
///
/// # Errors
/// If the database fails.
pub async fn claim(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Option<Claim>> {
    let Some(claim) = claims::Entity::find_by_id(issue_id).one(conn.db()).await? else { return Ok(None) };
    let run = runs::Entity::find_by_id(claim.run_id).one(conn.db()).await?;
    Ok(run.map(|run| Claim {
        run_id: claim.run_id,
        agent_id: claim.agent_id,
        run_status: run.status,
        since: claim.checked_out_at.or(claim.locked_at).unwrap_or(claim.created_at),
    }))
}

/// Returns all blockers of an issue, done or not, by number.
///
/// # Errors
/// If the database fails.
pub async fn blockers(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Vec<Blocker>> {
    let rows = issue_blockers::Entity::find()
        .filter(issue_blockers::Column::IssueId.eq(issue_id))
        .limit(BLOCKERS_CAP)
        .all(conn.db())
        .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let blocking = issues::Entity::find()
        .filter(issues::Column::Id.is_in(rows.iter().map(|row| row.blocker_id)))
        .order_by_asc(issues::Column::Number)
        .all(conn.db())
        .await?;
    let seen = |issue: issues::Model| Blocker {
        issue_id: issue.id,
        identifier: issue.identifier,
        title: issue.title,
        status: issue.status,
    };
    Ok(blocking.into_iter().map(seen).collect())
}

/// Returns the run by which an agent's work on an issue is tried again later, if one is planned.
///
/// # Errors
/// If the database fails.
pub async fn planned_retry(
    conn: &Conn<'_>,
    issue_id: IssueId,
    agent_id: AgentId,
) -> StoreResult<Option<RunId>> {
    let run = runs::Entity::find()
        .filter(runs::Column::IssueId.eq(issue_id))
        .filter(runs::Column::AgentId.eq(agent_id))
        .filter(runs::Column::Status.eq(RunStatus::ScheduledRetry))
        .one(conn.db())
        .await?;
    Ok(run.map(|run| run.id))
}
