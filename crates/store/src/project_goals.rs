//! Which goals projects serve.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder};
use wireclip_domain::{GoalId, ProjectId};
use wireclip_schema::project_goals::{Column, Entity, Model};

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::goals::Goal;
use crate::projects::Project;

/// Returns the goals of these projects, each in the order in which they were given.
///
/// # Errors
/// If the database fails.
pub async fn of_projects(conn: &Conn<'_>, projects: &[ProjectId]) -> StoreResult<Vec<(ProjectId, Goal)>> {
    let mut rows = Vec::new();
    // Below SQLite's limit of parameters.
    for some in projects.chunks(1000) {
        let query = Entity::find()
            .filter(Column::ProjectId.is_in(some.iter().copied()))
            .order_by_asc(Column::Position);
        rows.extend(query.all(conn.db()).await?);
    }
    let ids: Vec<GoalId> = rows.iter().map(|row| row.goal_id).collect();
    let mut goals = Vec::new();
    for some in ids.chunks(1000) {
        let query = wireclip_schema::goals::Entity::find()
            .filter(wireclip_schema::goals::Column::Id.is_in(some.iter().copied()));
        goals.extend(query.all(conn.db()).await?);
    }
    let goal = |id: GoalId| goals.iter().find(|goal| goal.id == id).cloned();
    Ok(rows.into_iter().filter_map(|row| Some((row.project_id, goal(row.goal_id)?))).collect())
}

/// Gives a project these goals in the place of those that it had.
///
/// # Errors
/// If the database fails.
pub async fn replace(conn: &Conn<'_>, project: &Project, goals: &[GoalId]) -> StoreResult<()> {
    Entity::delete_many().filter(Column::ProjectId.eq(project.id)).exec(conn.db()).await?;
    let rows = goals.iter().zip(0..).map(|(goal_id, position)| {
        let row =
            Model { project_id: project.id, goal_id: *goal_id, company_id: project.company_id, position };
        row.into_active_model()
    });
    if !goals.is_empty() {
        Entity::insert_many(rows).exec_without_returning(conn.db()).await?;
    }
    Ok(())
}
