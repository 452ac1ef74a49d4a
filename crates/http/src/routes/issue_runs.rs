//! The runs of an issue, and what became of the wake-ups for it and of an agent's.

use axum::extract::State;
use wireclip_domain::wakeup::WakeReason;
use wireclip_services::records::{Agent, Issue, PageLimit, Wakeup};
use wireclip_wire::runs as wire;

use super::runs::{execution, named, of_issue};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

/// How many wake-ups are told.
const MOST_WAKEUPS: u32 = 100;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_issue_runs))
        .add(Access::AnyCaller, routes!(list_issue_live_runs))
        .add(Access::AnyCaller, routes!(get_issue_active_run))
        .add(Access::AnyCaller, routes!(get_issue_execution))
        .add(Access::AnyCaller, routes!(diagnose_issue_wakes))
        .add(Access::AnyCaller, routes!(diagnose_agent_wakes))
}

/// List the runs about an issue.
#[utoipa::path(get, path = "/issues/{issueId}/runs", responses((status = 200, body = Vec<wire::RunOfIssue>)))]
async fn list_issue_runs(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<Vec<wire::RunOfIssue>>> {
    let runs = app.services.runs.of_issue(&issue).await?;
    Ok(Answer::ok(runs.into_iter().map(of_issue).collect()))
}

/// List the runs about an issue that go on.
#[utoipa::path(get, path = "/issues/{issueId}/live-runs", responses((status = 200, body = Vec<wire::NamedRun>)))]
async fn list_issue_live_runs(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<Vec<wire::NamedRun>>> {
    let runs = app.services.runs.live_of_issue(&issue).await?;
    Ok(Answer::ok(runs.into_iter().map(named).collect()))
}

/// Get the run that is at work on an issue, or next.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/active-run",
    responses((status = 200, body = Option<wire::NamedRun>))
)]
async fn get_issue_active_run(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<Option<wire::NamedRun>>> {
    Ok(Answer::ok(app.services.runs.active_of_issue(&issue).await?.map(named)))
}

/// Get how an issue is executed.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/execution",
    responses((status = 200, body = wire::IssueExecution))
)]
async fn get_issue_execution(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::IssueExecution>> {
    let found = app.services.runs.execution_of_issue(&issue).await?;
    Ok(Answer::ok(wire::IssueExecution {
        issue_id: issue.id,
        run_id: found.as_ref().map(|named| named.run.id),
        agent_id: found.as_ref().map(|named| named.run.agent_id),
        status: found.as_ref().map(|named| named.run.status),
        execution: found.map(|named| execution(&named.execution)),
    }))
}

/// Tell what became of the wake-ups for an issue.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/diagnostics/wakes",
    responses((status = 200, body = wire::WakeEvents))
)]
async fn diagnose_issue_wakes(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::WakeEvents>> {
    let wakeups = app.services.runs.wakeups_of_issue(&issue, PageLimit::at_most(MOST_WAKEUPS)).await?;
    let events = wakeups.into_iter().map(wake_event).collect();
    Ok(Answer::ok(wire::WakeEvents { issue_id: issue.id, events }))
}

/// Tell what became of the wake-ups of an agent.
#[utoipa::path(
    get,
    path = "/agents/{agentId}/diagnostics/wakes",
    responses((status = 200, body = wire::AgentWakeEvents))
)]
async fn diagnose_agent_wakes(
    State(app): State<App>,
    FromPath(agent): FromPath<Agent>,
) -> ApiResult<Answer<wire::AgentWakeEvents>> {
    let wakeups = app.services.runs.wakeups_of_agent(&agent, PageLimit::at_most(MOST_WAKEUPS)).await?;
    let told = |wakeup: Wakeup| wire::AgentWakeEvent { issue_id: wakeup.issue_id, event: wake_event(wakeup) };
    let events = wakeups.into_iter().map(told).collect();
    Ok(Answer::ok(wire::AgentWakeEvents { agent_id: agent.id, events }))
}

/// Reasons that people give are not told apart here.
const BY_HAND: &[WakeReason] = &[WakeReason::RetryFailedRun];

fn wake_event(wakeup: Wakeup) -> wire::WakeEvent {
    let reason = wakeup.reason.as_deref().map(WakeReason::from);
    let named = reason.filter(|reason| WakeReason::NAMED.contains(reason) && !BY_HAND.contains(reason));
    wire::WakeEvent {
        id: wakeup.id,
        agent_id: wakeup.agent_id,
        source: wakeup.source,
        status: wakeup.status,
        reason: named.map_or_else(|| "other".to_owned(), |reason| reason.as_str().to_owned()),
        status_reason: wakeup.status_reason,
        coalesced_count: wakeup.coalesced_count,
        run_id: wakeup.run_id,
        requested_at: wakeup.requested_at,
        finished_at: wakeup.finished_at,
        error: wakeup.error,
    }
}
