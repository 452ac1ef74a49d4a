//! A fresh database for each test.

use std::path::PathBuf;

use secrecy::SecretString;
use tempfile::TempDir;
use tokio::sync::OnceCell;
use wireclip_store::{DatabaseUrl, Store};

const FILE: &str = "wireclip.sqlite";

/// A store that goes away with the test.
#[derive(Debug)]
pub struct TestStore {
    /// What it runs on, for messages.
    pub name: &'static str,
    /// The store.
    pub store: Store,
    /// The file of an embedded one.
    pub file: Option<PathBuf>,
    folder: TempDir,
}

/// Opens a fresh, empty database of each kind.
///
/// # Panics
/// If one cannot be opened; in CI also if there is no PostgreSQL.
#[expect(clippy::disallowed_methods, reason = "tests find their server through the environment")]
#[expect(clippy::print_stderr, reason = "a test that skips half of itself says so")]
pub async fn databases() -> Vec<TestStore> {
    let mut stores = vec![sqlite().await];
    match std::env::var("WIRECLIP_TEST_POSTGRES_URL") {
        Ok(server) => stores.push(postgres(&server).await),
        Err(_) if std::env::var("CI").is_ok() => panic!("CI has no WIRECLIP_TEST_POSTGRES_URL"),
        Err(_) => eprintln!("no WIRECLIP_TEST_POSTGRES_URL: not tried on PostgreSQL"),
    }
    stores
}

/// Opens a fresh SQLite database.
///
/// # Panics
/// If it cannot be opened.
pub(crate) async fn sqlite() -> TestStore {
    sqlite_in(tempfile::tempdir().expect("a folder for the test")).await
}

/// Makes a folder that is kept in memory, where the system has a place for that: nothing of it has
/// to survive the computer.
///
/// # Panics
/// If it cannot be made.
pub(crate) fn folder_in_memory() -> TempDir {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    folder.expect("a folder for the test")
}

/// Opens a fresh SQLite database whose file is kept in memory. It is the copy of one that was
/// migrated once: a simulation opens thousands.
///
/// # Panics
/// If it cannot be opened.
pub(crate) async fn sqlite_in_memory() -> TestStore {
    static MIGRATED: OnceCell<Vec<u8>> = OnceCell::const_new();
    let migrated = MIGRATED.get_or_init(async || {
        let original = sqlite_in(folder_in_memory()).await;
        let file = original.folder.path().join("copy.sqlite");
        original.store.snapshot(&file).await.expect("a copy of the database");
        std::fs::read(&file).expect("the copy can be read")
    });
    let folder = folder_in_memory();
    std::fs::write(folder.path().join(FILE), migrated.await).expect("the copy can be written");
    sqlite_in(folder).await
}

async fn sqlite_in(folder: TempDir) -> TestStore {
    let file = folder.path().join(FILE);
    let store = Store::open(&DatabaseUrl::SqliteFile(file.clone())).await.expect("a SQLite database");
    TestStore { name: "SQLite", store, file: Some(file), folder }
}

async fn postgres(server: &str) -> TestStore {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let name = format!("wireclip_test_{}", uuid::Uuid::now_v7().simple());
    let admin = DatabaseUrl::Postgres(SecretString::from(server));
    Store::make_database(&admin, &name).await.expect("a PostgreSQL database");
    let (base, query) = server.split_once('?').unwrap_or((server, ""));
    let base = base.rsplit_once('/').map_or(base, |(base, _)| base);
    let url = if query.is_empty() { format!("{base}/{name}") } else { format!("{base}/{name}?{query}") };
    let store = Store::open(&DatabaseUrl::Postgres(url.into())).await.expect("a PostgreSQL database");
    TestStore { name: "PostgreSQL", store, file: None, folder }
}
