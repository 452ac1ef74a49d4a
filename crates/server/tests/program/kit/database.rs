//! The database behind a server, for what no client can see.

use std::path::Path;

use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};

/// A connection of the test's own.
pub(crate) struct Database(DatabaseConnection);

impl Database {
    /// Opens the embedded database in a home folder, for reading.
    pub(crate) async fn in_home(home: &Path) -> Self {
        let file = home.join("wireclip.sqlite");
        Self(sea_orm::Database::connect(format!("sqlite://{}?mode=ro", file.display())).await.unwrap())
    }

    pub(crate) async fn at(url: &str) -> Self {
        // One connection only: locks and transactions of the test are its session's.
        let mut options = sea_orm::ConnectOptions::new(url);
        options.max_connections(1).sqlx_logging(false);
        Self(sea_orm::Database::connect(options).await.unwrap())
    }

    pub(crate) async fn execute(&self, sql: &str) {
        self.0.execute_unprepared(sql).await.unwrap();
    }

    /// Returns what a question in SQL counts.
    pub(crate) async fn count(&self, sql: &str) -> i64 {
        let question = Statement::from_string(self.0.get_database_backend(), sql);
        self.0.query_one_raw(question).await.unwrap().unwrap().try_get_by_index(0).unwrap()
    }

    /// Asserts that no claim, wake-up or run is left over once all runs have ended.
    pub(crate) async fn assert_at_rest(&self) {
        for (what, sql) in LEFT_OVER {
            assert_eq!(self.count(sql).await, 0, "{what}");
        }
    }
}

const LEFT_OVER: &[(&str, &str)] = &[
    ("runs that have not ended", "SELECT count(*) FROM runs WHERE finished_at IS NULL"),
    ("claims", "SELECT count(*) FROM claims"),
    (
        "open wake-ups",
        "SELECT count(*) FROM wakeups WHERE status IN ('queued', 'claimed', 'deferred_issue_execution')",
    ),
];
