//! Connections and transactions.
//!
//! SQLite has one writer, in front of which changes queue in the order in which they came and
//! which commits them in groups ([`group_commit`](crate::group_commit)), beside a pool of readers
//! that never wait for it (write-ahead log). PostgreSQL has one pool for both.

mod reaching;
mod transaction;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseExecutor, DbBackend, DbErr,
    RuntimeErr, TransactionTrait,
};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::commit_faults::CommitFaults;
use crate::error::{StoreError, StoreResult};
use crate::group_commit::GroupCommit;
use crate::lock_order;
use crate::migrate::{self, Schema};
use crate::version::{self, StoreVersion};

use self::reaching::reach;
pub use self::transaction::WriteTransaction;
use self::transaction::Writing;

/// Which database stands behind a [`Store`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseKind {
    /// The embedded one.
    Sqlite,
    /// A server.
    Postgres,
}

/// Where the database is.
#[derive(Debug, Clone)]
pub enum DatabaseUrl {
    /// A file of the embedded database; made if absent.
    SqliteFile(std::path::PathBuf),
    /// A PostgreSQL server, as a `postgres://` address. May hold a password: never logged.
    Postgres(secrecy::SecretString),
}

/// The database.
#[derive(Debug, Clone)]
pub struct Store {
    kind: DatabaseKind,
    readers: DatabaseConnection,
    writer: Writer,
    commit_faults: Option<Arc<dyn CommitFaults>>,
}

/// How changes are made.
#[derive(Debug, Clone)]
enum Writer {
    /// In groups, one after the other.
    InGroups(GroupCommit, version::Counter),
    /// Side by side, each in a transaction of its own; with the pool of the readers, of which so
    /// many may be had for it.
    SideBySide(Arc<Semaphore>),
}

const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 16;
/// How many of them may write at a time: changes of one company wait for each other in the
/// database, and whoever reads is not to wait behind them.
const POSTGRES_WRITERS: usize = 12;
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);
/// SQLite's own wait for another process that has the file locked (a backup, say).
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Page cache of a connection that reads, in KiB.
const READER_CACHE_KIB: u32 = 2048;
/// Page cache of the one that writes, in KiB: it holds the pages of a whole group of changes.
const WRITER_CACHE_KIB: u32 = 8192;
/// How long the write-ahead log grows before it is written back, in pages of 4 KiB: a page that
/// many changes touch is written back once.
const CHECKPOINT_PAGES: u32 = 4000;

impl Store {
    /// Opens the database and brings its schema up to date.
    ///
    /// # Errors
    /// If it cannot be reached or opened, or holds a schema that this program does not know.
    pub async fn open(url: &DatabaseUrl) -> StoreResult<Self> {
        let store = Self::connect(url).await?;
        migrate::run(&store).await?;
        Ok(store)
    }

    /// Opens a database and changes nothing in it, for whoever only looks; says how far its schema
    /// has come.
    ///
    /// # Errors
    /// If there is none, it cannot be reached or opened, or holds a schema that this program does
    /// not know.
    pub async fn open_as_is(url: &DatabaseUrl) -> StoreResult<(Self, Schema)> {
        if let DatabaseUrl::SqliteFile(path) = url
            && !path.exists()
        {
            let missing = format!("there is no file {}", path.display());
            return Err(DbErr::Conn(RuntimeErr::Internal(missing)).into());
        }
        let store = Self::connect(url).await?;
        let schema = migrate::look(&store).await?;
        Ok((store, schema))
    }

