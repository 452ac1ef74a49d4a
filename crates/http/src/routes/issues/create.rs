//! Making issues.

use axum::extract::State;
use wireclip_services::issues::create::{CreatedIssue, NewIssue};
use wireclip_services::records::{Company, Issue};
use wireclip_wire::environments::chosen_by;
use wireclip_wire::issues as wire;

use super::written;
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::scoped::FromPath;

/// Make an issue.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/issues",
    request_body = wire::CreateIssueRequest,
    responses((status = 201, body = wire::CreatedIssue), (status = 200, body = wire::CreatedIssue))
)]
pub(super) async fn create_issue(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateIssueRequest>,
) -> ApiResult<Answer<wire::CreatedIssue>> {
    let created = app.services.issues.create(&company, body.parent_id, wished(body.fields)).await?;
    answer(&app, created.into_inner()).await
}

/// Make an issue below another.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/children",
    request_body = wire::CreateChildRequest,
    responses((status = 201, body = wire::CreatedIssue), (status = 200, body = wire::CreatedIssue))
)]
pub(super) async fn create_child(
    State(app): State<App>,
    FromPath(parent): FromPath<Issue>,
    Body(body): Body<wire::CreateChildRequest>,
) -> ApiResult<Answer<wire::CreatedIssue>> {
    let mut new = wished(body.fields);
    new.description = with_criteria(new.description, &body.acceptance_criteria);
    let created = app.services.issues.create_child(&parent, new, body.block_parent_until_done).await?;
    answer(&app, created.into_inner()).await
}

fn wished(fields: wire::NewIssueFields) -> NewIssue {
    let wire::NewIssueFields {
        title,
        description,
        status,
        priority,
        project_id,
        project_workspace_id,
        goal_id,
        assignee_agent_id,
        assignee_user_id,
        request_depth,
        billing_code,
        label_ids,
        blocked_by_issue_ids,
        work_mode,
        review_policy,
        assignee_adapter_overrides,
        execution_workspace_settings,
        unblock_descriptor,
        idempotency_key,
        allow_duplicate,
    } = fields;
    NewIssue {
        title,
        description,
        status,
        priority,
        work_mode,
        review_policy,
        project_id,
        project_workspace_id,
        goal_id,
        assignee_agent_id,
        assignee_user_id,
        request_depth,
        billing_code,
        label_ids,
        blocked_by: blocked_by_issue_ids,
        assignee_adapter_overrides,
        environment: chosen_by(execution_workspace_settings),
        unblock: unblock_descriptor.map(wire::UnblockRequest::into_descriptor),
        idempotency_key,
        allow_duplicate,
    }
}

/// Wire: the criteria stand at the end of the description, as a list under a heading.
fn with_criteria(description: Option<String>, criteria: &[String]) -> Option<String> {
    if criteria.is_empty() {
        return description;
    }
    let listed: Vec<_> = criteria.iter().map(|criterion| format!("- {criterion}")).collect();
    let listed = format!("## Acceptance Criteria\n\n{}", listed.join("\n"));
    Some(match description {
        Some(text) => format!("{}\n\n{listed}", text.trim_end()),
        None => listed,
    })
}

async fn answer(app: &App, created: CreatedIssue) -> ApiResult<Answer<wire::CreatedIssue>> {
    let reason = created.met.deduplication_reason();
    let related = app.services.issues.related(&created.view.issue).await?;
    let waiting = match created.view.issue.assignee_agent_id {
        Some(_) => app.services.issues.waiting(&created.view.issue).await?.reason,
        None => None,
    };
    let body = wire::CreatedIssue {
        blocked_by: created.blocked_by.iter().map(written::brief).collect(),
        blocks: created.blocks.iter().map(written::brief).collect(),
        issue: written::issue(created.view),
        deduplicated: reason.map(|_| true),
        deduplication_reason: reason,
        referenced_issue_identifiers: written::named(&related),
        related_work: written::related(related),
    };
    let answer = if reason.is_some() { Answer::ok(body) } else { Answer::created(body) };
    Ok(answer.waits(waiting))
}
