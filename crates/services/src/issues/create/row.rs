//! The rows of a new issue.

use wireclip_domain::IssueId;
use wireclip_domain::issue::creation::{InitialStatus, request_depth};
use wireclip_domain::issue::{IssueIdentifier, IssuePriority, UnblockDescriptor, WorkMode};
use wireclip_store::companies::Company;
use wireclip_store::issues::blockers::{self, BlockerPair};
use wireclip_store::issues::labelling;
use wireclip_store::issues::{self, Issue, duplicates, list::priority_rank};

use super::prepared::Prepared;
use super::{NewIssue, Place};
use crate::change::Change;
use crate::error::ServiceResult;

/// Makes the row of a new issue.
#[expect(clippy::too_many_arguments, reason = "each is a part of what the row is made of")]
pub(super) fn row(
    change: &Change<'_>,
    company: &Company,
    place: Place<'_>,
    new: &NewIssue,
    prepared: &Prepared,
    initial: InitialStatus,
    number: i64,
) -> Issue {
    let (actor, now) = (change.actor(), change.now());
    let priority = new.priority.unwrap_or(IssuePriority::Medium);
    let parent_depth = place.parent().map(|parent| u32::try_from(parent.request_depth).unwrap_or(0));
    let depth = match (place, new.request_depth) {
        // Wire: a depth that a request names counts, unless its path names the parent.
        (Place::Under(_), Some(wished)) => request_depth(None, Some(wished)),
        (_, wished) => request_depth(parent_depth, wished),
    };
    let number_of_name = u64::try_from(number).unwrap_or_default();
    Issue {
        id: IssueId::random(),
        company_id: company.id,
        number,
        identifier: IssueIdentifier::new(&company.issue_prefix, number_of_name).to_string(),
        project_id: prepared.project.as_ref().map(|project| project.id),
        project_workspace_id: new.project_workspace_id,
        goal_id: prepared.goal_id,
        parent_id: place.parent().map(|parent| parent.id),
        title_key: duplicates::title_key(&new.title),
        title: new.title.clone(),
        description: new.description.clone(),
        status: initial.status,
        status_version: 0,
        work_mode: new.work_mode.unwrap_or(WorkMode::Standard),
        priority,
        priority_rank: priority_rank(priority),
        review_policy: new.review_policy,
        assignee_agent_id: new.assignee_agent_id,
        assignee_user_id: new.assignee_user_id.clone(),
        created_by_agent_id: actor.agent_id,
        created_by_user_id: actor.user_id(),
        responsible_user_id: actor
            .responsible_user_id
            .clone()
            .or_else(|| company.default_responsible_user_id.clone()),
        origin_kind: "manual".to_owned(),
        origin_id: None,
        origin_run_id: actor.run_id,
        origin_fingerprint: "default".to_owned(),
        request_depth: i32::try_from(depth).unwrap_or(i32::MAX),
        billing_code: new.billing_code.clone(),
        assignee_adapter_overrides: prepared.overrides.clone(),
        execution_policy: None,
        execution_state: None,
        execution_workspace_id: None,
        execution_workspace_preference: None,
        execution_workspace_settings: prepared.workspace_settings.clone(),
        unblock_descriptor: new.unblock.as_ref().map(UnblockDescriptor::to_json),
        blocked_transition_at: None,
        started_at: initial.started_at,
        completed_at: initial.completed_at,
        cancelled_at: initial.cancelled_at,
        hidden_at: None,
        last_activity_at: now,
        created_at: now,
        updated_at: now,
    }
}

/// Stores an issue and all that belongs to it. A plain creation takes six statements: its number,
/// the look for one of its title, the row, its count, and two for its log.
pub(super) async fn store(
    change: &Change<'_>,
    issue: &Issue,
    new: &NewIssue,
    prepared: &Prepared,
) -> ServiceResult<()> {
    let conn = change.conn();
    issues::insert(&conn, issue).await?;
    if !prepared.labels.is_empty() {
        let ids: Vec<_> = prepared.labels.iter().map(|label| label.id).collect();
        labelling::set_labels(&conn, issue, false, &ids).await?;
    }
    if !prepared.blockers.is_empty() {
        let pairs = prepared.blockers.iter().map(|blocker| blocker_pair(change, issue, blocker.issue_id));
        blockers::change(&conn, &[], pairs.collect(), issue.id).await?;
    }
    if let Some(key) = &new.idempotency_key {
        duplicates::keep_key(&conn, issue, key).await?;
    }
    Ok(())
}

/// Makes the row by which one issue waits for another.
pub(in crate::issues) fn blocker_pair(
    change: &Change<'_>,
    waiting: &Issue,
    blocker_id: IssueId,
) -> BlockerPair {
    BlockerPair {
        issue_id: waiting.id,
        blocker_id,
        company_id: waiting.company_id,
        created_by_agent_id: change.actor().agent_id,
        created_by_user_id: change.actor().user_id(),
        created_at: change.now(),
    }
}
