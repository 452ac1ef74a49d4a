//! What people have seen of issues, and what they archived.

use axum::extract::State;
use wireclip_services::records::{InboxArchive, Issue};
use wireclip_wire::issues as wire;

use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::scoped::FromPath;

/// Mark an issue as read.
#[utoipa::path(post, path = "/issues/{issueId}/read", responses((status = 200, body = wire::ReadState)))]
pub(super) async fn mark_issue_read(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::ReadState>> {
    let read = app.services.issues.mark_read(&issue).await?.into_inner();
    Ok(Answer::ok(wire::ReadState {
        id: read.id,
        company_id: read.company_id,
        issue_id: read.issue_id,
        user_id: read.user_id,
        last_read_at: read.last_read_at,
        created_at: read.created_at,
        updated_at: read.updated_at,
    }))
}

/// Mark an issue as unread.
#[utoipa::path(delete, path = "/issues/{issueId}/read", responses((status = 200, body = wire::Unread)))]
pub(super) async fn mark_issue_unread(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::Unread>> {
    let removed = app.services.issues.mark_unread(&issue).await?.into_inner();
    Ok(Answer::ok(wire::Unread { id: issue.id, removed }))
}

/// Put an issue away from the inbox.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/inbox-archive",
    responses((status = 200, body = wire::InboxArchive))
)]
pub(super) async fn archive_issue_from_inbox(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::InboxArchive>> {
    let archive = app.services.issues.put_away(&issue).await?;
    Ok(Answer::ok(written(archive.into_inner())))
}

/// Take an issue back into the inbox.
#[utoipa::path(
    delete,
    path = "/issues/{issueId}/inbox-archive",
    responses((status = 200, body = wire::ReturnedToInbox))
)]
pub(super) async fn return_issue_to_inbox(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::ReturnedToInbox>> {
    let (archive, user_id) = app.services.issues.take_back(&issue).await?.into_inner();
    Ok(Answer::ok(match archive {
        Some(archive) => wire::ReturnedToInbox::TakenOut(written(archive)),
        None => wire::ReturnedToInbox::NothingToDo(wire::TakenBack { ok: true, user_id }),
    }))
}

fn written(archive: InboxArchive) -> wire::InboxArchive {
    wire::InboxArchive {
        id: archive.id,
        company_id: archive.company_id,
        issue_id: archive.issue_id,
        user_id: archive.user_id,
        archived_by_actor_type: archive.archived_by_actor_type,
        archived_by_agent_id: archive.archived_by_agent_id,
        archived_by_run_id: archive.archived_by_run_id,
        archived_at: archive.archived_at,
        created_at: archive.created_at,
        updated_at: archive.updated_at,
    }
}
