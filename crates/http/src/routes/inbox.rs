//! What people want to be told of no more, and what still asks for them.

use axum::extract::State;
use axum::http::StatusCode;
use wireclip_domain::inbox::ItemKey;
use wireclip_services::ServiceError;
use wireclip_services::inbox::{Badges, NewDismissal};
use wireclip_services::records::{Company, InboxDismissal};
use wireclip_wire::inbox as wire;

use super::{approvals, issues, runs};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{FromPath, PathParams};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Personal, routes!(get_inbox))
        .add(Access::Personal, routes!(list_inbox_dismissals))
        .add(Access::Personal, routes!(create_inbox_dismissal))
        .add(Access::Personal, routes!(delete_inbox_dismissal))
        .add(Access::AnyCaller, routes!(get_sidebar_badges))
}

/// Get what waits for the caller, and was not put away.
#[utoipa::path(get, path = "/companies/{companyId}/inbox", responses((status = 200, body = wire::Inbox)))]
async fn get_inbox(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::Inbox>> {
    let waiting = app.services.inbox.waiting(&company).await?;
    Ok(Answer::ok(wire::Inbox {
        issues: waiting.issues.into_iter().map(issues::list::whole).map(issues::written::compact).collect(),
        failed_runs: waiting.failed_runs.into_iter().map(runs::summary).collect(),
        approvals: waiting.approvals.into_iter().map(approvals::viewed).collect(),
    }))
}

/// List what the caller dismissed, the last changed first.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/inbox-dismissals",
    responses((status = 200, body = Vec<wire::InboxDismissal>))
)]
async fn list_inbox_dismissals(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<Vec<wire::InboxDismissal>>> {
    let dismissals = app.services.inbox.dismissals(&company).await?;
    Ok(Answer::ok(dismissals.into_iter().map(written).collect()))
}

/// Take an item out of the caller's inbox, for good or for a while.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/inbox-dismissals",
    request_body = wire::CreateInboxDismissalRequest,
    responses((status = 201, body = wire::InboxDismissal))
)]
async fn create_inbox_dismissal(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateInboxDismissalRequest>,
) -> ApiResult<Answer<wire::InboxDismissal>> {
    let new = NewDismissal { item: body.item_key, kind: body.kind, snoozed_until: body.snoozed_until };
    let dismissal = app.services.inbox.dismiss(&company, new).await?;
    Ok(Answer::created(written(dismissal.into_inner())))
}

/// Put an item back into the caller's inbox.
#[utoipa::path(
    delete,
    path = "/companies/{companyId}/inbox-dismissals/{itemKey}",
    responses((status = 204))
)]
async fn delete_inbox_dismissal(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    path: PathParams,
) -> ApiResult<StatusCode> {
    let item: ItemKey = path.text("itemKey").parse().map_err(|refused| ServiceError::refused(&refused))?;
    app.services.inbox.restore(&company, &item).await?.into_inner();
    Ok(StatusCode::NO_CONTENT)
}

/// Count what asks for the caller.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/sidebar-badges",
    responses((status = 200, body = wire::SidebarBadges))
)]
async fn get_sidebar_badges(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
) -> ApiResult<Answer<wire::SidebarBadges>> {
    Ok(Answer::ok(badges_written(app.services.inbox.badges(&company).await?)))
}

/// Spells what asks for somebody.
pub(super) fn badges_written(badges: Badges) -> wire::SidebarBadges {
    wire::SidebarBadges {
        inbox: badges.inbox,
        approvals: badges.approvals,
        failed_runs: badges.failed_runs,
        join_requests: badges.join_requests,
    }
}

fn written(dismissal: InboxDismissal) -> wire::InboxDismissal {
    wire::InboxDismissal {
        id: dismissal.id,
        company_id: dismissal.company_id,
        user_id: dismissal.user_id,
        item_key: dismissal.item_key,
        kind: dismissal.kind,
        dismissed_at: dismissal.dismissed_at,
        snoozed_until: dismissal.snoozed_until,
        created_at: dismissal.created_at,
        updated_at: dismissal.updated_at,
    }
}
