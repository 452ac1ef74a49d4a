//! Where an issue stands, when the machine itself moves it.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::issue::IssueStatus;
use wireclip_store::issues::{self, Issue};

use crate::change::{ActivityRecord, Change};
use crate::error::ServiceResult;

/// Moves an issue to a status, with everything that goes with it; the change has it locked.
pub(crate) async fn set(change: &Change<'_>, issue: &Issue, status: IssueStatus) -> ServiceResult<Issue> {
    set_from(change, issue, issue.clone(), status).await
}

/// The same for an issue of which something else was changed as well; stores that, too.
pub(crate) async fn set_from(
    change: &Change<'_>,
    issue: &Issue,
    mut moved: Issue,
    status: IssueStatus,
) -> ServiceResult<Issue> {
    let now = change.now();
    moved.status = status;
    moved.status_version = moved.status_version.saturating_add(1);
    if status == IssueStatus::InProgress {
        moved.started_at = Some(now);
    }
    moved.completed_at = (status == IssueStatus::Done).then_some(now);
    moved.cancelled_at = (status == IssueStatus::Cancelled).then_some(now);
    if status != IssueStatus::Blocked {
        moved.blocked_transition_at = None;
        moved.unblock_descriptor = None;
    } else if issue.status != IssueStatus::Blocked {
        moved.blocked_transition_at = Some(now);
    }
    if issue.status.is_closed() && !status.is_closed() {
        moved.execution_state = None;
    }
    moved.last_activity_at = now;
    moved.updated_at = now;
    issues::update(&change.conn(), issue, &moved).await?;
    Ok(moved)
}

/// Makes an issue `todo` again, because of a comment, and tells so.
pub(crate) async fn reopen(change: &mut Change<'_>, issue: &Issue) -> ServiceResult<Issue> {
    let after = set(change, issue, IssueStatus::Todo).await?;
    let mut details = OpaqueJson::object();
    details.set("identifier", &issue.identifier);
    details.set("status", &after.status);
    details.set("reopened", &true);
    details.set("reopenedFrom", &issue.status);
    details.set("source", &"comment");
    change.record(
        issue.company_id,
        ActivityRecord {
            action: Action::IssueUpdated,
            entity_type: EntityType::Issue,
            entity_id: issue.id.to_string(),
            details: Some(details),
        },
    );
    Ok(after)
}
