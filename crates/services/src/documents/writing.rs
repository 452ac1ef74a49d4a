//! Writing a document: as a new one, as the next revision, or beside one that is locked.

use wireclip_domain::activity::Action;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::document::{
    DocumentFormat, DocumentKey, DocumentRefused, MOST_BYTES_OF_ISSUE, MOST_OF_ISSUE, Written, decide_written,
};
use wireclip_domain::patch::Field;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, DocumentId, DocumentRevisionId, OpaqueJson, UserId};
use wireclip_store::documents::revisions::{self, DocumentRevision};
use wireclip_store::documents::{self as rows, Document};
use wireclip_store::issues::{self, Issue};

use super::{Documents, annotations, record, standing, told};
use crate::change::{Change, Committed};
use crate::error::{Missing, OrMissing as _, OrRefuse as _, ServiceError, ServiceResult};
use crate::issue_writes;
use crate::references::{self, ReferringText};
use crate::request::Scoped;

/// A text for a document.
#[derive(Debug, Clone)]
pub struct NewText {
    /// What it is called; as before where it is left alone.
    pub title: Field<String>,
    /// What the text is written in.
    pub format: DocumentFormat,
    /// The text.
    pub body: String,
    /// What is new in it, in a line.
    pub change_summary: Option<String>,
    /// The revision that it comes from.
    pub base: Option<DocumentRevisionId>,
}

/// A document that was written.
#[derive(Debug, Clone)]
pub struct WrittenDocument {
    /// The document.
    pub document: Document,
    /// Whether it was not there before.
    pub is_new: bool,
}

impl Documents {
    /// Writes a document of an issue.
    ///
    /// # Errors
    /// As [`decide_written`] and [`issue_writes::authorize`]; `Unprocessable` if the issue's documents
    /// would be too many or too long.
    pub async fn write(
        &self,
        issue: &Scoped<Issue>,
        key: DocumentKey,
        text: NewText,
    ) -> ServiceResult<Committed<WrittenDocument>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let issue = issues::lock(&change.conn(), issue.id).await?.or_missing(Missing::Issue)?;
        issue_writes::authorize(&mut change, &issue, IssueWrite::Content).await?;
        let before = rows::find(&change.conn(), issue.id, &key).await?;
        let is_agent = change.actor().kind == ActorType::Agent;
        let written = decide_written(&key, before.as_ref().map(standing).as_ref(), text.base, is_agent);
        let (document, action, beside) = match (written.or_refuse()?, before) {
            (Written::Revision, Some(before)) => {
                (revise(&mut change, &issue, &before, text).await?, Action::IssueDocumentUpdated, None)
            }
            (Written::Beside, Some(locked)) => {
                let key = free_key(&change, &issue, &key).await?;
                let title = if text.title.is_named() { text.title } else { title_of(&locked.title) };
                let text = NewText { title, ..text };
                (create(&mut change, &issue, key, text).await?, Action::IssueDocumentCreated, Some(locked))
            }
            (_, _) => (create(&mut change, &issue, key, text).await?, Action::IssueDocumentCreated, None),
        };
        let is_new = action == Action::IssueDocumentCreated;
        let mut details = told(&document);
        details.set("redirectedFromLockedDocument", &beside.as_ref().map(named));
        record(&mut change, &issue, action, details);
        change.commit(WrittenDocument { document, is_new }).await
    }
}

/// Who writes, as rows keep it.
pub(super) fn writer(change: &Change<'_>) -> (Option<AgentId>, Option<UserId>) {
    let actor = change.actor();
    (actor.agent_id.filter(|_| actor.kind == ActorType::Agent), actor.user_id())
}

/// Names a document as another one was.
pub(super) fn title_of(title: &Option<String>) -> Field<String> {
    title.clone().map_or(Field::Clear, Field::Set)
}

fn named(document: &Document) -> OpaqueJson {
    let mut named = OpaqueJson::object();
    named.set("key", &document.key);
    named.set("documentId", &document.id);
    named
}

