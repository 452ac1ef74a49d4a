//! Comments on issues.
//!
//! A comment is added by [`adding::add`], in whatever change it is part of; what it does to its
//! issue and whom it wakes is a [`CommentPlan`]. Both are used alike by the comment itself and by
//! changes of an issue that bring a comment along.

pub mod adding;
mod plan;
mod queue;

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::comment::{AuthorshipRefused, CommentAuthor, CommentWish, author_type, check_author};
use wireclip_domain::tree_hold::HeldRefused;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{CommentId, OpaqueJson};
use wireclip_store::comments::{self, Comment, CommentFilter, CommentPage};
use wireclip_store::issues::{self, Issue};
use wireclip_store::tree_holds;

use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, OrRefuse as _, ServiceError, ServiceResult};
use crate::issue_writes;
use crate::references::{self, ReferringText};
use crate::request::Scoped;
use crate::stops::Stopped;

pub use adding::{CommentStory, NewComment};
pub use plan::{Beside, CommentPlan};
pub use queue::{Queue, QueueState, QueuedComment};

/// Actions on comments.
#[derive(Debug, Clone)]
pub struct Comments {
    core: Arc<Core>,
}

impl Comments {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a comment of an issue within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if the issue has no such comment.
    pub async fn load(&self, issue: &Scoped<Issue>, id: CommentId) -> ServiceResult<Scoped<Comment>> {
        let comment = comments::get(&self.core.store.read(), &issue.request().scope(), id).await?;
        let comment = comment.filter(|comment| comment.issue_id == issue.id);
        comment.map(|comment| issue.with(comment)).ok_or_else(not_found)
    }

    /// Lists an issue's comments.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(&self, issue: &Scoped<Issue>, filter: &CommentFilter) -> ServiceResult<CommentPage> {
        Ok(comments::list(&self.core.store.read(), issue.id, filter).await?)
    }

    /// Says something on an issue, which may open it, stop its run, and wake agents. A run that is
    /// stopped is waited for.
    ///
    /// # Errors
    /// As [`issue_writes::authorize`], [`adding::check`] and [`CommentPlan::of`].
    pub async fn create(
        &self,
        issue: &Scoped<Issue>,
        wish: CommentWish,
        new: NewComment,
    ) -> ServiceResult<Stopped<Comment>> {
        if new.names_responsible_user && issue.caller().as_agent().is_some() {
            return Err(self.refuse_spoof(issue).await?);
        }
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let before = locked(&change, issue.id).await?;
        if let Some(comment) = adding::repeated(&change, &before, &new).await? {
            return change.commit_stopped(comment).await;
        }
        adding::check(change.actor(), &new)?;
        require_hearing(&change, &before).await?;
        let reason = issue_writes::authorize(&mut change, &before, IssueWrite::Comment).await?;
        let plan = CommentPlan::of(&change, &before, wish, &[]).await?;
        let prepared = plan.prepare(&mut change, &before).await?;
        let (comment, after) = adding::add(&mut change, &prepared, new, reason, plan.story()).await?;
        plan.wake(&mut change, &after, &comment, Beside::default()).await?;
        change.commit_stopped(comment).await
    }

    /// Takes back what a comment says; that something was said there stays to be seen.
    ///
    /// # Errors
    /// `Forbidden` for anybody but its author.
    pub async fn delete(&self, comment: &Scoped<Comment>) -> ServiceResult<Committed<Comment>> {
        let mut change = self.core.begin_in(comment.company_id, comment.request()).await?;
        let issue = locked(&change, comment.issue_id).await?;
        let before = comments::lock(&change.conn(), comment.id).await?.ok_or_else(not_found)?;
        check_author(&author_of(&before), change.actor()).or_refuse()?;
        if before.deleted_at.is_some() {
            return change.commit(before).await;
        }
        let actor = change.actor();
        let after = Comment {
            body: String::new(),
            presentation: None,
            metadata: None,
            deleted_at: Some(change.now()),
            deleted_by_type: Some(author_type(actor)),
            deleted_by_agent_id: actor.agent_id,
            deleted_by_user_id: actor.user_id(),
            deleted_by_run_id: actor.run_id,
            updated_at: change.now(),
            ..before.clone()
        };
        comments::update(&change.conn(), &before, &after).await?;
        let text = ReferringText::Comment(after.id);
        references::forget(&mut change, &issue, text).await?;
        record_deletion(&mut change, &issue, &after);
        change.commit(after).await
    }

    /// Keeps on record that an agent named the person it wants to write for, which is not its to
    /// choose; returns the refusal.
    async fn refuse_spoof(&self, issue: &Scoped<Issue>) -> ServiceResult<ServiceError> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let mut details = OpaqueJson::object();
        details.set("identifier", &issue.identifier);
        details.set("field", &"onBehalfOfUserId");
        change.record(
            issue.company_id,
            ActivityRecord::about(
                EntityType::Issue,
                issue.id,
                Action::IssueAttributionSpoofRejected,
                details,
            ),
        );
        change.commit(()).await?.into_inner();
        Ok(ServiceError::refused(&AuthorshipRefused::NamesResponsibleUser))
    }
}

/// Goes on only if what a person says would be heard: while the issue is paused nobody is woken, and
/// the message would lie unread.
///
/// # Errors
/// `Conflict` with what holds the issue.
pub(crate) async fn require_hearing(change: &Change<'_>, issue: &Issue) -> ServiceResult<()> {
    if change.actor().kind != ActorType::User {
        return Ok(());
    }
    match tree_holds::holding(&change.conn(), issue.company_id, issue.id).await? {
        Some(by) => Err(ServiceError::refused(&HeldRefused::Message { issue_id: issue.id, by })),
        None => Ok(()),
    }
}

fn not_found() -> ServiceError {
    ServiceError::not_found("Comment not found")
}

/// Reads an issue anew and keeps others from writing to it until the change ends.
async fn locked(change: &Change<'_>, id: wireclip_domain::IssueId) -> ServiceResult<Issue> {
    let issue = issues::lock(&change.conn(), id).await?;
    issue.or_missing(Missing::Issue)
}

fn author_of(comment: &Comment) -> CommentAuthor {
    match (comment.author_agent_id, &comment.author_user_id) {
        (Some(agent), _) => CommentAuthor::Agent(agent),
        (None, Some(user)) => CommentAuthor::User(user.clone()),
        (None, None) => CommentAuthor::System,
    }
}

fn record_deletion(change: &mut Change<'_>, issue: &Issue, comment: &Comment) {
    let mut details = OpaqueJson::object();
    details.set("source", &"author_delete");
    details.set("commentId", &comment.id);
    details.set("deletedAt", &comment.deleted_at);
    details.set("identifier", &issue.identifier);
    details.set("issueTitle", &issue.title);
    details.set("deletedByType", &comment.deleted_by_type);
    details.set("deletedByAgentId", &comment.deleted_by_agent_id);
    details.set("deletedByUserId", &comment.deleted_by_user_id);
    details.set("deletedByRunId", &comment.deleted_by_run_id);
    details.set("deletedAnnotationCommentIds", &[(); 0]);
    details.set("resolvedAnnotationThreadIds", &[(); 0]);
    change.record(
        issue.company_id,
        ActivityRecord::about(EntityType::Issue, issue.id, Action::IssueCommentDeleted, details),
    );
}
