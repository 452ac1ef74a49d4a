//! One issue with all that surrounds it.

use std::collections::HashMap;

use axum::extract::State;
use wireclip_domain::document::PLAN;
use wireclip_domain::{GoalId, IssueId, ProjectId};
use wireclip_services::issues::WorkOfIssues;
use wireclip_services::issues::detail::IssueDetail;
use wireclip_services::records::{Document, Goal, Issue, Project, RecoveryAction};
use wireclip_wire::documents::IssueDocument;
use wireclip_wire::issues as wire;

use super::written;
use crate::answer::Answer;
use crate::app::App;
use crate::error::ApiResult;
use crate::routes::{activity, assets, comments, runs};
use crate::scoped::FromPath;

/// Get an issue, by its id or identifier.
#[utoipa::path(get, path = "/issues/{issueId}", responses((status = 200, body = wire::IssueDetail)))]
pub(super) async fn get_issue(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::IssueDetail>> {
    let detail = app.services.issues.detail(&issue).await?;
    Ok(Answer::ok(spelled(detail)))
}

/// Get what an issue's page shows first: the issue, its newest comments, what happened to it, its
/// runs, and its files.
#[utoipa::path(get, path = "/issues/{issueId}/page", responses((status = 200, body = wire::IssuePage)))]
pub(super) async fn get_issue_page(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
) -> ApiResult<Answer<wire::IssuePage>> {
    let page = app.services.issues.page(&issue).await?;
    let last = page.comments.last().map(|last| last.id);
    Ok(Answer::ok(wire::IssuePage {
        issue: spelled(page.detail),
        comments: page.comments.into_iter().map(comments::written).collect(),
        comments_continue_after: last.filter(|_| page.has_more_comments),
        activity: page.activity.into_iter().map(activity::written).collect(),
        runs: page.runs.into_iter().map(runs::of_issue).collect(),
        attachments: page.attachments.into_iter().filter_map(assets::attachment).collect(),
    }))
}

fn spelled(detail: IssueDetail) -> wire::IssueDetail {
    let IssueDetail {
        view,
        ancestors,
        projects,
        project,
        goals,
        attention,
        blocked_by,
        blocks,
        mut recovery,
        work,
        related,
        documents,
        archived_at,
        waits,
    } = detail;
    let keeping = written::keeping(recovery.remove(&view.issue.id));
    wire::IssueDetail {
        ancestors: ancestors.into_iter().map(|above| ancestor(above, &projects, &goals)).collect(),
        blocker_attention: written::attention(attention),
        review_attention: wire::ReviewAttention::default(),
        successful_run_handoff: None,
        execution_blocker: keeping.blocker,
        waits_for: waits.map(runs::waits),
        scheduled_retry: work.get(&view.issue.id).and_then(written::scheduled_retry),
        active_recovery_action: keeping.action,
        blocked_by: blocking(&blocked_by, &recovery, &work),
        blocks: blocking(&blocks, &recovery, &work),
        referenced_issue_identifiers: written::named(&related),
        related_work: written::related(related),
        document_summaries: documents.iter().map(crate::routes::documents::summary).collect(),
        plan_document: plan_of(documents),
        legacy_plan_document: None,
        project: project.map(crate::routes::projects::written),
        goal: view.issue.goal_id.and_then(|id| goals.get(&id)).cloned().map(crate::routes::goals::written),
        mentioned_projects: Vec::new(),
        current_execution_workspace: None,
        work_products: Vec::new(),
        linked_cases: Vec::new(),
        external_channel_binding: None,
        archived_at,
        issue: written::issue(view),
    }
}

fn plan_of(documents: Vec<Document>) -> Option<IssueDocument> {
    let plan = documents.into_iter().find(|document| document.key.as_str() == PLAN);
    plan.map(crate::routes::documents::written)
}

/// Spells issues that block, or are blocked.
pub(super) fn blocking(
    issues: &[Issue],
    recovery: &HashMap<IssueId, RecoveryAction>,
    work: &WorkOfIssues,
) -> Vec<wire::BlockingIssue> {
    let spell = |issue: &Issue| wire::BlockingIssue {
        issue: written::brief(issue),
        scheduled_retry: work.get(&issue.id).and_then(written::scheduled_retry),
        active_recovery_action: written::keeping(recovery.get(&issue.id).cloned()).action,
    };
    issues.iter().map(spell).collect()
}

fn ancestor(
    issue: Issue,
    projects: &HashMap<ProjectId, Project>,
    goals: &HashMap<GoalId, Goal>,
) -> wire::AncestorIssue {
    let project = issue.project_id.and_then(|id| projects.get(&id));
    let goal = issue.goal_id.and_then(|id| goals.get(&id));
    wire::AncestorIssue {
        id: issue.id,
        identifier: issue.identifier,
        title: issue.title,
        description: issue.description,
        status: issue.status,
        priority: issue.priority,
        assignee_agent_id: issue.assignee_agent_id,
        project_id: issue.project_id,
        goal_id: issue.goal_id,
        project: project.map(|project| wire::AncestorProject {
            id: project.id,
            name: project.name.clone(),
            description: project.description.clone(),
            status: project.status,
            goal_id: project.goal_id,
        }),
        goal: goal.map(|goal| wire::GoalReference {
            id: goal.id,
            title: goal.title.clone(),
            description: goal.description.clone(),
            level: goal.level,
            status: goal.status,
        }),
    }
}
