//! What keeps issues from going on by themselves until somebody has put it right.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::{IssueId, RecoveryActionId};
use wireclip_schema::recovery_actions::{Column, Entity};

pub use wireclip_schema::recovery_actions::Model as RecoveryAction;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::dialect::is_among;
use crate::error::StoreResult;

/// The statuses of an action that is still to be dealt with.
pub const OPEN: [&str; 2] = ["active", "escalated"];

/// Returns the open action of an issue; there is one at most.
///
/// # Errors
/// If the database fails.
pub async fn open_of_issue(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Option<RecoveryAction>> {
    let query = Entity::find().filter(Column::IssueId.eq(issue_id)).filter(is_among(Column::Status, OPEN));
    Ok(query.one(conn.db()).await?)
}

/// Returns the open actions of these issues, by issue.
///
/// # Errors
/// If the database fails.
pub async fn open_of_issues(
    conn: &Conn<'_>,
    issues: &[IssueId],
) -> StoreResult<HashMap<IssueId, RecoveryAction>> {
    let mut actions = HashMap::new();
    // Below SQLite's limit of parameters.
    for some in issues.chunks(1000) {
        let query = Entity::find()
            .filter(Column::IssueId.is_in(some.iter().copied()))
            .filter(is_among(Column::Status, OPEN));
        let found = query.all(conn.db()).await?;
        actions.extend(found.into_iter().map(|action| (action.issue_id, action)));
    }
    Ok(actions)
}

/// Lists all actions of an issue, newest first.
///
/// # Errors
/// If the database fails.
pub async fn of_issue(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Vec<RecoveryAction>> {
    let query = Entity::find().filter(Column::IssueId.eq(issue_id)).order_by_desc(Column::CreatedAt);
    Ok(query.limit(1000).all(conn.db()).await?)
}

/// Reads an action anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: RecoveryActionId) -> StoreResult<Option<RecoveryAction>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new action.
///
/// # Errors
/// `Duplicate` if the issue has an open one.
pub async fn insert(conn: &Conn<'_>, action: &RecoveryAction) -> StoreResult<()> {
    Entity::insert(action.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of an action; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &RecoveryAction, after: &RecoveryAction) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}
