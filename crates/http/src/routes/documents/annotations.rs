//! Talks about passages of documents.

use axum::extract::State;
use wireclip_services::ServiceResult;
use wireclip_services::documents::{AnnotationThread, NewAnnotation};
use wireclip_services::records::{AnnotationComment, Document};
use wireclip_wire::documents as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::{Body, Query};
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{FromPath, PathParams};

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list_issue_document_annotations))
        .add(Access::AnyCaller, routes!(create_issue_document_annotation))
        .add(Access::AnyCaller, routes!(get_issue_document_annotation))
        .add(Access::AnyCaller, routes!(update_issue_document_annotation))
        .add(Access::AnyCaller, routes!(create_issue_document_annotation_comment))
}

fn id_of(path: &PathParams) -> ServiceResult<wireclip_domain::AnnotationId> {
    path.id("annotationId", "Annotation thread not found")
}

/// List the talks about passages of a document, oldest first.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/documents/{documentKey}/annotations",
    params(wire::ListAnnotationsQuery),
    responses((status = 200, body = Vec<wire::Annotation>))
)]
async fn list_issue_document_annotations(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
    Query(query): Query<wire::ListAnnotationsQuery>,
) -> ApiResult<Answer<Vec<wire::Annotation>>> {
    let with_comments = query.include_comments.unwrap_or(false);
    let threads = app.services.documents.threads(&document, query.status).await?;
    let spelled = threads.into_iter().map(|thread| {
        let thread = written(&document, thread);
        wire::Annotation { comments: thread.comments.filter(|_| with_comments), ..thread }
    });
    Ok(Answer::ok(spelled.collect()))
}

/// Begin to talk about a passage of a document.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/documents/{documentKey}/annotations",
    request_body = wire::AnnotateRequest,
    responses((status = 201, body = wire::Annotation))
)]
async fn create_issue_document_annotation(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
    Body(body): Body<wire::AnnotateRequest>,
) -> ApiResult<Answer<wire::Annotation>> {
    let new = NewAnnotation {
        base: body.base_revision_id,
        base_number: body.base_revision_number,
        quote: body.selector.quote,
        position: body.selector.position,
        body: body.body,
    };
    let thread = app.services.documents.annotate(&document, new).await?.into_inner();
    Ok(Answer::created(written(&document, thread)))
}

/// Get a talk about a passage.
#[utoipa::path(
    get,
    path = "/issues/{issueId}/documents/{documentKey}/annotations/{annotationId}",
    responses((status = 200, body = wire::Annotation))
)]
async fn get_issue_document_annotation(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
    path: PathParams,
) -> ApiResult<Answer<wire::Annotation>> {
    let thread = app.services.documents.thread(&document, id_of(&path)?).await?;
    Ok(Answer::ok(written(&document, thread)))
}

/// Settle a talk about a passage, or open it again.
#[utoipa::path(
    patch,
    path = "/issues/{issueId}/documents/{documentKey}/annotations/{annotationId}",
    request_body = wire::SettleAnnotationRequest,
    responses((status = 200, body = wire::Annotation))
)]
async fn update_issue_document_annotation(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
    path: PathParams,
    Body(body): Body<wire::SettleAnnotationRequest>,
) -> ApiResult<Answer<wire::Annotation>> {
    let thread = app.services.documents.settle(&document, id_of(&path)?, body.status).await?;
    Ok(Answer::ok(written(&document, thread.into_inner())))
}

/// Say something about a passage.
#[utoipa::path(
    post,
    path = "/issues/{issueId}/documents/{documentKey}/annotations/{annotationId}/comments",
    request_body = wire::AnnotationCommentRequest,
    responses((status = 201, body = wire::AnnotationComment))
)]
async fn create_issue_document_annotation_comment(
    State(app): State<App>,
    FromPath(document): FromPath<Document>,
    path: PathParams,
    Body(body): Body<wire::AnnotationCommentRequest>,
) -> ApiResult<Answer<wire::AnnotationComment>> {
    let comment = app.services.documents.answer(&document, id_of(&path)?, body.body).await?;
    Ok(Answer::created(comment_of(&document, comment.into_inner())))
}

fn written(document: &Document, thread: AnnotationThread) -> wire::Annotation {
    let AnnotationThread { annotation, comments } = thread;
    wire::Annotation {
        id: annotation.id,
        company_id: annotation.company_id,
        issue_id: document.issue_id,
        routine_id: None,
        case_id: None,
        document_id: annotation.document_id,
        document_key: document.key.clone(),
        status: annotation.status,
        anchor_state: annotation.anchor_state,
        anchor_confidence: annotation.anchor_confidence,
        original_revision_id: annotation.original_revision_id,
        original_revision_number: annotation.original_revision_number,
        current_revision_id: annotation.current_revision_id,
        current_revision_number: annotation.current_revision_number,
        selected_text: annotation.selected_text,
        prefix_text: annotation.prefix_text,
        suffix_text: annotation.suffix_text,
        normalized_start: annotation.normalized_start,
        normalized_end: annotation.normalized_end,
        markdown_start: annotation.markdown_start,
        markdown_end: annotation.markdown_end,
        anchor_selector: annotation.selector,
        created_by_agent_id: annotation.created_by_agent_id,
        created_by_user_id: annotation.created_by_user_id,
        resolved_by_agent_id: annotation.resolved_by_agent_id,
        resolved_by_user_id: annotation.resolved_by_user_id,
        resolved_at: annotation.resolved_at,
        created_at: annotation.created_at,
        updated_at: annotation.updated_at,
        comments: Some(comments.into_iter().map(|comment| comment_of(document, comment)).collect()),
    }
}

fn comment_of(document: &Document, comment: AnnotationComment) -> wire::AnnotationComment {
    wire::AnnotationComment {
        id: comment.id,
        company_id: comment.company_id,
        thread_id: comment.annotation_id,
        issue_id: document.issue_id,
        routine_id: None,
        case_id: None,
        document_id: document.id,
        body: comment.body,
        author_type: comment.author_type,
        author_agent_id: comment.author_agent_id,
        author_user_id: comment.author_user_id,
        created_by_run_id: comment.created_by_run_id,
        issue_comment_id: None,
        created_at: comment.created_at,
        updated_at: comment.updated_at,
    }
}
