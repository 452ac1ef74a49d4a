//! Revisions of documents. None is ever changed.

use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use wireclip_domain::{DocumentId, DocumentRevisionId, RunId};
use wireclip_schema::document_revisions::{Column, Entity};

pub use wireclip_schema::document_revisions::Model as DocumentRevision;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// The most revisions that a list has.
pub const LIST_CAP: u32 = 200;

/// The most bytes that the texts of a page have together, unless a single one has more.
const PAGE_BYTES: i64 = 4 << 20;

/// A page of a document's history.
#[derive(Debug, Clone, Default)]
pub struct RevisionPage {
    /// The revisions, latest first.
    pub revisions: Vec<DocumentRevision>,
    /// Whether there are older ones.
    pub is_cut: bool,
}

/// Lists a document's revisions, latest first, those before a number. A page has at least one, if there
/// is one, and ends early where the texts are long.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    document_id: DocumentId,
    before: Option<i64>,
    limit: PageLimit<LIST_CAP>,
) -> StoreResult<RevisionPage> {
    // Index: the unique one of (document_id, number).
    let mut query = Entity::find().filter(Column::DocumentId.eq(document_id)).order_by_desc(Column::Number);
    if let Some(before) = before {
        query = query.filter(Column::Number.lt(before));
    }
    // One more tells whether there are more.
    let lengths = query.clone().select_only().column(Column::BodyBytes).limit(limit.rows() + 1);
    let lengths: Vec<i64> = lengths.into_tuple().all(conn.db()).await?;
    let (mut fitting, mut bytes) = (0, 0);
    for length in lengths.iter().take(usize::try_from(limit.rows()).unwrap_or(usize::MAX)) {
        bytes += length;
        if fitting > 0 && bytes > PAGE_BYTES {
            break;
        }
        fitting += 1;
    }
    let revisions = query.limit(fitting).all(conn.db()).await?;
    Ok(RevisionPage { revisions, is_cut: fitting < lengths.len() as u64 })
}

/// Returns a revision, if it is the document's.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    document_id: DocumentId,
    id: DocumentRevisionId,
) -> StoreResult<Option<DocumentRevision>> {
    Ok(Entity::find_by_id(id).filter(Column::DocumentId.eq(document_id)).one(conn.db()).await?)
}

/// Stores a new revision.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, revision: &DocumentRevision) -> StoreResult<()> {
    Entity::insert(revision.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Counts the revisions that a run wrote.
///
/// # Errors
/// If the database fails.
pub async fn count_of_run(conn: &Conn<'_>, run_id: RunId) -> StoreResult<u64> {
    // Index: document_revisions_by_run.
    Ok(Entity::find().filter(Column::CreatedByRunId.eq(run_id)).count(conn.db()).await?)
}
