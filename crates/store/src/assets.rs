//! Files that are kept: attachments of issues, and images.

use sea_orm::{
    ColumnTrait, Condition, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use wireclip_domain::{AssetId, AttachmentId, CommentId, CompanyId, IssueId, Timestamp};
use wireclip_schema::asset_removals as removals;
use wireclip_schema::assets::{Column, Entity};

pub use wireclip_schema::asset_removals::Model as AssetRemoval;
pub use wireclip_schema::assets::Model as Asset;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// How many files an issue may have.
pub const MOST_OF_ISSUE: u32 = 500;

/// Returns a file, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: AssetId) -> StoreResult<Option<Asset>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Returns a file by its id as an attachment, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn attachment(conn: &Conn<'_>, scope: &Scope, id: AttachmentId) -> StoreResult<Option<Asset>> {
    let query = Entity::find().filter(Column::AttachmentId.eq(id));
    Ok(query.filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Lists an issue's attachments, newest first.
///
/// # Errors
/// If the database fails.
pub async fn of_issue(
    conn: &Conn<'_>,
    issue_id: IssueId,
    limit: PageLimit<MOST_OF_ISSUE>,
) -> StoreResult<Vec<Asset>> {
    // Index: assets_by_issue.
    let query = Entity::find().filter(Column::IssueId.eq(issue_id));
    let query = query.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}

/// Counts an issue's attachments.
///
/// # Errors
/// If the database fails.
pub async fn count_of_issue(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<u64> {
    Ok(Entity::find().filter(Column::IssueId.eq(issue_id)).count(conn.db()).await?)
}

/// Stores a new file's row.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, asset: &Asset) -> StoreResult<()> {
    Entity::insert(asset.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Says that attachments of an issue came with a comment of it. Returns how many of them there are that
/// came with no other.
///
/// # Errors
/// If the database fails.
pub async fn give_to_comment(
    conn: &Conn<'_>,
    issue_id: IssueId,
    ids: &[AttachmentId],
    comment_id: CommentId,
) -> StoreResult<u64> {
    let done = Entity::update_many()
        .col_expr(Column::CommentId, sea_orm::sea_query::Expr::value(comment_id))
        .filter(Column::IssueId.eq(issue_id))
        .filter(Column::AttachmentId.is_in(ids.iter().copied()))
        .filter(Column::CommentId.is_null())
        .exec(conn.db())
        .await?;
    Ok(done.rows_affected)
}

/// Which files go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    /// This one.
    One(AssetId),
    /// Those of an issue.
    OfIssue(IssueId),
    /// Those of a company.
    OfCompany(CompanyId),
}

impl Going {
    fn condition(self) -> Condition {
        Condition::all().add(match self {
            Self::One(id) => Column::Id.eq(id),
            Self::OfIssue(id) => Column::IssueId.eq(id),
            Self::OfCompany(id) => Column::CompanyId.eq(id),
        })
    }
}

/// How many rows go in one statement.
const BATCH: u64 = 500;

/// Removes files: their rows now, and what they hold when it is due. Returns whether there were any.
///
/// # Errors
/// If the database fails.
pub async fn remove(conn: &Conn<'_>, going: Going, due_at: Timestamp) -> StoreResult<bool> {
    let mut are_any = false;
    loop {
        let batch = Entity::find().filter(going.condition()).limit(BATCH).all(conn.db()).await?;
        if batch.is_empty() {
            return Ok(are_any);
        }
        are_any = true;
        let ids: Vec<_> = batch.iter().map(|asset| asset.id).collect();
        let removals = batch.into_iter().map(|asset| AssetRemoval {
            asset_id: asset.id,
            company_id: asset.company_id,
            due_at,
        });
        removals::Entity::insert_many(removals.map(IntoActiveModel::into_active_model))
            .exec_without_returning(conn.db())
            .await?;
        Entity::delete_many().filter(Column::Id.is_in(ids)).exec(conn.db()).await?;
    }
}

/// Says that a file is to be removed then, unless its row is there before.
///
/// # Errors
/// If the database fails.
pub async fn expect(conn: &Conn<'_>, removal: &AssetRemoval) -> StoreResult<()> {
    removals::Entity::insert(removal.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Takes back that a file is to be removed. Returns whether that was still to come.
///
/// # Errors
/// If the database fails.
pub async fn take_back(conn: &Conn<'_>, id: AssetId, now: Timestamp) -> StoreResult<bool> {
    let removal = removals::Entity::delete_by_id(id).filter(removals::Column::DueAt.gt(now));
    Ok(removal.exec(conn.db()).await?.rows_affected > 0)
}

/// Says that a file is to be removed now.
///
/// # Errors
/// If the database fails.
pub async fn make_due(conn: &Conn<'_>, id: AssetId, now: Timestamp) -> StoreResult<()> {
    removals::Entity::update_many()
        .col_expr(removals::Column::DueAt, sea_orm::sea_query::Expr::value(now))
        .filter(removals::Column::AssetId.eq(id))
        .exec(conn.db())
        .await?;
    Ok(())
}

/// Says that a file is removed.
///
/// # Errors
/// If the database fails.
pub async fn forget(conn: &Conn<'_>, id: AssetId) -> StoreResult<()> {
    removals::Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Lists what is to be removed now, what was due first before.
///
/// # Errors
/// If the database fails.
pub async fn due(conn: &Conn<'_>, now: Timestamp, limit: PageLimit<1000>) -> StoreResult<Vec<AssetRemoval>> {
    // Index: asset_removals_due.
    let query = removals::Entity::find().filter(removals::Column::DueAt.lte(now));
    Ok(query.order_by_asc(removals::Column::DueAt).limit(limit.rows()).all(conn.db()).await?)
}