    /// Brings the schema of a database up to date that was opened as it is, and found so.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn bring_up_to_date(self, found: &Schema) -> StoreResult<Self> {
        if *found != Schema::Current {
            migrate::run(&self).await?;
        }
        Ok(self)
    }

    async fn connect(url: &DatabaseUrl) -> StoreResult<Self> {
        match url {
            DatabaseUrl::SqliteFile(path) => {
                // The writer first: it makes the file and switches it to the write-ahead log.
                let writer = sqlite_options(path, 1, WRITER_CACHE_KIB, IfMissing::Make);
                let writer = Database::connect(writer).await?;
                // A file that went away is not replaced by an empty one.
                let one = sqlite_options(path, 1, WRITER_CACHE_KIB, IfMissing::Refuse);
                let version = version::Counter::default();
                Ok(Self {
                    kind: DatabaseKind::Sqlite,
                    writer: Writer::InGroups(GroupCommit::over(writer, one, version.clone()), version),
                    readers: Database::connect(sqlite_options(
                        path,
                        SQLITE_READERS,
                        READER_CACHE_KIB,
                        IfMissing::Refuse,
                    ))
                    .await?,
                    commit_faults: None,
                })
            }
            DatabaseUrl::Postgres(address) => {
                reach(address).await?;
                let mut options = ConnectOptions::new(secrecy::ExposeSecret::expose_secret(address));
                options
                    .max_connections(POSTGRES_CONNECTIONS)
                    .acquire_timeout(ACQUIRE_TIMEOUT)
                    .sqlx_logging(false);
                // Questions of ours are short; to compile one first costs a hundred times its answer.
                options.map_sqlx_postgres_opts(|postgres| postgres.options([("jit", "off")]));
                let readers = Database::connect(options).await?;
                Ok(Self {
                    kind: DatabaseKind::Postgres,
                    readers,
                    writer: Writer::SideBySide(Arc::new(Semaphore::new(POSTGRES_WRITERS))),
                    commit_faults: None,
                })
            }
        }
    }

    /// Makes an empty database on a PostgreSQL server, for tests.
    ///
    /// # Errors
    /// If the server cannot be reached, or has a database of that name.
    pub async fn make_database(server: &DatabaseUrl, name: &str) -> StoreResult<()> {
        let store = Self::connect(server).await?;
        store.readers.execute_unprepared(&format!("CREATE DATABASE \"{name}\"")).await?;
        store.close().await
    }

    /// Has commits go wrong as a test wants.
    #[must_use]
    pub fn with_commit_faults(mut self, faults: Arc<dyn CommitFaults>) -> Self {
        self.commit_faults = Some(faults);
        self
    }

    /// Returns which database this is.
    #[must_use]
    pub fn kind(&self) -> DatabaseKind {
        self.kind
    }

    /// Returns a connection for reading. It sees what was committed before each question.
    #[must_use]
    pub fn read(&self) -> Conn<'_> {
        Conn(DatabaseExecutor::Connection(&self.readers))
    }

    /// Returns what all that can be read now came to: as long as it stays the same, so does every
    /// answer that is made of rows alone. Asked for before the rows are read, it never stands for
    /// newer rows than they are. `None` while a commit is on its way.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn version(&self) -> StoreResult<Option<StoreVersion>> {
        match &self.writer {
            Writer::InGroups(_, counter) => Ok(counter.now()),
            Writer::SideBySide(_) => version::of_postgres(&self.readers).await.map(Some),
        }
    }

    /// Begins a transaction that may write.
    ///
    /// On SQLite it is the only one from here on, and sees what was committed before; on
    /// PostgreSQL it locks the rows that it asks to lock. Dropping it without
    /// [`WriteTransaction::commit`] undoes everything.
    ///
    /// # Errors
    /// `Busy` if no connection came free within half a minute.
    pub async fn begin_write(&self) -> StoreResult<WriteTransaction> {
        let writing = match &self.writer {
            Writer::InGroups(group_commit, _) => Writing::InGroup(group_commit.turn(ACQUIRE_TIMEOUT).await?),
            Writer::SideBySide(places) => {
                let place = timeout(ACQUIRE_TIMEOUT, Arc::clone(places).acquire_owned()).await;
                let place = place.ok().and_then(Result::ok).ok_or_else(|| {
                    StoreError::Busy(DbErr::Custom("no turn to write came up in time".to_owned()))
                })?;
                Writing::Alone(self.readers.begin().await?, place)
            }
        };
        lock_order::note_begin();
        Ok(WriteTransaction { writing, commit_faults: self.commit_faults.clone() })
    }

    /// Writes a copy of the embedded database to a new file, while others read and write.
    ///
    /// # Errors
    /// If the file exists or the disk is full.
    pub async fn snapshot(&self, file: &Path) -> StoreResult<()> {
        let statement = sea_orm::Statement::from_sql_and_values(
            DbBackend::Sqlite,
            "VACUUM INTO $1",
            [file.to_string_lossy().into_owned().into()],
        );
        self.readers.execute_raw(statement).await?;
        Ok(())
    }

    pub(crate) fn postgres_pool(&self) -> Option<&sea_orm::sqlx::PgPool> {
        (self.kind == DatabaseKind::Postgres).then(|| self.readers.get_postgres_connection_pool())
    }

    /// Waits for what is going on and closes all connections.
    ///
    /// # Errors
    /// If the database could not be closed in order.
    pub async fn close(self) -> StoreResult<()> {
        self.readers.close().await?;
        match &self.writer {
            Writer::InGroups(group_commit, _) => group_commit.close().await,
            Writer::SideBySide(_) => Ok(()),
        }
    }
}

/// What becomes of a database whose file is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IfMissing {
    Make,
    Refuse,
}

fn sqlite_options(path: &Path, connections: u32, cache_kib: u32, if_missing: IfMissing) -> ConnectOptions {
    let mut options = ConnectOptions::new("sqlite::memory:");
    let path = path.to_owned();
    options
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(None)
        .sqlx_logging(false)
        // Checking a connection costs a round trip, and a file does not go away.
        .test_before_acquire(false)
        .map_sqlx_sqlite_opts(move |sqlite| {
            sqlite
                .filename(&path)
                .in_memory(false)
                .shared_cache(false)
                .create_if_missing(if_missing == IfMissing::Make)
                .journal_mode(SqliteJournalMode::Wal)
                // An answered write survives a power cut.
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(BUSY_TIMEOUT)
                .pragma("cache_size", format!("-{cache_kib}"))
                .pragma("temp_store", "memory")
                .pragma("wal_autocheckpoint", CHECKPOINT_PAGES.to_string())
                .statement_cache_capacity(256)
        });
    options
}

/// A connection to ask questions on: a pool's, or a transaction's.
#[derive(Debug)]
pub struct Conn<'c>(DatabaseExecutor<'c>);

impl Conn<'_> {
    pub(crate) fn db(&self) -> &DatabaseExecutor<'_> {
        &self.0
    }

    /// Returns which database this is.
    #[must_use]
    pub fn kind(&self) -> DatabaseKind {
        match self.0.get_database_backend() {
            DbBackend::Postgres => DatabaseKind::Postgres,
            _ => DatabaseKind::Sqlite,
        }
    }
}
