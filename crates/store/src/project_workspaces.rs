//! Where the files of projects are.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::{ProjectId, ProjectWorkspaceId};
use wireclip_schema::project_workspaces::{Column, Entity};

pub use wireclip_schema::project_workspaces::Model as ProjectWorkspace;

use crate::change::update_changed;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// The most workspaces that are listed of one question.
const LIST_CAP: u64 = 5000;

/// Returns the workspace, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    scope: &Scope,
    id: ProjectWorkspaceId,
) -> StoreResult<Option<ProjectWorkspace>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Lists the workspaces of these projects: of each the primary first, then the oldest.
///
/// # Errors
/// If the database fails.
pub async fn of_projects(conn: &Conn<'_>, projects: &[ProjectId]) -> StoreResult<Vec<ProjectWorkspace>> {
    let mut found = Vec::new();
    // Below SQLite's limit of parameters.
    for some in projects.chunks(1000) {
        let query = Entity::find()
            .filter(Column::ProjectId.is_in(some.iter().copied()))
            .order_by_desc(Column::IsPrimary)
            .order_by_asc(Column::CreatedAt)
            .order_by_asc(Column::Id)
            .limit(LIST_CAP);
        found.extend(query.all(conn.db()).await?);
    }
    Ok(found)
}

/// Stores a new workspace; the caller holds the project's lock.
///
/// # Errors
/// `Duplicate` if the project has one of that remote reference, or another primary one.
pub async fn insert(conn: &Conn<'_>, workspace: &ProjectWorkspace) -> StoreResult<()> {
    Entity::insert(workspace.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the workspace; the caller holds the project's lock.
///
/// # Errors
/// As [`insert`].
pub async fn update(conn: &Conn<'_>, before: &ProjectWorkspace, after: &ProjectWorkspace) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Makes one workspace of a project the primary; the caller holds the project's lock.
///
/// # Errors
/// If the database fails.
pub async fn make_primary(conn: &Conn<'_>, project_id: ProjectId, id: ProjectWorkspaceId) -> StoreResult<()> {
    // First none, then one: there are never two.
    Entity::update_many()
        .col_expr(Column::IsPrimary, Expr::value(false))
        .filter(Column::ProjectId.eq(project_id))
        .filter(Column::IsPrimary.eq(true))
        .filter(Column::Id.ne(id))
        .exec(conn.db())
        .await?;
    Entity::update_many()
        .col_expr(Column::IsPrimary, Expr::value(true))
        .filter(Column::Id.eq(id))
        .exec(conn.db())
        .await?;
    Ok(())
}

/// Removes the workspace.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: ProjectWorkspaceId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Returns whether a place is one of a project's.
///
/// # Errors
/// If the database fails.
pub async fn is_of_project(
    conn: &Conn<'_>,
    project_id: ProjectId,
    workspace_id: ProjectWorkspaceId,
) -> StoreResult<bool> {
    let found = Entity::find_by_id(workspace_id).one(conn.db()).await?;
    Ok(found.is_some_and(|workspace| workspace.project_id == project_id))
}
