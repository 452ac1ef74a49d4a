//! Changes of one group are transactions to their callers, whatever happens to their neighbours.

#![expect(clippy::disallowed_methods, reason = "callers that come at once are tasks of the test")]

use std::path::Path;
use std::sync::{Arc, Mutex};

use sea_orm::{ConnectionTrait, Statement};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, yield_now};

use crate::{DatabaseUrl, Store, StoreError, StoreResult, WriteTransaction};

const FILE: &str = "group.sqlite";

/// Opens a database with a table of unique numbers.
async fn store() -> (Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let change = store.begin_write().await.unwrap();
    execute(&change, "CREATE TABLE numbers (number integer NOT NULL PRIMARY KEY)").await.unwrap();
    change.commit().await.unwrap();
    (store, folder)
}

async fn open(folder: &Path) -> Store {
    Store::open(&DatabaseUrl::SqliteFile(folder.join(FILE))).await.unwrap()
}

async fn execute(change: &WriteTransaction, sql: &str) -> StoreResult<()> {
    change.conn().db().execute_unprepared(sql).await?;
    Ok(())
}

async fn add(change: &WriteTransaction, number: i64) -> StoreResult<()> {
    execute(change, &format!("INSERT INTO numbers (number) VALUES ({number})")).await
}

async fn numbers(store: &Store) -> Vec<i64> {
    let conn = store.read();
    let sql = "SELECT number FROM numbers ORDER BY number";
    let question = Statement::from_string(conn.db().get_database_backend(), sql);
    let rows = conn.db().query_all_raw(question).await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

/// Has a change stand in the queue behind those that stand there already.
async fn queue<F>(
    store: &Store,
    change: impl FnOnce(WriteTransaction) -> F + Send + 'static,
) -> JoinHandle<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    let store = store.clone();
    let task = tokio::spawn(async move { change(store.begin_write().await.unwrap()).await });
    yield_now().await;
    task
}

/// Has a change that adds a number stand in the queue.
async fn queue_number(store: &Store, number: i64) -> JoinHandle<StoreResult<()>> {
    queue(store, async move |change| {
        add(&change, number).await?;
        change.commit().await
    })
    .await
}

async fn commits(store: &Store) -> u64 {
    store.version().await.unwrap().expect("nothing is being committed").commits()
}

#[tokio::test]
async fn changes_that_queue_share_a_commit() {
    let (store, _folder) = store().await;
    let first = store.begin_write().await.unwrap();
    let mut tasks = Vec::new();
    for number in 1..=10 {
        tasks.push(queue_number(&store, number).await);
    }
    let before = commits(&store).await;
    first.commit().await.unwrap();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(numbers(&store).await, (1..=10).collect::<Vec<_>>());
    assert_eq!(commits(&store).await - before, 1);
}

#[tokio::test]
async fn a_change_that_fails_is_undone_alone() {
    let (store, _folder) = store().await;
    let first = store.begin_write().await.unwrap();
    let one = queue_number(&store, 1).await;
    let failing = queue(&store, async |change| {
        add(&change, 2).await?;
        // It is there already.
        add(&change, 1).await
    })
    .await;
    let refused = queue(&store, async |change| {
        add(&change, 3).await?;
        change.roll_back().await
    })
    .await;
    let four = queue_number(&store, 4).await;
    first.commit().await.unwrap();
    one.await.unwrap().unwrap();
    failing.await.unwrap().unwrap_err();
    refused.await.unwrap().unwrap();
    four.await.unwrap().unwrap();
    assert_eq!(numbers(&store).await, [1, 4]);
}

#[tokio::test]
async fn a_group_whose_first_change_is_undone_goes_on_without_it() {
    let (store, _folder) = store().await;
    let first = store.begin_write().await.unwrap();
    add(&first, 1).await.unwrap();
    let two = queue_number(&store, 2).await;
    drop(first);
    two.await.unwrap().unwrap();
    assert_eq!(numbers(&store).await, [2]);
}

#[tokio::test]
async fn a_caller_that_leaves_takes_its_change_along_until_it_is_handed_in() {
    let (store, _folder) = store().await;
    let first = store.begin_write().await.unwrap();
    let (told, mut hears) = oneshot::channel();
    let (is_in, came_in) = oneshot::channel();
    let leaves_early = queue(&store, async |change| {
        add(&change, 1).await.unwrap();
        is_in.send(()).unwrap();
        std::future::pending::<()>().await;
    })
    .await;
    let leaves_late = queue(&store, async |change| {
        add(&change, 2).await.unwrap();
        change.commit_then(|| told.send(()).unwrap()).await
    })
    .await;
    let (has_turn, got_turn) = oneshot::channel();
    let (goes_on, may_go_on) = oneshot::channel();
    let stays = queue(&store, async |change| {
        has_turn.send(()).unwrap();
        may_go_on.await.unwrap();
        add(&change, 3).await?;
        change.commit().await
    })
    .await;
    let committed = tokio::spawn(first.commit());
    came_in.await.unwrap();
    leaves_early.abort();
    // The last one has its turn once the one before it is handed in.
    got_turn.await.unwrap();
    assert!(hears.try_recv().is_err(), "nothing is told before it is on disk");
    leaves_late.abort();
    goes_on.send(()).unwrap();
    stays.await.unwrap().unwrap();
    committed.await.unwrap().unwrap();
    hears.await.expect("what was made is told");
    assert_eq!(numbers(&store).await, [2, 3]);
}

