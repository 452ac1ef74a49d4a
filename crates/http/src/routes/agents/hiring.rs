//! Hiring agents, with the board's word where it wants to be asked.

use axum::extract::State;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AgentRole;
use wireclip_domain::money::MicroDollars;
use wireclip_services::agents::{NewAgent, NewHire};
use wireclip_services::records::Company;
use wireclip_wire::{agents as wire, approvals};

use super::written::written;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::NeededBody;
use crate::error::ApiResult;
use crate::route::routes;
use crate::routes::approvals::written as approval_written;
use crate::scoped::FromPath;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(create_agent))
        .add(Access::AnyCaller, routes!(request_agent_hire))
}

/// Hire an agent.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/agents",
    request_body = wire::CreateAgentRequest,
    responses((status = 201, body = wire::Agent))
)]
async fn create_agent(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    NeededBody(body): NeededBody<wire::CreateAgentRequest>,
) -> ApiResult<Answer<wire::Agent>> {
    let agent = app.services.agents.create(&company, new_agent(body)).await?;
    Ok(Answer::created(written(agent.into_inner())))
}

/// Hire an agent, or ask the board to where it wants to be asked.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/agent-hires",
    request_body = wire::HireAgentRequest,
    responses((status = 201, body = approvals::Hire))
)]
async fn request_agent_hire(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    NeededBody(body): NeededBody<wire::HireAgentRequest>,
) -> ApiResult<Answer<approvals::Hire>> {
    let source_issue_ids = body.reason.issues().collect();
    let wish = NewHire { agent: new_agent(body.agent), source_issue_ids };
    let hired = app.services.agents.hire(&company, wish).await?.into_inner();
    Ok(Answer::created(approvals::Hire {
        agent: written(hired.agent),
        approval: hired.approval.map(approval_written),
    }))
}

fn new_agent(body: wire::CreateAgentRequest) -> NewAgent {
    NewAgent {
        name: body.name,
        role: body.role.unwrap_or(AgentRole::General),
        title: body.title,
        icon: body.icon,
        reports_to: body.reports_to,
        capabilities: body.capabilities,
        adapter_type: body.adapter_type,
        adapter_config: body.adapter_config.unwrap_or_else(OpaqueJson::object),
        runtime_config: body.runtime_config,
        default_environment_id: body.default_environment_id,
        budget_monthly: MicroDollars::from_cents(body.budget_monthly_cents.unwrap_or(0)),
        metadata: body.metadata,
    }
}
