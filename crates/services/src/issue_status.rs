//! Moving issues: where an issue stands, and who has it, is written here and nowhere else.
//!
//! A move is stored first, so that the caller's entry of the log comes before those of what follows
//! from it; [`Moved::follow`] then does that.

use std::pin::Pin;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::issue::{IssueState, IssueStatus, UnblockDescriptor};
use wireclip_domain::{OpaqueJson, Timestamp};
use wireclip_store::issues::{self, Issue};

use crate::change::{ActivityRecord, Change};
use crate::error::ServiceResult;
use crate::issue_writes::assignee_of;
use crate::issues::{inbox, recovery, wake_for_end};

/// Returns the part of an issue on which the rules depend.
///
/// # Errors
/// As [`assignee_of`].
pub(crate) fn state_of(issue: &Issue) -> ServiceResult<IssueState> {
    Ok(IssueState {
        id: issue.id,
        status: issue.status,
        status_version: issue.status_version,
        assignee: assignee_of(issue)?,
        started_at: issue.started_at,
        completed_at: issue.completed_at,
        cancelled_at: issue.cancelled_at,
        blocked_transition_at: issue.blocked_transition_at,
        unblock: issue.unblock_descriptor.as_ref().and_then(UnblockDescriptor::from_json),
        execution_state: issue.execution_state.clone(),
    })
}

/// Returns an issue with another state.
pub(crate) fn with_state(issue: &Issue, state: &IssueState) -> Issue {
    Issue {
        status: state.status,
        status_version: state.status_version,
        assignee_agent_id: state.assignee.agent(),
        assignee_user_id: state.assignee.user().cloned(),
        started_at: state.started_at,
        completed_at: state.completed_at,
        cancelled_at: state.cancelled_at,
        blocked_transition_at: state.blocked_transition_at,
        unblock_descriptor: state.unblock.as_ref().map(UnblockDescriptor::to_json),
        execution_state: state.execution_state.clone(),
        ..issue.clone()
    }
}

/// Returns an issue as it is at another status; nothing is stored yet.
///
/// # Errors
/// As [`assignee_of`].
pub(crate) fn at(issue: &Issue, status: IssueStatus, now: Timestamp) -> ServiceResult<Issue> {
    Ok(with_state(issue, &state_of(issue)?.moved_to(status, now)))
}

/// An issue that was stored; what follows from its move is still to be done.
#[derive(Debug)]
#[must_use = "what follows from the move is still to be done"]
pub(crate) struct Moved {
    before: Issue,
    after: Issue,
}

/// Stores an issue that may stand elsewhere now, or be somebody else's; the change has it locked.
///
/// # Errors
/// If the database fails.
pub(crate) async fn store(change: &mut Change<'_>, before: &Issue, mut after: Issue) -> ServiceResult<Moved> {
    if after != *before {
        after.updated_at = change.now();
        after.last_activity_at = change.now();
    }
    issues::update(&change.conn(), before, &after).await?;
    if before.status != after.status && after.status == IssueStatus::Done {
        inbox::put_away_done(change, &after).await?;
    }
    Ok(Moved { before: before.clone(), after })
}

impl Moved {
    /// Returns the issue as it is now.
    pub(crate) fn issue(&self) -> &Issue {
        &self.after
    }

    /// Settles what kept the issue if the move does so, and wakes those that waited for its end.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn follow(self, change: &mut Change<'_>) -> ServiceResult<Issue> {
        recovery::settle_by_change(change, &self.before, &self.after).await?;
        if self.before.status != self.after.status && self.after.status.is_closed() {
            boxed_wake_for_end(change, &self.after).await?;
        }
        Ok(self.after)
    }
}

/// To wake somebody may cut a loop, which blocks an issue, which is a move again: a future that
/// holds itself needs a place of its own.
fn boxed_wake_for_end<'a>(
    change: &'a mut Change<'_>,
    issue: &'a Issue,
) -> Pin<Box<dyn Future<Output = ServiceResult<()>> + Send + 'a>> {
    Box::pin(wake_for_end(change, issue))
}

/// Moves an issue to a status, with everything that goes with that and follows from it; the change
/// has it locked.
///
/// # Errors
/// If the database fails.
pub(crate) async fn set(change: &mut Change<'_>, issue: &Issue, status: IssueStatus) -> ServiceResult<Issue> {
    let after = at(issue, status, change.now())?;
    // In a place of its own: it would make the future of every claim and of every end large.
    Box::pin(async move { store(change, issue, after).await?.follow(change).await }).await
}

/// Makes an issue `todo` again, because of a comment, and tells so.
///
/// # Errors
/// If the database fails.
pub(crate) async fn reopen(change: &mut Change<'_>, issue: &Issue) -> ServiceResult<Issue> {
    let opened = at(issue, IssueStatus::Todo, change.now())?;
    let moved = Box::pin(store(change, issue, opened)).await?;
    let mut details = OpaqueJson::object();
    details.set("identifier", &issue.identifier);
    details.set("status", &moved.issue().status);
    details.set("reopened", &true);
    details.set("reopenedFrom", &issue.status);
    details.set("source", &"comment");
    change.record(
        issue.company_id,
        ActivityRecord::about(EntityType::Issue, issue.id, Action::IssueUpdated, details),
    );
    Box::pin(moved.follow(change)).await
}

/// Makes an issue `todo` again, with nobody who has it, because nobody works on it any more, and
/// tells so. `source` is the word for why.
///
/// # Errors
/// If the database fails.
pub(crate) async fn hand_back(change: &mut Change<'_>, issue: &Issue, source: &str) -> ServiceResult<()> {
    let mut open = at(issue, IssueStatus::Todo, change.now())?;
    open.assignee_agent_id = None;
    let moved = Box::pin(store(change, issue, open)).await?;
    let after = moved.issue();
    let mut previous = OpaqueJson::object();
    previous.set("status", &issue.status);
    let mut details = OpaqueJson::object();
    details.set("identifier", &after.identifier);
    details.set("status", &after.status);
    if issue.assignee_agent_id.is_some() {
        previous.set("assigneeAgentId", &issue.assignee_agent_id);
        details.set("assigneeAgentId", &after.assignee_agent_id);
    }
    details.set("source", &source);
    details.set("_previous", &previous);
    let record = ActivityRecord::about(EntityType::Issue, after.id, Action::IssueUpdated, details);
    change.record(issue.company_id, record);
    Box::pin(moved.follow(change)).await?;
    Ok(())
}