/// Returns the first free name beside one that is taken. There are fewer documents than numbers.
async fn free_key(change: &Change<'_>, issue: &Issue, key: &DocumentKey) -> ServiceResult<DocumentKey> {
    for number in 2..=MOST_OF_ISSUE + 1 {
        let beside = key.beside(number);
        if rows::find(&change.conn(), issue.id, &beside).await?.is_none() {
            return Ok(beside);
        }
    }
    Err(ServiceError::refused(&DocumentRefused::TooMuch))
}

async fn create(
    change: &mut Change<'_>,
    issue: &Issue,
    key: DocumentKey,
    text: NewText,
) -> ServiceResult<Document> {
    require_room(change, issue, None, &text.body).await?;
    let (created_by_agent_id, created_by_user_id) = writer(change);
    let document = Document {
        id: DocumentId::random(),
        company_id: issue.company_id,
        issue_id: issue.id,
        key,
        title: text.title.clone().set(),
        format: text.format,
        body_bytes: bytes_of(&text.body),
        body: text.body.clone(),
        latest_revision_id: DocumentRevisionId::random(),
        latest_revision_number: 1,
        created_by_agent_id,
        created_by_user_id: created_by_user_id.clone(),
        updated_by_agent_id: created_by_agent_id,
        updated_by_user_id: created_by_user_id,
        locked_at: None,
        locked_by_user_id: None,
        created_at: change.now(),
        updated_at: change.now(),
    };
    rows::insert(&change.conn(), &document).await?;
    keep_revision(change, issue, &document, text.change_summary).await?;
    Ok(document)
}

/// Makes a text the latest revision of a document.
pub(super) async fn revise(
    change: &mut Change<'_>,
    issue: &Issue,
    before: &Document,
    text: NewText,
) -> ServiceResult<Document> {
    require_room(change, issue, Some(before), &text.body).await?;
    let (updated_by_agent_id, updated_by_user_id) = writer(change);
    let mut title = before.title.clone();
    text.title.apply_to(&mut title);
    let after = Document {
        title,
        format: text.format,
        body_bytes: bytes_of(&text.body),
        body: text.body,
        latest_revision_id: DocumentRevisionId::random(),
        latest_revision_number: before.latest_revision_number + 1,
        updated_by_agent_id,
        updated_by_user_id,
        updated_at: change.now(),
        ..before.clone()
    };
    rows::update(&change.conn(), before, &after).await?;
    keep_revision(change, issue, &after, text.change_summary).await?;
    annotations::follow(change, issue, &after).await?;
    Ok(after)
}

/// Keeps the latest text as a revision, with what it refers to.
async fn keep_revision(
    change: &mut Change<'_>,
    issue: &Issue,
    document: &Document,
    change_summary: Option<String>,
) -> ServiceResult<()> {
    let revision = DocumentRevision {
        id: document.latest_revision_id,
        company_id: document.company_id,
        document_id: document.id,
        number: document.latest_revision_number,
        title: document.title.clone(),
        format: document.format,
        body: document.body.clone(),
        body_bytes: document.body_bytes,
        change_summary,
        created_by_agent_id: document.updated_by_agent_id,
        created_by_user_id: document.updated_by_user_id.clone(),
        created_by_run_id: change.actor().run_id,
        created_at: change.now(),
    };
    revisions::insert(&change.conn(), &revision).await?;
    references::keep(change, issue, ReferringText::Document(document.id), &document.body).await?;
    let touched = Issue { last_activity_at: change.now(), updated_at: change.now(), ..issue.clone() };
    Ok(issues::update(&change.conn(), issue, &touched).await?)
}

async fn require_room(
    change: &Change<'_>,
    issue: &Issue,
    before: Option<&Document>,
    body: &str,
) -> ServiceResult<()> {
    let held = rows::held(&change.conn(), issue.id).await?;
    let freed = before.and_then(|before| u64::try_from(before.body_bytes).ok()).unwrap_or(0);
    let bytes = held.bytes.saturating_sub(freed) + body.len() as u64;
    let documents = held.documents + u64::from(before.is_none());
    if documents > MOST_OF_ISSUE || bytes > MOST_BYTES_OF_ISSUE {
        return Err(ServiceError::refused(&DocumentRefused::TooMuch));
    }
    Ok(())
}

fn bytes_of(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}
