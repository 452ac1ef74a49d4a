//! What the board decides about. Hires have a file beside the agents.

use axum::extract::State;
use wireclip_domain::approval::Verdict;
use wireclip_services::approvals::{ApprovalView, NewRequest};
use wireclip_services::records::{Approval, ApprovalComment, ApprovalFilter, Company, Issue, PageLimit};
use wireclip_services::stops::Stopped;
use wireclip_wire::approvals as wire;
use wireclip_wire::done::Done;
use wireclip_wire::issues;

use super::issues::written::issue as issue_written;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{NeededBody, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_approvals))
        .add(Access::AnyCaller, routes!(create_approval))
        .add(Access::AnyCaller, routes!(get_approval))
        .add(Access::Manager, routes!(approve_approval))
        .add(Access::Manager, routes!(reject_approval))
        .add(Access::Manager, routes!(request_approval_revision))
        .add(Access::AnyCaller, routes!(resubmit_approval))
        .add(Access::AnyCaller, routes!(list_approval_comments))
        .add(Access::AnyCaller, routes!(create_approval_comment))
        .add(Access::AnyCaller, routes!(list_approval_issues))
        .add(Access::AnyCaller, routes!(list_issue_approvals))
        .add(Access::AnyCaller, routes!(link_issue_approval))
        .add(Access::AnyCaller, routes!(unlink_issue_approval))
}

/// List a company's approvals, newest first.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/approvals",
    params(wire::ListApprovalsQuery),
    responses((status = 200, body = Vec<wire::Approval>))
)]
async fn list_approvals(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::ListApprovalsQuery>,
) -> ApiResult<Answer<Vec<wire::Approval>>> {
    let filter = ApprovalFilter { status: query.status, limit: PageLimit::MAX };
    let approvals = app.services.approvals.list(&company, &filter).await?;
    Ok(Answer::ok(approvals.into_iter().map(viewed).collect()))
}

/// Ask the board for something.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/approvals",
    request_body = wire::CreateApprovalRequest,
    responses((status = 201, body = wire::Approval))
)]
async fn create_approval(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    NeededBody(body): NeededBody<wire::CreateApprovalRequest>,
) -> ApiResult<Answer<wire::Approval>> {
    let new = NewRequest {
        kind: body.r#type,
        payload: body.payload,
        issue_ids: body.issue_ids.unwrap_or_default(),
    };
    let approval = app.services.approvals.create(&company, new).await?;
    Ok(Answer::created(viewed(approval.into_inner())))
}

/// Get an approval.
#[utoipa::path(get, path = "/approvals/{approvalId}", responses((status = 200, body = wire::Approval)))]
async fn get_approval(
    State(app): State<App>,
    FromPath(approval): FromPath<Approval>,
) -> ApiResult<Answer<wire::Approval>> {
    Ok(Answer::ok(viewed(app.services.approvals.show(&approval).await?)))
}

/// Approve. Doing so twice does nothing more.
#[utoipa::path(
    post,
    path = "/approvals/{approvalId}/approve",
    request_body = wire::DecideApprovalRequest,
    responses((status = 200, body = wire::Approval))
)]
async fn approve_approval(
    State(app): State<App>,
    FromPath(approval): FromPath<Approval>,
    NeededBody(body): NeededBody<wire::DecideApprovalRequest>,
) -> ApiResult<Answer<wire::Approval>> {
    let decided = app.services.approvals.decide(&approval, Verdict::Approve, body.decision_note).await?;
    Ok(decision(decided))
}

/// Reject, and wait until what that ends has ended. Doing so twice does nothing more.
#[utoipa::path(
    post,
    path = "/approvals/{approvalId}/reject",
    request_body = wire::DecideApprovalRequest,
    responses((status = 200, body = wire::Approval))
)]
async fn reject_approval(
    State(app): State<App>,
    FromPath(approval): FromPath<Approval>,
    NeededBody(body): NeededBody<wire::DecideApprovalRequest>,
) -> ApiResult<Answer<wire::Approval>> {
    let decided = app.services.approvals.decide(&approval, Verdict::Reject, body.decision_note).await?;
    Ok(decision(decided))
}

/// Want another proposal.
#[utoipa::path(
    post,
    path = "/approvals/{approvalId}/request-revision",
    request_body = wire::DecideApprovalRequest,
    responses((status = 200, body = wire::Approval))
)]
async fn request_approval_revision(
    State(app): State<App>,
    FromPath(approval): FromPath<Approval>,
    NeededBody(body): NeededBody<wire::DecideApprovalRequest>,
) -> ApiResult<Answer<wire::Approval>> {
    let verdict = Verdict::RequestRevision;
    let decided = app.services.approvals.decide(&approval, verdict, body.decision_note).await?;
    Ok(decision(decided))
}

