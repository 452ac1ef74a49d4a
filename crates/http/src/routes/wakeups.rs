//! Waking agents by hand.

use axum::extract::State;
use wireclip_domain::OpaqueJson;
use wireclip_domain::gate::SkipReason;
use wireclip_domain::run::{InvocationSource, TriggerDetail};
use wireclip_domain::wakeup::{NoRunReason, WakeReason};
use wireclip_services::records::Agent;
use wireclip_services::wakeups::{ManualAnswer, ManualWake, NoRun};
use wireclip_wire::wakeups as wire;

use super::runs::admitted;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::AnyCaller, routes!(wake_agent)).add(Access::AnyCaller, routes!(invoke_agent))
}

/// Wake an agent.
#[utoipa::path(
    post,
    path = "/agents/{agentId}/wakeup",
    request_body = wire::WakeupRequest,
    responses((status = 202, body = wire::WakeupAnswer))
)]
async fn wake_agent(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
    Body(body): Body<wire::WakeupRequest>,
) -> ApiResult<Answer<wire::WakeupAnswer>> {
    let wake = ManualWake {
        source: body.source.unwrap_or(InvocationSource::OnDemand),
        trigger_detail: body.trigger_detail.or(Some(TriggerDetail::Manual)),
        reason: body.reason.as_deref().map(WakeReason::from),
        payload: body.payload.unwrap_or_else(OpaqueJson::object),
        idempotency_key: body.idempotency_key,
        force_fresh_session: Some(body.force_fresh_session.unwrap_or(false)),
        failed_run_id: body.failed_run_id,
    };
    let answer = app.services.wakeups.wake(&agent, wake).await?;
    Ok(Answer::accepted(written(answer.into_inner())))
}

/// Let an agent beat now.
#[utoipa::path(
    post,
    path = "/agents/{agentId}/heartbeat/invoke",
    responses((status = 202, body = wire::WakeupAnswer))
)]
async fn invoke_agent(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::WakeupAnswer>> {
    let answer = app.services.wakeups.wake(&agent, ManualWake::invoke()).await?;
    Ok(Answer::accepted(written(answer.into_inner())))
}

fn written(answer: ManualAnswer) -> wire::WakeupAnswer {
    match answer {
        ManualAnswer::Run(run) => wire::WakeupAnswer::Run(Box::new(admitted(*run))),
        ManualAnswer::NoRun(no_run) => wire::WakeupAnswer::NoRun(no_run_written(*no_run)),
    }
}

fn no_run_written(no_run: NoRun) -> wire::NoRun {
    let message = match (no_run.reason, &no_run.agent_name) {
        (NoRunReason::Deferred, Some(name)) => format!("{name} works on this issue; the wake-up waits."),
        (NoRunReason::Deferred, None) => "Another run has this issue; the wake-up waits.".to_owned(),
        (NoRunReason::Unsettled, _) => {
            "Somebody has to say first what the stopped run of this issue has done.".to_owned()
        }
        (NoRunReason::Skipped, _) => {
            let why = no_run.refused.map(SkipReason::told).unwrap_or("The same was asked for before.");
            format!("The wake-up was skipped. {why} GET /api/agents/{{agentId}}/diagnostics/wakes has it.")
        }
    };
    wire::NoRun {
        status: "skipped",
        reason: no_run.reason,
        skip_reason: no_run.refused,
        message,
        issue_id: no_run.issue_id,
        execution_run_id: no_run.run_id,
        execution_agent_id: no_run.agent_id,
        execution_agent_name: no_run.agent_name,
    }
}
