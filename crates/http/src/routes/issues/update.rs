//! Changing and removing issues.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use wireclip_domain::OpaqueJson;
use wireclip_domain::comment::CommentWish;
use wireclip_domain::issue::workspace::is_branch_name;
use wireclip_domain::patch::Field;
use wireclip_services::issues::update::{IssuePatch, Updated};
use wireclip_services::records::Issue;
use wireclip_services::stops::Stopped;
use wireclip_services::{Refusal, RefusalKind, ServiceError, ServiceResult};
use wireclip_wire::environments::{WorkspaceSettings, chosen_by};
use wireclip_wire::error::{BrokenRule, PathStep, Violation};
use wireclip_wire::issues as wire;

use super::{detail, written};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, prefers};
use crate::error::ApiResult;
use crate::routes::comments;
use crate::scoped::FromPath;

/// Change an issue.
#[utoipa::path(
    patch,
    path = "/issues/{issueId}",
    request_body = wire::UpdateIssueRequest,
    responses((status = 200, body = wire::UpdatedIssue))
)]
pub(super) async fn update_issue(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    headers: HeaderMap,
    Body(body): Body<wire::UpdateIssueRequest>,
) -> ApiResult<Response> {
    check(&body)?;
    let names_blockers = body.blocked_by_issue_ids.is_some();
    let updated = app.services.issues.update(&issue, patch(body)).await?;
    if prefers(&headers, "return=minimal") {
        let applied = [("preference-applied", HeaderValue::from_static("return=minimal"))];
        return Ok((applied, Answer::stopped(updated.map(receipt))).into_response());
    }
    let Stopped { value: Updated { issue, receipt, comment }, still_running } = updated;
    let after = app.services.issues.after_change(issue, names_blockers).await?;
    // Wire: what is answered to a change tells of the other issues only what they are.
    let (recovery, work) = (HashMap::new(), HashMap::new());
    let blocking = |issues: &Vec<Issue>| detail::blocking(issues, &recovery, &work);
    let answer = wire::UpdatedIssue {
        blocked_by: after.blocked_by.as_ref().map(blocking),
        blocked_by_issue_ids: after.blocked_by.map(|issues| issues.iter().map(|issue| issue.id).collect()),
        blocks: after.blocks.as_ref().map(blocking),
        referenced_issue_identifiers: written::named(&after.related),
        related_work: written::related(after.related),
        execution_blocker: written::keeping(after.waiting.recovery).blocker,
        changes: receipt.to_json(),
        comment: comment.map(comments::written),
        issue: written::issue(after.view),
    };
    let stopped = Stopped { value: answer, still_running };
    Ok(Answer::stopped(stopped).waits(after.waiting.reason).into_response())
}

/// Remove an issue with all that belongs to it.
#[utoipa::path(delete, path = "/issues/{issueId}", responses((status = 200, body = wire::Issue)))]
pub(super) async fn delete_issue(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::Issue>> {
    let gone = app.services.issues.delete(&issue).await?;
    Ok(Answer::ok(written::issue(gone.into_inner())))
}

/// What only goes with a comment is refused without one, rather than left undone.
fn check(body: &wire::UpdateIssueRequest) -> ServiceResult<()> {
    if body.comment.is_none() {
        let message = if body.attachment_ids.is_some() {
            Some("attachments require a comment")
        } else if body.resume || body.reopen {
            Some("resume and reopen require a comment")
        } else if body.interrupt {
            Some("interrupt requires a comment")
        } else {
            None
        };
        if let Some(message) = message {
            return Err(ServiceError::invalid(message));
        }
    }
    check_branch(body.execution_workspace_settings.as_set())
}

/// Wire: a text that cannot be a branch is a violation, answered with 422.
fn check_branch(settings: Option<&WorkspaceSettings>) -> ServiceResult<()> {
    let strategy = settings.and_then(|settings| settings.workspace_strategy.as_ref());
    let branch = strategy.and_then(|strategy| strategy.text("existingBranch"));
    if branch.is_none_or(is_branch_name) {
        return Ok(());
    }
    let path = ["executionWorkspaceSettings", "workspaceStrategy", "existingBranch"];
    let violation = Violation {
        rule: BrokenRule::Custom,
        path: path.map(|key| PathStep::Key(key.to_owned())).to_vec(),
        message: "existingBranch is not a valid git branch name".to_owned(),
    };
    Err(Refusal::new(RefusalKind::Unprocessable, "Validation error")
        .with_details(OpaqueJson::of(&[violation]))
        .into())
}

fn patch(body: wire::UpdateIssueRequest) -> IssuePatch {
    let wire::UpdateIssueRequest {
        title,
        description,
        status,
        priority,
        work_mode,
        review_policy,
        assignee_agent_id,
        assignee_user_id,
        project_id,
        project_workspace_id,
        goal_id,
        parent_id,
        label_ids,
        blocked_by_issue_ids,
        unblock_descriptor,
        request_depth,
        billing_code,
        assignee_adapter_overrides,
        execution_workspace_settings,
        hidden_at,
        comment,
        attachment_ids,
        reopen,
        resume,
        interrupt,
        sent,
    } = body;
    let wish = CommentWish { reopen, resume, interrupt, ..CommentWish::default() };
    IssuePatch {
        title,
        description,
        status,
        priority,
        work_mode,
        review_policy,
        assignee_agent: assignee_agent_id,
        assignee_user: assignee_user_id,
        project_id,
        project_workspace_id,
        goal_id,
        parent_id,
        label_ids,
        blocked_by: blocked_by_issue_ids,
        unblock: match unblock_descriptor {
            Field::Keep => Field::Keep,
            Field::Clear => Field::Clear,
            Field::Set(wished) => Field::Set(wished.into_descriptor()),
        },
        request_depth,
        billing_code,
        assignee_adapter_overrides,
        environment: chosen_by(execution_workspace_settings),
        hidden_at,
        comment: comment.map(|body| (body, attachment_ids.unwrap_or_default(), wish)),
        sent,
    }
}

fn receipt(updated: Updated) -> wire::UpdateReceipt {
    wire::UpdateReceipt {
        id: updated.issue.id,
        identifier: updated.issue.identifier,
        updated_at: updated.issue.updated_at,
        changes: updated.receipt.to_json(),
        comment: updated.comment.map(comments::written),
    }
}
