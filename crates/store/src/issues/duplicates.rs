//! Finding the issue that a repeated wish means.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, Select};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::{CompanyId, IssueId, Timestamp};
use wireclip_schema::issues::{Column, Entity};
use wireclip_schema::{issue_idempotency_keys, issues};

use super::Issue;
use crate::conn::Conn;
use crate::dialect::is_none_of;
use crate::error::StoreResult;

/// The longest key of a title, in characters: an index entry has its limits.
const MAX_TITLE_KEY: usize = 200;

/// Returns what makes two titles the same: small letters and single spaces.
#[must_use]
pub fn title_key(title: &str) -> String {
    let words: Vec<_> = title.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").chars().take(MAX_TITLE_KEY).collect()
}

/// Returns the newest open issue of this title and parent that was made since, if there is one.
///
/// # Errors
/// If the database fails.
pub async fn recent_open(
    conn: &Conn<'_>,
    company_id: CompanyId,
    parent_id: Option<IssueId>,
    title_key: &str,
    since: Timestamp,
) -> StoreResult<Option<Issue>> {
    let query = recent_open_query(company_id, parent_id, title_key, since);
    Ok(query.one(conn.db()).await?)
}

/// Index: issues_open_by_title. In the order of the moments and not of the numbers: for these SQLite
/// would go through all issues that have one.
pub(crate) fn recent_open_query(
    company_id: CompanyId,
    parent_id: Option<IssueId>,
    title_key: &str,
    since: Timestamp,
) -> Select<Entity> {
    let parent = parent_id.map_or_else(|| Column::ParentId.is_null(), |parent| Column::ParentId.eq(parent));
    Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::TitleKey.eq(title_key))
        .filter(Column::HiddenAt.is_null())
        .filter(is_none_of(Column::Status, [IssueStatus::Done, IssueStatus::Cancelled]))
        .filter(parent)
        .filter(Column::CreatedAt.gte(since))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Number)
}

/// Returns the issue that was made under this key, if one was.
///
/// # Errors
/// If the database fails.
pub async fn by_key(conn: &Conn<'_>, company_id: CompanyId, key: &str) -> StoreResult<Option<Issue>> {
    let known =
        issue_idempotency_keys::Entity::find_by_id((company_id, key.to_owned())).one(conn.db()).await?;
    match known {
        Some(known) => Ok(Entity::find_by_id(known.issue_id).one(conn.db()).await?),
        None => Ok(None),
    }
}

/// Keeps the key under which an issue was made.
///
/// # Errors
/// `Duplicate` if another issue was made under it.
pub async fn keep_key(conn: &Conn<'_>, issue: &issues::Model, key: &str) -> StoreResult<()> {
    let row = issue_idempotency_keys::Model {
        company_id: issue.company_id,
        key: key.to_owned(),
        issue_id: issue.id,
        created_at: issue.created_at,
    };
    issue_idempotency_keys::Entity::insert(row.into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::title_key;

    #[test]
    fn case_and_spaces_make_no_other_title() {
        assert_eq!(title_key("  paint THE\t fence "), title_key("Paint the fence"));
        assert_ne!(title_key("Paint the fence"), title_key("Paint the fences"));
    }
}