/// Submit another proposal, or the same once more.
#[utoipa::path(
    post,
    path = "/approvals/{approvalId}/resubmit",
    request_body = wire::ResubmitApprovalRequest,
    responses((status = 200, body = wire::Approval))
)]
async fn resubmit_approval(
    State(app): State<App>,
    FromPath(approval): FromPath<Approval>,
    NeededBody(body): NeededBody<wire::ResubmitApprovalRequest>,
) -> ApiResult<Answer<wire::Approval>> {
    let approval = app.services.approvals.resubmit(&approval, body.payload).await?;
    Ok(Answer::ok(viewed(approval.into_inner())))
}

/// List what was said about an approval, oldest first.
#[utoipa::path(
    get,
    path = "/approvals/{approvalId}/comments",
    responses((status = 200, body = Vec<wire::ApprovalComment>))
)]
async fn list_approval_comments(
    State(app): State<App>,
    FromPath(approval): FromPath<Approval>,
) -> ApiResult<Answer<Vec<wire::ApprovalComment>>> {
    let comments = app.services.approvals.comments(&approval).await?;
    Ok(Answer::ok(comments.into_iter().map(comment_written).collect()))
}

/// Say something about an approval.
#[utoipa::path(
    post,
    path = "/approvals/{approvalId}/comments",
    request_body = wire::CreateApprovalCommentRequest,
    responses((status = 201, body = wire::ApprovalComment))
)]
async fn create_approval_comment(
    State(app): State<App>,
    FromPath(approval): FromPath<Approval>,
    NeededBody(body): NeededBody<wire::CreateApprovalCommentRequest>,
) -> ApiResult<Answer<wire::ApprovalComment>> {
    let comment = app.services.approvals.comment(&approval, body.body).await?;
    Ok(Answer::created(comment_written(comment.into_inner())))
}

/// List the issues of an approval.
#[utoipa::path(
    get,
    path = "/approvals/{approvalId}/issues",
    responses((status = 200, body = Vec<issues::Issue>))
)]
async fn list_approval_issues(
    State(app): State<App>,
    FromPath(approval): FromPath<Approval>,
) -> ApiResult<Answer<Vec<issues::Issue>>> {
    let linked = app.services.approvals.issues(&approval).await?;
    Ok(Answer::ok(linked.into_iter().map(issue_written).collect()))
}

/// List the approvals of an issue, newest first.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/approvals",
    responses((status = 200, body = Vec<wire::Approval>))
)]
async fn list_issue_approvals(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<Vec<wire::Approval>>> {
    let approvals = app.services.approvals.of_issue(&issue).await?;
    Ok(Answer::ok(approvals.into_iter().map(viewed).collect()))
}

/// Link an issue to an approval; answers with all of the issue's.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/approvals",
    request_body = wire::LinkApprovalRequest,
    responses((status = 201, body = Vec<wire::Approval>))
)]
async fn link_issue_approval(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    NeededBody(body): NeededBody<wire::LinkApprovalRequest>,
) -> ApiResult<Answer<Vec<wire::Approval>>> {
    let approvals = app.services.approvals.link(&issue, body.approval_id).await?;
    Ok(Answer::created(approvals.into_inner().into_iter().map(viewed).collect()))
}

/// Take an issue off an approval.
#[utoipa::path(
    delete,
    path = "/issues/{issueId}/approvals/{approvalId}",
    responses((status = 200, body = Done))
)]
async fn unlink_issue_approval(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    FromPath(approval): FromPath<Approval>,
) -> ApiResult<Answer<Done>> {
    app.services.approvals.unlink(&issue, approval.id).await?.into_inner();
    Ok(Answer::ok(Done { ok: true }))
}

fn decision(decided: Stopped<ApprovalView>) -> Answer<wire::Approval> {
    Answer::stopped(decided.map(viewed))
}

pub(super) fn viewed(view: ApprovalView) -> wire::Approval {
    written(view.approval)
}

/// Spells an approval that may be shown.
pub(super) fn written(approval: Approval) -> wire::Approval {
    wire::Approval {
        id: approval.id,
        company_id: approval.company_id,
        r#type: approval.kind,
        requested_by_agent_id: approval.requested_by_agent_id,
        requested_by_user_id: approval.requested_by_user_id,
        status: approval.status,
        payload: approval.payload,
        decision_note: approval.decision_note,
        decided_by_user_id: approval.decided_by_user_id,
        decided_at: approval.decided_at,
        created_at: approval.created_at,
        updated_at: approval.updated_at,
    }
}

fn comment_written(comment: ApprovalComment) -> wire::ApprovalComment {
    wire::ApprovalComment {
        id: comment.id,
        company_id: comment.company_id,
        approval_id: comment.approval_id,
        author_agent_id: comment.author_agent_id,
        author_user_id: comment.author_user_id,
        body: comment.body,
        created_at: comment.created_at,
        updated_at: comment.updated_at,
    }
}
