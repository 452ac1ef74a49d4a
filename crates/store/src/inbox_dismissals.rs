//! What people want to be told of no more, or not now.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::inbox::ItemKey;
use wireclip_domain::{CompanyId, InboxDismissalId, UserId};
use wireclip_schema::inbox_dismissals::{ActiveModel, Column, Entity};

pub use wireclip_schema::inbox_dismissals::Model as InboxDismissal;

use crate::change;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Lists a person's dismissals in a company, the last changed first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    user_id: &UserId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<InboxDismissal>> {
    // Index: the unique one, by company and person.
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::UserId.eq(user_id.clone()))
        .order_by_desc(Column::UpdatedAt)
        .order_by_desc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns a person's dismissal of an item.
///
/// # Errors
/// If the database fails.
pub async fn find(
    conn: &Conn<'_>,
    company_id: CompanyId,
    user_id: &UserId,
    item: &ItemKey,
) -> StoreResult<Option<InboxDismissal>> {
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::UserId.eq(user_id.clone()))
        .filter(Column::ItemKey.eq(item.as_str()))
        .one(conn.db())
        .await?)
}

/// Stores a dismissal; a person's earlier one of the same item keeps its id and takes the rest.
///
/// # Errors
/// If the database fails.
pub async fn put(conn: &Conn<'_>, dismissal: &InboxDismissal) -> StoreResult<()> {
    let key = [Column::CompanyId, Column::UserId, Column::ItemKey];
    let replaced = [Column::Kind, Column::SnoozedUntil, Column::DismissedAt, Column::UpdatedAt];
    change::put::<Entity, ActiveModel>(conn, dismissal, &key, &replaced).await
}

/// Removes a dismissal.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: InboxDismissalId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}
