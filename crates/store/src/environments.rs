//! Environments: places where runs execute. They are the installation's, not a company's.

mod selections;

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    TryInsertResult,
};
use wireclip_domain::environment::{EnvironmentDriver, EnvironmentStatus};
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{CompanyId, EnvironmentId};
use wireclip_schema::company_secret_bindings as bindings;
use wireclip_schema::environments::{Column, Entity};

pub use selections::{
    INSTANCE_SETTINGS_KEY, Selections, choose_default, choosers, default_of_instance, instance_settings,
    selections,
};
pub use wireclip_schema::environments::Model as Environment;
pub use wireclip_schema::instance_settings::Model as InstanceSettings;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Which environments to list.
#[derive(Debug, Clone, Copy, Default)]
pub struct EnvironmentFilter {
    /// Only those with this status.
    pub status: Option<EnvironmentStatus>,
    /// Only those of this driver.
    pub driver: Option<EnvironmentDriver>,
}

/// Returns an environment.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, id: EnvironmentId) -> StoreResult<Option<Environment>> {
    Ok(Entity::find_by_id(id).one(conn.db()).await?)
}

/// Returns the one local environment.
///
/// # Errors
/// If the database fails.
pub async fn local(conn: &Conn<'_>) -> StoreResult<Option<Environment>> {
    Ok(Entity::find().filter(Column::Driver.eq(EnvironmentDriver::Local)).one(conn.db()).await?)
}

/// Reads an environment anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: EnvironmentId) -> StoreResult<Option<Environment>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Lists the environments whose settings name a secret of a company, by name.
///
/// # Errors
/// If the database fails.
pub async fn with_secrets_of(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Environment>> {
    let named = bindings::Entity::find()
        .filter(bindings::Column::CompanyId.eq(company_id))
        .filter(bindings::Column::TargetType.eq(SecretTarget::Environment))
        .select_only()
        .column(bindings::Column::TargetId)
        .into_query();
    Ok(Entity::find()
        .filter(Column::Id.in_subquery(named))
        .order_by_asc(Column::Name)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Lists environments, the last changed first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    filter: EnvironmentFilter,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Environment>> {
    let mut query = Entity::find();
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    if let Some(driver) = filter.driver {
        query = query.filter(Column::Driver.eq(driver));
    }
    let query = query.order_by_desc(Column::UpdatedAt).order_by_asc(Column::Id);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}

/// Stores a new environment.
///
/// # Errors
/// `Duplicate` if there is one of that name, or a second local one.
pub async fn insert(conn: &Conn<'_>, environment: &Environment) -> StoreResult<()> {
    Entity::insert(environment.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of an environment; the caller holds its lock.
///
/// # Errors
/// `Duplicate` if another environment has the new name.
pub async fn update(conn: &Conn<'_>, before: &Environment, after: &Environment) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes an environment; leases of it that are left no longer name it.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: EnvironmentId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Stores the local environment, unless it is there or its name is taken. Returns whether it was
/// stored.
///
/// # Errors
/// If the database fails.
pub async fn insert_if_first(conn: &Conn<'_>, environment: &Environment) -> StoreResult<bool> {
    let inserted = Entity::insert(environment.clone().into_active_model())
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .try_insert()
        .exec_without_returning(conn.db())
        .await?;
    Ok(matches!(inserted, TryInsertResult::Inserted(1)))
}
