//! Changing an agent and its switches.

use axum::extract::State;
use wireclip_domain::money::MicroDollars;
use wireclip_services::agents::{AgentPatch, Switches};
use wireclip_services::records::Agent;
use wireclip_wire::agents as wire;

use super::written::{written, written_detail};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::NeededBody;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(update_agent))
        .add(Access::AnyCaller, routes!(update_agent_permissions))
}

/// Change an agent.
#[utoipa::path(
    patch,
    path = "/agents/{agentId}",
    request_body = wire::UpdateAgentRequest,
    responses((status = 200, body = wire::Agent))
)]
async fn update_agent(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
    NeededBody(body): NeededBody<wire::UpdateAgentRequest>,
) -> ApiResult<Answer<wire::Agent>> {
    let patch = AgentPatch {
        name: body.name,
        role: body.role,
        title: body.title,
        icon: body.icon,
        reports_to: body.reports_to,
        capabilities: body.capabilities,
        status: body.status,
        adapter_type: body.adapter_type,
        adapter_config: body.adapter_config,
        replaces_adapter_config: body.replace_adapter_config,
        runtime_config: body.runtime_config,
        default_environment_id: body.default_environment_id,
        budget_monthly: body.budget_monthly_cents.map(MicroDollars::from_cents),
        metadata: body.metadata,
    };
    let agent = app.services.agents.update(&agent, patch).await?;
    Ok(Answer::stopped(agent.map(written)))
}

/// Change what an agent may do.
#[utoipa::path(
    patch,
    path = "/agents/{agentId}/permissions",
    request_body = wire::UpdatePermissionsRequest,
    responses((status = 200, body = wire::AgentDetail))
)]
async fn update_agent_permissions(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
    NeededBody(body): NeededBody<wire::UpdatePermissionsRequest>,
) -> ApiResult<Answer<wire::AgentDetail>> {
    let switches = Switches {
        can_create_agents: body.can_create_agents,
        can_create_skills: body.can_create_skills,
        can_assign_tasks: body.can_assign_tasks,
    };
    let detail = app.services.agents.set_permissions(&agent, switches).await?;
    Ok(Answer::ok(written_detail(detail.into_inner())))
}
