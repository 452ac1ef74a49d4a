//! Runs.

mod written;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use wireclip_services::records::{Company, PageLimit, Run, RunFilter};
use wireclip_services::{RefusalKind, ServiceError};
use wireclip_wire::runs as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Query;
use crate::error::{ApiError, ApiResult};
use crate::route::routes;
use crate::scoped::{By, FromPath};

use written::{detail, event, issue, whole};
pub(super) use written::{execution, named, of_issue, summary, waits};

/// How many runs a list holds unless it is asked for another number.
const DEFAULT_RUNS: u32 = 200;
const DEFAULT_LIVE_RUNS: u32 = 50;
const DEFAULT_EVENTS: u32 = 200;
/// How many bytes of a log are read unless another number is asked for.
const DEFAULT_LOG_BYTES: usize = 256_000;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_runs))
        .add(Access::AnyCaller, routes!(list_live_runs))
        .add(Access::AnyCaller, routes!(get_run))
        .add(Access::AnyCaller, routes!(get_run_page))
        .add(Access::AnyCaller, routes!(list_run_events))
        .add(Access::AnyCaller, routes!(read_run_log))
        .add(Access::AnyCaller, routes!(list_run_issues))
        .add(Access::AnyCaller, routes!(cancel_run))
}

/// List a company's runs.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/heartbeat-runs",
    params(wire::ListRunsQuery),
    responses((status = 200, body = Vec<wire::Run>))
)]
async fn list_runs(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::ListRunsQuery>,
) -> ApiResult<Answer<Vec<wire::Run>>> {
    let filter = RunFilter {
        agent_id: query.agent_id,
        issue_id: query.issue_id,
        statuses: query.status.into_iter().collect(),
    };
    let runs = app.services.runs.list(&company, &filter, limit(query.limit, DEFAULT_RUNS)).await?;
    Ok(Answer::ok(runs.into_iter().map(summary).collect()))
}

/// List the runs of a company that go on.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/live-runs",
    params(wire::LiveRunsQuery),
    responses((status = 200, body = Vec<wire::NamedRun>))
)]
async fn list_live_runs(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::LiveRunsQuery>,
) -> ApiResult<Answer<Vec<wire::NamedRun>>> {
    let at_least = query.min_count.and_then(|count| u32::try_from(count).ok()).unwrap_or(0);
    let wished = query.limit.filter(|limit| *limit > 0);
    let runs = app.services.runs.live(&company, limit(wished, DEFAULT_LIVE_RUNS), at_least).await?;
    Ok(Answer::ok(runs.into_iter().map(named).collect()))
}

/// Get a run.
#[utoipa::path(get, path = "/heartbeat-runs/{runId}", responses((status = 200, body = wire::Run)))]
async fn get_run(State(app): State<App>, FromPath(run): FromPath<Run>) -> ApiResult<Answer<wire::Run>> {
    Ok(Answer::ok(detail(app.services.runs.detail(&run).await?)))
}

/// Get what a run's page shows first: the run, its issues, and what it noted.
#[utoipa::path(get, path = "/heartbeat-runs/{runId}/page", responses((status = 200, body = wire::RunPage)))]
async fn get_run_page(
    State(app): State<App>,
    FromPath(run): FromPath<Run>,
) -> ApiResult<Answer<wire::RunPage>> {
    let page = app.services.runs.page(&run).await?;
    Ok(Answer::ok(wire::RunPage {
        run: detail(page.detail),
        issues: page.issues.into_iter().map(issue).collect(),
        events: page.events.into_iter().map(event).collect(),
    }))
}

/// List what a run noted.
#[utoipa::path(
    get,
    path = "/heartbeat-runs/{runId}/events",
    params(wire::EventsQuery),
    responses((status = 200, body = Vec<wire::RunEvent>))
)]
async fn list_run_events(
    State(app): State<App>,
    FromPath(run): FromPath<Run>,
    Query(query): Query<wire::EventsQuery>,
) -> ApiResult<Answer<Vec<wire::RunEvent>>> {
    let after = query.after_seq.unwrap_or(0);
    let events = app.services.runs.events(&run, after, limit(query.limit, DEFAULT_EVENTS)).await?;
    Ok(Answer::ok(events.into_iter().map(event).collect()))
}

/// Read a part of a run's log.
#[utoipa::path(
    get,
    path = "/heartbeat-runs/{runId}/log",
    params(wire::LogQuery),
    responses((status = 200, body = wire::RunLog))
)]
async fn read_run_log(
    State(app): State<App>,
    FromPath(run): FromPath<Run>,
    Query(query): Query<wire::LogQuery>,
) -> ApiResult<impl IntoResponse> {
    let offset = query.offset.and_then(|offset| u64::try_from(offset).ok()).unwrap_or(0);
    let most = query.limit_bytes.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(DEFAULT_LOG_BYTES);
    let part = app.services.runs.log(&run, offset, most).await?;
    let log = written::log(&run, part);
    Ok(([(header::CACHE_CONTROL, "no-cache, no-store")], Answer::ok(log)))
}

/// List the issues that a run was about or wrote to.
#[utoipa::path(
    get,
    path = "/heartbeat-runs/{runId}/issues",
    responses((status = 200, body = Vec<wire::RunIssue>))
)]
async fn list_run_issues(
    State(app): State<App>,
    By(request): By,
    run: Result<FromPath<Run>, ApiError>,
) -> ApiResult<Answer<Vec<wire::RunIssue>>> {
    let run = match run {
        Ok(FromPath(run)) => run,
        // Wire: to people, a run that nobody knows has no issues.
        Err(ApiError(ServiceError::Refused(refusal)))
            if refusal.kind == RefusalKind::NotFound && request.caller.as_board().is_some() =>
        {
            return Ok(Answer::ok(Vec::new()));
        }
        Err(error) => return Err(error),
    };
    let issues = app.services.runs.issues(&run).await?;
    Ok(Answer::ok(issues.into_iter().map(issue).collect()))
}

/// Cancel a run, and wait until it has ended.
#[utoipa::path(
    post,
    path = "/heartbeat-runs/{runId}/cancel",
    responses((status = 200, body = wire::Run))
)]
async fn cancel_run(State(app): State<App>, FromPath(run): FromPath<Run>) -> ApiResult<Answer<wire::Run>> {
    app.services.runs.cancel(&run).await?;
    Ok(Answer::ok(detail(app.services.runs.reload_detail(&run).await?)))
}

/// Writes the run that a request led to.
pub(super) fn admitted(run: Run) -> wire::Run {
    whole(run, None, None)
}

fn limit(wished: Option<i64>, otherwise: u32) -> PageLimit<1000> {
    PageLimit::at_most(wished.and_then(|limit| u32::try_from(limit).ok()).unwrap_or(otherwise))
}
