//! Documents of issues.

mod annotations;

use axum::extract::State;
use wireclip_domain::{DocumentKey, IssueId};
use wireclip_services::documents::NewText;
use wireclip_services::records::{Document, DocumentRevision, Issue};
use wireclip_wire::documents as wire;
use wireclip_wire::done::Done;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::documents::NamedDocument;
use crate::scoped::{FromPath, PathParams};

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_issue_documents))
        .add(Access::AnyCaller, routes!(get_issue_document))
        .add(Access::AnyCaller, routes!(write_issue_document))
        .add(Access::Board, routes!(delete_issue_document))
        .add(Access::Board, routes!(lock_issue_document))
        .add(Access::Board, routes!(unlock_issue_document))
        .add(Access::AnyCaller, routes!(list_issue_document_revisions))
        .add(Access::AnyCaller, routes!(restore_issue_document_revision))
        .merge(annotations::routes(app))
}

/// List an issue's documents, with their texts.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/documents",
    params(wire::ListDocumentsQuery),
    responses((status = 200, body = Vec<wire::IssueDocument>))
)]
async fn list_issue_documents(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    Query(query): Query<wire::ListDocumentsQuery>,
) -> ApiResult<Answer<Vec<wire::IssueDocument>>> {
    let documents = app.services.documents.list(&issue, query.include_system.unwrap_or(false)).await?;
    Ok(Answer::ok(documents.into_iter().map(written).collect()))
}

/// Get a document of an issue.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/documents/{documentKey}",
    responses((status = 200, body = wire::IssueDocument))
)]
async fn get_issue_document(
    FromPath(document): FromPath<Document>,
) -> ApiResult<Answer<wire::IssueDocument>> {
    Ok(Answer::ok(written(document.into_inner())))
}

/// Write a document of an issue: begin it, or make its next revision from the latest. What an agent
/// writes to a locked one is kept beside it, under another name.
#[utoipa::path(
    put,
    path = "/issues/{issueId}/documents/{documentKey}",
    request_body = wire::WriteDocumentRequest,
    responses((status = 200, body = wire::IssueDocument), (status = 201, body = wire::IssueDocument))
)]
async fn write_issue_document(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    NamedDocument(key): NamedDocument,
    Body(body): Body<wire::WriteDocumentRequest>,
) -> ApiResult<Answer<wire::IssueDocument>> {
    let text = NewText {
        title: body.title,
        format: body.format,
        body: body.body,
        change_summary: body.change_summary,
        base: body.base_revision_id,
    };
    let done = app.services.documents.write(&issue, key, text).await?.into_inner();
    let answer = Answer::ok(written(done.document));
    Ok(if done.is_new { answer.into_created() } else { answer })
}

/// Remove a document of an issue, with its history.
#[utoipa::path(
    delete,
    path = "/issues/{issueId}/documents/{documentKey}",
    responses((status = 200, body = Done))
)]
async fn delete_issue_document(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
) -> ApiResult<Answer<Done>> {
    app.services.documents.delete(&document).await?.into_inner();
    Ok(Answer::ok(Done { ok: true }))
}

/// Keep everybody from changing a document.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/documents/{documentKey}/lock",
    responses((status = 200, body = wire::IssueDocument))
)]
async fn lock_issue_document(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
) -> ApiResult<Answer<wire::IssueDocument>> {
    let document = app.services.documents.lock(&document).await?;
    Ok(Answer::ok(written(document.into_inner())))
}

/// Let a document be changed again.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/documents/{documentKey}/unlock",
    responses((status = 200, body = wire::IssueDocument))
)]
async fn unlock_issue_document(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
) -> ApiResult<Answer<wire::IssueDocument>> {
    let document = app.services.documents.unlock(&document).await?;
    Ok(Answer::ok(written(document.into_inner())))
}

/// List a document's revisions, latest first. A page that ends early names the number of its last one in
/// `X-Wireclip-Continue-After`: the value of `before` for the next.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/documents/{documentKey}/revisions",
    params(wire::ListRevisionsQuery),
    responses((status = 200, body = Vec<wire::DocumentRevision>))
)]
async fn list_issue_document_revisions(
    State(app): State<App>,
    FromPath(issue): FromPath<Issue>,
    NamedDocument(key): NamedDocument,
    Query(query): Query<wire::ListRevisionsQuery>,
) -> ApiResult<Answer<Vec<wire::DocumentRevision>>> {
    let page = app.services.documents.revisions(&issue, &key, query.before).await?;
    let last = page.revisions.last().map(|last| last.number).filter(|_| page.is_cut);
    let spelled = page.revisions.into_iter().map(|revision| revision_of(issue.id, &key, revision));
    Ok(Answer::ok(spelled.collect()).continued_after(last))
}

/// Make an older revision the latest again, as a new one.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/documents/{documentKey}/revisions/{revisionId}/restore",
    responses((status = 200, body = wire::IssueDocument))
)]
async fn restore_issue_document_revision(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
    path: PathParams,
) -> ApiResult<Answer<wire::IssueDocument>> {
    let id = path.id("revisionId", "Document revision not found")?;
    let document = app.services.documents.restore(&document, id).await?;
    Ok(Answer::ok(written(document.into_inner())))
}

/// Spells a document with its text.
pub(crate) fn written(document: Document) -> wire::IssueDocument {
    wire::IssueDocument { summary: summary(&document), body: document.body }
}

/// Spells a document without its text.
pub(crate) fn summary(document: &Document) -> wire::DocumentSummary {
    wire::DocumentSummary {
        id: document.id,
        company_id: document.company_id,
        issue_id: document.issue_id,
        key: document.key.clone(),
        title: document.title.clone(),
        format: document.format,
        latest_revision_id: document.latest_revision_id,
        latest_revision_number: document.latest_revision_number,
        created_by_agent_id: document.created_by_agent_id,
        created_by_user_id: document.created_by_user_id.clone(),
        updated_by_agent_id: document.updated_by_agent_id,
        updated_by_user_id: document.updated_by_user_id.clone(),
        locked_at: document.locked_at,
        locked_by_agent_id: None,
        locked_by_user_id: document.locked_by_user_id.clone(),
        source_trust: None,
        created_at: document.created_at,
        updated_at: document.updated_at,
    }
}

fn revision_of(issue_id: IssueId, key: &DocumentKey, revision: DocumentRevision) -> wire::DocumentRevision {
    wire::DocumentRevision {
        id: revision.id,
        company_id: revision.company_id,
        document_id: revision.document_id,
        issue_id,
        key: key.clone(),
        revision_number: revision.number,
        title: revision.title,
        format: revision.format,
        body: revision.body,
        change_summary: revision.change_summary,
        created_by_agent_id: revision.created_by_agent_id,
        created_by_user_id: revision.created_by_user_id,
        created_at: revision.created_at,
    }
}
