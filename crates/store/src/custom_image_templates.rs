//! Templates that were captured of sandboxes, and what may be left of tries to capture some.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::custom_image::{SessionStatus, TemplateStatus};
use wireclip_domain::words::Word as _;
use wireclip_domain::{EnvironmentId, TemplateId, Timestamp};
use wireclip_schema::custom_image_templates::{Column, Entity};
use wireclip_schema::{custom_image_sessions, environments, sandbox_creates};

pub use wireclip_schema::custom_image_templates::Model as CustomImageTemplate;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::dialect::names;
use crate::error::StoreResult;

/// Returns a template of an environment.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    environment_id: EnvironmentId,
    id: TemplateId,
) -> StoreResult<Option<CustomImageTemplate>> {
    Ok(Entity::find_by_id(id).filter(Column::EnvironmentId.eq(environment_id)).one(conn.db()).await?)
}

/// Reads a template anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: TemplateId) -> StoreResult<Option<CustomImageTemplate>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Returns the template from which an environment's sandboxes start, if it fits.
///
/// # Errors
/// If the database fails.
pub async fn active(
    conn: &Conn<'_>,
    environment_id: EnvironmentId,
) -> StoreResult<Option<CustomImageTemplate>> {
    // Index: custom_image_templates_one_active.
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::Status.eq(TemplateStatus::Active));
    Ok(query.one(conn.db()).await?)
}

/// Returns the template whose place another took, the last first.
///
/// # Errors
/// If the database fails.
pub async fn superseded_by(
    conn: &Conn<'_>,
    environment_id: EnvironmentId,
    id: TemplateId,
) -> StoreResult<Option<CustomImageTemplate>> {
    // Index: custom_image_templates_by_environment.
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::SupersededById.eq(id))
        .filter(Column::Status.eq(TemplateStatus::Superseded))
        .order_by_desc(Column::UpdatedAt);
    Ok(query.one(conn.db()).await?)
}

/// Lists the templates of an environment, the newest first.
///
/// # Errors
/// If the database fails.
pub async fn of_environment(
    conn: &Conn<'_>,
    environment_id: EnvironmentId,
) -> StoreResult<Vec<CustomImageTemplate>> {
    // Index: custom_image_templates_by_environment.
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .order_by_desc(Column::CreatedAt)
        .limit(1000);
    Ok(query.all(conn.db()).await?)
}

/// Returns whether a template of an environment has settings that name something, by its id.
///
/// # Errors
/// If the database fails.
pub async fn any_that_names(conn: &Conn<'_>, environment_id: EnvironmentId, id: &str) -> StoreResult<bool> {
    let query =
        Entity::find().filter(Column::EnvironmentId.eq(environment_id)).filter(names(Column::Config, id));
    Ok(query.one(conn.db()).await?.is_some())
}

/// Returns whether something still starts from what a template is at its provider: the settings of
/// an environment that name it, another template that is the same, a session that began with it, or
/// a sandbox that is being made.
///
/// # Errors
/// If the database fails.
pub async fn is_needed(conn: &Conn<'_>, template: &CustomImageTemplate) -> StoreResult<bool> {
    // No index: it is asked when a template is about to be removed.
    let reference = template.reference.as_str();
    let environment = environments::Entity::find().filter(names(environments::Column::Config, reference));
    let other = Entity::find()
        .filter(Column::Reference.eq(reference))
        .filter(Column::Id.ne(template.id))
        .filter(Column::Status.is_in([TemplateStatus::Active, TemplateStatus::Superseded]));
    let open = SessionStatus::ALL.iter().copied().filter(|status| status.is_open());
    let session = custom_image_sessions::Entity::find()
        .filter(custom_image_sessions::Column::BaseReference.eq(reference))
        .filter(custom_image_sessions::Column::Status.is_in(open));
    let create = sandbox_creates::Entity::find().filter(names(sandbox_creates::Column::Config, reference));
    Ok(environment.one(conn.db()).await?.is_some()
        || other.one(conn.db()).await?.is_some()
        || session.one(conn.db()).await?.is_some()
        || create.one(conn.db()).await?.is_some())
}

/// Lists the templates that a provider is to be asked to remove, the longest waiting first.
///
/// # Errors
/// If the database fails.
pub async fn due_for_removal(
    conn: &Conn<'_>,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<CustomImageTemplate>> {
    // Index: custom_image_templates_to_remove.
    let query =
        Entity::find().filter(Column::RemovalDueAt.lte(now)).order_by_asc(Column::RemovalDueAt).limit(limit);
    Ok(query.all(conn.db()).await?)
}

/// Stores a new template.
///
/// # Errors
/// `Duplicate` if the environment has an active one, and this is another.
pub async fn insert(conn: &Conn<'_>, template: &CustomImageTemplate) -> StoreResult<()> {
    Entity::insert(template.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of a template; the caller holds its lock.
///
/// # Errors
/// `Duplicate` if the environment would have two active ones.
pub async fn update(
    conn: &Conn<'_>,
    before: &CustomImageTemplate,
    after: &CustomImageTemplate,
) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes a template's row: nothing of it is left.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: TemplateId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Removes the rows of an environment's templates, but for those that a provider is still to be
/// asked to remove.
///
/// # Errors
/// If the database fails.
pub async fn forget(conn: &Conn<'_>, environment_id: EnvironmentId) -> StoreResult<()> {
    Entity::delete_many()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::RemovalDueAt.is_null())
        .exec(conn.db())
        .await?;
    Ok(())
}
