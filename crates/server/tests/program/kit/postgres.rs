//! A database of a test's own on the PostgreSQL server for tests.

use super::Database;

/// An empty database.
pub(crate) struct Postgres {
    pub(crate) url: String,
}

impl Postgres {
    /// Makes a database; nothing if there is no server, which a test says and passes.
    #[expect(clippy::disallowed_methods, reason = "tests find their server through the environment")]
    pub(crate) async fn new() -> Option<Self> {
        let Ok(server) = std::env::var("WIRECLIP_TEST_POSTGRES_URL") else {
            assert!(std::env::var("CI").is_err(), "CI has no WIRECLIP_TEST_POSTGRES_URL");
            println!("skipped: no WIRECLIP_TEST_POSTGRES_URL");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("program_").tempdir().unwrap();
        let name = folder.path().file_name().unwrap().to_string_lossy().into_owned();
        Database::at(&server).await.execute(&format!("CREATE DATABASE \"{name}\"")).await;
        let (base, _) = server.rsplit_once('/').unwrap();
        Some(Self { url: format!("{base}/{name}") })
    }
}
