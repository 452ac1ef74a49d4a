//! Comments on issues. Those that wait for a run to end have a file of their own.

mod queue;

use axum::extract::State;
use wireclip_domain::comment::CommentWish;
use wireclip_services::comments::NewComment;
use wireclip_services::records::{Comment, CommentFilter, CommentOrder, CommentPage, Issue, PageLimit};
use wireclip_wire::comments as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_issue_comments))
        .add(Access::AnyCaller, routes!(create_issue_comment))
        .add(Access::AnyCaller, routes!(get_issue_comment))
        .add(Access::AnyCaller, routes!(delete_issue_comment))
        .merge(queue::routes(app))
}

/// List an issue's comments. A page that ends early, because of its size, names its last comment
/// in `X-Wireclip-Continue-After`: the value of `after` for the next.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/comments",
    params(wire::ListCommentsQuery),
    responses((status = 200, body = Vec<wire::Comment>))
)]
async fn list_issue_comments(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Query(query): Query<wire::ListCommentsQuery>,
) -> ApiResult<Answer<Vec<wire::Comment>>> {
    let Some(filter) = filter(&query) else { return Ok(Answer::ok(Vec::new())) };
    let CommentPage { comments, is_cut } = app.services.comments.list(&issue, &filter).await?;
    let last = comments.last().map(|last| last.id).filter(|_| is_cut);
    Ok(Answer::ok(comments.into_iter().map(written).collect()).continued_after(last))
}

/// Say something on an issue.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/comments",
    request_body = wire::CreateCommentRequest,
    responses((status = 201, body = wire::Comment))
)]
async fn create_issue_comment(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Body(body): Body<wire::CreateCommentRequest>,
) -> ApiResult<Answer<wire::Comment>> {
    let wish = CommentWish {
        reopen: body.reopen,
        resume: body.resume,
        interrupt: body.interrupt,
        ..CommentWish::default()
    };
    let new = NewComment {
        body: body.body,
        client_request_id: body.client_request_id,
        presentation: body.presentation,
        metadata: body.metadata,
        attachment_ids: body.attachment_ids,
        names_responsible_user: body.names_responsible_user,
    };
    let comment = app.services.comments.create(&issue, wish, new).await?;
    let waiting = app.services.issues.waiting(&issue).await?;
    Ok(Answer::stopped(comment.map(written)).into_created().waits(waiting.reason))
}

/// Get a comment.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/comments/{commentId}",
    responses((status = 200, body = wire::Comment))
)]
async fn get_issue_comment(FromPath(comment): FromPath<Comment>) -> ApiResult<Answer<wire::Comment>> {
    Ok(Answer::ok(written(comment.into_inner())))
}

/// Take back a comment. It stays in the list, with a mark and without its text.
#[utoipa::path(
    delete,
    path = "/issues/{issueId}/comments/{commentId}",
    responses((status = 200, body = wire::Comment))
)]
async fn delete_issue_comment(
    State(app): State<App>,
    FromPath(comment): FromPath<Comment>,
) -> ApiResult<Answer<wire::Comment>> {
    let comment = app.services.comments.delete(&comment).await?;
    Ok(Answer::ok(written(comment.into_inner())))
}

/// Reads which comments are wanted; none, if it is those behind what cannot be a comment.
fn filter(query: &wire::ListCommentsQuery) -> Option<CommentFilter> {
    let after = match query.after.as_deref().map(str::parse) {
        None => None,
        Some(Ok(id)) => Some(id),
        Some(Err(_)) => return None,
    };
    // Wire: an order that is not known is the usual one.
    let order = match query.order.as_deref() {
        Some("asc") => CommentOrder::OldestFirst,
        _ => CommentOrder::NewestFirst,
    };
    Some(CommentFilter { order, after, limit: query.limit.map(PageLimit::at_most).unwrap_or_default() })
}

/// Writes a comment as clients see it.
pub(crate) fn written(comment: Comment) -> wire::Comment {
    wire::Comment {
        id: comment.id,
        company_id: comment.company_id,
        issue_id: comment.issue_id,
        author_agent_id: comment.author_agent_id,
        author_user_id: comment.author_user_id,
        on_behalf_of_user_id: comment.on_behalf_of_user_id,
        author_type: comment.author_type,
        created_by_run_id: comment.created_by_run_id,
        derived_author_agent_id: None,
        derived_created_by_run_id: None,
        derived_author_source: None,
        client_request_id: comment.client_request_id,
        conversation_session_generation: None,
        body: comment.body,
        presentation: comment.presentation,
        metadata: comment.metadata,
        deleted_at: comment.deleted_at,
        deleted_by_type: comment.deleted_by_type,
        deleted_by_agent_id: comment.deleted_by_agent_id,
        deleted_by_user_id: comment.deleted_by_user_id,
        deleted_by_run_id: comment.deleted_by_run_id,
        source_trust: None,
        created_at: comment.created_at,
        updated_at: comment.updated_at,
    }
}
