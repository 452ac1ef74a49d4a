//! Secrets of companies, their sealed values, and what they are bound to.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Expr, SimpleExpr};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use wireclip_domain::secret::{SecretTarget, SecretVersionStatus};
use wireclip_domain::{CompanyId, RowId, SecretId};
use wireclip_schema::{
    company_secret_bindings as bindings, company_secret_versions as versions, company_secrets,
};

pub use wireclip_schema::company_secret_bindings::Model as SecretBinding;
pub use wireclip_schema::company_secret_versions::Model as SecretVersion;
pub use wireclip_schema::company_secrets::Model as Secret;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// Returns the secret, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: SecretId) -> StoreResult<Option<Secret>> {
    Ok(company_secrets::Entity::find_by_id(id)
        .filter(scope.condition(company_secrets::Column::CompanyId))
        .one(conn.db())
        .await?)
}

/// Reads a secret anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: SecretId) -> StoreResult<Option<Secret>> {
    Ok(locked(company_secrets::Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Lists a company's secrets that are not deleted, by name.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Secret>> {
    Ok(company_secrets::Entity::find()
        .filter(company_secrets::Column::CompanyId.eq(company_id))
        .filter(company_secrets::Column::DeletedAt.is_null())
        .order_by_asc(company_secrets::Column::Name)
        .order_by_asc(company_secrets::Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns a company's secret of a name, if there is one that is not deleted.
///
/// # Errors
/// If the database fails.
pub async fn of_name(conn: &Conn<'_>, company_id: CompanyId, name: &str) -> StoreResult<Option<Secret>> {
    // Index: company_secrets_by_name.
    one_of(conn, company_id, company_secrets::Column::Name.eq(name)).await
}

/// Returns a company's secret of a key, if there is one that is not deleted.
///
/// # Errors
/// If the database fails.
pub async fn of_key(conn: &Conn<'_>, company_id: CompanyId, key: &str) -> StoreResult<Option<Secret>> {
    // Index: company_secrets_by_key.
    one_of(conn, company_id, company_secrets::Column::Key.eq(key)).await
}

async fn one_of(conn: &Conn<'_>, company_id: CompanyId, which: SimpleExpr) -> StoreResult<Option<Secret>> {
    Ok(company_secrets::Entity::find()
        .filter(company_secrets::Column::CompanyId.eq(company_id))
        .filter(company_secrets::Column::DeletedAt.is_null())
        .filter(which)
        .one(conn.db())
        .await?)
}

/// Stores a new secret.
///
/// # Errors
/// `Duplicate` if the company has one of that key or name.
pub async fn insert(conn: &Conn<'_>, secret: &Secret) -> StoreResult<()> {
    company_secrets::Entity::insert(secret.clone().into_active_model())
        .exec_without_returning(conn.db())
        .await?;
    Ok(())
}

/// Writes what changed of a secret; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Secret, after: &Secret) -> StoreResult<()> {
    update_changed::<company_secrets::Entity>(conn, before, after).await
}

/// Removes a secret with its values and bindings.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: SecretId) -> StoreResult<()> {
    company_secrets::Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Stores a new value of a secret.
///
/// # Errors
/// `Duplicate` if that version is there.
pub async fn insert_version(conn: &Conn<'_>, version: &SecretVersion) -> StoreResult<()> {
    versions::Entity::insert(version.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Makes a secret's current value a previous one, so that another can take its place.
///
/// # Errors
/// If the database fails.
pub async fn retire_current(conn: &Conn<'_>, secret_id: SecretId) -> StoreResult<()> {
    versions::Entity::update_many()
        .col_expr(versions::Column::Status, Expr::value(SecretVersionStatus::Previous))
        .filter(versions::Column::SecretId.eq(secret_id))
        .filter(versions::Column::Status.eq(SecretVersionStatus::Current))
        .exec(conn.db())
        .await?;
    Ok(())
}

/// Returns a value of a secret: that of a version, or the current one.
///
/// # Errors
/// If the database fails.
pub async fn version(
    conn: &Conn<'_>,
    secret_id: SecretId,
    version: Option<i32>,
) -> StoreResult<Option<SecretVersion>> {
    let query = versions::Entity::find().filter(versions::Column::SecretId.eq(secret_id));
    let query = match version {
        Some(version) => query.filter(versions::Column::Version.eq(version)),
        None => query.filter(versions::Column::Status.eq(SecretVersionStatus::Current)),
    };
    Ok(query.order_by_desc(versions::Column::Version).one(conn.db()).await?)
}

/// Binds a secret to a place of a thing's settings, instead of what was bound there.
///
/// # Errors
/// If the database fails.
pub async fn bind(conn: &Conn<'_>, binding: &SecretBinding) -> StoreResult<()> {
    bindings::Entity::delete_many()
        .filter(bindings::Column::TargetType.eq(binding.target_type))
        .filter(bindings::Column::TargetId.eq(binding.target_id))
        .filter(bindings::Column::ConfigPath.eq(binding.config_path.as_str()))
        .exec(conn.db())
        .await?;
    bindings::Entity::insert(binding.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Removes what is bound to a thing.
///
/// # Errors
/// If the database fails.
pub async fn unbind_all(conn: &Conn<'_>, target: SecretTarget, id: RowId) -> StoreResult<u64> {
    let deleted = bindings::Entity::delete_many()
        .filter(bindings::Column::TargetType.eq(target))
        .filter(bindings::Column::TargetId.eq(id))
        .exec(conn.db())
        .await?;
    Ok(deleted.rows_affected)
}

/// Lists what is bound to a thing, by place.
///
/// # Errors
/// If the database fails.
pub async fn bound_to(conn: &Conn<'_>, target: SecretTarget, id: RowId) -> StoreResult<Vec<SecretBinding>> {
    Ok(bindings::Entity::find()
        .filter(bindings::Column::TargetType.eq(target))
        .filter(bindings::Column::TargetId.eq(id))
        .order_by_asc(bindings::Column::ConfigPath)
        .limit(1000)
        .all(conn.db())
        .await?)
}

/// Lists what a secret is bound to, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn bindings_of(
    conn: &Conn<'_>,
    secret_id: SecretId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<SecretBinding>> {
    // Index: company_secret_bindings_by_secret.
    Ok(bindings::Entity::find()
        .filter(bindings::Column::SecretId.eq(secret_id))
        .order_by_asc(bindings::Column::CreatedAt)
        .order_by_asc(bindings::Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns the secrets of these ids that are there.
///
/// # Errors
/// If the database fails.
pub async fn among(conn: &Conn<'_>, ids: &[SecretId]) -> StoreResult<Vec<Secret>> {
    Ok(company_secrets::Entity::find()
        .filter(company_secrets::Column::Id.is_in(ids.iter().copied()))
        .limit(PageLimit::<1000>::MAX.rows())
        .all(conn.db())
        .await?)
}

/// Counts what a secret is bound to.
///
/// # Errors
/// If the database fails.
pub async fn count_bindings(conn: &Conn<'_>, secret_id: SecretId) -> StoreResult<u64> {
    // Index: company_secret_bindings_by_secret.
    Ok(bindings::Entity::find().filter(bindings::Column::SecretId.eq(secret_id)).count(conn.db()).await?)
}

/// Counts, for every secret of a company that is bound to something, to how much it is bound.
///
/// # Errors
/// If the database fails.
pub async fn binding_counts(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<BTreeMap<SecretId, i64>> {
    let rows: Vec<(SecretId, i64)> = bindings::Entity::find()
        .filter(bindings::Column::CompanyId.eq(company_id))
        .select_only()
        .column(bindings::Column::SecretId)
        .column_as(bindings::Column::Id.count(), "bindings")
        .group_by(bindings::Column::SecretId)
        .limit(PageLimit::<10_000>::MAX.rows())
        .into_tuple()
        .all(conn.db())
        .await?;
    Ok(rows.into_iter().collect())
}

/// Returns whether any value is stored.
///
/// # Errors
/// If the database fails.
pub async fn is_any_stored(conn: &Conn<'_>) -> StoreResult<bool> {
    let first = versions::Entity::find()
        .select_only()
        .column(versions::Column::SecretId)
        .into_tuple::<SecretId>()
        .one(conn.db())
        .await?;
    Ok(first.is_some())
}
