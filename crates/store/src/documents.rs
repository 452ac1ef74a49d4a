//! Documents of issues.
//!
//! Whoever changes one holds the lock of its issue, so that two never take the same number or name.

use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, Iterable as _, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select,
};
use wireclip_domain::IssueId;
use wireclip_domain::document::{DocumentKey, MOST_OF_ISSUE, PLAN};
use wireclip_schema::documents::{Column, Entity};

pub use wireclip_schema::documents::Model as Document;

use crate::change::update_changed;
use crate::conn::Conn;
use crate::error::StoreResult;

pub mod annotations;
pub mod revisions;

/// How much an issue's documents hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    /// How many there are.
    pub documents: u64,
    /// How many bytes their latest texts have together.
    pub bytes: u64,
}

/// Returns the document of that name.
///
/// # Errors
/// If the database fails.
pub async fn find(conn: &Conn<'_>, issue_id: IssueId, key: &DocumentKey) -> StoreResult<Option<Document>> {
    // Index: the unique one of (issue_id, key).
    let query = Entity::find().filter(Column::IssueId.eq(issue_id)).filter(Column::Key.eq(key.clone()));
    Ok(query.one(conn.db()).await?)
}

/// Lists an issue's documents in the order in which they were made: all of them, an issue has few.
///
/// # Errors
/// If the database fails.
pub async fn of_issue(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Vec<Document>> {
    Ok(listed(issue_id).all(conn.db()).await?)
}

/// Lists an issue's documents; only the plan has its text.
///
/// # Errors
/// If the database fails.
pub async fn without_texts(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Vec<Document>> {
    let text: Expr = Expr::case(Column::Key.eq(PLAN), Expr::col(Column::Body)).finally(Expr::val("")).into();
    let others = Column::iter().filter(|column| !matches!(column, Column::Body));
    let query = listed(issue_id).select_only().columns(others).column_as(text, "body");
    Ok(query.into_model().all(conn.db()).await?)
}

fn listed(issue_id: IssueId) -> Select<Entity> {
    // Index: the unique one of (issue_id, key).
    Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Key)
        .limit(MOST_OF_ISSUE)
}

/// Measures an issue's documents.
///
/// # Errors
/// If the database fails.
pub async fn held(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Held> {
    let of_issue = Entity::find().filter(Column::IssueId.eq(issue_id));
    let documents = of_issue.clone().count(conn.db()).await?;
    let sum = Column::BodyBytes.sum().cast_as("bigint");
    let bytes: Option<Option<i64>> = of_issue.select_only().expr(sum).into_tuple().one(conn.db()).await?;
    Ok(Held { documents, bytes: bytes.flatten().and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(0) })
}

/// Stores a new document.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, document: &Document) -> StoreResult<()> {
    Entity::insert(document.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of a document.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Document, after: &Document) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes a document with all that belongs to it.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, document: &Document) -> StoreResult<()> {
    Entity::delete_by_id(document.id).exec(conn.db()).await?;
    Ok(())
}
