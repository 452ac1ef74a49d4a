//! What people have seen of issues, and what they put away.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect};
use wireclip_domain::{IssueId, Timestamp, UserId};
use wireclip_schema::{comments, issue_inbox_archives, issue_read_states};

pub use wireclip_schema::issue_inbox_archives::Model as InboxArchive;
pub use wireclip_schema::issue_read_states::Model as ReadState;

use crate::change::update_changed;
use crate::conn::Conn;
use crate::error::StoreResult;

/// When a person and others last did something with an issue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Touch {
    /// When the person last commented on it.
    pub own_comment_at: Option<Timestamp>,
    /// When the person last read it.
    pub read_at: Option<Timestamp>,
    /// When somebody else last commented on it.
    pub others_comment_at: Option<Timestamp>,
}

/// The touches of some issues; an issue that nobody touched is absent.
pub type Touches = HashMap<IssueId, Touch>;

/// Returns when a person and others last did something with these issues.
///
/// # Errors
/// If the database fails.
pub async fn touches(conn: &Conn<'_>, user: &UserId, ids: &[IssueId]) -> StoreResult<Touches> {
    let mut touches = Touches::new();
    if ids.is_empty() {
        return Ok(touches);
    }
    let reads = issue_read_states::Entity::find()
        .filter(issue_read_states::Column::UserId.eq(user.clone()))
        .filter(issue_read_states::Column::IssueId.is_in(ids.iter().copied()))
        .all(conn.db())
        .await?;
    for read in reads {
        touches.entry(read.issue_id).or_default().read_at = Some(read.last_read_at);
    }
    let said: Vec<(IssueId, Option<UserId>, Option<Timestamp>)> = comments::Entity::find()
        .select_only()
        .column(comments::Column::IssueId)
        .column(comments::Column::AuthorUserId)
        .column_as(comments::Column::CreatedAt.max(), "last_at")
        .filter(comments::Column::IssueId.is_in(ids.iter().copied()))
        .filter(comments::Column::DeletedAt.is_null())
        .group_by(comments::Column::IssueId)
        .group_by(comments::Column::AuthorUserId)
        .into_tuple()
        .all(conn.db())
        .await?;
    for (issue_id, author, at) in said {
        let touch = touches.entry(issue_id).or_default();
        if author.as_ref() == Some(user) {
            touch.own_comment_at = touch.own_comment_at.max(at);
        } else {
            touch.others_comment_at = touch.others_comment_at.max(at);
        }
    }
    Ok(touches)
}

/// Returns when a person last read an issue.
///
/// # Errors
/// If the database fails.
pub async fn read_state(conn: &Conn<'_>, issue_id: IssueId, user: &UserId) -> StoreResult<Option<ReadState>> {
    Ok(issue_read_states::Entity::find_by_id((issue_id, user.clone())).one(conn.db()).await?)
}

/// Stores when a person last read an issue, in the place of what was known.
///
/// # Errors
/// If the database fails.
pub async fn set_read(conn: &Conn<'_>, before: Option<&ReadState>, after: &ReadState) -> StoreResult<()> {
    match before {
        Some(before) => {
            update_changed::<issue_read_states::Entity>(conn, before, after).await?;
        }
        None => {
            let row = after.clone().into_active_model();
            issue_read_states::Entity::insert(row).exec_without_returning(conn.db()).await?;
        }
    }
    Ok(())
}

/// Forgets that a person read an issue; returns whether they had.
///
/// # Errors
/// If the database fails.
pub async fn forget_read(conn: &Conn<'_>, issue_id: IssueId, user: &UserId) -> StoreResult<bool> {
    let done = issue_read_states::Entity::delete_by_id((issue_id, user.clone())).exec(conn.db()).await?;
    Ok(done.rows_affected > 0)
}

/// Returns how a person put an issue away from their inbox, if they did.
///
/// # Errors
/// If the database fails.
pub async fn archive(conn: &Conn<'_>, issue_id: IssueId, user: &UserId) -> StoreResult<Option<InboxArchive>> {
    Ok(issue_inbox_archives::Entity::find_by_id((issue_id, user.clone())).one(conn.db()).await?)
}

/// Stores how a person put an issue away, in the place of what was known.
///
/// # Errors
/// If the database fails.
pub async fn set_archive(
    conn: &Conn<'_>,
    before: Option<&InboxArchive>,
    after: &InboxArchive,
) -> StoreResult<()> {
    match before {
        Some(before) => {
            update_changed::<issue_inbox_archives::Entity>(conn, before, after).await?;
        }
        None => {
            let row = after.clone().into_active_model();
            issue_inbox_archives::Entity::insert(row).exec_without_returning(conn.db()).await?;
        }
    }
    Ok(())
}

/// Takes an issue back into a person's inbox.
///
/// # Errors
/// If the database fails.
pub async fn forget_archive(conn: &Conn<'_>, issue_id: IssueId, user: &UserId) -> StoreResult<()> {
    issue_inbox_archives::Entity::delete_by_id((issue_id, user.clone())).exec(conn.db()).await?;
    Ok(())
}
