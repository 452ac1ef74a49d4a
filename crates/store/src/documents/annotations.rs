//! Talks about passages of documents.

use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use wireclip_domain::document::AnnotationStatus;
use wireclip_domain::{AnnotationId, DocumentId};
use wireclip_schema::{document_annotation_comments as comments, document_annotations as annotations};

pub use wireclip_schema::document_annotation_comments::Model as AnnotationComment;
pub use wireclip_schema::document_annotations::Model as Annotation;

use crate::change::update_changed;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// How many talks a document may have, and how many comments a talk.
pub const MOST: u32 = 500;

/// Lists a document's talks, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn of_document(
    conn: &Conn<'_>,
    document_id: DocumentId,
    status: Option<AnnotationStatus>,
) -> StoreResult<Vec<Annotation>> {
    use annotations::Column;
    // Index: document_annotations_by_document.
    let mut query = annotations::Entity::find().filter(Column::DocumentId.eq(document_id));
    if let Some(status) = status {
        query = query.filter(Column::Status.eq(status));
    }
    let query = query.order_by_asc(Column::CreatedAt).order_by_asc(Column::Id);
    Ok(query.limit(PageLimit::<MOST>::MAX.rows()).all(conn.db()).await?)
}

/// Returns a talk, if it is the document's.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    document_id: DocumentId,
    id: AnnotationId,
) -> StoreResult<Option<Annotation>> {
    let query = annotations::Entity::find_by_id(id);
    Ok(query.filter(annotations::Column::DocumentId.eq(document_id)).one(conn.db()).await?)
}

/// Counts a document's talks.
///
/// # Errors
/// If the database fails.
pub async fn count(conn: &Conn<'_>, document_id: DocumentId) -> StoreResult<u64> {
    let query = annotations::Entity::find().filter(annotations::Column::DocumentId.eq(document_id));
    Ok(query.count(conn.db()).await?)
}

/// Stores a new talk.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, annotation: &Annotation) -> StoreResult<()> {
    annotations::Entity::insert(annotation.clone().into_active_model())
        .exec_without_returning(conn.db())
        .await?;
    Ok(())
}

/// Writes what changed of a talk.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Annotation, after: &Annotation) -> StoreResult<()> {
    update_changed::<annotations::Entity>(conn, before, after).await
}

/// Lists what was said in talks, each talk in its order.
///
/// # Errors
/// If the database fails.
pub async fn comments_of(conn: &Conn<'_>, talks: &[AnnotationId]) -> StoreResult<Vec<AnnotationComment>> {
    use comments::Column;
    if talks.is_empty() {
        return Ok(Vec::new());
    }
    // Index: the unique one of (annotation_id, seq).
    Ok(comments::Entity::find()
        .filter(Column::AnnotationId.is_in(talks.iter().copied()))
        .order_by_asc(Column::AnnotationId)
        .order_by_asc(Column::Seq)
        .limit(PageLimit::<MOST_COMMENTS>::MAX.rows())
        .all(conn.db())
        .await?)
}

/// How many comments a list of talks has at most.
const MOST_COMMENTS: u32 = 5000;

/// Returns the number that the next comment of a talk gets.
///
/// # Errors
/// If the database fails.
pub async fn next_seq(conn: &Conn<'_>, talk: AnnotationId) -> StoreResult<i64> {
    use comments::Column;
    let query = comments::Entity::find().filter(Column::AnnotationId.eq(talk));
    let newest = query.order_by_desc(Column::Seq).one(conn.db()).await?;
    Ok(newest.map_or(1, |newest| newest.seq + 1))
}

/// Stores a new comment of a talk.
///
/// # Errors
/// If the database fails.
pub async fn insert_comment(conn: &Conn<'_>, comment: &AnnotationComment) -> StoreResult<()> {
    comments::Entity::insert(comment.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}
