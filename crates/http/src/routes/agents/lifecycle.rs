//! Halting agents, letting them work again, ending them, removing them.

use axum::extract::State;
use wireclip_services::records::Agent;
use wireclip_wire::agents as wire;
use wireclip_wire::done::Done;

use super::written::written;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(pause_agent))
        .add(Access::AnyCaller, routes!(resume_agent))
        .add(Access::Board, routes!(terminate_agent))
        .add(Access::Board, routes!(clear_agent_error))
        .add(Access::Board, routes!(delete_agent))
}

/// Pause an agent, and wait until its runs have ended.
#[utoipa::path(post, path = "/agents/{agentId}/pause", responses((status = 200, body = wire::Agent)))]
async fn pause_agent(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::Agent>> {
    Ok(Answer::stopped(app.services.agents.pause(&agent).await?.map(written)))
}

/// Resume an agent.
#[utoipa::path(post, path = "/agents/{agentId}/resume", responses((status = 200, body = wire::Agent)))]
async fn resume_agent(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::Agent>> {
    Ok(Answer::ok(written(app.services.agents.resume(&agent).await?.value)))
}

/// Terminate an agent, and wait until its runs and those of the agents below it have ended.
#[utoipa::path(post, path = "/agents/{agentId}/terminate", responses((status = 200, body = wire::Agent)))]
async fn terminate_agent(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::Agent>> {
    Ok(Answer::stopped(app.services.agents.terminate(&agent).await?.map(written)))
}

/// Forget how an agent's last run failed.
#[utoipa::path(post, path = "/agents/{agentId}/clear-error", responses((status = 200, body = wire::Agent)))]
async fn clear_agent_error(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::Agent>> {
    Ok(Answer::ok(written(app.services.agents.clear_error(&agent).await?.value)))
}

/// Delete an agent.
#[utoipa::path(delete, path = "/agents/{agentId}", responses((status = 200, body = Done)))]
async fn delete_agent(State(app): State<App>, FromPath(agent): FromPath<Agent>) -> ApiResult<Answer<Done>> {
    app.services.agents.delete(&agent).await?.into_inner();
    Ok(Answer::ok(Done { ok: true }))
}
