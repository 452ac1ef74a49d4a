//! Issues.

pub mod blockers;
pub mod counts;
pub mod duplicates;
pub mod labelling;
pub mod list;
pub mod parents;
pub mod people;
pub mod rows;
pub mod waiting;

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect};
use wireclip_domain::issue::{IssueRef, IssueStatus};
use wireclip_domain::{IssueId, OpaqueJson};
use wireclip_schema::issues::{Column, Entity};

pub use wireclip_schema::issues::Model as Issue;

use crate::at_once;
use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the issue, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: IssueId) -> StoreResult<Option<Issue>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Returns the issue of this id or identifier, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn find(conn: &Conn<'_>, scope: &Scope, name: &IssueRef) -> StoreResult<Option<Issue>> {
    let named = match name {
        IssueRef::Id(id) => Column::Id.eq(*id),
        IssueRef::Identifier(identifier) => Column::Identifier.eq(identifier.to_string()),
    };
    Ok(Entity::find().filter(named).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Returns those of these issues that are there, in no order.
///
/// # Errors
/// If the database fails.
pub async fn get_many(conn: &Conn<'_>, ids: &[IssueId]) -> StoreResult<Vec<Issue>> {
    let mut found = Vec::with_capacity(ids.len());
    // A statement holds only so many values.
    for some in ids.chunks(1000) {
        let query = Entity::find().filter(Column::Id.is_in(some.iter().copied()));
        found.extend(at_once::all(conn, query).await?);
    }
    Ok(found)
}

/// Returns what those of these issues that say so say otherwise than their agents' settings.
///
/// # Errors
/// If the database fails.
pub async fn adapter_overrides_of(
    conn: &Conn<'_>,
    ids: &[IssueId],
) -> StoreResult<HashMap<IssueId, OpaqueJson>> {
    let mut found = HashMap::new();
    for some in ids.chunks(1000) {
        let query = Entity::find()
            .select_only()
            .columns([Column::Id, Column::AssigneeAdapterOverrides])
            .filter(Column::Id.is_in(some.iter().copied()))
            .filter(Column::AssigneeAdapterOverrides.is_not_null());
        found.extend(query.into_tuple::<(IssueId, OpaqueJson)>().all(conn.db()).await?);
    }
    Ok(found)
}

/// Reads the issue anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: IssueId) -> StoreResult<Option<Issue>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new issue, and counts it.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, issue: &Issue) -> StoreResult<()> {
    Entity::insert(issue.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    counts::recount(conn, issue.company_id, None, counted(issue)).await
}

/// Writes what changed of the issue; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Issue, after: &Issue) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await?;
    counts::recount(conn, before.company_id, counted(before), counted(after)).await
}

/// Where an issue is counted; hidden ones are not.
fn counted(issue: &Issue) -> Option<IssueStatus> {
    issue.hidden_at.is_none().then_some(issue.status)
}

/// Removes the issue; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, issue: &Issue) -> StoreResult<()> {
    Entity::delete_by_id(issue.id).exec(conn.db()).await?;
    counts::recount(conn, issue.company_id, counted(issue), None).await
}
