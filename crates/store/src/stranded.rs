//! Issues that an agent should work on and that nothing goes on with.

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, EntityTrait, Iden, JoinType, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::IssueId;
use wireclip_domain::agent::AgentState;
use wireclip_domain::approval::ApprovalStatus;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_schema::{
    agents, approval_issues, approvals, claims, companies, issue_blockers, issues, recovery_actions, runs,
    wakeups,
};

use crate::conn::Conn;
use crate::dialect::{is, is_among};
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::recovery_actions::OPEN;

/// Lists issues with an agent, open or blocked by what is done, on which no run lives, no wake-up waits and nobody has to act, by
/// id, behind this one. Most of them may lie idle for a good reason that is not seen here.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    after: Option<IssueId>,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<IssueId>> {
    let live = about(runs::Entity, runs::Column::IssueId)
        .and_where(is_among(runs::Column::Status, RunStatus::LIVE.iter().copied()))
        .to_owned();
    let waiting = about(wakeups::Entity, wakeups::Column::IssueId)
        .and_where(is(wakeups::Column::Status, WakeupStatus::Deferred))
        .to_owned();
    let to_be_mended = about(recovery_actions::Entity, recovery_actions::Column::IssueId)
        .and_where(is_among(recovery_actions::Column::Status, OPEN))
        .to_owned();
    let awaited = about(approval_issues::Entity, approval_issues::Column::IssueId)
        .and_where(Expr::exists(open_approvals()))
        .to_owned();
    let held = about(claims::Entity, claims::Column::IssueId);
    // Whoever is paused or not yet approved shows that, and goes on later.
    let resting = Query::select()
        .expr(Expr::val(1))
        .from(agents::Entity)
        .and_where(agents::Column::Id.into_expr().equals((issues::Entity, issues::Column::AssigneeAgentId)))
        .and_where(agents::Column::State.is_in([AgentState::Paused, AgentState::PendingApproval]))
        .to_owned();
    let active = Query::select()
        .column(companies::Column::Id)
        .from(companies::Entity)
        .and_where(companies::Column::Status.eq(CompanyStatus::Active))
        .to_owned();
    let blockers = about(issue_blockers::Entity, issue_blockers::Column::IssueId);
    let is_workable =
        Condition::any().add(issues::Column::Status.is_in([IssueStatus::Todo, IssueStatus::InProgress])).add(
            issues::Column::Status
                .eq(IssueStatus::Blocked)
                .and(Expr::exists(blockers))
                .and(Expr::exists(open_blockers()).not()),
        );
    // Index: issues_by_assignee.
    let mut query = issues::Entity::find()
        .select_only()
        .column(issues::Column::Id)
        .filter(issues::Column::AssigneeAgentId.is_not_null())
        .filter(is_workable)
        .filter(issues::Column::HiddenAt.is_null())
        .filter(issues::Column::CompanyId.in_subquery(active))
        .filter(Expr::exists(live).not())
        .filter(Expr::exists(waiting).not())
        .filter(Expr::exists(to_be_mended).not())
        .filter(Expr::exists(awaited).not())
        .filter(Expr::exists(held).not())
        .filter(Expr::exists(resting).not())
        .order_by_asc(issues::Column::Id);
    if let Some(after) = after {
        query = query.filter(issues::Column::Id.gt(after));
    }
    Ok(query.limit(limit.rows()).into_tuple().all(conn.db()).await?)
}

/// Selects what the issue of the question around it waits for and what is not done.
fn open_blockers() -> SelectStatement {
    let blocker = Alias::new("blocker");
    Query::select()
        .expr(Expr::val(1))
        .from(issue_blockers::Entity)
        .join_as(
            JoinType::InnerJoin,
            issues::Entity,
            blocker.clone(),
            Expr::col((blocker.clone(), issues::Column::Id))
                .equals((issue_blockers::Entity, issue_blockers::Column::BlockerId)),
        )
        .and_where(issue_blockers::Column::IssueId.into_expr().equals((issues::Entity, issues::Column::Id)))
        .and_where(Expr::col((blocker, issues::Column::Status)).ne(IssueStatus::Done))
        .to_owned()
}

/// Selects the approval of the link around it, if there is something to decide about it.
fn open_approvals() -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(approvals::Entity)
        .and_where(
            approvals::Column::Id
                .into_expr()
                .equals((approval_issues::Entity, approval_issues::Column::ApprovalId)),
        )
        .and_where(is_among(approvals::Column::Status, ApprovalStatus::OPEN))
        .to_owned()
}

/// Selects the rows of a table that are about the issue of the question around it.
fn about<E: EntityTrait + Iden, C: ColumnTrait>(table: E, issue_id: C) -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(table)
        .and_where(issue_id.into_expr().equals((issues::Entity, issues::Column::Id)))
        .to_owned()
}
