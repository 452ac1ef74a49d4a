//! Documents of issues: reading and writing them, their history, and locks.
//!
//! **Invariant:** whoever changes a document holds the lock of its issue; the text, its revision, what it
//! refers to and where talked-about passages are now are stored together.

mod annotations;
mod writing;

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::document::{self, DocumentKey, Standing};
use wireclip_domain::{DocumentRevisionId, OpaqueJson};
use wireclip_store::documents::revisions::{self, RevisionPage};
use wireclip_store::documents::{self as rows, Document};
use wireclip_store::issues::{self, Issue};
use wireclip_store::{Conn, PageLimit};

use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, OrRefuse as _, ServiceError, ServiceResult};
use crate::issue_writes;
use crate::references::{self, ReferringText};
use crate::request::Scoped;

pub use annotations::{AnnotationThread, NewAnnotation};
pub use writing::{NewText, WrittenDocument};

/// Actions on documents.
#[derive(Debug, Clone)]
pub struct Documents {
    core: Arc<Core>,
}

impl Documents {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Finds a document of an issue.
    ///
    /// # Errors
    /// `NotFound` if the issue has none of that name.
    pub async fn load(&self, issue: &Scoped<Issue>, key: &DocumentKey) -> ServiceResult<Scoped<Document>> {
        let found = rows::find(&self.core.store.read(), issue.id, key).await?;
        found.map(|document| issue.with(document)).ok_or_else(not_found)
    }

    /// Lists an issue's documents in the order in which they were made; those that the system keeps for
    /// itself only if they are asked for.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(&self, issue: &Scoped<Issue>, with_system: bool) -> ServiceResult<Vec<Document>> {
        let documents = rows::of_issue(&self.core.store.read(), issue.id).await?;
        Ok(listed(documents, with_system))
    }

    /// Lists the revisions of a document, latest first, those before a number; none where there is no
    /// such document.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn revisions(
        &self,
        issue: &Scoped<Issue>,
        key: &DocumentKey,
        before: Option<i64>,
    ) -> ServiceResult<RevisionPage> {
        let conn = self.core.store.read();
        match rows::find(&conn, issue.id, key).await? {
            Some(document) => Ok(revisions::list(&conn, document.id, before, PageLimit::MAX).await?),
            None => Ok(RevisionPage::default()),
        }
    }

    /// Makes an older revision the latest again, as a new one.
    ///
    /// # Errors
    /// `NotFound` if the document has no such revision, `Conflict` if it is the latest or the document is
    /// locked; as [`issue_writes::authorize`].
    pub async fn restore(
        &self,
        document: &Scoped<Document>,
        id: DocumentRevisionId,
    ) -> ServiceResult<Committed<Document>> {
        let (mut change, issue, before) = self.begin(document).await?;
        issue_writes::authorize(&mut change, &issue, IssueWrite::Content).await?;
        document::require_unlocked(&standing(&before)).or_refuse()?;
        let restored = revisions::get(&change.conn(), before.id, id).await?;
        let restored = restored.ok_or_else(|| ServiceError::not_found("Document revision not found"))?;
        if restored.id == before.latest_revision_id {
            return Err(ServiceError::refused(&document::DocumentRefused::IsLatest(restored.id)));
        }
        let text = NewText {
            title: writing::title_of(&restored.title),
            format: restored.format,
            body: restored.body,
            change_summary: Some(format!("Restored from revision {}", restored.number)),
            base: None,
        };
        let after = writing::revise(&mut change, &issue, &before, text).await?;
        let mut details = told(&after);
        details.set("restoredFromRevisionId", &id);
        details.set("restoredFromRevisionNumber", &restored.number);
        record(&mut change, &issue, Action::IssueDocumentRestored, details);
        change.commit(after).await
    }

    /// Keeps everybody from changing a document; a second time changes nothing.
    ///
    /// # Errors
    /// `NotFound` if it is gone meanwhile.
    pub async fn lock(&self, document: &Scoped<Document>) -> ServiceResult<Committed<Document>> {
        let (change, issue, before) = self.begin(document).await?;
        if before.locked_at.is_some() {
            return change.commit(before).await;
        }
        let locked_by_user_id = change.actor().user_id();
        let after = Document { locked_at: Some(change.now()), locked_by_user_id, ..before.clone() };
        self.keep_lock(change, &issue, &before, after, Action::IssueDocumentLocked).await
    }

    /// Lets a document be changed again.
    ///
    /// # Errors
    /// `NotFound` if it is gone meanwhile.
    pub async fn unlock(&self, document: &Scoped<Document>) -> ServiceResult<Committed<Document>> {
        let (change, issue, before) = self.begin(document).await?;
        if before.locked_at.is_none() {
            return change.commit(before).await;
        }
        let after = Document { locked_at: None, locked_by_user_id: None, ..before.clone() };
        self.keep_lock(change, &issue, &before, after, Action::IssueDocumentUnlocked).await
    }

    async fn keep_lock(
        &self,
        mut change: Change<'_>,
        issue: &Issue,
        before: &Document,
        after: Document,
        action: Action,
    ) -> ServiceResult<Committed<Document>> {
        rows::update(&change.conn(), before, &after).await?;
        let mut details = told(&after);
        details.set("lockedAt", &after.locked_at);
        record(&mut change, issue, action, details);
        change.commit(after).await
    }

    /// Removes a document with its history and what was said about it.
    ///
    /// # Errors
    /// `Conflict` if it is locked.
    pub async fn delete(&self, document: &Scoped<Document>) -> ServiceResult<Committed<()>> {
        let (mut change, issue, before) = self.begin(document).await?;
        document::require_unlocked(&standing(&before)).or_refuse()?;
        rows::delete(&change.conn(), &before).await?;
        references::forget(&mut change, &issue, ReferringText::Document(before.id)).await?;
        record(&mut change, &issue, Action::IssueDocumentDeleted, told(&before));
        change.commit(()).await
    }

    /// Begins a change of a document: takes its issue's lock, and reads both anew.
    async fn begin(&self, document: &Scoped<Document>) -> ServiceResult<(Change<'_>, Issue, Document)> {
        let change = self.core.begin_in(document.company_id, document.request()).await?;
        let issue = issues::lock(&change.conn(), document.issue_id).await?.or_missing(Missing::Issue)?;
        let document = rows::find(&change.conn(), issue.id, &document.key).await?.ok_or_else(not_found)?;
        Ok((change, issue, document))
    }
}

/// Lists an issue's documents without those that the system keeps for itself; only the plan has its text.
pub(crate) async fn without_texts(conn: &Conn<'_>, issue: &Issue) -> ServiceResult<Vec<Document>> {
    Ok(listed(rows::without_texts(conn, issue.id).await?, false))
}

fn listed(mut documents: Vec<Document>, with_system: bool) -> Vec<Document> {
    documents.retain(|document| with_system || !document.key.is_of_the_system());
    documents
}

fn not_found() -> ServiceError {
    ServiceError::not_found("Document not found")
}

fn standing(document: &Document) -> Standing {
    Standing {
        id: document.id,
        key: document.key.clone(),
        latest: document.latest_revision_id,
        locked_at: document.locked_at,
    }
}

/// What the log tells of a document.
fn told(document: &Document) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("key", &document.key);
    details.set("documentId", &document.id);
    details.set("title", &document.title);
    details.set("format", &document.format);
    details.set("revisionNumber", &document.latest_revision_number);
    details
}

fn record(change: &mut Change<'_>, issue: &Issue, action: Action, details: OpaqueJson) {
    change.record(issue.company_id, ActivityRecord::about(EntityType::Issue, issue.id, action, details));
}
