//! One synced commit for many changes.
//!
//! SQLite has one writer, and each of its commits waits for the disk. Changes that queue for the
//! writer are made in turn within one transaction, and share its commit:
//!
//! ```text
//! BEGIN IMMEDIATE
//!   first change                              answered after COMMIT
//!   SAVEPOINT  second change  ROLLBACK TO     undone alone
//!   SAVEPOINT  third change   RELEASE         answered after COMMIT
//! COMMIT                                      synced
//! ```
//!
//! A group takes in whoever waits when a turn ends, and commits when nobody does: a change that
//! comes alone waits for nobody. To its caller a change is a transaction like any other:
//!
//! - It sees all changes before it, and is seen by all after it, in the order of their turns.
//! - It is answered when it is on disk, never before.
//! - Undone, it takes nobody along. Only if the database itself gives up the transaction (the disk
//!   is full, say) are the changes before it in its group lost as well; they have not been
//!   answered yet, and are told so.
//! - Its caller may leave at any time. A change that was handed in is made, and told; one that was
//!   not is undone.
//!
//! **Invariant:** a group begins on a connection that is in no transaction, so that its commit is
//! one. When the database ends a transaction by itself (the disk is full, say), the layers above it
//! go on counting it as open, and what they call a commit from then on is written nowhere. So a
//! connection on which a begin, commit or rollback went wrong is never used again.

use std::time::Duration;

use sea_orm::sqlx::Connection as _;
use sea_orm::{
    Database, DatabaseConnection, DatabaseTransaction, DbErr, SqliteTransactionMode, TransactionOptions,
    TransactionTrait,
};
use tokio::sync::{mpsc, oneshot};

use crate::error::{self, StoreError, StoreResult};
use crate::version;

/// The most changes of one commit. More only make the first of them wait.
const MAX_CHANGES: usize = 64;
/// How long a connection that is let go of may take to close.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);
/// How many may stand in front of the queue; more wait to be let in, in their order.
const QUEUE: usize = 256;

/// What is to happen once a change is on disk.
pub(crate) type Afterwards = Box<dyn FnOnce() + Send>;

/// The queue in front of the one writer.
#[derive(Debug, Clone)]
pub(crate) struct GroupCommit {
    asks: mpsc::Sender<Ask>,
}

#[derive(Debug)]
enum Ask {
    Turn(oneshot::Sender<StoreResult<Turn>>),
    Close(oneshot::Sender<StoreResult<()>>),
}

/// The turn of one change: the transaction is its alone until it ends the turn.
#[derive(Debug)]
pub(crate) struct Turn(Option<(DatabaseTransaction, oneshot::Sender<End>)>);

/// How a turn ended; the transaction comes back with it.
enum End {
    HandedIn { transaction: DatabaseTransaction, afterwards: Afterwards, answer: Answer },
    Undone { transaction: DatabaseTransaction },
}

impl std::fmt::Debug for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::HandedIn { .. } => "HandedIn",
            Self::Undone { .. } => "Undone",
        })
    }
}

type Answer = oneshot::Sender<StoreResult<()>>;

/// A change that was handed in and waits for the commit.
struct Member {
    afterwards: Afterwards,
    answer: Answer,
}

impl GroupCommit {
    /// Takes over the connection that writes. `reopen` says how to get another.
    pub(crate) fn over(
        pool: DatabaseConnection,
        reopen: sea_orm::ConnectOptions,
        version: version::Counter,
    ) -> Self {
        let (asks, asked) = mpsc::channel(QUEUE);
        let writer = Writer { pool: Some(pool), reopen, version };
        #[expect(clippy::disallowed_methods, reason = "it ends with the store, and outlives any one caller")]
        tokio::spawn(writer.serve(asked));
        Self { asks }
    }

