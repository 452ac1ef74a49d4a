//! Agents' configurations and their revisions.

use axum::extract::State;
use wireclip_services::agents::AgentView;
use wireclip_services::records::{Agent, AgentRevision};
use wireclip_wire::agents as wire;

use super::written::written;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{By, FromPath, PathParams};

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(get_agent_configuration))
        .add(Access::AnyCaller, routes!(list_agent_configurations))
        .add(Access::AnyCaller, routes!(list_agent_config_revisions))
        .add(Access::AnyCaller, routes!(get_agent_config_revision))
        .add(Access::AnyCaller, routes!(roll_back_agent))
}

/// Get an agent's configuration.
#[utoipa::path(
    get,
    path = "/agents/{agentId}/configuration",
    responses((status = 200, body = wire::AgentConfiguration))
)]
async fn get_agent_configuration(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::AgentConfiguration>> {
    Ok(Answer::ok(written_configuration(app.services.agents.configuration(&agent).await?)))
}

/// List the configurations of a company's agents.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/agent-configurations",
    responses((status = 200, body = Vec<wire::AgentConfiguration>))
)]
async fn list_agent_configurations(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
) -> ApiResult<Answer<Vec<wire::AgentConfiguration>>> {
    let company_id = path.id("companyId", "Company not found")?;
    let agents = app.services.agents.configurations(&request, company_id).await?;
    Ok(Answer::ok(agents.into_iter().map(written_configuration).collect()))
}

/// List an agent's revisions.
#[utoipa::path(
    get,
    path = "/agents/{agentId}/config-revisions",
    responses((status = 200, body = Vec<wire::AgentConfigRevision>))
)]
async fn list_agent_config_revisions(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<Vec<wire::AgentConfigRevision>>> {
    let revisions = app.services.agents.revisions(&agent).await?;
    Ok(Answer::ok(revisions.into_iter().map(written_revision).collect()))
}

/// Get a revision.
#[utoipa::path(
    get,
    path = "/agents/{agentId}/config-revisions/{revisionId}",
    responses((status = 200, body = wire::AgentConfigRevision))
)]
async fn get_agent_config_revision(
    FromPath(revision): FromPath<AgentRevision>,
) -> ApiResult<Answer<wire::AgentConfigRevision>> {
    Ok(Answer::ok(written_revision(revision.into_inner())))
}

/// Bring a revision back.
#[utoipa::path(
    post,
    path = "/agents/{agentId}/config-revisions/{revisionId}/rollback",
    responses((status = 200, body = wire::Agent))
)]
async fn roll_back_agent(
    State(app): State<App>,
    FromPath(revision): FromPath<AgentRevision>,
) -> ApiResult<Answer<wire::Agent>> {
    let agent = app.services.agents.roll_back(&revision).await?;
    Ok(Answer::ok(written(agent.into_inner())))
}

fn written_configuration(view: AgentView) -> wire::AgentConfiguration {
    let agent = view.agent;
    wire::AgentConfiguration {
        id: agent.id,
        company_id: agent.company_id,
        name: agent.name,
        role: agent.role,
        title: agent.title,
        status: view.status,
        reports_to: agent.reports_to,
        adapter_type: agent.adapter_type,
        adapter_config: agent.adapter_config,
        runtime_config: agent.runtime_config,
        permissions: agent.permissions,
        updated_at: agent.updated_at,
    }
}

fn written_revision(revision: AgentRevision) -> wire::AgentConfigRevision {
    wire::AgentConfigRevision {
        id: revision.id,
        company_id: revision.company_id,
        agent_id: revision.agent_id,
        created_by_agent_id: revision.created_by_agent_id,
        created_by_user_id: revision.created_by_user_id,
        source: revision.source,
        rolled_back_from_revision_id: revision.rolled_back_from_revision_id,
        changed_keys: revision.changed_keys,
        before_config: revision.before_config,
        after_config: revision.after_config,
        created_at: revision.created_at,
    }
}
