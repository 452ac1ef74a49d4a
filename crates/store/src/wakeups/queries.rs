//! What is asked of the table of wake-ups, beside single rows.

use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::agent::AgentState;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::gate::SkipReason;
use wireclip_domain::retry::ExecutionBlock;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::{TO_BE_HEARD, WakeReason, WakeupStatus};
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId, WakeupId};
use wireclip_schema::wakeups::{Column, Entity};
use wireclip_schema::{agents, claims, companies, recovery_actions, runs};

use super::Wakeup;
use crate::conn::Conn;
use crate::dialect::{is, is_among};
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::recovery_actions::OPEN;

/// Returns the agent's wake-up that waits for the issue; there is one at most.
///
/// # Errors
/// If the database fails.
pub async fn waiting_for(
    conn: &Conn<'_>,
    issue_id: IssueId,
    agent_id: AgentId,
) -> StoreResult<Option<Wakeup>> {
    let query = Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .filter(Column::AgentId.eq(agent_id))
        .filter(is(Column::Status, WakeupStatus::Deferred));
    Ok(query.one(conn.db()).await?)
}

/// Lists the wake-ups that wait for an issue, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn waiting_of_issue(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Vec<Wakeup>> {
    let query = Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .filter(is(Column::Status, WakeupStatus::Deferred))
        .order_by_asc(Column::RequestedAt)
        .order_by_asc(Column::Id);
    Ok(query.limit(1000).all(conn.db()).await?)
}

/// Lists the wake-ups that a run serves and that have not ended, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn open_of_run(conn: &Conn<'_>, run_id: RunId) -> StoreResult<Vec<Wakeup>> {
    let query = Entity::find()
        .filter(Column::RunId.eq(run_id))
        .filter(Column::Status.is_in([WakeupStatus::Queued, WakeupStatus::Claimed]))
        .order_by_asc(Column::RequestedAt);
    Ok(query.limit(1000).all(conn.db()).await?)
}

/// Returns the newest wake-up of an agent for an issue, or for none.
///
/// # Errors
/// If the database fails.
pub async fn latest_of(
    conn: &Conn<'_>,
    agent_id: AgentId,
    issue_id: Option<IssueId>,
) -> StoreResult<Option<Wakeup>> {
    let query = Entity::find().filter(Column::AgentId.eq(agent_id));
    let query = match issue_id {
        Some(issue_id) => query.filter(Column::IssueId.eq(issue_id)),
        None => query.filter(Column::IssueId.is_null()),
    };
    let query = query.order_by_desc(Column::RequestedAt).order_by_desc(Column::UpdatedAt);
    Ok(query.limit(1).one(conn.db()).await?)
}

/// Lists the wake-ups for an issue, newest first.
///
/// # Errors
/// If the database fails.
pub async fn of_issue(
    conn: &Conn<'_>,
    issue_id: IssueId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Wakeup>> {
    let query = Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .order_by_desc(Column::RequestedAt)
        .order_by_desc(Column::UpdatedAt);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}

/// Lists the wake-ups of an agent, newest first.
///
/// # Errors
/// If the database fails.
pub async fn of_agent(
    conn: &Conn<'_>,
    agent_id: AgentId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Wakeup>> {
    // Index: wakeups_by_agent.
    let query = Entity::find()
        .filter(Column::AgentId.eq(agent_id))
        .order_by_desc(Column::RequestedAt)
        .order_by_desc(Column::UpdatedAt);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}

/// Returns the wake-up that may exist only once.
///
/// # Errors
/// If the database fails.
pub async fn find_by_dedup_key(
    conn: &Conn<'_>,
    company_id: CompanyId,
    key: &str,
) -> StoreResult<Option<Wakeup>> {
    let query = Entity::find().filter(Column::CompanyId.eq(company_id)).filter(Column::DedupKey.eq(key));
    Ok(query.one(conn.db()).await?)
}

/// Lists issues for which wake-ups wait although no run about them lives, none holds them, and
/// nobody has to say first what the last one did; by id, behind this one.
///
/// # Errors
/// If the database fails.
pub async fn issues_with_waiting(
    conn: &Conn<'_>,
    after: Option<IssueId>,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<IssueId>> {
    let live = Query::select()
        .expr(Expr::val(1))
        .from(runs::Entity)
        .and_where(Expr::col((runs::Entity, runs::Column::IssueId)).equals((Entity, Column::IssueId)))
        .and_where(is_among(runs::Column::Status, RunStatus::LIVE.iter().copied()))
        .to_owned();
    let held = Query::select().column(claims::Column::IssueId).from(claims::Entity).to_owned();
    let unsettled = Query::select()
        .column(recovery_actions::Column::IssueId)
        .from(recovery_actions::Entity)
        .and_where(is_among(recovery_actions::Column::Status, OPEN))
        .and_where(recovery_actions::Column::Cause.eq(ExecutionBlock::CAUSE))
        .to_owned();
    let mut query = Entity::find()
        .select_only()
        .column(Column::IssueId)
        .filter(is(Column::Status, WakeupStatus::Deferred))
        .filter(Column::IssueId.is_not_null())
        .filter(Expr::exists(live).not())
        .filter(Column::IssueId.not_in_subquery(held))
        .filter(Column::IssueId.not_in_subquery(unsettled))
        .group_by(Column::IssueId)
        .order_by_asc(Column::IssueId);
    if let Some(after) = after {
        query = query.filter(Column::IssueId.gt(after));
    }
    Ok(query.limit(limit.rows()).into_tuple().all(conn.db()).await?)
}

/// A wake-up by which somebody said something to an agent that could not be woken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromQueryResult)]
pub struct RefusedForNow {
    /// The wake-up.
    pub id: WakeupId,
    /// Whom it was to wake.
    pub agent_id: AgentId,
}

/// Lists wake-ups by which somebody said something to an agent and that were refused for a reason that may have
/// passed, by id, behind this one. Those of agents and companies that still rest are left out.
///
/// # Errors
/// If the database fails.
pub async fn refused_for_now(
    conn: &Conn<'_>,
    after: Option<WakeupId>,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<RefusedForNow>> {
    let may_work = Query::select()
        .column(agents::Column::Id)
        .from(agents::Entity)
        .and_where(agents::Column::State.eq(AgentState::Active))
        .to_owned();
    let active = Query::select()
        .column(companies::Column::Id)
        .from(companies::Entity)
        .and_where(companies::Column::Status.eq(CompanyStatus::Active))
        .to_owned();
    // Index: wakeups_refused.
    let mut query = Entity::find()
        .select_only()
        .columns([Column::Id, Column::AgentId])
        .filter(is(Column::Status, WakeupStatus::Skipped))
        .filter(Column::DedupKey.is_null())
        .filter(is_among(Column::StatusReason, SkipReason::PASSING.iter().map(|reason| reason.as_str())))
        .filter(
            Condition::any()
                .add(Column::Reason.is_in(TO_BE_HEARD.iter().map(WakeReason::as_str)))
                // Whatever a pause kept from an agent is due when it is over.
                .add(is(Column::StatusReason, SkipReason::TreeHoldActive.as_str())),
        )
        .filter(Column::AgentId.in_subquery(may_work))
        .filter(Column::CompanyId.in_subquery(active))
        .order_by_asc(Column::Id);
    if let Some(after) = after {
        query = query.filter(Column::Id.gt(after));
    }
    Ok(query.limit(limit.rows()).into_model().all(conn.db()).await?)
}
