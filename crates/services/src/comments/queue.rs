//! The messages that wait for an issue's run to end. They stand in the wake-up that waits for the
//! assignee; what is changed here is what the next run is told.

use sha2::{Digest, Sha256};
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::comment::check_author;
use wireclip_domain::comment::queue::{QueueRefused, SeenQueue, check_order, check_seen};
use wireclip_domain::run_context::RunContext;
use wireclip_domain::wakeup::{WakeReason, WakeupEventKind, WakeupStatus};
use wireclip_domain::{CommentId, OpaqueJson, RunId, WakeupId};
use wireclip_store::comments::{self, Comment};
use wireclip_store::issues::Issue;
use wireclip_store::wakeups::{self, Wakeup};
use wireclip_store::{Conn, issue_situation};

use super::{Comments, author_of, locked};
use crate::change::{ActivityRecord, Change, Committed};
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::gate;
use crate::references::{self, ReferringText};
use crate::request::Scoped;
use crate::wakeups::{WakeupMove, step};

/// Hexadecimal digits of a queue's revision.
const REVISION_DIGITS: usize = 32;

/// The messages that wait on an issue, and what for.
#[derive(Debug, Clone, PartialEq)]
pub struct Queue {
    /// The issue.
    pub issue: Issue,
    /// What makes one state of the queue different from another.
    pub revision: String,
    /// The wake-up in which they wait, if any do.
    pub state: Option<QueueState>,
    /// The messages, in the order in which the agent is told of them.
    pub entries: Vec<QueuedComment>,
}

/// Where the messages wait.
#[derive(Debug, Clone, PartialEq)]
pub struct QueueState {
    /// The wake-up.
    pub queue_id: WakeupId,
    /// The run that they wait for.
    pub target_run_id: Option<RunId>,
    /// Whether they wait until somebody has said what a stopped run did.
    pub waits_for_recovery: bool,
}

/// A message that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuedComment {
    /// The message.
    pub comment: Comment,
    /// Whether the caller may change or take back what it says.
    pub is_own: bool,
}

impl Comments {
    /// Returns the messages that wait on an issue.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn queue(&self, issue: &Scoped<Issue>) -> ServiceResult<Queue> {
        read(&self.core.store.read(), &issue.request().actor(), issue).await
    }

    /// Changes what a waiting message says.
    ///
    /// # Errors
    /// `Conflict` if it does not wait any more, or the queue is not as it was seen; `Forbidden`
    /// for anybody but its author.
    pub async fn edit_queued(
        &self,
        issue: &Scoped<Issue>,
        id: CommentId,
        seen: &SeenQueue,
        body: String,
    ) -> ServiceResult<Committed<Queue>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let (issue, _) = self.hold(&change, issue, seen).await?;
        let before = own_entry(&change, &issue, id).await?;
        let after = Comment { body, updated_at: change.now(), ..before.clone() };
        comments::update(&change.conn(), &before, &after).await?;
        let text = ReferringText::Comment(id);
        references::keep(&mut change, &issue, text, &after.body).await?;
        record(&mut change, &issue, Action::IssueQueuedCommentEdited, seen, &[id]);
        let queue = read(&change.conn(), change.actor(), &issue).await?;
        change.commit(queue).await
    }

    /// Puts the waiting messages in another order.
    ///
    /// # Errors
    /// `Conflict` if the order has not exactly the messages that wait, or the queue is not as it
    /// was seen.
    pub async fn order_queued(
        &self,
        issue: &Scoped<Issue>,
        seen: &SeenQueue,
        order: &[CommentId],
    ) -> ServiceResult<Committed<Queue>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let (issue, waiting) = self.hold(&change, issue, seen).await?;
        let present = read(&change.conn(), change.actor(), &issue).await?;
        let present: Vec<CommentId> = present.entries.iter().map(|entry| entry.comment.id).collect();
        check_order(&present, order).or_refuse()?;
        tell(&change, &waiting, order).await?;
        record(&mut change, &issue, Action::IssueQueuedCommentsReordered, seen, order);
        let queue = read(&change.conn(), change.actor(), &issue).await?;
        change.commit(queue).await
    }

    /// Takes back a waiting message, as if it had never been sent. With the last one, nothing
    /// waits any more, unless something else joined it.
    ///
    /// # Errors
    /// As [`Comments::edit_queued`].
    pub async fn discard_queued(
        &self,
        issue: &Scoped<Issue>,
        id: CommentId,
        seen: &SeenQueue,
    ) -> ServiceResult<Committed<Queue>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let (issue, waiting) = self.hold(&change, issue, seen).await?;
        let comment = own_entry(&change, &issue, id).await?;
        let text = ReferringText::Comment(id);
        references::forget(&mut change, &issue, text).await?;
        comments::delete(&change.conn(), comment.id).await?;
        let context = RunContext::stored(waiting.context.clone());
        let left: Vec<CommentId> = context.comment_ids().into_iter().filter(|other| *other != id).collect();
        let reason = waiting.reason.as_deref().map(WakeReason::from);
        let is_for_messages = reason.is_none_or(|reason| reason.is_comment_or_mention());
        if left.is_empty() && is_for_messages {
            let error = Some("Its last message was taken back".to_owned());
            let with = WakeupMove { error, ..WakeupMove::default() };
            step(&change.conn(), &waiting, WakeupEventKind::Cancel, with, change.now()).await?;
        } else {
            tell(&change, &waiting, &left).await?;
        }
        record(&mut change, &issue, Action::IssueQueuedCommentDiscarded, seen, &[id]);
        let queue = read(&change.conn(), change.actor(), &issue).await?;
        change.commit(queue).await
    }

    /// Locks the issue and the wake-up in which its messages wait, if both are as they were seen.
    async fn hold(
        &self,
        change: &Change<'_>,
        issue: &Scoped<Issue>,
        seen: &SeenQueue,
    ) -> ServiceResult<(Issue, Wakeup)> {
        let issue = locked(change, issue.id).await?;
        let waiting = wakeups::lock(&change.conn(), seen.queue_id).await?;
        let waiting = waiting.filter(|waiting| waiting.issue_id == Some(issue.id));
        if waiting.as_ref().is_some_and(|waiting| waiting.status != WakeupStatus::Deferred) {
            return Err(ServiceError::refused(&QueueRefused::Dispatching));
        }
        let queue = read(&change.conn(), change.actor(), &issue).await?;
        let present = queue.state.as_ref().map(|state| (state.queue_id, queue.revision.as_str()));
        check_seen(seen, present).or_refuse()?;
        let waiting = waiting.ok_or_else(|| ServiceError::refused(&QueueRefused::NotPending))?;
        Ok((issue, waiting))
    }
}

