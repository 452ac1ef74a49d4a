//! API keys of agents.

use std::collections::BTreeMap;

use axum::extract::State;
use wireclip_domain::OpaqueJson;
use wireclip_services::ServiceError;
use wireclip_services::records::{Agent, AgentKey};
use wireclip_wire::agents as wire;
use wireclip_wire::done::Done;
use wireclip_wire::error::ErrorBody;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::NeededBody;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{FromPath, PathParams};

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(list_agent_keys))
        .add(Access::Board, routes!(create_agent_key))
        .add(Access::Board, routes!(revoke_agent_key))
}

/// List an agent's keys.
#[utoipa::path(get, path = "/agents/{agentId}/keys", responses((status = 200, body = Vec<wire::AgentKey>)))]
async fn list_agent_keys(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<Vec<wire::AgentKey>>> {
    let keys = app.services.agents.keys(&agent).await?;
    Ok(Answer::ok(keys.into_iter().map(written).collect()))
}

/// Make a key.
#[utoipa::path(
    post,
    path = "/agents/{agentId}/keys",
    request_body = wire::CreateAgentKeyRequest,
    responses((status = 201, body = wire::CreatedAgentKey))
)]
async fn create_agent_key(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
    NeededBody(body): NeededBody<wire::CreateAgentKeyRequest>,
) -> ApiResult<Answer<wire::CreatedAgentKey>> {
    if body.scope == Some(wire::KeyScope::Limited) {
        // A key that opened more than it says would be worse than none.
        return Err(ServiceError::unprocessable(
            "Keys that open less than their agent may are not built yet",
        )
        .into());
    }
    let made = app.services.agents.create_key(&agent, body.name).await?.into_inner();
    let afterwards = ErrorBody {
        error: format!(
            "The request was carried out, and the token of the key {} was shown with its answer, which is kept \
             nowhere: revoke that key and make another with a new Idempotency-Key",
            made.key.id
        ),
        code: Some("token_shown_once".to_owned()),
        details: Some(OpaqueJson::of(&BTreeMap::from([("keyId", made.key.id)]))),
    };
    let answer = Answer::created(wire::CreatedAgentKey {
        token: made.reveal().to_owned(),
        id: made.key.id,
        name: made.key.name,
        scope: made.key.scope,
        responsible_user_id: made.key.responsible_user_id,
        created_at: made.key.created_at,
    });
    Ok(answer.shown_once(afterwards))
}

/// Revoke a key.
#[utoipa::path(delete, path = "/agents/{agentId}/keys/{keyId}", responses((status = 200, body = Done)))]
async fn revoke_agent_key(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
    path: PathParams,
) -> ApiResult<Answer<Done>> {
    app.services.agents.revoke_key(&agent, path.id("keyId", "Key not found")?).await?.into_inner();
    Ok(Answer::ok(Done { ok: true }))
}

fn written(key: AgentKey) -> wire::AgentKey {
    wire::AgentKey {
        id: key.id,
        name: key.name,
        scope: key.scope,
        responsible_user_id: key.responsible_user_id,
        created_at: key.created_at,
        revoked_at: key.revoked_at,
        last_used_at: key.last_used_at,
    }
}
