//! What an agent is told of its issue, and what is in an issue's way.

use axum::extract::State;
use wireclip_domain::blocker::is_resolved;
use wireclip_services::issues::detail::{IssueDetail, Talk};
use wireclip_services::records::Issue;
use wireclip_wire::issues as wire;

use super::{detail, written};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Query;
use crate::error::ApiResult;
use crate::routes::{assets, comments};
use crate::scoped::FromPath;

/// How many blockers a diagnosis shows at most.
const MAX_BLOCKERS: usize = 100;

/// Get all that an agent has to know of its issue.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/heartbeat-context",
    params(wire::HeartbeatContextQuery),
    responses((status = 200, body = wire::HeartbeatContext))
)]
pub(super) async fn get_heartbeat_context(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Query(query): Query<wire::HeartbeatContextQuery>,
) -> ApiResult<Answer<wire::HeartbeatContext>> {
    let detail = app.services.issues.detail(&issue).await?;
    let talk = app.services.issues.talk(&issue, query.wake_comment_id).await?;
    let attached = app.services.assets.newest_of_issue(&issue).await?;
    let attachments = attached.into_iter().filter_map(assets::of_context).collect();
    Ok(Answer::ok(wire::HeartbeatContext { attachments, ..context(detail, talk) }))
}

/// Say what an issue waits for.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/diagnostics/blockers",
    responses((status = 200, body = wire::BlockerDiagnosis))
)]
pub(super) async fn diagnose_blockers(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::BlockerDiagnosis>> {
    let detail = app.services.issues.detail(&issue).await?;
    Ok(Answer::ok(diagnosis(&detail)))
}

fn context(mut detail: IssueDetail, talk: Talk) -> wire::HeartbeatContext {
    let project = detail.view.issue.project_id.and_then(|id| detail.projects.remove(&id));
    let goal = detail.view.issue.goal_id.and_then(|id| detail.goals.remove(&id));
    wire::HeartbeatContext {
        ancestors: std::mem::take(&mut detail.ancestors).into_iter().map(ancestor).collect(),
        issue: issue_of(detail),
        project: project.map(|project| wire::ContextProject {
            id: project.id,
            name: project.name,
            status: project.status,
            target_date: project.target_date,
        }),
        goal: goal.map(|goal| wire::ContextGoal {
            id: goal.id,
            title: goal.title,
            status: goal.status,
            level: goal.level,
            parent_id: goal.parent_id,
        }),
        comment_cursor: wire::CommentCursor {
            total_comments: talk.count,
            latest_comment_id: talk.newest.as_ref().map(|comment| comment.id),
            latest_comment_at: talk.newest.as_ref().map(|comment| comment.created_at),
        },
        wake_comment: talk.asked.map(comments::written),
        attachments: Vec::new(),
        continuation_summary: None,
        plan_review_context: None,
        document_review_context: None,
        current_execution_workspace: None,
    }
}

fn issue_of(detail: IssueDetail) -> wire::ContextIssue {
    let (recovery, work) = (detail.recovery, detail.work);
    let issue = detail.view.issue;
    wire::ContextIssue {
        blocked_by: detail::blocking(&detail.blocked_by, &recovery, &work),
        blocks: detail::blocking(&detail.blocks, &recovery, &work),
        active_recovery_action: recovery.get(&issue.id).cloned().map(written::recovery_action),
        blocker_attention: written::attention(detail.attention),
        review_attention: wire::ReviewAttention::default(),
        scheduled_retry: work.get(&issue.id).and_then(written::scheduled_retry),
        id: issue.id,
        identifier: issue.identifier,
        title: issue.title,
        description: issue.description,
        status: issue.status,
        work_mode: issue.work_mode,
        priority: issue.priority,
        project_id: issue.project_id,
        goal_id: issue.goal_id,
        parent_id: issue.parent_id,
        assignee_agent_id: issue.assignee_agent_id,
        assignee_user_id: issue.assignee_user_id,
        origin_kind: issue.origin_kind,
        origin_id: issue.origin_id,
        updated_at: issue.updated_at,
    }
}

fn ancestor(issue: Issue) -> wire::ContextAncestor {
    wire::ContextAncestor {
        id: issue.id,
        identifier: issue.identifier,
        title: issue.title,
        status: issue.status,
        priority: issue.priority,
    }
}

fn diagnosis(detail: &IssueDetail) -> wire::BlockerDiagnosis {
    let issue = &detail.view.issue;
    let unresolved: Vec<&Issue> =
        detail.blocked_by.iter().filter(|blocker| !is_resolved(blocker.status)).collect();
    let is_ready = unresolved.is_empty();
    wire::BlockerDiagnosis {
        issue: written::brief(issue),
        diagnosis: in_words(issue, &detail.blocked_by, &unresolved),
        readiness: wire::BlockerReadiness {
            all_blockers_done: is_ready,
            is_dependency_ready: is_ready,
            unresolved_blocker_count: unresolved.len(),
            pending_finalize_blocker_count: 0,
        },
        blockers: detail.blocked_by.iter().take(MAX_BLOCKERS).map(diagnosed).collect(),
        omitted_unauthorized_blocker_count: 0,
        truncated: detail.blocked_by.len() > MAX_BLOCKERS,
        caps: wire::DiagnosisCaps { max_blockers: MAX_BLOCKERS },
    }
}

fn diagnosed(blocker: &Issue) -> wire::DiagnosedBlocker {
    let is_resolved = is_resolved(blocker.status);
    wire::DiagnosedBlocker {
        issue: written::brief(blocker),
        is_unresolved: !is_resolved,
        is_pending_finalize: false,
        is_dependency_ready: is_resolved,
        flags: Vec::new(),
    }
}

fn in_words(issue: &Issue, all: &[Issue], unresolved: &[&Issue]) -> String {
    let name = &issue.identifier;
    match (all.is_empty(), unresolved) {
        (true, _) => format!("{name} waits for no other issue."),
        // Wire: the two sentences that were recorded.
        (false, []) => format!("All blockers for {name} are resolved."),
        (false, [one]) => format!("{name} is blocked by {}, which is {}.", one.identifier, one.status),
        (false, several) => {
            let named: Vec<_> = several
                .iter()
                .map(|blocker| format!("{} ({})", blocker.identifier, blocker.status))
                .collect();
            format!("{name} is blocked by {}.", named.join(", "))
        }
    }
}
