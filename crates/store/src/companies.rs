//! Companies.

use sea_orm::{EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::CompanyId;
use wireclip_schema::companies::{Column, Entity};

pub use wireclip_schema::companies::Model as Company;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::scope::Scope;

/// Returns the company, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: CompanyId) -> StoreResult<Option<Company>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::Id)).one(conn.db()).await?)
}

/// Stores a new company.
///
/// # Errors
/// `Duplicate` if its issue prefix is taken.
pub async fn insert(conn: &Conn<'_>, company: &Company) -> StoreResult<()> {
    Entity::insert(company.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}
