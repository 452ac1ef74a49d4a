//! The inboxes that agents read.

use axum::extract::State;
use wireclip_domain::UserId;
use wireclip_services::agents::InboxItem;
use wireclip_wire::agents as wire;
use wireclip_wire::issues::ListedIssue;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Query;
use crate::error::ApiResult;
use crate::route::routes;
use crate::routes::issues::list::whole;
use crate::routes::issues::written::recovery_action;
use crate::scoped::By;

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Agent, routes!(list_own_inbox))
        .add(Access::Agent, routes!(list_persons_inbox))
}

/// List what the agent that calls has to do.
#[utoipa::path(get, path = "/agents/me/inbox-lite", responses((status = 200, body = Vec<wire::InboxItem>)))]
async fn list_own_inbox(State(app): State<App>, By(request): By) -> ApiResult<Answer<Vec<wire::InboxItem>>> {
    let agent = app.services.agents.load_own(&request).await?;
    let items = app.services.agents.inbox(&agent).await?;
    Ok(Answer::ok(items.into_iter().map(written).collect()))
}

/// List what lies in a person's inbox, as the agent that calls sees it.
#[utoipa::path(get, path = "/agents/me/inbox/mine", params(wire::PersonsInboxQuery), responses((status = 200, body = Vec<ListedIssue>)))]
async fn list_persons_inbox(
    State(app): State<App>,
    By(request): By,
    Query(query): Query<wire::PersonsInboxQuery>,
) -> ApiResult<Answer<Vec<ListedIssue>>> {
    let agent = app.services.agents.load_own(&request).await?;
    let issues = app.services.agents.inbox_of_person(&agent, UserId::new(query.user_id)).await?;
    Ok(Answer::ok(issues.into_iter().map(whole).collect()))
}

fn written(item: InboxItem) -> wire::InboxItem {
    let InboxItem { listed, unresolved_blockers } = item;
    let issue = listed.view.issue;
    wire::InboxItem {
        id: issue.id,
        identifier: issue.identifier,
        title: issue.title,
        status: issue.status,
        priority: issue.priority,
        project_id: issue.project_id,
        goal_id: issue.goal_id,
        parent_id: issue.parent_id,
        updated_at: issue.updated_at,
        active_run: listed.view.claim.map(|claim| wire::InboxRun {
            id: claim.run_id,
            agent_id: claim.agent_id,
            status: "running",
        }),
        active_recovery_action: listed.recovery.map(recovery_action),
        dependency_ready: unresolved_blockers.is_empty(),
        unresolved_blocker_count: unresolved_blockers.len(),
        unresolved_blocker_issue_ids: unresolved_blockers,
    }
}
