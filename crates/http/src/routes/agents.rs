//! Agents: listing and reading them. What is done with one has a file for each idea.

mod changing;
mod configuration;
mod hiring;
mod inbox;
mod keys;
mod lifecycle;
mod org_drawing;
mod organisation;
mod sessions;
mod written;

use axum::extract::State;
use wireclip_services::records::Agent;
use wireclip_wire::agents as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::NoQuery;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{By, FromPath, PathParams};

pub(super) use written::written;
use written::written_detail;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_agents))
        .add(Access::Agent, routes!(get_own_agent))
        .add(Access::AnyCaller, routes!(get_agent))
        .merge(changing::routes(app))
        .merge(configuration::routes(app))
        .merge(hiring::routes(app))
        .merge(inbox::routes(app))
        .merge(keys::routes(app))
        .merge(lifecycle::routes(app))
        .merge(organisation::routes(app))
        .merge(sessions::routes(app))
}

/// List a company's agents.
#[utoipa::path(get, path = "/companies/{companyId}/agents", responses((status = 200, body = Vec<wire::Agent>)))]
async fn list_agents(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    _: NoQuery,
) -> ApiResult<Answer<Vec<wire::Agent>>> {
    let agents = app.services.agents.list(&request, path.id("companyId", "Company not found")?).await?;
    Ok(Answer::ok(agents.into_iter().map(written).collect()))
}

/// Get the agent that calls.
#[utoipa::path(get, path = "/agents/me", responses((status = 200, body = wire::AgentDetail)))]
async fn get_own_agent(State(app): State<App>, By(request): By) -> ApiResult<Answer<wire::AgentDetail>> {
    let agent = app.services.agents.load_own(&request).await?;
    Ok(Answer::ok(written_detail(app.services.agents.detail(&agent).await?)))
}

/// Get an agent.
#[utoipa::path(get, path = "/agents/{agentId}", responses((status = 200, body = wire::AgentDetail)))]
async fn get_agent(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::AgentDetail>> {
    Ok(Answer::ok(written_detail(app.services.agents.detail(&agent).await?)))
}