#[tokio::test]
async fn what_is_told_keeps_the_order_of_the_turns() {
    let (store, _folder) = store().await;
    let first = store.begin_write().await.unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Vec::new();
    for number in 1..=20 {
        let told = Arc::clone(&told);
        let change = async move |change: WriteTransaction| {
            add(&change, number).await?;
            change.commit_then(move || told.lock().unwrap().push(number)).await
        };
        tasks.push(queue(&store, change).await);
    }
    first.commit().await.unwrap();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(*told.lock().unwrap(), (1..=20).collect::<Vec<_>>());
}

/// What lies on the disk in the middle of a group is what a crash would leave.
#[tokio::test]
async fn a_crash_before_the_commit_leaves_nothing_of_the_group() {
    let (store, folder) = store().await;
    let crashed = tempfile::tempdir().unwrap();
    let image = (folder.path().to_owned(), crashed.path().to_owned());
    let first = store.begin_write().await.unwrap();
    add(&first, 1).await.unwrap();
    let two = queue_number(&store, 2).await;
    let last = queue(&store, async move |change| {
        add(&change, 3).await?;
        for file in std::fs::read_dir(image.0).unwrap().map(Result::unwrap) {
            std::fs::copy(file.path(), image.1.join(file.file_name())).unwrap();
        }
        change.commit().await
    })
    .await;
    first.commit().await.unwrap();
    two.await.unwrap().unwrap();
    last.await.unwrap().unwrap();
    assert_eq!(numbers(&store).await, [1, 2, 3]);
    assert_eq!(numbers(&open(crashed.path()).await).await, [0; 0]);
}

#[tokio::test]
async fn whoever_is_lost_with_the_transaction_is_told_and_the_next_change_is_made() {
    let (store, _folder) = store().await;
    let first = store.begin_write().await.unwrap();
    let lost = queue_number(&store, 1).await;
    // So the database does it when its disk is full.
    let fatal = queue(&store, async |change| {
        execute(&change, "ROLLBACK").await?;
        change.commit().await
    })
    .await;
    let next = queue_number(&store, 2).await;
    first.commit().await.unwrap_err();
    lost.await.unwrap().unwrap_err();
    fatal.await.unwrap().unwrap_err();
    next.await.unwrap().unwrap();
    assert_eq!(numbers(&store).await, [2]);
}

/// Fills the database up as a disk does, by a limit that the connection does not outlive.
async fn fill_up(change: &WriteTransaction, from: i64) -> StoreResult<()> {
    execute(change, "PRAGMA max_page_count = 1").await?;
    for number in from.. {
        add(change, number).await?;
    }
    Ok(())
}

#[tokio::test]
async fn what_is_answered_after_refusals_in_a_row_is_on_disk() {
    let (store, folder) = store().await;
    let mut answered = Vec::new();
    for round in 0..10_i64 {
        for number in [0, 1] {
            let change = store.begin_write().await.unwrap();
            let full = fill_up(&change, 1000 + number).await.unwrap_err();
            assert!(matches!(full, StoreError::Full(_)), "{full:?}");
            if number == 1 {
                // A caller that does not heed the error is told at the latest by the commit.
                change.commit().await.unwrap_err();
            }
        }
        let change = store.begin_write().await.unwrap();
        add(&change, round).await.unwrap();
        change.commit().await.unwrap();
        answered.push(round);
        // As others see it: a reader of the same store, and whoever opens the file.
        assert_eq!(numbers(&store).await, answered);
    }
    assert_eq!(numbers(&open(folder.path()).await).await, answered);
}

#[tokio::test]
async fn while_there_is_no_other_connection_nobody_is_answered() {
    let (store, folder) = store().await;
    let (file, elsewhere) = (folder.path().join(FILE), folder.path().join("elsewhere"));
    let change = store.begin_write().await.unwrap();
    std::fs::rename(&file, &elsewhere).unwrap();
    execute(&change, "ROLLBACK").await.unwrap();
    change.commit().await.unwrap_err();
    store.begin_write().await.expect_err("the file is gone");
    store.begin_write().await.expect_err("the file is gone");
    std::fs::rename(&elsewhere, &file).unwrap();
    let change = store.begin_write().await.unwrap();
    add(&change, 1).await.unwrap();
    change.commit().await.unwrap();
    assert_eq!(numbers(&open(folder.path()).await).await, [1]);
}

#[tokio::test]
async fn a_store_closes_after_what_is_queued() {
    let (store, folder) = store().await;
    let first = store.begin_write().await.unwrap();
    let one = queue_number(&store, 1).await;
    let closing = tokio::spawn(store.clone().close());
    yield_now().await;
    first.commit().await.unwrap();
    one.await.unwrap().unwrap();
    closing.await.unwrap().unwrap();
    store.begin_write().await.expect_err("it is closed");
    assert_eq!(numbers(&open(folder.path()).await).await, [1]);
}
