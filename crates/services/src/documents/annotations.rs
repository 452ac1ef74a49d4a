//! Talks about passages of documents.

use wireclip_domain::activity::Action;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::comment::author_type;
use wireclip_domain::document::anchor::{self, Anchor, AnchorState, Position, Quote};
use wireclip_domain::document::{AnnotationStatus, DocumentRefused};
use wireclip_domain::{AnnotationCommentId, AnnotationId, DocumentRevisionId, OpaqueJson};
use wireclip_store::documents::Document;
use wireclip_store::documents::annotations::{self as rows, Annotation, AnnotationComment};
use wireclip_store::documents::revisions;
use wireclip_store::issues::Issue;

use super::writing::writer;
use super::{Documents, record};
use crate::change::{Change, Committed};
use crate::error::{ServiceError, ServiceResult};
use crate::issue_writes;
use crate::request::Scoped;

/// A talk to begin.
#[derive(Debug, Clone)]
pub struct NewAnnotation {
    /// The revision in which the passage was selected.
    pub base: DocumentRevisionId,
    /// Its number, as whoever selected it knows it.
    pub base_number: i64,
    /// What the passage says, and what stands around it.
    pub quote: Quote,
    /// Where it is.
    pub position: Position,
    /// What is said about it.
    pub body: String,
}

/// A talk with what was said, in order.
#[derive(Debug, Clone)]
pub struct AnnotationThread {
    /// The talk.
    pub annotation: Annotation,
    /// What was said.
    pub comments: Vec<AnnotationComment>,
}

impl Documents {
    /// Lists the talks about a document, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn threads(
        &self,
        document: &Scoped<Document>,
        status: Option<AnnotationStatus>,
    ) -> ServiceResult<Vec<AnnotationThread>> {
        let conn = self.core.store.read();
        let annotations = rows::of_document(&conn, document.id, status).await?;
        let ids: Vec<_> = annotations.iter().map(|annotation| annotation.id).collect();
        let mut comments = rows::comments_of(&conn, &ids).await?;
        let threads = annotations.into_iter().map(|annotation| {
            let (own, others) =
                comments.drain(..).partition(|comment| comment.annotation_id == annotation.id);
            comments = others;
            AnnotationThread { annotation, comments: own }
        });
        Ok(threads.collect())
    }

    /// Finds a talk about a document.
    ///
    /// # Errors
    /// `NotFound` if it is not one of the document's.
    pub async fn thread(
        &self,
        document: &Scoped<Document>,
        id: AnnotationId,
    ) -> ServiceResult<AnnotationThread> {
        let conn = self.core.store.read();
        let annotation = rows::get(&conn, document.id, id).await?.ok_or_else(not_found)?;
        let comments = rows::comments_of(&conn, &[annotation.id]).await?;
        Ok(AnnotationThread { annotation, comments })
    }

    /// Begins to talk about a passage.
    ///
    /// # Errors
    /// `Conflict` if the revision is not there or has another number, `Unprocessable` if the passage is
    /// not in it or the document has too many talks; as [`issue_writes::authorize`].
    pub async fn annotate(
        &self,
        document: &Scoped<Document>,
        new: NewAnnotation,
    ) -> ServiceResult<Committed<AnnotationThread>> {
        let (mut change, issue, document) = self.begin(document).await?;
        issue_writes::authorize(&mut change, &issue, IssueWrite::Comment).await?;
        let base = revisions::get(&change.conn(), document.id, new.base).await?;
        let base = base
            .filter(|base| base.number == new.base_number)
            .ok_or_else(|| ServiceError::refused(&DocumentRefused::Stale(document.latest_revision_id)))?;
        if !base.body.contains(&new.quote.exact) {
            return Err(ServiceError::unprocessable("selector.quote.exact: it is not in that revision"));
        }
        if rows::count(&change.conn(), document.id).await? >= u64::from(rows::MOST) {
            let message = format!("A document has at most {} talks", rows::MOST);
            return Err(ServiceError::unprocessable(message));
        }
        let found = anchor::find(&new.quote, new.position, &document.body);
        let (created_by_agent_id, created_by_user_id) = writer(&change);
        let annotation = Annotation {
            id: AnnotationId::random(),
            company_id: document.company_id,
            document_id: document.id,
            status: AnnotationStatus::Open,
            anchor_state: found.state,
            anchor_confidence: found.confidence,
            original_revision_id: base.id,
            original_revision_number: base.number,
            current_revision_id: document.latest_revision_id,
            current_revision_number: document.latest_revision_number,
            selector: selector(&new.quote, new.position),
            selected_text: new.quote.exact,
            prefix_text: new.quote.prefix,
            suffix_text: new.quote.suffix,
            normalized_start: found.position.normalized_start,
            normalized_end: found.position.normalized_end,
            markdown_start: found.position.markdown_start,
            markdown_end: found.position.markdown_end,
            created_by_agent_id,
            created_by_user_id,
            resolved_by_agent_id: None,
            resolved_by_user_id: None,
            resolved_at: None,
            created_at: change.now(),
            updated_at: change.now(),
        };
        rows::insert(&change.conn(), &annotation).await?;
        let comment = say(&change, &annotation, new.body).await?;
        let mut details = told(&document, &annotation);
        details.set("commentId", &comment.id);
        record(&mut change, &issue, Action::IssueDocumentAnnotationThreadCreated, details);
        change.commit(AnnotationThread { annotation, comments: vec![comment] }).await
    }

    /// Says something in a talk.
    ///
    /// # Errors
    /// `NotFound` if it is not one of the document's, `Unprocessable` if it is too long already; as
    /// [`issue_writes::authorize`].
    pub async fn answer(
        &self,
        document: &Scoped<Document>,
        id: AnnotationId,
        body: String,
    ) -> ServiceResult<Committed<AnnotationComment>> {
        let (mut change, issue, document) = self.begin(document).await?;
        issue_writes::authorize(&mut change, &issue, IssueWrite::Comment).await?;
        let annotation = rows::get(&change.conn(), document.id, id).await?.ok_or_else(not_found)?;
        let comment = say(&change, &annotation, body).await?;
        let mut details = told(&document, &annotation);
        details.set("commentId", &comment.id);
        record(&mut change, &issue, Action::IssueDocumentAnnotationCommentAdded, details);
        change.commit(comment).await
    }

    /// Settles a talk, or opens it again.
    ///
    /// # Errors
    /// `NotFound` if it is not one of the document's; as [`issue_writes::authorize`].
    pub async fn settle(
        &self,
        document: &Scoped<Document>,
        id: AnnotationId,
        status: AnnotationStatus,
    ) -> ServiceResult<Committed<AnnotationThread>> {
        let (mut change, issue, document) = self.begin(document).await?;
        issue_writes::authorize(&mut change, &issue, IssueWrite::Comment).await?;
        let before = rows::get(&change.conn(), document.id, id).await?.ok_or_else(not_found)?;
        let comments = rows::comments_of(&change.conn(), &[before.id]).await?;
        if before.status == status {
            return change.commit(AnnotationThread { annotation: before, comments }).await;
        }
        let is_resolved = status == AnnotationStatus::Resolved;
        let (agent, user) = writer(&change);
        let after = Annotation {
            status,
            resolved_by_agent_id: agent.filter(|_| is_resolved),
            resolved_by_user_id: user.filter(|_| is_resolved),
            resolved_at: is_resolved.then_some(change.now()),
            updated_at: change.now(),
            ..before.clone()
        };
        rows::update(&change.conn(), &before, &after).await?;
        let action = if is_resolved {
            Action::IssueDocumentAnnotationThreadResolved
        } else {
            Action::IssueDocumentAnnotationThreadReopened
        };
        record(&mut change, &issue, action, told(&document, &after));
        change.commit(AnnotationThread { annotation: after, comments }).await
    }
}

