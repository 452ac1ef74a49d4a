//! Brings a database's schema up to date.

use sea_orm::{ConnectionTrait, DbErr, Statement};
use wireclip_schema::migrations;

use crate::conn::{DatabaseKind, Store};
use crate::error::{StoreError, StoreResult};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS schema_migrations (name text NOT NULL PRIMARY KEY)";
/// Lets one of several servers that start at once migrate and the others wait. Any number does.
const POSTGRES_LOCK: &str = "SELECT pg_advisory_xact_lock(7215403)";

/// Applies the migrations that are missing, all in one transaction.
pub(crate) async fn run(store: &Store) -> StoreResult<()> {
    let transaction = store.begin_write().await?;
    let conn = transaction.conn();
    let db = conn.db();
    if store.kind() == DatabaseKind::Postgres {
        db.execute_unprepared(POSTGRES_LOCK).await?;
    }
    db.execute_unprepared(TABLE).await?;
    let applied = applied_names(db).await?;
    if let Some(unknown) =
        applied.iter().find(|name| migrations::ALL.iter().all(|known| known.name != **name))
    {
        return Err(StoreError::Database(DbErr::Migration(format!(
            "the database was written by a newer version: it has the migration '{unknown}'"
        ))));
    }
    for migration in migrations::ALL.iter().filter(|known| !applied.iter().any(|name| name == known.name)) {
        let statements = match store.kind() {
            DatabaseKind::Sqlite => migration.sqlite,
            DatabaseKind::Postgres => migration.postgres,
        };
        for statement in statements {
            db.execute_unprepared(statement).await?;
        }
        db.execute_raw(Statement::from_sql_and_values(
            db.get_database_backend(),
            "INSERT INTO schema_migrations (name) VALUES ($1)",
            [migration.name.into()],
        ))
        .await?;
    }
    transaction.commit().await
}

async fn applied_names(db: &impl ConnectionTrait) -> StoreResult<Vec<String>> {
    let rows = db
        .query_all_raw(Statement::from_string(
            db.get_database_backend(),
            "SELECT name FROM schema_migrations ORDER BY name",
        ))
        .await?;
    Ok(rows.iter().map(|row| row.try_get("", "name")).collect::<Result<_, _>>()?)
}
