//! Which issues approvals are linked to.

use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use wireclip_domain::approval::ApprovalStatus;
use wireclip_domain::{ApprovalId, IssueId};
use wireclip_schema::approval_issues::{Column, Entity};
use wireclip_schema::approvals;

pub use wireclip_schema::approval_issues::Model as ApprovalLink;

use crate::conn::Conn;
use crate::dialect::is_among;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// The most issues that are told of an approval, and approvals of an issue.
pub const LIST_CAP: u32 = 500;

/// Returns the issues of an approval, in the order in which they were linked.
///
/// # Errors
/// If the database fails.
pub async fn issues_of(
    conn: &Conn<'_>,
    approval_id: ApprovalId,
    limit: PageLimit<LIST_CAP>,
) -> StoreResult<Vec<IssueId>> {
    let query = Entity::find()
        .filter(Column::ApprovalId.eq(approval_id))
        .select_only()
        .column(Column::IssueId)
        .order_by_asc(Column::Position)
        .order_by_asc(Column::IssueId);
    Ok(query.limit(limit.rows()).into_tuple().all(conn.db()).await?)
}

/// Returns the approvals of an issue, in no order.
///
/// # Errors
/// If the database fails.
pub async fn approvals_of(
    conn: &Conn<'_>,
    issue_id: IssueId,
    limit: PageLimit<LIST_CAP>,
) -> StoreResult<Vec<ApprovalId>> {
    // Index: approval_issues_by_issue.
    let query = Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .select_only()
        .column(Column::ApprovalId)
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::ApprovalId);
    Ok(query.limit(limit.rows()).into_tuple().all(conn.db()).await?)
}

/// Returns the approval that an issue waits for, the oldest if there are several.
///
/// # Errors
/// If the database fails.
pub async fn awaited_by(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Option<approvals::Model>> {
    // Index: approval_issues_by_issue.
    let linked = Query::select()
        .column(Column::ApprovalId)
        .from(Entity)
        .and_where(Column::IssueId.eq(issue_id))
        .to_owned();
    Ok(approvals::Entity::find()
        .filter(approvals::Column::Id.in_subquery(linked))
        .filter(is_among(approvals::Column::Status, ApprovalStatus::OPEN))
        .order_by_asc(approvals::Column::CreatedAt)
        .order_by_asc(approvals::Column::Id)
        .one(conn.db())
        .await?)
}

/// Counts the issues of an approval.
///
/// # Errors
/// If the database fails.
pub async fn count(conn: &Conn<'_>, approval_id: ApprovalId) -> StoreResult<u64> {
    Ok(Entity::find().filter(Column::ApprovalId.eq(approval_id)).count(conn.db()).await?)
}

/// Returns the position behind the last issue of an approval; the caller holds the approval's lock.
///
/// # Errors
/// If the database fails.
pub async fn next_position(conn: &Conn<'_>, approval_id: ApprovalId) -> StoreResult<i64> {
    let last = Entity::find()
        .filter(Column::ApprovalId.eq(approval_id))
        .order_by_desc(Column::Position)
        .one(conn.db())
        .await?;
    Ok(last.map_or(1, |last| last.position + 1))
}

/// Links an issue to an approval; does nothing if it is linked already.
///
/// # Errors
/// If the database fails.
pub async fn link(conn: &Conn<'_>, link: &ApprovalLink) -> StoreResult<()> {
    let stays = OnConflict::columns([Column::ApprovalId, Column::IssueId]).do_nothing().to_owned();
    Entity::insert(link.clone().into_active_model())
        .on_conflict(stays)
        .exec_without_returning(conn.db())
        .await?;
    Ok(())
}

/// Takes an issue off an approval; does nothing if it is not linked.
///
/// # Errors
/// If the database fails.
pub async fn unlink(conn: &Conn<'_>, approval_id: ApprovalId, issue_id: IssueId) -> StoreResult<()> {
    Entity::delete_by_id((approval_id, issue_id)).exec(conn.db()).await?;
    Ok(())
}
