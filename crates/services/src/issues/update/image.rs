//! An issue in the words of the wire, for what the receipt and the log tell of a change.

use wireclip_domain::{IssueId, LabelId, OpaqueJson};
use wireclip_store::issues::Issue;

use super::found::{Found, NewBlockers};

/// Returns the issue before a change.
pub(super) fn before(issue: &Issue, found: &Found) -> OpaqueJson {
    let mut image = fields(issue);
    image.set("labelIds", &found.labels_before.iter().map(|label| label.id).collect::<Vec<LabelId>>());
    if found.blockers.is_some() {
        image.set("blockedByIssueIds", &ids(&found.blocking_before));
    }
    image
}

/// Returns the issue after it.
pub(super) fn after(issue: &Issue, found: &Found) -> OpaqueJson {
    let mut image = fields(issue);
    image.set("labelIds", &found.labels.iter().map(|label| label.id).collect::<Vec<LabelId>>());
    if let Some(blockers) = &found.blockers {
        let unchanged = !blockers.change.is_change();
        image.set("blockedByIssueIds", &ids(if unchanged { &found.blocking_before } else { &blockers.all }));
    }
    image
}

fn ids(issues: &[Issue]) -> Vec<IssueId> {
    issues.iter().map(|issue| issue.id).collect()
}

fn fields(issue: &Issue) -> OpaqueJson {
    let mut image = OpaqueJson::object();
    image.set("title", &issue.title);
    image.set("description", &issue.description);
    image.set("status", &issue.status);
    image.set("statusVersion", &issue.status_version);
    image.set("priority", &issue.priority);
    image.set("workMode", &issue.work_mode);
    image.set("reviewPolicy", &issue.review_policy);
    image.set("assigneeAgentId", &issue.assignee_agent_id);
    image.set("assigneeUserId", &issue.assignee_user_id);
    image.set("projectId", &issue.project_id);
    image.set("projectWorkspaceId", &issue.project_workspace_id);
    image.set("goalId", &issue.goal_id);
    image.set("parentId", &issue.parent_id);
    image.set("unblockDescriptor", &issue.unblock_descriptor);
    image.set("requestDepth", &issue.request_depth);
    image.set("billingCode", &issue.billing_code);
    image.set("assigneeAdapterOverrides", &issue.assignee_adapter_overrides);
    image.set("executionWorkspaceSettings", &issue.execution_workspace_settings);
    image.set("startedAt", &issue.started_at);
    image.set("completedAt", &issue.completed_at);
    image.set("cancelledAt", &issue.cancelled_at);
    image.set("blockedTransitionAt", &issue.blocked_transition_at);
    image.set("hiddenAt", &issue.hidden_at);
    image
}

/// Returns an issue by name.
pub(super) fn named(issue: &Issue) -> OpaqueJson {
    let mut named = OpaqueJson::object();
    named.set("id", &issue.id);
    named.set("title", &issue.title);
    named.set("identifier", &issue.identifier);
    named
}

/// Returns the details of the entry about changed blockers.
pub(super) fn blockers_updated(issue: &Issue, blockers: &NewBlockers) -> OpaqueJson {
    let is_added = |blocker: &&Issue| blockers.change.added.contains(&blocker.id);
    let added: Vec<_> = blockers.all.iter().filter(is_added).map(named).collect();
    let mut details = OpaqueJson::object();
    details.set("identifier", &issue.identifier);
    details.set("blockedByIssues", &blockers.all.iter().map(named).collect::<Vec<_>>());
    details.set("blockedByIssueIds", &ids(&blockers.all));
    details.set("addedBlockedByIssues", &added);
    details.set("addedBlockedByIssueIds", &blockers.change.added);
    details.set("removedBlockedByIssues", &blockers.removed.iter().map(named).collect::<Vec<_>>());
    details.set("removedBlockedByIssueIds", &blockers.change.removed);
    details
}