/// Looks where talked-about passages are in a document's new text.
pub(super) async fn follow(change: &mut Change<'_>, issue: &Issue, document: &Document) -> ServiceResult<()> {
    let annotations = rows::of_document(&change.conn(), document.id, None).await?;
    let mut lost = 0_u32;
    for before in &annotations {
        let found = anchor::find(&quote(before), position(before), &document.body);
        lost += u32::from(found.state == AnchorState::Orphaned && before.anchor_state != found.state);
        let after = moved(before, &found, document);
        rows::update(&change.conn(), before, &after).await?;
    }
    if !annotations.is_empty() {
        let mut details = OpaqueJson::object();
        details.set("key", &document.key);
        details.set("documentId", &document.id);
        details.set("revisionNumber", &document.latest_revision_number);
        details.set("threadCount", &annotations.len());
        details.set("orphanedCount", &lost);
        record(change, issue, Action::IssueDocumentAnnotationRemapped, details);
    }
    Ok(())
}

fn moved(before: &Annotation, found: &Anchor, document: &Document) -> Annotation {
    Annotation {
        anchor_state: found.state,
        anchor_confidence: found.confidence,
        current_revision_id: document.latest_revision_id,
        current_revision_number: document.latest_revision_number,
        normalized_start: found.position.normalized_start,
        normalized_end: found.position.normalized_end,
        markdown_start: found.position.markdown_start,
        markdown_end: found.position.markdown_end,
        ..before.clone()
    }
}

fn quote(annotation: &Annotation) -> Quote {
    Quote {
        exact: annotation.selected_text.clone(),
        prefix: annotation.prefix_text.clone(),
        suffix: annotation.suffix_text.clone(),
    }
}

fn position(annotation: &Annotation) -> Position {
    Position {
        normalized_start: annotation.normalized_start,
        normalized_end: annotation.normalized_end,
        markdown_start: annotation.markdown_start,
        markdown_end: annotation.markdown_end,
    }
}

/// A passage as it was selected.
fn selector(quote: &Quote, position: Position) -> OpaqueJson {
    let mut selector = OpaqueJson::object();
    selector.set("quote", quote);
    selector.set("position", &position);
    selector
}

async fn say(change: &Change<'_>, annotation: &Annotation, body: String) -> ServiceResult<AnnotationComment> {
    let seq = rows::next_seq(&change.conn(), annotation.id).await?;
    if seq > i64::from(rows::MOST) {
        return Err(ServiceError::unprocessable(format!("A talk has at most {} comments", rows::MOST)));
    }
    let (author_agent_id, author_user_id) = writer(change);
    let comment = AnnotationComment {
        id: AnnotationCommentId::random(),
        company_id: annotation.company_id,
        annotation_id: annotation.id,
        seq,
        body,
        author_type: author_type(change.actor()),
        author_agent_id,
        author_user_id,
        created_by_run_id: change.actor().run_id,
        created_at: change.now(),
        updated_at: change.now(),
    };
    rows::insert_comment(&change.conn(), &comment).await?;
    Ok(comment)
}

/// What the log tells of a talk.
fn told(document: &Document, annotation: &Annotation) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("key", &document.key);
    details.set("documentId", &document.id);
    details.set("threadId", &annotation.id);
    details
}

fn not_found() -> ServiceError {
    ServiceError::not_found("Annotation thread not found")
}
