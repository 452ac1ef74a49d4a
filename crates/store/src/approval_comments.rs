//! What is said about approvals.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::ApprovalId;
use wireclip_schema::approval_comments::{Column, Entity};

pub use wireclip_schema::approval_comments::Model as ApprovalComment;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// The most comments that a list has.
pub const LIST_CAP: u32 = 500;

/// Lists the comments on an approval, the newest of them if there are too many, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    approval_id: ApprovalId,
    limit: PageLimit<LIST_CAP>,
) -> StoreResult<Vec<ApprovalComment>> {
    // Index: the unique one of (approval_id, seq).
    let query = Entity::find().filter(Column::ApprovalId.eq(approval_id)).order_by_desc(Column::Seq);
    let mut comments = query.limit(limit.rows()).all(conn.db()).await?;
    comments.reverse();
    Ok(comments)
}

/// Returns the number that the next comment gets. The caller holds the approval's lock until the
/// comment is stored, so that no other takes the same.
///
/// # Errors
/// If the database fails.
pub async fn next_seq(conn: &Conn<'_>, approval_id: ApprovalId) -> StoreResult<i64> {
    let query = Entity::find().filter(Column::ApprovalId.eq(approval_id)).order_by_desc(Column::Seq);
    Ok(query.one(conn.db()).await?.map_or(1, |newest| newest.seq + 1))
}

/// Stores a new comment.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, comment: &ApprovalComment) -> StoreResult<()> {
    Entity::insert(comment.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}
