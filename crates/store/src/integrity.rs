//! Whether a database is what it should be.

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::conn::{DatabaseKind, Store};
use crate::error::StoreResult;

const DAMAGE: &str = "PRAGMA integrity_check(3)";
const TABLES: &str = "SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table'";

impl Store {
    /// Returns what is damaged in an embedded database, as SQLite says it; nothing of another one,
    /// whose server looks for itself.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn find_damage(&self) -> StoreResult<Vec<String>> {
        if self.kind() == DatabaseKind::Postgres {
            return Ok(Vec::new());
        }
        let statement = Statement::from_string(DbBackend::Sqlite, DAMAGE);
        let rows = self.read().db().query_all_raw(statement).await?;
        let lines: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
        Ok(if lines == ["ok"] { Vec::new() } else { lines })
    }

    /// Returns whether an embedded database holds any table, be it somebody else's.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn holds_tables(&self) -> StoreResult<bool> {
        if self.kind() == DatabaseKind::Postgres {
            return Ok(true);
        }
        let statement = Statement::from_string(DbBackend::Sqlite, TABLES);
        let row = self.read().db().query_one_raw(statement).await?;
        let tables: i64 = row.map(|row| row.try_get("", "tables")).transpose()?.unwrap_or_default();
        Ok(tables > 0)
    }
}
