//! Control of trees of issues.

mod written;

use axum::extract::State;
use wireclip_domain::TreeHoldId;
use wireclip_domain::tree_hold::ReleaseStrategy;
use wireclip_services::ServiceError;
use wireclip_services::records::{Issue, PageLimit, TreeHoldFilter};
use wireclip_services::tree_holds::{ReleaseWish, TreeWish};
use wireclip_wire::tree_holds as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{FromPath, PathParams};

/// How many holds of an issue are listed with their members at most: each may have thousands.
const MOST_WITH_MEMBERS: u32 = 20;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Board, routes!(preview_issue_tree_hold))
        .add(Access::AnyCaller, routes!(get_issue_tree_control_state))
        .add(Access::AnyCaller, routes!(list_issue_tree_holds))
        .add(Access::Board, routes!(create_issue_tree_hold))
        .add(Access::AnyCaller, routes!(get_issue_tree_hold))
        .add(Access::Board, routes!(release_issue_tree_hold))
}

/// Say what a control would do to an issue and all below it.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/tree-control/preview",
    request_body = wire::PreviewTreeHoldRequest,
    responses((status = 200, body = wire::TreePreview))
)]
async fn preview_issue_tree_hold(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Body(body): Body<wire::PreviewTreeHoldRequest>,
) -> ApiResult<Answer<wire::TreePreview>> {
    let (strategy, note) = policy(body.release_policy);
    let plan = app.services.tree_holds.preview(&issue, body.mode, strategy).await?.into_inner();
    Ok(Answer::ok(written::preview(&plan, note)))
}

/// Say what holds an issue.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/tree-control/state",
    responses((status = 200, body = wire::TreeControlState))
)]
async fn get_issue_tree_control_state(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::TreeControlState>> {
    let pause = app.services.tree_holds.active_pause(&issue).await?;
    let active_pause_hold = pause.map(|pause| written::pause(issue.id, pause));
    Ok(Answer::ok(wire::TreeControlState { active_pause_hold }))
}

/// List the holds that were made on an issue, oldest first.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/tree-holds",
    params(wire::ListTreeHoldsQuery),
    responses((status = 200, body = Vec<wire::TreeHold>))
)]
async fn list_issue_tree_holds(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Query(query): Query<wire::ListTreeHoldsQuery>,
) -> ApiResult<Answer<Vec<wire::TreeHold>>> {
    let with_members = query.include_members.unwrap_or(false);
    let limit = if with_members { PageLimit::at_most(MOST_WITH_MEMBERS) } else { PageLimit::MAX };
    let filter = TreeHoldFilter { status: query.status, mode: query.mode, limit };
    let (holds, mut members) = app.services.tree_holds.list(&issue, &filter, with_members).await?;
    let holds = holds.into_iter().map(|hold| {
        let own = with_members.then(|| members.extract_if(.., |member| member.hold_id == hold.id).collect());
        written::hold(hold, own)
    });
    Ok(Answer::ok(holds.collect()))
}

/// Pause, resume, cancel or restore an issue with all below it, and wait until what that stops has
/// ended.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/tree-holds",
    request_body = wire::CreateTreeHoldRequest,
    responses(
        (status = 200, body = wire::MadeTreeHold),
        (status = 201, body = wire::MadeTreeHold)
    )
)]
async fn create_issue_tree_hold(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Body(body): Body<wire::CreateTreeHoldRequest>,
) -> ApiResult<Answer<wire::MadeTreeHold>> {
    let (strategy, note) = policy(body.release_policy);
    let (mode, reason, wakes_agents) = (body.mode, body.reason, body.wakes_agents);
    let wish = TreeWish { mode, reason, strategy, note: note.clone(), wakes_agents };
    let made = app.services.tree_holds.control(&issue, wish).await?;
    let answer = Answer::stopped(made.map(|made| wire::MadeTreeHold {
        preview: written::preview(&made.plan, note),
        hold: written::hold(made.hold, Some(made.members)),
    }));
    // Wire: what only undoes another hold is over at once, and nothing was created.
    Ok(if mode.lasts() { answer.into_created() } else { answer })
}

/// Get a hold, with how its issues stood.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/tree-holds/{holdId}",
    responses((status = 200, body = wire::TreeHold))
)]
async fn get_issue_tree_hold(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    path: PathParams,
) -> ApiResult<Answer<wire::TreeHold>> {
    let (hold, members) = app.services.tree_holds.show(&issue, hold_id(&path)?).await?;
    Ok(Answer::ok(written::hold(hold, Some(members))))
}

/// End a hold.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/tree-holds/{holdId}/release",
    request_body = wire::ReleaseTreeHoldRequest,
    responses((status = 200, body = wire::TreeHold))
)]
async fn release_issue_tree_hold(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    path: PathParams,
    Body(body): Body<wire::ReleaseTreeHoldRequest>,
) -> ApiResult<Answer<wire::TreeHold>> {
    let id = hold_id(&path)?;
    let wish = ReleaseWish { reason: body.reason, metadata: body.metadata, wakes_agents: body.wakes_agents };
    let hold = app.services.tree_holds.release(&issue, id, wish).await?.into_inner();
    Ok(Answer::ok(written::hold(hold, None)))
}

/// Wire: an id that is none is the caller's mistake here, and not a hold that is missing.
fn hold_id(path: &PathParams) -> Result<TreeHoldId, ServiceError> {
    path.text("holdId").parse().map_err(|_| ServiceError::invalid("Invalid hold ID"))
}

fn policy(asked: Option<wire::ReleasePolicyRequest>) -> (ReleaseStrategy, Option<String>) {
    let (strategy, note) = asked.map_or((None, None), |asked| (asked.strategy, asked.note));
    (strategy.unwrap_or(ReleaseStrategy::Manual), note)
}
