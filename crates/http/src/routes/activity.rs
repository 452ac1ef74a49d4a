//! The activity log.

use axum::extract::State;
use wireclip_services::activity::NewEntry;
use wireclip_services::records::{ActivityEntry, ActivityFilter, Company, Issue};
use wireclip_wire::activity as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_activity))
        .add(Access::Board, routes!(create_activity_entry))
        .add(Access::AnyCaller, routes!(list_issue_activity))
}

/// List what happened in a company, newest first.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/activity",
    params(wire::ListActivityQuery),
    responses((status = 200, body = Vec<wire::ActivityEntry>))
)]
async fn list_activity(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::ListActivityQuery>,
) -> ApiResult<Answer<Vec<wire::ActivityEntry>>> {
    let agent_id = match query.agent_id.map(|id| id.parse()) {
        None => None,
        Some(Ok(agent_id)) => Some(agent_id),
        // What is not an id did nothing.
        Some(Err(_)) => return Ok(Answer::ok(Vec::new())),
    };
    let filter =
        ActivityFilter { agent_id, run_id: None, entity_type: query.entity_type, entity_id: query.entity_id };
    let entries = app.services.activity.list(&company, &filter, query.limit).await?;
    Ok(Answer::ok(entries.into_iter().map(written).collect()))
}

/// Write an entry on somebody's behalf.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/activity",
    request_body = wire::CreateActivityRequest,
    responses((status = 201, body = wire::ActivityEntry))
)]
async fn create_activity_entry(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateActivityRequest>,
) -> ApiResult<Answer<wire::ActivityEntry>> {
    let new = NewEntry {
        actor_type: body.actor_type,
        actor_id: body.actor_id,
        action: body.action,
        entity_type: body.entity_type,
        entity_id: body.entity_id,
        agent_id: body.agent_id,
        details: body.details,
    };
    let entry = app.services.activity.create(&company, new).await?;
    Ok(Answer::created(written(entry.into_inner())))
}

/// List what happened to an issue, newest first.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/activity",
    params(wire::ListIssueActivityQuery),
    responses((status = 200, body = Vec<wire::ActivityEntry>))
)]
async fn list_issue_activity(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Query(query): Query<wire::ListIssueActivityQuery>,
) -> ApiResult<Answer<Vec<wire::ActivityEntry>>> {
    let entries = app.services.activity.of_issue(&issue, query.limit).await?;
    Ok(Answer::ok(entries.into_iter().map(written).collect()))
}

/// Spells an entry for clients.
pub(crate) fn written(entry: ActivityEntry) -> wire::ActivityEntry {
    wire::ActivityEntry {
        id: entry.id,
        company_id: entry.company_id,
        actor_type: entry.actor_type,
        actor_id: entry.actor_id,
        action: entry.action,
        entity_type: entry.entity_type,
        entity_id: entry.entity_id,
        agent_id: entry.agent_id,
        run_id: entry.run_id,
        responsible_user_id: entry.responsible_user_id,
        details: entry.details,
        created_at: entry.created_at,
    }
}
