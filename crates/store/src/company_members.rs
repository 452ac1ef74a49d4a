//! Who belongs to a company, and as what.

use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use wireclip_domain::membership::{CompanyRole, MemberStatus, PrincipalType};
use wireclip_domain::{CompanyId, MembershipId};
use wireclip_schema::company_members::{Column, Entity};

pub use wireclip_schema::company_members::Model as CompanyMember;

use crate::change::update_changed;
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

/// Returns a member of a company by the membership's id.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    company_id: CompanyId,
    id: MembershipId,
) -> StoreResult<Option<CompanyMember>> {
    Ok(Entity::find_by_id(id).filter(Column::CompanyId.eq(company_id)).one(conn.db()).await?)
}

/// Lists the memberships of somebody, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn of_principal(
    conn: &Conn<'_>,
    principal_type: PrincipalType,
    principal_id: &str,
    limit: PageLimit<10_000>,
) -> StoreResult<Vec<CompanyMember>> {
    // Index: company_members_by_principal.
    Ok(Entity::find()
        .filter(Column::PrincipalType.eq(principal_type))
        .filter(Column::PrincipalId.eq(principal_id))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns how many own a company and take part, beside one.
///
/// # Errors
/// If the database fails.
pub async fn count_other_owners(
    conn: &Conn<'_>,
    company_id: CompanyId,
    beside: MembershipId,
) -> StoreResult<u64> {
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::PrincipalType.eq(PrincipalType::User))
        .filter(Column::MembershipRole.eq(CompanyRole::Owner))
        .filter(Column::Status.eq(MemberStatus::Active))
        .filter(Column::Id.ne(beside))
        .count(conn.db())
        .await?)
}

/// Writes what differs in a membership.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &CompanyMember, after: &CompanyMember) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}
