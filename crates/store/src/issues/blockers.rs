//! What issues wait for. One question for a whole page of issues.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::IssueId;
use wireclip_domain::blocker::BlockedBy;
use wireclip_schema::issue_blockers;

pub use wireclip_schema::issue_blockers::Model as BlockerPair;

use super::Issue;
use crate::conn::Conn;
use crate::error::StoreResult;

/// Which end of a blocking relation is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The issues that an issue waits for.
    Blockers,
    /// The issues that wait for it.
    Dependents,
}

/// Returns the issues on one side of these, by number.
///
/// # Errors
/// If the database fails.
pub async fn blocking(
    conn: &Conn<'_>,
    side: Side,
    ids: &[IssueId],
) -> StoreResult<HashMap<IssueId, Vec<Issue>>> {
    use issue_blockers::Column as Pair;
    let mut found: HashMap<IssueId, Vec<Issue>> = HashMap::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let own = match side {
        Side::Blockers => Pair::IssueId,
        Side::Dependents => Pair::BlockerId,
    };
    let pairs = issue_blockers::Entity::find().filter(own.is_in(ids.iter().copied())).all(conn.db()).await?;
    let ends = |pair: &issue_blockers::Model| match side {
        Side::Blockers => (pair.issue_id, pair.blocker_id),
        Side::Dependents => (pair.blocker_id, pair.issue_id),
    };
    let mut others: Vec<IssueId> = pairs.iter().map(|pair| ends(pair).1).collect();
    others.sort_unstable();
    others.dedup();
    let mut known = super::get_many(conn, &others).await?;
    known.sort_by_key(|issue| issue.number);
    for issue in known {
        for pair in pairs.iter().filter(|pair| ends(pair).1 == issue.id) {
            found.entry(ends(pair).0).or_default().push(issue.clone());
        }
    }
    Ok(found)
}

/// Replaces all blockers of an issue.
///
/// # Errors
/// `Reference` if there is no such issue.
pub async fn change(
    conn: &Conn<'_>,
    removed: &[IssueId],
    added: Vec<issue_blockers::Model>,
    issue_id: IssueId,
) -> StoreResult<()> {
    use issue_blockers::{Column, Entity};
    if !removed.is_empty() {
        Entity::delete_many()
            .filter(Column::IssueId.eq(issue_id))
            .filter(Column::BlockerId.is_in(removed.iter().copied()))
            .exec(conn.db())
            .await?;
    }
    if !added.is_empty() {
        let rows = added.into_iter().map(IntoActiveModel::into_active_model);
        Entity::insert_many(rows).exec_without_returning(conn.db()).await?;
    }
    Ok(())
}

/// Returns the blocking relations that can be reached from these issues over their blockers: one
/// question for each step away from them.
///
/// # Errors
/// If the database fails.
pub async fn blocked_by(conn: &Conn<'_>, from: &[IssueId]) -> StoreResult<BlockedBy> {
    let mut found = BlockedBy::new();
    let mut next: Vec<IssueId> = from.to_vec();
    while !next.is_empty() {
        let pairs = issue_blockers::Entity::find()
            .filter(issue_blockers::Column::IssueId.is_in(next.iter().copied()))
            .all(conn.db())
            .await?;
        for id in next.drain(..) {
            found.entry(id).or_default();
        }
        for pair in &pairs {
            found.entry(pair.issue_id).or_default().push(pair.blocker_id);
        }
        next = pairs.iter().map(|pair| pair.blocker_id).filter(|id| !found.contains_key(id)).collect();
        next.sort_unstable();
        next.dedup();
    }
    Ok(found)
}
