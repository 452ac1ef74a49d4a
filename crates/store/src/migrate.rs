//! Brings a database's schema up to date.

use sea_orm::{ConnectionTrait, DbErr, Statement};
use wireclip_schema::migrations::{self, Migration};

use crate::conn::{DatabaseKind, Store};
use crate::dialect;
use crate::error::{StoreError, StoreResult};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS schema_migrations (name text NOT NULL PRIMARY KEY)";
/// Lets one of several servers that start at once migrate and the others wait. Any number does.
const POSTGRES_LOCK: &str = "SELECT pg_advisory_xact_lock(7215403)";

/// How far a database's schema has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// The database holds nothing of ours.
    Absent,
    /// These migrations are missing; the next start of a server applies them.
    Behind(Vec<&'static str>),
    /// It is what this program expects.
    Current,
}

/// Says how far the schema has come, and changes nothing.
pub(crate) async fn look(store: &Store) -> StoreResult<Schema> {
    let conn = store.read();
    if !dialect::has_table(&conn, "schema_migrations").await? {
        return Ok(Schema::Absent);
    }
    let missing: Vec<_> =
        missing(&applied_names(conn.db()).await?)?.map(|migration| migration.name).collect();
    Ok(if missing.is_empty() { Schema::Current } else { Schema::Behind(missing) })
}

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
    let mut names = Vec::new();
    for migration in missing(&applied)? {
        names.push(migration.name);
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
    transaction.commit().await?;
    if !names.is_empty() {
        tracing::info!("brought the schema up to date: {}", names.join(", "));
    }
    Ok(())
}

/// Returns the migrations that are not among the applied ones.
fn missing(applied: &[String]) -> StoreResult<impl Iterator<Item = &'static Migration>> {
    if let Some(unknown) =
        applied.iter().find(|name| migrations::ALL.iter().all(|known| known.name != **name))
    {
        return Err(StoreError::Database(DbErr::Migration(format!(
            "the database was written by a newer version: it has the migration '{unknown}'"
        ))));
    }
    Ok(migrations::ALL.iter().filter(|known| !applied.iter().any(|name| name == known.name)))
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