    /// Waits for a turn, for at most so long.
    pub(crate) async fn turn(&self, limit: Duration) -> StoreResult<Turn> {
        let (ask, turn) = oneshot::channel();
        let waiting = async {
            self.asks.send(Ask::Turn(ask)).await.map_err(|_| is_closed())?;
            turn.await.map_err(|_| is_closed())?
        };
        let in_time = tokio::time::timeout(limit, waiting).await;
        in_time.map_err(|_| StoreError::Busy(DbErr::Custom("no turn to write came up in time".to_owned())))?
    }

    /// Waits for the changes that are queued, and closes the connection.
    pub(crate) async fn close(&self) -> StoreResult<()> {
        let (answer, closed) = oneshot::channel();
        if self.asks.send(Ask::Close(answer)).await.is_err() {
            return Ok(());
        }
        closed.await.map_err(|_| is_closed())?
    }
}

fn is_closed() -> StoreError {
    StoreError::Busy(DbErr::Custom("the database is closed".to_owned()))
}

impl Turn {
    pub(crate) fn transaction(&self) -> &DatabaseTransaction {
        let (transaction, _) = self.0.as_ref().expect("a turn has its transaction until it ends");
        transaction
    }

    /// Hands the change in, and waits until it is on disk. From here on it does not depend on
    /// whoever waits.
    pub(crate) async fn hand_in(mut self, afterwards: Afterwards) -> StoreResult<()> {
        let (answer, committed) = oneshot::channel();
        let (transaction, end) = self.0.take().expect("a turn ends once");
        // Without a writer the transaction comes back, and is undone where it is dropped.
        let handed_in = end.send(End::HandedIn { transaction, afterwards, answer });
        handed_in.map_err(|_| is_closed())?;
        committed.await.map_err(|_| is_closed())?
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some((transaction, end)) = self.0.take() {
            drop(end.send(End::Undone { transaction }));
        }
    }
}

/// Whoever owns the connection that writes.
struct Writer {
    /// The connection, as a pool of one; absent from when it cannot be relied upon until there is
    /// another.
    pool: Option<DatabaseConnection>,
    reopen: sea_orm::ConnectOptions,
    version: version::Counter,
}

impl Writer {
    async fn serve(mut self, mut asked: mpsc::Receiver<Ask>) {
        let mut next = asked.recv().await;
        while let Some(ask) = next {
            next = match ask {
                Ask::Turn(ask) => self.make_group(ask, &mut asked).await,
                Ask::Close(answer) => {
                    let closed = match self.pool.take() {
                        Some(pool) => pool.close().await.map_err(StoreError::from),
                        None => Ok(()),
                    };
                    drop(answer.send(closed));
                    return;
                }
            };
            if next.is_none() {
                next = asked.recv().await;
            }
        }
    }

    /// Makes a group of changes, the first of which is asked for. Returns what else was asked.
    async fn make_group(
        &mut self,
        first: oneshot::Sender<StoreResult<Turn>>,
        asked: &mut mpsc::Receiver<Ask>,
    ) -> Option<Ask> {
        let base = match self.begin().await {
            Ok(base) => base,
            Err(error) => {
                self.give_up(Vec::new(), &error).await;
                drop(first.send(Err(error.into())));
                return None;
            }
        };
        // The first change needs no savepoint: undone, there is nothing else in the group.
        let (base, mut members) = match lend(first, base).await {
            Some(End::HandedIn { transaction, afterwards, answer }) => {
                (transaction, vec![Member { afterwards, answer }])
            }
            Some(End::Undone { transaction }) => {
                if let Err(error) = transaction.rollback().await {
                    self.give_up(Vec::new(), &error).await;
                }
                return None;
            }
            None => return None,
        };
        let mut other = None;
        while members.len() < MAX_CHANGES {
            match asked.try_recv() {
                Ok(Ask::Turn(ask)) => match add(&base, ask).await {
                    Ok(Some(member)) => members.push(member),
                    Ok(None) => {}
                    Err(error) => {
                        drop(base);
                        self.give_up(members, &error).await;
                        return None;
                    }
                },
                Ok(close) => {
                    other = Some(close);
                    break;
                }
                Err(_) => break,
            }
        }
        self.commit(base, members).await;
        other
    }

