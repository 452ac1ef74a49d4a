//! Labels of a company.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::{CompanyId, LabelId};
use wireclip_schema::labels::{Column, Entity};

pub use wireclip_schema::labels::Model as Label;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// Returns the label, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: LabelId) -> StoreResult<Option<Label>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Lists a company's labels by name.
///
/// # Errors
/// If the database fails.
pub async fn list(conn: &Conn<'_>, company_id: CompanyId, limit: PageLimit<1000>) -> StoreResult<Vec<Label>> {
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .order_by_asc(Column::Name)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Stores a new label.
///
/// # Errors
/// `Duplicate` if the company has a label of that name.
pub async fn insert(conn: &Conn<'_>, label: &Label) -> StoreResult<()> {
    Entity::insert(label.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Removes a label, also from the issues that have it.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: LabelId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Returns those of these labels that the company has, by name.
///
/// # Errors
/// If the database fails.
pub async fn of_company_among(
    conn: &Conn<'_>,
    company_id: CompanyId,
    ids: &[LabelId],
) -> StoreResult<Vec<Label>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(Column::Name)
        .all(conn.db())
        .await?)
}
