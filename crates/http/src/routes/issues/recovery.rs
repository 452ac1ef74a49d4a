//! What keeps issues from going on by themselves.

use axum::extract::State;
use wireclip_services::issues::recovery::{ResolveRecovery, ToldOfRun};
use wireclip_services::records::Issue;
use wireclip_wire::issues as wire;

use super::written;
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::scoped::FromPath;

/// List what keeps an issue from going on by itself.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/recovery-actions",
    responses((status = 200, body = wire::RecoveryActions))
)]
pub(super) async fn list_issue_recovery_actions(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::RecoveryActions>> {
    let active = app.services.issues.recovery_action(&issue).await?.map(written::recovery_action);
    Ok(Answer::ok(wire::RecoveryActions { actions: active.iter().cloned().collect(), active }))
}

/// Settle what keeps an issue from going on by itself.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/recovery-actions/resolve",
    request_body = wire::ResolveRecoveryRequest,
    responses((status = 200, body = wire::ResolvedRecovery))
)]
pub(super) async fn resolve_issue_recovery(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Body(body): Body<wire::ResolveRecoveryRequest>,
) -> ApiResult<Answer<wire::ResolvedRecovery>> {
    let told = body.execution_reconciliation.map(|told| ToldOfRun {
        run_id: told.run_id,
        effect: told.action_outcome,
        evidence: told.outcome_evidence,
    });
    let wish = ResolveRecovery {
        action_id: body.action_id,
        outcome: body.outcome,
        issue_status: body.source_issue_status,
        note: body.resolution_note,
        told,
    };
    let resolved = app.services.issues.resolve_recovery(&issue, wish).await?.into_inner();
    Ok(Answer::ok(wire::ResolvedRecovery {
        issue: written::issue(resolved.view),
        recovery_action: written::recovery_action(resolved.action),
    }))
}