    /// Begins a group's transaction, on another connection if there is none at rest.
    async fn begin(&mut self) -> Result<DatabaseTransaction, DbErr> {
        if let Some(pool) = &self.pool
            && !is_at_rest(pool).await?
        {
            self.let_go().await;
        }
        let pool = match &self.pool {
            Some(pool) => pool,
            None => self.pool.insert(Database::connect(self.reopen.clone()).await?),
        };
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        pool.begin_with_options(options).await
    }

    /// Commits a group, and answers its members in the order of their turns.
    async fn commit(&mut self, base: DatabaseTransaction, members: Vec<Member>) {
        let committing = self.version.committing();
        let committed = base.commit().await;
        drop(committing);
        match committed {
            Ok(()) => {
                for Member { afterwards, answer } in members {
                    afterwards();
                    // Whoever has left does not hear of it.
                    drop(answer.send(Ok(())));
                }
            }
            Err(error) => self.give_up(members, &error).await,
        }
    }

    /// Tells the members of a group that nothing of it has happened, and lets go of the connection:
    /// what it knows of its transactions may be wrong by now.
    async fn give_up(&mut self, members: Vec<Member>, error: &DbErr) {
        let changes = members.len();
        tracing::error!(changes, error = error as &dyn std::error::Error, "lost the transaction of changes");
        for member in members {
            drop(member.answer.send(Err(lost(error))));
        }
        self.let_go().await;
    }

    async fn let_go(&mut self) {
        let Some(pool) = self.pool.take() else { return };
        // Closed rather than dropped: its locks would outlive the group.
        match tokio::time::timeout(CLOSE_LIMIT, pool.close()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "did not close a connection");
            }
            Err(_) => tracing::warn!("a connection does not close"),
        }
    }
}

/// Returns whether a connection is in no transaction, as far as the layers above the database know.
/// If only the database knows of one, it does not begin another.
async fn is_at_rest(pool: &DatabaseConnection) -> Result<bool, DbErr> {
    let connection = pool.get_sqlite_connection_pool().acquire().await;
    let connection = connection.map_err(|error| DbErr::Conn(sea_orm::RuntimeErr::SqlxError(error.into())))?;
    Ok(!connection.is_in_transaction())
}

/// Says to a member what happened to its group, in words of its own.
fn lost(error: &DbErr) -> StoreError {
    let words = || DbErr::Custom(format!("the changes that were to be committed together: {error}"));
    if error::is_full(error) { StoreError::Full(words()) } else { StoreError::Busy(words()) }
}

/// Lends a transaction to whoever asked, until the turn ends; `None` if it did not come back.
async fn lend(ask: oneshot::Sender<StoreResult<Turn>>, transaction: DatabaseTransaction) -> Option<End> {
    let (end, ended) = oneshot::channel();
    // Whoever has left gives the turn back by dropping it.
    drop(ask.send(Ok(Turn(Some((transaction, end))))));
    ended.await.ok()
}

/// Lets one more change join the group; `None` if it was undone.
///
/// # Errors
/// If the group's transaction is no more.
async fn add(
    base: &DatabaseTransaction,
    ask: oneshot::Sender<StoreResult<Turn>>,
) -> Result<Option<Member>, DbErr> {
    if ask.is_closed() {
        return Ok(None);
    }
    let savepoint = base.begin().await?;
    match lend(ask, savepoint).await {
        Some(End::HandedIn { transaction, afterwards, answer }) => match transaction.commit().await {
            Ok(()) => Ok(Some(Member { afterwards, answer })),
            Err(error) => {
                drop(answer.send(Err(lost(&error))));
                Err(error)
            }
        },
        Some(End::Undone { transaction }) => {
            transaction.rollback().await?;
            Ok(None)
        }
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests;
