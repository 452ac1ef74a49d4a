//! Who belongs to a company, and as what.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::CompanyId;
use wireclip_domain::membership::PrincipalType;
use wireclip_schema::company_members::{Column, Entity};

pub use wireclip_schema::company_members::Model as CompanyMember;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Stores a new member.
///
/// # Errors
/// `Duplicate` if they are one already.
pub async fn insert(conn: &Conn<'_>, member: &CompanyMember) -> StoreResult<()> {
    Entity::insert(member.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Lists a company's members, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<CompanyMember>> {
    // Index: the unique one, by company.
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns a member of a company.
///
/// # Errors
/// If the database fails.
pub async fn find(
    conn: &Conn<'_>,
    company_id: CompanyId,
    principal_type: PrincipalType,
    principal_id: &str,
) -> StoreResult<Option<CompanyMember>> {
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::PrincipalType.eq(principal_type))
        .filter(Column::PrincipalId.eq(principal_id))
        .one(conn.db())
        .await?)
}
