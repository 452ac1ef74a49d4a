//! Issues that are named in the texts of other issues.

use sea_orm::{ColumnTrait, Condition, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::issue::IssueRef;
use wireclip_domain::{CompanyId, IssueId, RowId};
use wireclip_schema::issue_references::{Column, Entity};
use wireclip_schema::issues;

pub use wireclip_schema::issue_references::Model as IssueReference;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::issues::Issue;
use crate::page::PageLimit;

/// The text that holds a reference, for as long as it stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOf<'a> {
    /// The issue to which the text belongs.
    pub issue_id: IssueId,
    /// The kind of text: `title`, `description`, `comment`, `document`.
    pub kind: &'a str,
    /// The record that holds the text, if it is not the issue itself.
    pub record_id: Option<RowId>,
}

impl TextOf<'_> {
    fn condition(&self) -> Condition {
        let record = match self.record_id {
            Some(id) => Column::SourceRecordId.eq(id),
            None => Column::SourceRecordId.is_null(),
        };
        Condition::all()
            .add(Column::SourceIssueId.eq(self.issue_id))
            .add(Column::SourceKind.eq(self.kind))
            .add(record)
    }
}

/// Forgets what a text refers to.
///
/// # Errors
/// If the database fails.
pub async fn forget(conn: &Conn<'_>, text: TextOf<'_>) -> StoreResult<()> {
    Entity::delete_many().filter(text.condition()).exec(conn.db()).await?;
    Ok(())
}

/// Stores references.
///
/// # Errors
/// If the database fails.
pub async fn insert_many(conn: &Conn<'_>, references: Vec<IssueReference>) -> StoreResult<()> {
    if !references.is_empty() {
        let rows = references.into_iter().map(IntoActiveModel::into_active_model);
        Entity::insert_many(rows).exec_without_returning(conn.db()).await?;
    }
    Ok(())
}

/// Lists what an issue's texts refer to, in the order in which it was stored.
///
/// # Errors
/// If the database fails.
pub async fn outbound(
    conn: &Conn<'_>,
    issue_id: IssueId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<IssueReference>> {
    list(conn, Column::SourceIssueId, issue_id, limit).await
}

/// Lists the references to an issue, in the order in which they were stored.
///
/// # Errors
/// If the database fails.
pub async fn inbound(
    conn: &Conn<'_>,
    issue_id: IssueId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<IssueReference>> {
    list(conn, Column::TargetIssueId, issue_id, limit).await
}

async fn list(
    conn: &Conn<'_>,
    side: Column,
    issue_id: IssueId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<IssueReference>> {
    Ok(Entity::find()
        .filter(side.eq(issue_id))
        .order_by_asc(Column::CreatedAt)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns the issues of a company that these names mean.
///
/// # Errors
/// If the database fails.
pub async fn targets(conn: &Conn<'_>, company_id: CompanyId, names: &[IssueRef]) -> StoreResult<Vec<Issue>> {
    let ids = names.iter().filter_map(|name| match name {
        IssueRef::Id(id) => Some(*id),
        IssueRef::Identifier(_) => None,
    });
    let identifiers = names.iter().filter_map(|name| match name {
        IssueRef::Id(_) => None,
        IssueRef::Identifier(identifier) => Some(identifier.to_string()),
    });
    let named = Condition::any()
        .add(issues::Column::Id.is_in(ids))
        .add(issues::Column::Identifier.is_in(identifiers));
    if names.is_empty() {
        return Ok(Vec::new());
    }
    Ok(issues::Entity::find()
        .filter(issues::Column::CompanyId.eq(company_id))
        .filter(named)
        .all(conn.db())
        .await?)
}