/// Reads the queue of an issue as `reader` sees it.
async fn read(conn: &Conn<'_>, reader: &Actor, issue: &Issue) -> ServiceResult<Queue> {
    let waiting = wakeups::waiting_of_issue(conn, issue.id).await?;
    // An issue has one assignee, who has one wake-up that waits for it.
    let waiting = waiting.into_iter().find(|waiting| Some(waiting.agent_id) == issue.assignee_agent_id);
    let Some(waiting) = waiting else {
        return Ok(Queue {
            issue: issue.clone(),
            revision: revision(None, &[]),
            state: None,
            entries: Vec::new(),
        });
    };
    let ids = RunContext::stored(waiting.context.clone()).comment_ids();
    let mut found = comments::of_issue_among(conn, issue.id, &ids).await?;
    found.retain(|comment| comment.deleted_at.is_none());
    found.sort_by_key(|comment| ids.iter().position(|id| *id == comment.id));
    let claim = issue_situation::claim(conn, issue.id).await?;
    let unsettled = match claim {
        Some(_) => None,
        None => gate::unsettled_run(conn, issue.id).await?,
    };
    let is_own = |comment: &Comment| check_author(&author_of(comment), reader).is_ok();
    Ok(Queue {
        issue: issue.clone(),
        revision: revision(Some(waiting.id), &found),
        state: Some(QueueState {
            queue_id: waiting.id,
            target_run_id: claim.map(|claim| claim.run_id).or(unsettled),
            waits_for_recovery: unsettled.is_some(),
        }),
        entries: found
            .into_iter()
            .map(|comment| QueuedComment { is_own: is_own(&comment), comment })
            .collect(),
    })
}

fn revision(queue_id: Option<WakeupId>, comments: &[Comment]) -> String {
    let mut digest = Sha256::new();
    digest.update(queue_id.map(|id| id.to_string()).unwrap_or_default());
    for comment in comments {
        digest.update(comment.id.to_string());
        digest.update(comment.body.len().to_le_bytes());
        digest.update(&comment.body);
    }
    let mut digits = hex::encode(digest.finalize());
    digits.truncate(REVISION_DIGITS);
    digits
}

/// Returns a waiting message that is the caller's own.
async fn own_entry(change: &Change<'_>, issue: &Issue, id: CommentId) -> ServiceResult<Comment> {
    let queue = read(&change.conn(), change.actor(), issue).await?;
    let entry = queue.entries.into_iter().find(|entry| entry.comment.id == id);
    let entry = entry.ok_or_else(|| ServiceError::refused(&QueueRefused::NotPending))?;
    check_author(&author_of(&entry.comment), change.actor()).or_refuse()?;
    Ok(entry.comment)
}

/// Writes which messages the run that comes of a wake-up is told of.
async fn tell(change: &Change<'_>, waiting: &Wakeup, comments: &[CommentId]) -> ServiceResult<()> {
    let mut context = RunContext::stored(waiting.context.clone());
    context.set_comment_ids(comments);
    let mut after = waiting.clone();
    after.context = context.as_json().clone();
    if let (Some(payload), Some(newest)) = (&mut after.payload, comments.last())
        && payload.get("commentId").is_some()
    {
        payload.set("commentId", newest);
    }
    after.updated_at = change.now();
    wakeups::update(&change.conn(), waiting, &after).await?;
    Ok(())
}

fn record(change: &mut Change<'_>, issue: &Issue, action: Action, seen: &SeenQueue, comments: &[CommentId]) {
    let mut details = OpaqueJson::object();
    details.set("identifier", &issue.identifier);
    details.set("queueId", &seen.queue_id);
    match comments {
        [one] => details.set("commentId", one),
        all => details.set("commentIds", &all),
    }
    change.record(issue.company_id, ActivityRecord::about(EntityType::Issue, issue.id, action, details));
}
