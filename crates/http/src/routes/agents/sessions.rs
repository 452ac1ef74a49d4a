//! What an agent's runs left for the next.

use axum::extract::State;
use wireclip_services::agents::RuntimeState;
use wireclip_services::records::{Agent, StoredSession};
use wireclip_wire::agents as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::NeededBody;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(get_agent_runtime_state))
        .add(Access::Board, routes!(list_agent_task_sessions))
        .add(Access::Board, routes!(reset_agent_session))
}

/// Get what an agent's runs left.
#[utoipa::path(
    get,
    path = "/agents/{agentId}/runtime-state",
    responses((status = 200, body = wire::AgentRuntimeState))
)]
async fn get_agent_runtime_state(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::AgentRuntimeState>> {
    Ok(Answer::ok(written_state(app.services.agents.runtime_state(&agent).await?)))
}

/// List an agent's sessions.
#[utoipa::path(
    get,
    path = "/agents/{agentId}/task-sessions",
    responses((status = 200, body = Vec<wire::AgentTaskSession>))
)]
async fn list_agent_task_sessions(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<Vec<wire::AgentTaskSession>>> {
    let sessions = app.services.agents.task_sessions(&agent).await?;
    Ok(Answer::ok(sessions.into_iter().map(written_session).collect()))
}

/// Forget an agent's sessions.
#[utoipa::path(
    post,
    path = "/agents/{agentId}/runtime-state/reset-session",
    request_body = wire::ResetSessionRequest,
    responses((status = 200, body = wire::ResetSessionResponse))
)]
async fn reset_agent_session(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
    NeededBody(body): NeededBody<wire::ResetSessionRequest>,
) -> ApiResult<Answer<wire::ResetSessionResponse>> {
    let reset = app.services.agents.reset_session(&agent, body.task_key).await?.into_inner();
    Ok(Answer::ok(wire::ResetSessionResponse {
        state: written_state(reset.left),
        cleared_task_sessions: reset.cleared,
    }))
}

fn written_state(RuntimeState { state, last_session }: RuntimeState) -> wire::AgentRuntimeState {
    let (session_display_id, session_params_json) =
        last_session.map_or((None, None), |session| (session.display_id, session.parameters));
    wire::AgentRuntimeState {
        agent_id: state.agent_id,
        company_id: state.company_id,
        adapter_type: state.adapter_type,
        session_id: state.session_id,
        state_json: state.state,
        last_run_id: state.last_run_id,
        last_run_status: state.last_run_status,
        total_input_tokens: state.total_input_tokens,
        total_output_tokens: state.total_output_tokens,
        total_cached_input_tokens: state.total_cached_input_tokens,
        total_cost_cents: state.total_cost_micros.cents(),
        last_error: state.last_error,
        created_at: state.created_at,
        updated_at: state.updated_at,
        session_display_id,
        session_params_json,
    }
}

fn written_session(session: StoredSession) -> wire::AgentTaskSession {
    wire::AgentTaskSession {
        id: session.id,
        company_id: session.company_id,
        agent_id: session.agent_id,
        adapter_type: session.adapter_type,
        task_key: session.task_key,
        session_params_json: session.parameters,
        session_display_id: session.display_id,
        last_run_id: session.last_run_id,
        last_error: session.last_error,
        created_at: session.created_at,
        updated_at: session.updated_at,
    }
}
