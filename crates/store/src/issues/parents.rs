//! What stands above and below an issue.

use std::collections::{BTreeMap, HashMap};

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Statement,
};
use wireclip_domain::IssueId;
use wireclip_schema::issues;

use super::Issue;
use crate::conn::Conn;
use crate::error::StoreResult;

/// Nothing is followed further than this.
const MAX_CHAIN: u32 = 1024;

#[derive(Debug, FromQueryResult)]
struct Link {
    from_id: IssueId,
    to_id: IssueId,
}

/// The parents above an issue.
const PARENTS: &str = "WITH RECURSIVE chain (from_id, to_id) AS ( \
    SELECT id, parent_id FROM issues WHERE id = $1 AND parent_id IS NOT NULL \
    UNION \
    SELECT issues.id, issues.parent_id FROM issues JOIN chain ON issues.id = chain.to_id \
    WHERE issues.parent_id IS NOT NULL) \
    SELECT from_id, to_id FROM chain";

/// Returns who is whose parent, from an issue upwards.
///
/// # Errors
/// If the database fails.
pub async fn parents(conn: &Conn<'_>, from: IssueId) -> StoreResult<HashMap<IssueId, IssueId>> {
    Ok(links(conn, PARENTS, from).await?.into_iter().map(|link| (link.from_id, link.to_id)).collect())
}

async fn links(conn: &Conn<'_>, sql: &str, from: IssueId) -> StoreResult<Vec<Link>> {
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, [from.into()]);
    Ok(Link::find_by_statement(statement).all(conn.db()).await?)
}

/// Returns the issues above an issue, nearest first.
///
/// # Errors
/// If the database fails.
pub async fn ancestors(conn: &Conn<'_>, issue: &Issue) -> StoreResult<Vec<Issue>> {
    let Some(parent) = issue.parent_id else { return Ok(Vec::new()) };
    let parents = parents(conn, parent).await?;
    let mut ids: Vec<IssueId> = Vec::new();
    let mut next = Some(parent);
    while let Some(id) = next.filter(|id| !ids.contains(id) && *id != issue.id) {
        if ids.len() >= MAX_CHAIN as usize {
            break;
        }
        ids.push(id);
        next = parents.get(&id).copied();
    }
    let mut known: BTreeMap<IssueId, Issue> =
        super::get_many(conn, &ids).await?.into_iter().map(|issue| (issue.id, issue)).collect();
    Ok(ids.iter().filter_map(|id| known.remove(id)).collect())
}

/// Returns whether any issue stands right below an issue.
///
/// # Errors
/// If the database fails.
pub async fn has_children(conn: &Conn<'_>, parent: IssueId) -> StoreResult<bool> {
    let child: Option<IssueId> = issues::Entity::find()
        .select_only()
        .column(issues::Column::Id)
        .filter(issues::Column::ParentId.eq(parent))
        .limit(1)
        .into_tuple()
        .one(conn.db())
        .await?;
    Ok(child.is_some())
}
