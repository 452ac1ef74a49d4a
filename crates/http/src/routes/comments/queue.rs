//! The messages that wait for an issue's run to end.

use axum::extract::State;
use wireclip_domain::CommentId;
use wireclip_domain::comment::queue::SeenQueue;
use wireclip_services::comments::{Queue, QueuedComment};
use wireclip_services::records::Issue;
use wireclip_wire::comments::queue as wire;

use super::written;
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{FromPath, PathParams};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_issue_queued_comments))
        .add(Access::Board, routes!(order_issue_queued_comments))
        .add(Access::AnyCaller, routes!(update_issue_queued_comment))
        .add(Access::AnyCaller, routes!(delete_issue_queued_comment))
}

/// List the messages that wait on an issue.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/queued-comments",
    responses((status = 200, body = wire::CommentQueue))
)]
async fn list_issue_queued_comments(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::CommentQueue>> {
    Ok(Answer::ok(written_queue(app.services.comments.queue(&issue).await?)))
}

/// Put waiting messages in another order.
#[utoipa::path(
    put,
    path = "/issues/{issueId}/queued-comments/order",
    request_body = wire::OrderQueuedCommentsRequest,
    responses((status = 200, body = wire::CommentQueue))
)]
async fn order_issue_queued_comments(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Body(body): Body<wire::OrderQueuedCommentsRequest>,
) -> ApiResult<Answer<wire::CommentQueue>> {
    let order = &body.ordered_comment_ids;
    let queue = app.services.comments.order_queued(&issue, &seen(body.seen), order).await?;
    Ok(Answer::ok(written_queue(queue.into_inner())))
}

/// Change what a waiting message says.
#[utoipa::path(
    patch,
    path = "/issues/{issueId}/queued-comments/{commentId}",
    request_body = wire::EditQueuedCommentRequest,
    responses((status = 200, body = wire::CommentQueue))
)]
async fn update_issue_queued_comment(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    path: PathParams,
    Body(body): Body<wire::EditQueuedCommentRequest>,
) -> ApiResult<Answer<wire::CommentQueue>> {
    let id: CommentId = path.id("commentId", "Comment not found")?;
    let queue = app.services.comments.edit_queued(&issue, id, &seen(body.seen), body.body).await?;
    Ok(Answer::ok(written_queue(queue.into_inner())))
}

/// Take back a waiting message.
#[utoipa::path(
    delete,
    path = "/issues/{issueId}/queued-comments/{commentId}",
    request_body = wire::SeenQueue,
    responses((status = 200, body = wire::CommentQueue))
)]
async fn delete_issue_queued_comment(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    path: PathParams,
    Body(body): Body<wire::SeenQueue>,
) -> ApiResult<Answer<wire::CommentQueue>> {
    let id: CommentId = path.id("commentId", "Comment not found")?;
    let queue = app.services.comments.discard_queued(&issue, id, &seen(body)).await?;
    Ok(Answer::ok(written_queue(queue.into_inner())))
}

fn seen(body: wire::SeenQueue) -> SeenQueue {
    SeenQueue { queue_id: body.queue_id, revision: body.revision }
}

fn written_queue(queue: Queue) -> wire::CommentQueue {
    let (queue_id, target_run_id, waits_for_recovery) = match queue.state {
        Some(state) => (Some(state.queue_id), state.target_run_id, state.waits_for_recovery),
        None => (None, None, false),
    };
    let entry = |(position, entry): (usize, QueuedComment)| wire::QueuedComment {
        comment: written(entry.comment),
        position,
        can_edit: entry.is_own,
        can_discard: entry.is_own,
    };
    wire::CommentQueue {
        issue_id: queue.issue.id,
        queue_id,
        state: if queue_id.is_some() { "deferred" } else { "empty" },
        target_run_id,
        revision: queue.revision,
        protocol: "legacy",
        steering_disposition: "unsupported",
        entries: queue.entries.into_iter().enumerate().map(entry).collect(),
        execution_wait: waits_for_recovery.then(wire::ExecutionWait::for_recovery),
    }
}
