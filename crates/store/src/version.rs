//! What all that can be read came to: as long as it stays the same, so does every answer that is
//! made of rows alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};

use crate::error::StoreResult;

/// What all that can be read came to. Two of them compare, and say nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreVersion(Kind);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// How often the one writer committed.
    Commits(u64),
    /// Which of all transactions are over.
    Snapshot(String),
}

#[cfg(test)]
impl StoreVersion {
    /// Returns how often the one writer committed.
    pub(crate) fn commits(&self) -> u64 {
        match self.0 {
            Kind::Commits(number) => number / 2,
            Kind::Snapshot(_) => panic!("PostgreSQL does not count"),
        }
    }
}

/// Counts what the one writer of an embedded database commits. Odd while a commit is on its way:
/// what readers see then may be either side of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counter(Arc<AtomicU64>);

impl Counter {
    /// Says that a commit is on its way, until dropped.
    pub(crate) fn committing(&self) -> Committing<'_> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Committing(&self.0)
    }

    /// Returns the version, unless a commit is on its way.
    pub(crate) fn now(&self) -> Option<StoreVersion> {
        let commits = self.0.load(Ordering::SeqCst);
        commits.is_multiple_of(2).then_some(StoreVersion(Kind::Commits(commits)))
    }
}

/// A commit on its way.
#[must_use]
pub(crate) struct Committing<'c>(&'c AtomicU64);

impl Drop for Committing<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Returns the version of a PostgreSQL server: a transaction that wrote and ended since shows in
/// its snapshot, whichever node made it.
pub(crate) async fn of_postgres(pool: &DatabaseConnection) -> StoreResult<StoreVersion> {
    let question =
        Statement::from_string(pool.get_database_backend(), "SELECT CAST(pg_current_snapshot() AS text)");
    let row = pool.query_one_raw(question).await?;
    let snapshot = row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
    Ok(StoreVersion(Kind::Snapshot(snapshot)))
}
