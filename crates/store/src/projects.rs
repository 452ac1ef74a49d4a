//! Projects.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::{CompanyId, ProjectId};
use wireclip_schema::issues;
use wireclip_schema::projects::{Column, Entity};

pub use wireclip_schema::projects::Model as Project;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::dialect::key_starts_with;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// Returns the project, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: ProjectId) -> StoreResult<Option<Project>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the project anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: ProjectId) -> StoreResult<Option<Project>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new project.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, project: &Project) -> StoreResult<()> {
    Entity::insert(project.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the project; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Project, after: &Project) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the project.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: ProjectId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Lists a company's projects, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    with_archived: bool,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Project>> {
    // Index: projects_by_company.
    let mut query = Entity::find().filter(Column::CompanyId.eq(company_id));
    if !with_archived {
        query = query.filter(Column::ArchivedAt.is_null());
    }
    Ok(query
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Finds the project of a company that has a key.
///
/// # Errors
/// If the database fails.
pub async fn find_by_key(conn: &Conn<'_>, company_id: CompanyId, key: &str) -> StoreResult<Option<Project>> {
    // Index: projects_by_key.
    let query = Entity::find().filter(Column::CompanyId.eq(company_id)).filter(Column::UrlKey.eq(key));
    Ok(query.one(conn.db()).await?)
}

/// Returns the keys of a company's projects that start like this one, without that of `own`.
///
/// # Errors
/// If the database fails.
pub async fn keys_starting_with(
    conn: &Conn<'_>,
    company_id: CompanyId,
    start: &str,
    own: Option<ProjectId>,
) -> StoreResult<BTreeSet<String>> {
    // Index: projects_by_key.
    let mut query = Entity::find()
        .select_only()
        .column(Column::UrlKey)
        .filter(Column::CompanyId.eq(company_id))
        .filter(key_starts_with(conn.kind(), Column::UrlKey, start));
    if let Some(own) = own {
        query = query.filter(Column::Id.ne(own));
    }
    let keys: Vec<String> = query.into_tuple().all(conn.db()).await?;
    Ok(keys.into_iter().collect())
}

/// Returns the projects of a company whose key starts like this one.
///
/// # Errors
/// If the database fails.
pub async fn starting_with(conn: &Conn<'_>, company_id: CompanyId, start: &str) -> StoreResult<Vec<Project>> {
    // Index: projects_by_key.
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(key_starts_with(conn.kind(), Column::UrlKey, start))
        .limit(PageLimit::<1000>::MAX.rows())
        .all(conn.db())
        .await?)
}

/// Returns the projects of a company that have exactly this name.
///
/// # Errors
/// If the database fails.
pub async fn named(conn: &Conn<'_>, company_id: CompanyId, name: &str) -> StoreResult<Vec<Project>> {
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::Name.eq(name))
        .limit(PageLimit::<1000>::MAX.rows())
        .all(conn.db())
        .await?)
}

/// Counts the issues of these projects, those that are hidden left out; a project without any is
/// absent.
///
/// # Errors
/// If the database fails.
pub async fn issue_counts(conn: &Conn<'_>, projects: &[ProjectId]) -> StoreResult<HashMap<ProjectId, i64>> {
    let mut counts = HashMap::new();
    for some in projects.chunks(1000) {
        // Index: issues_by_project.
        let rows: Vec<(ProjectId, i64)> = issues::Entity::find()
            .select_only()
            .column(issues::Column::ProjectId)
            .column_as(issues::Column::Id.count(), "issues")
            .filter(issues::Column::ProjectId.is_in(some.iter().copied()))
            .filter(issues::Column::HiddenAt.is_null())
            .group_by(issues::Column::ProjectId)
            .into_tuple()
            .all(conn.db())
            .await?;
        counts.extend(rows);
    }
    Ok(counts)
}

/// Returns those of these projects that are there for the scope.
///
/// # Errors
/// If the database fails.
pub async fn by_id(
    conn: &Conn<'_>,
    scope: &Scope,
    ids: impl Iterator<Item = ProjectId>,
) -> StoreResult<HashMap<ProjectId, Project>> {
    let ids: BTreeSet<ProjectId> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = Entity::find().filter(Column::Id.is_in(ids));
    let found = query.filter(scope.condition(Column::CompanyId)).all(conn.db()).await?;
    Ok(found.into_iter().map(|project| (project.id, project)).collect())
}
