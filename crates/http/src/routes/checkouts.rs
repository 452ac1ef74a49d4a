//! Taking issues for agents, and giving them back.

use axum::extract::State;
use wireclip_domain::issue::IssueRef;
use wireclip_services::records::Issue;
use wireclip_services::{Scoped, ServiceResult};
use wireclip_wire::checkouts as wire;
use wireclip_wire::issues as issue_wire;

use super::issues::written_issue;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{NeededBody, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(checkout_issue))
        .add(Access::AnyCaller, routes!(release_issue))
        .add(Access::Board, routes!(force_release_issue))
}

/// Take an issue for an agent.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/checkout",
    request_body = wire::CheckoutRequest,
    responses((status = 200, body = issue_wire::Issue))
)]
async fn checkout_issue(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    NeededBody(body): NeededBody<wire::CheckoutRequest>,
) -> ApiResult<Answer<issue_wire::Issue>> {
    app.services.checkouts.checkout(&issue, body.agent_id, &body.expected_statuses).await?.into_inner();
    Ok(Answer::ok(seen_now(&app, &issue).await?))
}

/// Give an issue back.
#[utoipa::path(post, path = "/issues/{issueId}/release", responses((status = 200, body = issue_wire::Issue)))]
async fn release_issue(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<issue_wire::Issue>> {
    app.services.checkouts.release(&issue).await?.into_inner();
    Ok(Answer::ok(seen_now(&app, &issue).await?))
}

/// End the claim on an issue, whoever holds it.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/admin/force-release",
    params(wire::ForceReleaseQuery),
    responses((status = 200, body = wire::ForceReleased))
)]
async fn force_release_issue(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Query(query): Query<wire::ForceReleaseQuery>,
) -> ApiResult<Answer<wire::ForceReleased>> {
    let clears = query.clear_assignee.unwrap_or(false);
    let released = app.services.checkouts.force_release(&issue, clears).await?.into_inner();
    let previous = wire::PreviousHold {
        checkout_run_id: released.checkout_run_id,
        execution_run_id: released.execution_run_id,
    };
    Ok(Answer::ok(wire::ForceReleased { issue: seen_now(&app, &issue).await?, previous }))
}

async fn seen_now(app: &App, issue: &Scoped<Issue>) -> ServiceResult<issue_wire::Issue> {
    let now = app.services.issues.load(issue.request(), &IssueRef::Id(issue.id)).await?;
    Ok(written_issue(app.services.issues.view(&now).await?))
}
