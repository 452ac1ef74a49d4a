//! What chooses an environment: agents, issues, projects and the installation.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Statement, Value};
use wireclip_domain::{EnvironmentId, RowId, Timestamp};
use wireclip_schema::{agents, instance_settings};

use crate::change::put;
use crate::conn::Conn;
use crate::dialect;
use crate::error::StoreResult;

const OF_PROJECTS: &str =
    "SELECT COUNT(*) FROM projects WHERE execution_workspace_policy ->> 'environmentId' = $1";
const OF_ISSUES: &str =
    "SELECT COUNT(*) FROM issues WHERE execution_workspace_settings ->> 'environmentId' = $1";

/// How much chooses an environment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Selections {
    /// Agents whose runs execute there by default.
    pub agents: u64,
    /// Issues whose runs do.
    pub issues: u64,
    /// Projects whose issues do.
    pub projects: u64,
}

/// Returns the environment of whatever chooses none; nothing means the local one.
///
/// # Errors
/// If the database fails.
pub async fn default_of_instance(conn: &Conn<'_>) -> StoreResult<Option<EnvironmentId>> {
    let settings = instance_settings::Entity::find().one(conn.db()).await?;
    Ok(settings.and_then(|settings| settings.default_environment_id))
}

/// The key of the one row of the instance's settings.
pub const INSTANCE_SETTINGS_KEY: &str = "default";

/// Returns what the whole instance is set to, if anything was set.
///
/// # Errors
/// If the database fails.
pub async fn instance_settings(conn: &Conn<'_>) -> StoreResult<Option<instance_settings::Model>> {
    Ok(instance_settings::Entity::find().one(conn.db()).await?)
}

/// Stores the environment of whatever chooses none.
///
/// # Errors
/// If the database fails.
pub async fn choose_default(
    conn: &Conn<'_>,
    chosen: Option<EnvironmentId>,
    now: Timestamp,
) -> StoreResult<()> {
    use instance_settings::Column;
    let row = instance_settings::Model {
        singleton_key: INSTANCE_SETTINGS_KEY.to_owned(),
        default_environment_id: chosen,
        created_at: now,
        updated_at: now,
    };
    let replaced = [Column::DefaultEnvironmentId, Column::UpdatedAt];
    put::<instance_settings::Entity, _>(conn, &row, &[Column::SingletonKey], &replaced).await
}

/// Counts what chooses an environment, over all companies.
///
/// # Errors
/// If the database fails.
pub async fn selections(conn: &Conn<'_>, id: EnvironmentId) -> StoreResult<Selections> {
    // No index: it is asked when somebody is about to delete an environment.
    let agents = agents::Entity::find()
        .filter(agents::Column::DefaultEnvironmentId.eq(row_id(id)))
        .count(conn.db())
        .await?;
    Ok(Selections {
        agents,
        issues: count(conn, OF_ISSUES, id).await?,
        projects: count(conn, OF_PROJECTS, id).await?,
    })
}

/// Lets whatever chooses an environment choose none.
///
/// # Errors
/// If the database fails.
pub async fn clear_selections(conn: &Conn<'_>, id: EnvironmentId) -> StoreResult<()> {
    agents::Entity::update_many()
        .col_expr(agents::Column::DefaultEnvironmentId, Expr::value(None::<RowId>))
        .filter(agents::Column::DefaultEnvironmentId.eq(row_id(id)))
        .exec(conn.db())
        .await?;
    for (table, column) in
        [("projects", "execution_workspace_policy"), ("issues", "execution_workspace_settings")]
    {
        let without = dialect::without_member(conn.kind(), column, "environmentId");
        let text = format!("UPDATE {table} SET {column} = {without} WHERE {column} ->> 'environmentId' = $1");
        conn.db().execute_raw(statement(conn, &text, id)).await?;
    }
    Ok(())
}

async fn count(conn: &Conn<'_>, question: &str, id: EnvironmentId) -> StoreResult<u64> {
    let row = conn.db().query_one_raw(statement(conn, question, id)).await?;
    let count: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
    Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0))
}

fn statement(conn: &Conn<'_>, text: &str, id: EnvironmentId) -> Statement {
    let id: Value = id.to_string().into();
    Statement::from_sql_and_values(conn.db().get_database_backend(), text, [id])
}

/// The column keeps the id without saying of what.
fn row_id(id: EnvironmentId) -> RowId {
    RowId::from_uuid(id.as_uuid())
}
