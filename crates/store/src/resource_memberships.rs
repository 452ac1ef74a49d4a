//! People's relations to projects and agents.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::membership::ResourceType;
use wireclip_domain::{CompanyId, ProjectId, RowId, UserId};
use wireclip_schema::projects;
use wireclip_schema::resource_memberships::{ActiveModel, Column, Entity};

pub use wireclip_schema::resource_memberships::Model as ResourceMembership;

use crate::change;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Lists a person's relations in a company, the last starred first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    user_id: &UserId,
    limit: PageLimit<10_000>,
) -> StoreResult<Vec<ResourceMembership>> {
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

/// Returns a person's relation to a thing.
///
/// # Errors
/// If the database fails.
pub async fn find(
    conn: &Conn<'_>,
    company_id: CompanyId,
    user_id: &UserId,
    (resource_type, resource_id): (ResourceType, RowId),
) -> StoreResult<Option<ResourceMembership>> {
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::UserId.eq(user_id.clone()))
        .filter(Column::ResourceType.eq(resource_type))
        .filter(Column::ResourceId.eq(resource_id))
        .one(conn.db())
        .await?)
}

/// Stores a relation; an earlier one to the same thing keeps its id and takes the rest.
///
/// # Errors
/// If the database fails.
pub async fn put(conn: &Conn<'_>, membership: &ResourceMembership) -> StoreResult<()> {
    let key = [Column::CompanyId, Column::UserId, Column::ResourceType, Column::ResourceId];
    let replaced = [Column::State, Column::StarredAt, Column::UpdatedAt];
    change::put::<Entity, ActiveModel>(conn, membership, &key, &replaced).await
}

/// Returns which of a company's projects are put away.
///
/// # Errors
/// If the database fails.
pub async fn archived_projects(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<10_000>,
) -> StoreResult<Vec<ProjectId>> {
    Ok(projects::Entity::find()
        .filter(projects::Column::CompanyId.eq(company_id))
        .filter(projects::Column::ArchivedAt.is_not_null())
        .select_only()
        .column(projects::Column::Id)
        .limit(limit.rows())
        .into_tuple()
        .all(conn.db())
        .await?)
}
