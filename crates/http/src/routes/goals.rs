//! Goals.

use axum::extract::State;
use wireclip_domain::goal::{GoalLevel, GoalStatus};
use wireclip_services::goals::{GoalPatch, NewGoal};
use wireclip_services::records::{Company, Goal};
use wireclip_wire::goals as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_goals))
        .add(Access::AnyCaller, routes!(create_goal))
        .add(Access::AnyCaller, routes!(get_goal))
        .add(Access::AnyCaller, routes!(update_goal))
        .add(Access::AnyCaller, routes!(delete_goal))
}

/// List a company's goals.
#[utoipa::path(get, path = "/companies/{companyId}/goals", responses((status = 200, body = Vec<wire::Goal>)))]
async fn list_goals(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<Vec<wire::Goal>>> {
    let goals = app.services.goals.list(&company).await?;
    Ok(Answer::ok(goals.into_iter().map(written).collect()))
}

/// Set a goal.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/goals",
    request_body = wire::CreateGoalRequest,
    responses((status = 201, body = wire::Goal))
)]
async fn create_goal(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateGoalRequest>,
) -> ApiResult<Answer<wire::Goal>> {
    let new = NewGoal {
        title: body.title,
        description: body.description,
        level: body.level.unwrap_or(GoalLevel::Task),
        status: body.status.unwrap_or(GoalStatus::Planned),
        parent_id: body.parent_id,
        owner_agent_id: body.owner_agent_id,
    };
    let goal = app.services.goals.create(&company, new).await?;
    Ok(Answer::created(written(goal.into_inner())))
}

/// Get a goal.
#[utoipa::path(get, path = "/goals/{goalId}", responses((status = 200, body = wire::Goal)))]
async fn get_goal(FromPath(goal): FromPath<Goal>) -> ApiResult<Answer<wire::Goal>> {
    Ok(Answer::ok(written(goal.into_inner())))
}

/// Change a goal.
#[utoipa::path(
    patch,
    path = "/goals/{goalId}",
    request_body = wire::UpdateGoalRequest,
    responses((status = 200, body = wire::Goal))
)]
async fn update_goal(
    State(app): State<App>,
    FromPath(goal): FromPath<Goal>,
    Body(body): Body<wire::UpdateGoalRequest>,
) -> ApiResult<Answer<wire::Goal>> {
    let patch = GoalPatch {
        title: body.title,
        description: body.description,
        level: body.level,
        status: body.status,
        parent_id: body.parent_id,
        owner_agent_id: body.owner_agent_id,
    };
    let goal = app.services.goals.update(&goal, patch).await?;
    Ok(Answer::ok(written(goal.into_inner())))
}

/// Remove a goal.
#[utoipa::path(delete, path = "/goals/{goalId}", responses((status = 200, body = wire::Goal)))]
async fn delete_goal(
    State(app): State<App>,
    FromPath(goal): FromPath<Goal>,
) -> ApiResult<Answer<wire::Goal>> {
    let goal = app.services.goals.delete(&goal).await?;
    Ok(Answer::ok(written(goal.into_inner())))
}

/// Spells a goal.
pub(super) fn written(goal: Goal) -> wire::Goal {
    wire::Goal {
        id: goal.id,
        company_id: goal.company_id,
        title: goal.title,
        description: goal.description,
        level: goal.level,
        status: goal.status,
        parent_id: goal.parent_id,
        owner_agent_id: goal.owner_agent_id,
        created_at: goal.created_at,
        updated_at: goal.updated_at,
    }
}
