//! Comments on issues.

use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select,
};
use wireclip_domain::comment::CommentAuthor;
use wireclip_domain::{CommentId, IssueId};
use wireclip_schema::comments::{Column, Entity};

pub use wireclip_schema::comments::Model as Comment;

use crate::at_once;
use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// The most comments that a list has.
pub const LIST_CAP: u32 = 500;

/// The most bytes that the texts of a page have together, unless a single one has more.
pub const PAGE_BYTES: u64 = 4 << 20;

/// In which order comments are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CommentOrder {
    /// As a talk is read.
    OldestFirst,
    /// What was said last comes first.
    #[default]
    NewestFirst,
}

/// Which comments of an issue are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CommentFilter {
    /// In which order.
    pub order: CommentOrder,
    /// Only those that come behind this one in that order.
    pub after: Option<CommentId>,
    /// How many.
    pub limit: PageLimit<LIST_CAP>,
}

/// Returns the comment, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: CommentId) -> StoreResult<Option<Comment>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the comment anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: CommentId) -> StoreResult<Option<Comment>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// A page of a talk.
#[derive(Debug, Clone, Default)]
pub struct CommentPage {
    /// The comments.
    pub comments: Vec<Comment>,
    /// Whether the page ends early because of its size: what was asked for goes on behind its last
    /// comment.
    pub is_cut: bool,
}

/// Lists an issue's comments, deleted ones with their mark. Behind a comment that is not the
/// issue's stands nothing. A page has at least one comment, and no more than [`PAGE_BYTES`] hold.
///
/// # Errors
/// If the database fails.
pub async fn list(conn: &Conn<'_>, issue_id: IssueId, filter: &CommentFilter) -> StoreResult<CommentPage> {
    // Index: the unique one of (issue_id, seq).
    let mut query = Entity::find().filter(Column::IssueId.eq(issue_id));
    if let Some(after) = filter.after {
        let Some(after) =
            Entity::find_by_id(after).filter(Column::IssueId.eq(issue_id)).one(conn.db()).await?
        else {
            return Ok(CommentPage::default());
        };
        query = query.filter(match filter.order {
            CommentOrder::OldestFirst => Column::Seq.gt(after.seq),
            CommentOrder::NewestFirst => Column::Seq.lt(after.seq),
        });
    }
    let query = match filter.order {
        CommentOrder::OldestFirst => query.order_by_asc(Column::Seq),
        CommentOrder::NewestFirst => query.order_by_desc(Column::Seq),
    };
    let query = query.limit(filter.limit.rows());
    let lengths = lengths(conn, query.clone()).await?;
    let (mut fitting, mut bytes) = (0, 0);
    for length in &lengths {
        bytes += length;
        if fitting > 0 && bytes > PAGE_BYTES {
            break;
        }
        fitting += 1;
    }
    let comments = at_once::all(conn, query.limit(fitting)).await?;
    Ok(CommentPage { comments, is_cut: fitting < lengths.len() as u64 })
}

/// Measures comments without reading their texts.
async fn lengths(conn: &Conn<'_>, query: Select<Entity>) -> StoreResult<Vec<u64>> {
    let length = |text| Expr::expr(Func::cust("octet_length").arg(text));
    let metadata = length(Expr::col(Column::Metadata).cast_as("text"));
    let length = length(Expr::col(Column::Body)).add(Func::coalesce([metadata, Expr::val(0)]));
    let length = length.cast_as("bigint");
    let lengths: Vec<i64> = query.select_only().expr(length).into_tuple().all(conn.db()).await?;
    Ok(lengths.into_iter().map(|length| u64::try_from(length).unwrap_or(0)).collect())
}

/// Returns those of these comments that are the issue's, in the order of the talk.
///
/// # Errors
/// If the database fails.
pub async fn of_issue_among(
    conn: &Conn<'_>,
    issue_id: IssueId,
    ids: &[CommentId],
) -> StoreResult<Vec<Comment>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(Column::Seq)
        .all(conn.db())
        .await?)
}

/// Returns the newest comment of an issue, if it has one.
///
/// # Errors
/// If the database fails.
pub async fn newest(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Option<Comment>> {
    Ok(Entity::find().filter(Column::IssueId.eq(issue_id)).order_by_desc(Column::Seq).one(conn.db()).await?)
}

/// Returns the number that the next comment of an issue gets. The caller holds the issue's lock
/// until the comment is stored, so that no other takes the same.
///
/// # Errors
/// If the database fails.
pub async fn next_seq(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<i64> {
    Ok(newest(conn, issue_id).await?.map_or(1, |newest| newest.seq + 1))
}

/// Finds the comment that an author sent under this request id.
///
/// # Errors
/// If the database fails.
pub async fn find_by_client_request(
    conn: &Conn<'_>,
    issue_id: IssueId,
    author: &CommentAuthor,
    client_request_id: &str,
) -> StoreResult<Option<Comment>> {
    let by = match author {
        CommentAuthor::Agent(agent) => Condition::all().add(Column::AuthorAgentId.eq(*agent)),
        CommentAuthor::User(user) => Condition::all().add(Column::AuthorUserId.eq(user.clone())),
        CommentAuthor::System => {
            Condition::all().add(Column::AuthorAgentId.is_null()).add(Column::AuthorUserId.is_null())
        }
    };
    Ok(Entity::find()
        .filter(Column::IssueId.eq(issue_id))
        .filter(by)
        .filter(Column::ClientRequestId.eq(client_request_id))
        .one(conn.db())
        .await?)
}

/// Returns those of these comments that are there and not taken back, in no order.
///
/// # Errors
/// If the database fails.
pub async fn get_many(conn: &Conn<'_>, ids: &[CommentId]) -> StoreResult<Vec<Comment>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let query = Entity::find().filter(Column::Id.is_in(ids.iter().copied()));
    Ok(query.filter(Column::DeletedAt.is_null()).all(conn.db()).await?)
}

/// Counts an issue's comments, those that were taken back too.
///
/// # Errors
/// If the database fails.
pub async fn count(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<u64> {
    // Index: the unique one of issue and number.
    Ok(Entity::find().filter(Column::IssueId.eq(issue_id)).count(conn.db()).await?)
}

/// Stores a new comment.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, comment: &Comment) -> StoreResult<()> {
    Entity::insert(comment.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the comment; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Comment, after: &Comment) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the comment.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: CommentId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}
