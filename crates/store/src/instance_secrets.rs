//! Secrets of the installation, shared by every server of its database.

use sea_orm::{ConnectionTrait, DbErr, Statement};
use secrecy::{ExposeSecret, SecretString};
use wireclip_domain::Timestamp;

use crate::conn::Conn;
use crate::error::StoreResult;

const KEEP: &str = "INSERT INTO instance_secrets (name, value, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO NOTHING";
const READ: &str = "SELECT value FROM instance_secrets WHERE name = $1";

/// Keeps a secret unless there is one of that name, and returns the one that is kept: whoever is
/// first has made it.
///
/// # Errors
/// If the database fails.
pub async fn keep_first(
    conn: &Conn<'_>,
    name: &str,
    fresh: &SecretString,
    now: Timestamp,
) -> StoreResult<SecretString> {
    let backend = conn.db().get_database_backend();
    let values = [name.into(), fresh.expose_secret().into(), now.into()];
    conn.db().execute_raw(Statement::from_sql_and_values(backend, KEEP, values)).await?;
    let row = conn.db().query_one_raw(Statement::from_sql_and_values(backend, READ, [name.into()])).await?;
    let row = row.ok_or_else(|| DbErr::RecordNotFound(format!("the secret {name}")))?;
    Ok(SecretString::from(row.try_get_by_index::<String>(0)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conn::{DatabaseUrl, Store};

    #[tokio::test]
    async fn the_first_secret_of_a_name_stays() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseUrl::SqliteFile(folder.path().join("db"))).await.unwrap();
        let now = Timestamp::from_unix_millis(0);
        let keep = async |name: &str, fresh: &str| {
            let change = store.begin_write().await.unwrap();
            let kept = keep_first(&change.conn(), name, &fresh.into(), now).await.unwrap();
            change.commit().await.unwrap();
            kept.expose_secret().to_owned()
        };
        assert_eq!(keep("a", "first").await, "first");
        assert_eq!(keep("a", "second").await, "first");
        assert_eq!(keep("b", "second").await, "second");
    }
}
