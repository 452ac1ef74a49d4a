//! What the members of companies were given by name.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::CompanyId;
use wireclip_domain::membership::PrincipalType;
use wireclip_schema::member_grants::{Column, Entity};

pub use wireclip_schema::member_grants::Model as MemberGrant;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Lists what the members of a company were given.
///
/// # Errors
/// If the database fails.
pub async fn of_company(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<10_000>,
) -> StoreResult<Vec<MemberGrant>> {
    // Index: the unique one, by company.
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .order_by_asc(Column::PermissionKey)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Lists what somebody was given, in all companies.
///
/// # Errors
/// If the database fails.
pub async fn of_principal(
    conn: &Conn<'_>,
    principal_type: PrincipalType,
    principal_id: &str,
    limit: PageLimit<10_000>,
) -> StoreResult<Vec<MemberGrant>> {
    // Index: member_grants_by_principal.
    Ok(Entity::find()
        .filter(Column::PrincipalType.eq(principal_type))
        .filter(Column::PrincipalId.eq(principal_id))
        .order_by_asc(Column::PermissionKey)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Puts these in the place of all that a member was given.
///
/// # Errors
/// If the database fails.
pub async fn replace(
    conn: &Conn<'_>,
    company_id: CompanyId,
    principal_type: PrincipalType,
    principal_id: &str,
    grants: &[MemberGrant],
) -> StoreResult<()> {
    Entity::delete_many()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::PrincipalType.eq(principal_type))
        .filter(Column::PrincipalId.eq(principal_id))
        .exec(conn.db())
        .await?;
    if !grants.is_empty() {
        Entity::insert_many(grants.iter().cloned().map(IntoActiveModel::into_active_model))
            .exec_without_returning(conn.db())
            .await?;
    }
    Ok(())
}
